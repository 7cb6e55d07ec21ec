"""Whatever is no model gets a sentence that names the place and the edit; nothing hangs and nothing is half read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid

KEY = {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}}


def refused(raw: bytes) -> DocumentInvalid:
    with pytest.raises(DocumentInvalid) as caught:
        import_text(raw, "file.json")
    assert caught.value.message
    return caught.value


def model(**table):
    return json.dumps({"ModelName": "x", "DataModel": [{"TableName": "t", "KeyAttributes": KEY, **table}]}).encode()


@pytest.mark.parametrize(
    ("raw", "code", "words"),
    [
        (b"", "document.empty", "empty"),
        (b" \n ", "document.empty", "empty"),
        (b'{"a": 1,}', "document.not_json", "line 1, column 8"),
        (b'{\n "a": tru\n}', "document.not_json", "line 2, column 7"),
        (b'{"a": "unfinished', "document.not_json", "line 1"),
        (b'{"a": NaN}', "document.not_json", "NaN"),
        (b'{"a": ' + b"9" * 5000 + b"}", "document.not_json", "5000 digits"),
        (b"\xff\xfe{}", "document.encoding", "UTF-8"),
        (b"[]", "document.no_model", "a list"),
        (b"null", "document.no_model", "null"),
        (b"3", "document.no_model", "a number"),
        (b"{}", "document.no_model", "ModelName and DataModel"),
        (b'{"name": "x", "version": 3}', "document.no_model", "members: name, version"),
        (b'{"Resources": {}}', "document.no_model", "this CloudFormation template creates no table"),
        (b'{"TableName": "t", "KeySchema": []}', "document.no_model", "a table description has its keys here"),
        (b'{"keysheet": 9, "name": "x"}', "document.version", "version 9"),
        (b'{"keysheet": 1}', "document.shape", "name"),
        (b'{"keysheet": 1, "name": "a\\u0000b"}', "document.character", "name"),
        (b'{"keysheet": 1, "name": "a\\ud800b"}', "document.character", "name"),
        (b'{"DataModel": {"Tables": [{"KeySchema": []}]}}', "document.no_model", "Tables[]"),
        (b'{"DataModel": []}', "document.no_model", "at least one table"),
        (b'{"DataModel": "x"}', "document.no_model", "a list of tables"),
        (b'{"DataModel": [3]}', "document.no_model", "DataModel[0]"),
        (b'{"DataModel": [{}]}', "document.no_model", "DataModel[0].TableName"),
        (b'{"DataModel": [{"TableName": "t"}]}', "document.no_model", "KeyAttributes"),
        (b'{"DataModel": [{"TableName": "t", "KeyAttributes": {}}]}', "document.no_model", "PartitionKey"),
        (model(GlobalSecondaryIndexes=[{}]), "document.no_model", "GlobalSecondaryIndexes[0].IndexName"),
        (model(GlobalSecondaryIndexes={"a": 1}), "document.no_model", "a list of indexes"),
    ],
)
def test_a_file_that_is_no_model_is_refused_with_place_and_edit(raw, code, words):
    error = refused(raw)
    assert error.code == code
    assert words in error.message


def test_a_file_over_twenty_megabytes_is_refused_before_it_is_parsed():
    assert refused(b'"' + b"x" * (20 * 1024 * 1024)).code == "document.too_large"


@pytest.mark.parametrize("bracket", [b"[", b'{"a":'])
def test_a_million_nested_brackets_get_a_sentence(bracket):
    error = refused(bracket * 1_000_000)
    assert error.code == "document.too_deep"
    assert "40 levels" in error.message


def test_escaped_quotes_without_end_do_not_take_long():
    assert refused(b'{"a": "' + b'\\"' * 2_000_000).code == "document.not_json"


def test_brackets_inside_a_text_do_not_count_as_depth():
    raw = json.dumps({"keysheet": 1, "name": "[" * 100, "tables": []}).encode()
    assert import_text(raw).design.name == "[" * 100


@pytest.mark.slow
def test_more_than_fifty_thousand_items_are_refused_in_both_formats():
    rows = [{"PK": {"S": str(number)}} for number in range(50_001)]
    assert refused(model(TableData=rows)).code == "document.too_many_items"
    facets = [{"FacetName": "f", "TableData": rows[:30_000]}, {"FacetName": "g", "TableData": rows[30_000:]}]
    assert refused(model(TableFacets=facets)).code == "document.too_many_items"
    table = {"name": "t", "unassigned": [{"a": "b"}] * 50_001}
    own = json.dumps({"keysheet": 1, "name": "x", "tables": [table]}).encode()
    assert refused(own).code == "document.too_many_items"


def test_a_member_that_stands_twice_is_in_the_report():
    raw = b'{"keysheet": 1, "name": "first", "name": "second", "tables": []}'
    imported = import_text(raw)
    assert imported.design.name == "second"
    assert [(line.level, line.path) for line in imported.report] == [("dropped", "name")]


def test_a_file_with_a_byte_order_mark_is_read():
    assert import_text(b'\xef\xbb\xbf{"keysheet": 1, "name": "x"}').design.name == "x"


def test_a_model_without_a_name_is_called_as_its_file():
    raw = json.dumps({"DataModel": [{"TableName": "t", "KeyAttributes": KEY}]}).encode()
    assert import_text(raw, "/some/where/Shop.v2.json").design.name == "Shop.v2"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
MEMBERS = (
    "KeyAttributes", "NonKeyAttributes", "TableFacets", "GlobalSecondaryIndexes", "LocalSecondaryIndexes", "TableData",
    "DataAccess", "SampleDataFormats", "BillingMode", "ProvisionedCapacitySettings", "TimeToLiveAttribute",
    "ModelSchema", "SavedQuery", "Keysheet", "Description",
)  # fmt: skip


@given(members=st.dictionaries(st.sampled_from(MEMBERS), json_values, max_size=5))
def test_whatever_stands_in_a_member_gives_a_design_or_a_sentence(members):
    raw = json.dumps({"ModelName": "x", "DataModel": [{"TableName": "t", "KeyAttributes": KEY} | members]}).encode()
    try:
        imported = import_text(raw)
    except DocumentInvalid as error:
        assert error.message
    else:
        assert imported.design.tables[0].name == "t"


@given(raw=st.binary(max_size=60))
def test_whatever_bytes_come_they_are_refused_or_read(raw):
    try:
        import_text(raw)
    except DocumentInvalid as error:
        assert error.message


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"TableFacets": [{"FacetName": str(number)} for number in range(1001)]}, "TableFacets: 1,001 entries"),
        ({"NonKeyAttributes": [{"AttributeName": str(number)} for number in range(2001)]}, "NonKeyAttributes"),
        ({"GlobalSecondaryIndexes": [{}] * 201}, "GlobalSecondaryIndexes"),
        ({"TableData": [{str(number): {"S": "x"} for number in range(2001)}]}, "TableData[0]: 2,001 attributes"),
        ({"ModelSchema": {"models": {str(number): {} for number in range(1001)}}}, "ModelSchema.models"),
    ],
)
def test_more_of_anything_than_a_design_holds_is_refused_before_anything_is_inferred(table, words):
    error = refused(model(**table))
    assert error.code == "document.too_large"
    assert words in error.message


@pytest.mark.slow
def test_a_key_of_hundred_thousands_of_pieces_is_data_and_no_template():
    text = "#".join(map(str, range(200_000)))
    imported = import_text(model(TableData=[{"PK": {"S": text}, "type": {"S": "x"}}]))
    assert dict(imported.design.tables[0].entities[0].overloads[0].keys) == {"PK": "{PK}"}


@pytest.mark.parametrize(
    ("raw", "name", "said"),
    [
        (b"openapi: 3.0.1\npaths:\n  /ships/{id}:\n    get: {}\n", "ships.yaml", "an OpenAPI description"),
        (b'{"openapi": "3.1.0", "paths": {"/ships": {"get": {}}}}', "ships.json", "an OpenAPI description"),
        (b"type Query {\n  ship(id: ID!): Ship\n}\ntype Ship { id: ID! }\n", "ships.graphql", "a GraphQL schema"),
    ],
)
def test_a_list_of_requests_names_the_page_that_reads_it(raw, name, said):
    with pytest.raises(DocumentInvalid) as refused:
        import_text(raw, name)
    assert said in refused.value.message
    assert "Requirements" in refused.value.message
    assert refused.value.code == "document.no_model"


def test_a_source_in_another_language_is_not_called_broken_json():
    with pytest.raises(DocumentInvalid) as refused:
        import_text(b"package a;\n@DynamoDbBean\npublic class Ship {}\n", "Ship.java")
    assert "JSON" not in refused.value.message.split(";")[0]
    assert refused.value.code == "document.no_model"


def test_a_resource_of_kubernetes_is_not_called_a_template():
    raw = b"apiVersion: dynamodb.services.k8s.aws/v1alpha1\nkind: Table\nspec: {tableName: ships}\n"
    with pytest.raises(DocumentInvalid, match="Kubernetes") as refused:
        import_text(raw, "ships.yaml")
    assert "describe-table" in refused.value.message
