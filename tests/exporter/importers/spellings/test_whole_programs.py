"""Parts of programs that are said elsewhere than in the table's own call, or in another way: none is lost silently."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_folder, import_text
from exporter.importers.support.folders import Folder
from modeler.core.analysis import findings
from modeler.core.errors import DocumentInvalid
from modeler.core.findings import Severity


def folder(**texts):
    named = {name.replace("__", "/").replace("_dot_", "."): text.encode() for name, text in texts.items()}
    return Folder(named, lambda path, _: named[path])


def keys(table):
    return {one.name: one.key_names for one in table.all_indexes}


@pytest.mark.parametrize("pragma", ["@tables-indexes", "@indexes"])
def test_indexes_of_architect_under_either_word(pragma):
    text = f"@app\nfleet\n\n@tables\nboats\n  id *String\n\n{pragma}\nboats\n  name byHarbor\n  harbor *String\n"
    (boats,) = import_text(text.encode(), "app.arc").design.tables
    assert keys(boats)["byHarbor"] == ("harbor",)


def test_an_index_of_a_table_that_architect_does_not_create_is_said():
    text = "@app\nfleet\n\n@tables\nboats\n  id *String\n\n@tables-indexes\nsailors\n  harbor *String\n"
    imported = import_text(text.encode(), "app.arc")
    assert any("sailors" in one.message for one in imported.report)


def test_a_folder_with_one_file_of_a_single_file_format():
    imported = import_folder(folder(app_dot_arc="@app\nx\n\n@tables\nboats\n  id *String\n", readme_dot_md="# x"), "x")
    assert [one.name for one in imported.design.tables] == ["boats"]
    with pytest.raises(DocumentInvalid, match=r"app\.arc and other/app\.arc"):
        text = "@app\nx\n\n@tables\nboats\n  id *String\n"
        import_folder(folder(app_dot_arc=text, other__app_dot_arc=text), "x")


def test_lines_of_a_single_file_of_a_folder_are_its_own():
    text = "@app\nx\n\n@tables\nboats\n  id *String\n  odd Thing\n"
    given = folder(a_dot_json="{}\n{}\n{}\n", app_dot_arc=text)
    line = next(one for one in import_folder(given, "x").report if "odd" in one.path)
    assert line.line == 7


PYNAMO = """from pynamodb.models import Model
from pynamodb.attributes import UnicodeAttribute, UTCDateTimeAttribute
from pynamodb.indexes import GlobalSecondaryIndex, AllProjection

class Base(Model):
    class Meta:
        region = "eu-west-1"
        table_name = "fleet-{}".format(STAGE)

class ByHarbor(GlobalSecondaryIndex):
    class Meta(Base.Meta):
        index_name = "by-harbor"
        projection = AllProjection()
    harbor = UnicodeAttribute(hash_key=True)
    built = UTCDateTimeAttribute(range_key=True)
"""
BOAT = """
class Boat(Base):
    id = UnicodeAttribute(hash_key=True)
    harbor = UnicodeAttribute()
    built = UTCDateTimeAttribute()
    by_harbor = ByHarbor()
"""


def test_a_base_without_keys_is_no_table_and_an_index_is_no_entity():
    (fleet,) = import_text((PYNAMO + BOAT).encode(), "boats.py").design.tables
    assert (fleet.base.key_names, fleet.indexes[0].key_names) == (("id",), ("harbor", "built"))
    assert [one.name for one in fleet.entities] == ["Boat"]
    with pytest.raises(DocumentInvalid, match="Base"):
        import_text(PYNAMO.encode(), "boats.py")


def test_models_share_the_table_of_the_class_that_they_are_made_from_in_another_file():
    base = """from pynamodb.models import Model
from pynamodb.attributes import UnicodeAttribute

class Root(Model):
    class Meta:
        table_name = "fleet"
    PK = UnicodeAttribute(hash_key=True)
    SK = UnicodeAttribute(range_key=True)
"""
    begins = "from app.root import Root\nfrom pynamodb.attributes import *\n\n"
    boat = f"{begins}class Boat(Root):\n    name = UnicodeAttribute()\n"
    sailor = f"{begins}class Sailor(Root):\n    rank = NumberAttribute()\n"
    given = folder(app__root_dot_py=base, app__boat_dot_py=boat, app__sailor_dot_py=sailor)
    (fleet,) = import_folder(given, "x").design.tables
    assert {one.name: [each.name for each in one.attributes] for one in fleet.entities} == {
        "Boat": ["PK", "SK", "name"],
        "Sailor": ["PK", "SK", "rank"],
    }


def test_indexes_that_sst_is_given_later():
    text = """const fleet = new Table(stack, "fleet", {
      fields: { id: "string", harbor: "string" }, primaryIndex: { partitionKey: "id" },
    });
    fleet.addGlobalIndexes({ byHarbor: { partitionKey: "harbor" } });
    """
    imported = import_text(text.encode(), "sst.ts")
    assert keys(imported.design.tables[0])["byHarbor"] == ("harbor",)
    assert not any("no key uses" in one.message for one in imported.report)


def test_keys_that_the_first_cdk_was_given_later():
    text = """import cdk = require('@aws-cdk/cdk');
    import { AttributeType, BillingMode, Table } from '@aws-cdk/aws-dynamodb';
    const boats = new Table(this, 'Boats', { billingMode: BillingMode.PayPerRequest, ttlAttributeName: 'gone' });
    boats.addPartitionKey({ name: 'id', type: AttributeType.String });
    boats.addSortKey({ name: 'built', type: AttributeType.Number });
    """
    (boats,) = import_text(text.encode(), "stack.ts").design.tables
    assert [(key.name, key.type) for key in boats.base.keys] == [("id", "S"), ("built", "N")]
    assert (boats.settings["billing"], boats.settings["ttl_attribute"]) == ("PAY_PER_REQUEST", "gone")


@pytest.mark.parametrize("imported_from", ["@/lib/electrodb", "../../../", "./db"])
def test_electrodb_through_another_module(imported_from):
    text = f"""import {{ Entity, config }} from '{imported_from}';
    export const boats = new Entity({{
      model: {{ service: 'fleet', entity: 'boat', version: '1' }},
      attributes: {{ id: {{ type: 'string', required: true }} }},
      indexes: {{ byId: {{ pk: {{ field: 'pk', composite: ['id'] }}, sk: {{ field: 'sk', composite: [] }} }} }},
    }}, config);
    """
    imported = import_text(text.encode(), "boats.ts")
    assert imported.importer == "electrodb"
    assert [one.name for one in imported.design.tables[0].entities] == ["boat"]


def test_a_projection_of_an_unknown_kind_keeps_what_it_lists():
    text = """import boto3
boto3.client("dynamodb").create_table(
    TableName="boats", BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}, {"AttributeName": "h", "AttributeType": "S"}],
    KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
    GlobalSecondaryIndexes=[{"IndexName": "byH", "KeySchema": [{"AttributeName": "h", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": pick(), "NonKeyAttributes": ["name"]}}])
"""
    imported = import_text(text.encode(), "make.py")
    assert imported.design.tables[0].indexes[0].projection.type == "INCLUDE"
    assert not [one for one in findings(imported.design) if one.severity is not Severity.ADVICE]


def test_plain_values_inside_a_map_of_the_workbench():
    item = {
        "id": {"S": "b1"},
        "built": {"M": {"yard": "Kiel", "year": 1987, "crew": {"N": "4"}, "sold": False}},
        "ports": {"L": ["Kiel", {"S": "Turku"}]},
    }
    table = {
        "TableName": "boats",
        "KeyAttributes": {"PartitionKey": {"AttributeName": "id", "AttributeType": "S"}},
        "NonKeyAttributes": [{"AttributeName": "built", "AttributeType": "M"}],
        "TableData": [item],
    }
    model = {"ModelName": "fleet", "ModelMetadata": {}, "DataModel": [table]}
    imported = import_text(json.dumps(model).encode(), "fleet.json")
    (boat,) = (one for entity in imported.design.tables[0].entities for one in entity.items)
    built = dict(boat.values["built"].data)
    assert [(one, built[one].type, built[one].data) for one in ("crew", "sold", "yard", "year")] == [
        ("crew", "N", "4"),
        ("sold", "BOOL", False),
        ("yard", "S", "Kiel"),
        ("year", "N", "1987"),
    ]
    assert [one.data for one in boat.values["ports"].data] == ["Kiel", "Turku"]
    assert any("without their types" in one.message for one in imported.report)


def test_a_command_in_quotation_marks_of_a_document_is_no_list_of_patterns():
    text = """`aws dynamodb batch-write-item \\
    --request-items '{"boats": [{"PutRequest": {"Item": {"id": {"S": "b1"}, "name": {"S": "Vega"}}}},
    {"PutRequest": {"Item": {"id": {"S": "b2"}, "name": {"S": "Lyra"}}}}]}' \\
    --endpoint-url http://localhost:8000`
"""
    imported = import_text(text.encode(), "seed.md")
    assert [one.name for one in imported.design.tables] == ["boats"]
    assert sum(len(one.items) for one in imported.design.tables[0].entities) == 2


def test_a_method_that_amplify_does_not_have_is_said():
    text = """import { a } from '@aws-amplify/backend';
    export const Boat = a.model({ id: a.id().required(), harbor: a.string() }).index('byHarbor', ['harbor']);
    """
    imported = import_text(text.encode(), "boat.ts")
    assert any("index" in one.message and "left out" in one.message for one in imported.report)


def test_a_copy_of_a_key_under_the_name_of_another_key_is_no_source_of_it():
    row = {"PK": "b#17", "SK": "b#17", "id": "17", "type": "BOAT", "GSI9SK": "b#17"}
    table = {
        "TableName": "fleet",
        "KeyAttributes": {
            "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
            "SortKey": {"AttributeName": "SK", "AttributeType": "S"},
        },
        "NonKeyAttributes": [{"AttributeName": name, "AttributeType": "S"} for name in ("id", "type", "GSI9SK")],
        "TableData": [{name: {"S": text} for name, text in row.items()}],
    }
    model = {"ModelName": "fleet", "ModelMetadata": {}, "DataModel": [table]}
    (boat,) = import_text(json.dumps(model).encode(), "fleet.json").design.tables[0].entities
    assert boat.overloads[0].keys == {"PK": "b#{id}", "SK": "b#{id}"}


def test_several_collections_of_an_index_are_told_as_a_list():
    text = """import { Entity } from "electrodb";
    export const boats = new Entity({
      model: { service: 'fleet', entity: 'boat', version: '1' },
      attributes: { id: { type: 'string', required: true } },
      indexes: {
        byId: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
        seen: { index: 'gsi1', collection: ['owned', 'moored'], pk: { field: 'g', composite: ['id'] },
                sk: { field: 'h', composite: [] } },
      },
    });
    """
    imported = import_text(text.encode(), "boats.ts")
    assert any(one.message.startswith("the collections owned and moored are part") for one in imported.report)


def test_a_kind_whose_keys_begin_with_one_word_twice_is_named_with_it_once():
    rows = [{"PK": f"{a}#{n}", "SK": f"c#{n}", "type": "CREW", "n": n} for a, n in (("c", "1"), ("c", "2"), ("b", "3"))]
    table = {
        "TableName": "fleet",
        "KeyAttributes": {
            "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
            "SortKey": {"AttributeName": "SK", "AttributeType": "S"},
        },
        "NonKeyAttributes": [{"AttributeName": name, "AttributeType": "S"} for name in ("n", "type")],
        "TableData": [{name: {"S": text} for name, text in row.items()} for row in rows],
    }
    model = {"ModelName": "fleet", "ModelMetadata": {}, "DataModel": [table]}
    (fleet,) = import_text(json.dumps(model).encode(), "fleet.json").design.tables
    assert {one.name for one in fleet.entities} == {"CREW c", "CREW b"}
