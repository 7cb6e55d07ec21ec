"""Scripts with ``aws dynamodb create-table``: the same table as its JSON, whatever the spelling."""

from __future__ import annotations

import json

import pytest

from exporter.importers import Imported, import_folder, import_text
from exporter.importers.support.folders import Folder
from exporter.targets import target
from modeler.core.errors import DocumentInvalid
from modeler.examples import examples
from tests.exporter.targets.designs.all_designs import everything

REQUEST = {
    "TableName": "Music",
    "AttributeDefinitions": [
        {"AttributeName": "Artist", "AttributeType": "S"}, {"AttributeName": "Year", "AttributeType": "N"},
    ],
    "KeySchema": [{"AttributeName": "Artist", "KeyType": "HASH"}, {"AttributeName": "Year", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "ByYear", "KeySchema": [{"AttributeName": "Year", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["title", "label"]},
            "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
        }
    ],
    "ProvisionedThroughput": {"ReadCapacityUnits": 10, "WriteCapacityUnits": 7},
    "BillingMode": "PROVISIONED",
}  # fmt: skip
SHORT = """#!/usr/bin/env bash
set -euo pipefail
TABLE="${1:-Music}"   # the table's name
# aws dynamodb create-table --table-name Old --key-schema AttributeName=id,KeyType=HASH
aws --endpoint-url "$URL" dynamodb create-table \\
    --table-name "Music" \\
    --attribute-definitions AttributeName=Artist,AttributeType=S 'AttributeName=Year,AttributeType=N' \\
    --key-schema AttributeName=Artist,KeyType=HASH AttributeName=Year,KeyType=RANGE \\
    --global-secondary-indexes \\
      "IndexName=ByYear,KeySchema=[{AttributeName=Year,KeyType=HASH}],Projection={ProjectionType=INCLUDE,\\
NonKeyAttributes=[title,label]},ProvisionedThroughput={ReadCapacityUnits=5,WriteCapacityUnits=6}" \\
    --provisioned-throughput ReadCapacityUnits=10,WriteCapacityUnits=7 | jq .TableDescription
"""
JSON = f"""aws dynamodb create-table --table-name=Music --cli-input-json '{json.dumps(REQUEST)}'
"""
MIXED = f"""$keys = '{json.dumps(REQUEST["KeySchema"])}'
aws dynamodb create-table `
  --table-name Music --key-schema $keys `
  --attribute-definitions '{json.dumps(REQUEST["AttributeDefinitions"])}' `
  --global-secondary-indexes '{json.dumps(REQUEST["GlobalSecondaryIndexes"])}' `
  --provisioned-throughput '{json.dumps(REQUEST["ProvisionedThroughput"])}' --billing-mode PROVISIONED
"""
HEREDOC = f"""cat > /tmp/music.json <<'EOF'
{json.dumps(REQUEST, indent=2)}
EOF
awslocal dynamodb create-table --cli-input-json file:///tmp/music.json
"""


def _read(text: str, name: str = "setup.sh") -> Imported:
    return import_text(text.encode(), name)


def _given(files: dict[str, str]) -> Folder:
    return Folder(files, lambda path, most: files[path].encode()[:most])


@pytest.mark.parametrize(
    ("text", "name"), [(SHORT, "a.sh"), (JSON, "a.bash"), (MIXED, "a.ps1"), (HEREDOC, "a.sh"), (SHORT, "README.md")]
)
def test_each_spelling_makes_the_table_of_the_request(text, name):
    expected = import_text(json.dumps(REQUEST).encode(), "request.json").design.tables
    imported = _read(text, name)
    assert imported.importer == "aws-cli"
    assert imported.design.tables == expected


def test_files_are_found_beside_the_script_or_named_as_missing():
    script = (
        "aws dynamodb create-table --table-name Music --key-schema file://keys.json "
        "--cli-input-json file://./music.json\n"
    )
    files = {"db/setup.sh": script, "db/music.json": json.dumps({**REQUEST, "KeySchema": []}),
             "db/keys.json": json.dumps(REQUEST["KeySchema"])}  # fmt: skip
    imported = import_folder(_given(files), "db")
    assert imported.design.tables == import_text(json.dumps(REQUEST).encode(), "r.json").design.tables
    with pytest.raises(DocumentInvalid, match=r"music\.json was not given beside the script"):
        _read(script)


def test_later_commands_change_the_table_and_the_rest_is_said():
    more = """
aws dynamodb update-time-to-live --table-name Music --time-to-live-specification "Enabled=true, AttributeName=ends"
aws dynamodb update-continuous-backups --table-name Music \\
  --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true
aws dynamodb update-table --table-name Music --deletion-protection-enabled --table-class STANDARD_INFREQUENT_ACCESS \\
  --attribute-definitions AttributeName=label,AttributeType=S \\
  --global-secondary-index-updates '[{"Create": {"IndexName": "ByLabel", "KeySchema": [{"AttributeName": "label",
    "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}}, {"Delete": {"IndexName": "ByYear"}}]'
aws dynamodb tag-resource --resource-arn arn:aws:dynamodb:us-east-1:1:table/Music --tags Key=Team,Value=web
aws application-autoscaling register-scalable-target --service-namespace dynamodb --resource-id table/Music \\
  --scalable-dimension dynamodb:table:ReadCapacityUnits --min-capacity 5 --max-capacity 50
aws dynamodb delete-table --table-name Music
aws dynamodb enable-kinesis-streaming-destination --table-name Music --stream-arn arn
aws dynamodb update-table --table-name Other --billing-mode PAY_PER_REQUEST
aws dynamodb wait table-exists --table-name Music
"""
    imported = _read(SHORT + more)
    (table,) = imported.design.tables
    assert {**table.settings, "provisioned": None} == {
        "billing": "PROVISIONED", "deletion_protection": True, "point_in_time_recovery": True, "ttl_attribute": "ends",
        "table_class": "STANDARD_INFREQUENT_ACCESS", "tags": {"Team": "web"}, "provisioned": None,
        "auto_scaling": {"read": {"min": 5, "max": 50}},
    }  # fmt: skip
    assert [index.name for index in table.indexes] == ["ByLabel"]
    said = {(str(line.level), line.path.partition(".")[2]) for line in imported.report}
    assert {("dropped", "enable-kinesis-streaming-destination"), ("dropped", "update-table"), ("note", "")} <= said


def test_what_a_run_decides_is_said_and_what_is_no_option_is_refused():
    unknown = SHORT.replace('"Music"', '"$PREFIX-music"').replace(
        "AttributeName=Year,KeyType=RANGE", "AttributeName=$S,KeyType=RANGE"
    )
    imported = _read(unknown.replace("'AttributeName=Year", "AttributeName=$S,AttributeType=S 'AttributeName=Year"))
    assert imported.design.tables[0].name == "PREFIX-music"
    assert any("known only at run time" in line.message and "key-schema" in line.path for line in imported.report)
    with pytest.raises(DocumentInvalid, match="neither JSON nor the shorthand"):
        _read("aws dynamodb create-table --table-name a --key-schema AttributeName=id,KeyType={HASH\n")


@pytest.mark.parametrize("design", [everything(), *(one.design for one in examples())], ids=lambda one: one.name)
def test_our_own_scripts_are_read_again(design):
    files = {one.path: one.content for one in target("aws-cli").export(design)}
    again = import_folder(Folder(files, lambda path, most: bytes_of(files[path])[:most]), "tables").design
    for before, after in zip(design.tables, again.tables, strict=True):
        assert (after.name, after.partition_key, after.sort_key) == (
            before.name, before.partition_key, before.sort_key,
        )  # fmt: skip
        shapes = [[(i.name, i.kind, i.partition_key, i.sort_key, i.projection) for i in one.indexes]
                  for one in (before, after)]  # fmt: skip
        assert shapes[0] == shapes[1]
        names = ("billing", "encryption", "ttl_attribute", "point_in_time_recovery", "auto_scaling", "stream",
                 "contributor_insights", "deletion_protection", "tags", "replicas")  # fmt: skip
        assert {name: after.settings.get(name) for name in names if before.settings.get(name)} == {
            name: before.settings[name] for name in names if before.settings.get(name)
        }


def test_redirections_are_no_words_and_arguments_of_a_function_reach_its_variables():
    text = """make_table() {
  local name=$1
  aws dynamodb create-table --table-name "$name" --billing-mode PAY_PER_REQUEST \\
    --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH \\
    --tags Key=Team,Value=web 2>/dev/null >>log.txt 2>&1
}
make_table orders
make_table carts
"""
    tables = _read(text).design.tables
    assert [(one.name, one.settings["tags"]) for one in tables] == [
        ("orders", {"Team": "web"}),
        ("carts", {"Team": "web"}),
    ]


def test_encryption_is_read_from_the_words_of_a_request():
    imported = _read(SHORT.replace("| jq", "--sse-specification Enabled=true,SSEType=KMS,KMSMasterKeyId=abc | jq"))
    assert imported.design.tables[0].settings["encryption"] == {"type": "CUSTOMER", "key": "abc"}


def bytes_of(content):
    return content if isinstance(content, bytes) else content.encode()


@pytest.mark.parametrize("end", range(0, len(SHORT), 7))
def test_a_script_that_is_cut_off_is_read_or_refused(end):
    try:
        _read(SHORT[:end] + "\naws dynamodb create-table --table-name")
    except DocumentInvalid as error:
        assert str(error)


PUT = """
put() { # puts one
  local item="$1"
  aws dynamodb put-item --table-name Music --item "$item"
}
put '{"Artist": {"S": "Nina"},
  "Year": {"N": "1965"}, "label": {"S": "Verve"}}'
aws dynamodb put-item --table-name Music --item "{\\"Artist\\": {\\"S\\": \\"$WHO\\"}, \\"Year\\": {\\"N\\": \\"1\\"}}"
cat > more.json <<END
{"Music": [{"PutRequest": {"Item": {"Artist": {"S": "Miles"}, "Year": {"N": "1959"}}}}],
 "Shops": [{"PutRequest": {"Item": {"shop": {"S": "s-1"}, "town": {"S": "Ghent"}}}},
           {"PutRequest": {"Item": {"shop": {"S": "s-2"}, "town": {"S": "Ghent"}}}}]}
END
aws dynamodb batch-write-item --request-items file://more.json
"""


def _artists(imported: Imported) -> list[str]:
    (entity,) = imported.design.tables[0].entities
    return sorted(str(item.values["Artist"].data) for item in entity.items)


def test_what_a_script_writes_are_items_of_its_tables_and_of_others():
    imported = _read(SHORT + PUT)
    assert [table.name for table in imported.design.tables] == ["Music", "Shops"]
    assert _artists(imported) == ["Miles", "Nina"]
    assert [key.name for key in imported.design.tables[1].partition_key] == ["shop"]
    unknown = [line for line in imported.report if "known only when the script runs" in line.message]
    assert len(unknown) == 1, imported.report


def test_a_script_that_only_writes_items_shows_its_tables():
    imported = _read(PUT)
    assert imported.importer == "aws-cli"
    assert [table.name for table in imported.design.tables] == ["Music", "Shops"]
