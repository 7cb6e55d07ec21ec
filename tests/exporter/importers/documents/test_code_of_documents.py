"""Code in Markdown documents that is not marked with its language."""

from __future__ import annotations

import pytest

from exporter.importers import import_text

GRAPHQL = 'type Bed @model {\n  id: ID!\n  glasshouseId: ID! @index(name: "byGlasshouse")\n}\n'
OTHERS = (
    ("terraform", 'resource "aws_dynamodb_table" "beds" {\n  name = "beds"\n  hash_key = "id"\n'
     '  attribute {\n    name = "id"\n    type = "S"\n  }\n}\n'),
    ("python", "import boto3\nboto3.client('dynamodb').create_table(TableName='beds', BillingMode='PAY_PER_REQUEST',\n"
     "  KeySchema=[{'AttributeName': 'id', 'KeyType': 'HASH'}],\n"
     "  AttributeDefinitions=[{'AttributeName': 'id', 'AttributeType': 'S'}])\n"),
    ("architect", "@app\nbeds\n\n@tables\nbeds\n  id *String\n"),
    ("sql", "CREATE TABLE beds (id text primary key);\n"),
)  # fmt: skip


@pytest.mark.parametrize(("importer", "code"), [("amplify", GRAPHQL), *OTHERS])
def test_a_block_without_a_language_is_read_as_what_it_looks_like(importer, code):
    text = f"# Beds\n\nHow they are stored:\n\n```\n{code}```\n\nAnd this:\n\n```\nnpm install\n```\n"
    imported = import_text(text.encode(), "beds.md")
    assert imported.importer == importer
    assert imported.design.tables


def test_graphql_that_no_block_encloses_is_read():
    text = f"npm install\n\n# The data\n{GRAPHQL}\nenum Light {{\n  SUN\n  SHADE\n}}\n\nnpm run deploy\n"
    imported = import_text(text.encode(), "beds.md")
    assert imported.importer == "amplify"
    (table,) = imported.design.tables
    assert [one.name for one in table.all_indexes][1:] == ["byGlasshouse"]
    assert {one.line for one in imported.report if "of this document" in one.message} == {4}


def test_prose_that_names_types_is_no_code():
    text = "type of a bed {\n- beds of a glasshouse\n- get a bed by id\n}\n"
    assert import_text(text.encode(), "beds.md").importer == "patterns"
