"""Mermaid and DBML: what identifies an entity, and the relations that join entities."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from exporter.targets import target
from modeler.core.documents import reading


def written(name, *relations):
    raw = json.loads(resources.files("modeler.examples").joinpath("order-management.json").read_text("utf-8"))
    design = reading.from_document(raw | {"relations": list(relations)})
    export = target(name).build(design)
    return export.files[0].text, [loss.message for loss in export.report]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("mermaid", '  e0 ||--o{ e1 : "Customer to Order"'),
        ("dbml", 'Ref: "Customer"."customerId" < "Order"."customerId"'),
    ],
)
def test_a_relation_joins_a_parent_and_its_children(name, line):
    text, _ = written(name, {"parent": "Customer", "child": "Order", "through": ["customerId"]})
    assert line in text.splitlines()
    assert line not in written(name)[0].splitlines()


def test_an_er_diagram_marks_identity_and_references():
    text, _ = written("mermaid", {"parent": "Customer", "child": "Order", "through": ["customerId"]})
    assert "string customerId PK" in text
    assert text.count("string customerId FK") == 1
    assert "FK" not in written("mermaid")[0]


def test_dbml_reports_a_relation_whose_attributes_are_not_known():
    text, said = written("dbml", {"parent": "Customer", "child": "Order", "name": "places"})
    assert "Ref:" not in text
    assert "places: no attributes join the two, so the diagram does not connect them" in said


def test_an_attribute_named_as_a_mark_of_keys_is_named_in_a_comment():
    names = ("PK", "fk", "Uk", "PKs")
    entity = {"name": "Trip", "attributes": [{"name": one, "type": "S"} for one in names]}
    keys = {"partition_key": [{"name": "HASH", "type": "S"}]}
    design = reading.from_document(
        {"keysheet": 1, "name": "trips", "tables": [{"name": "trips", **keys, "entities": [entity]}]}
    )
    lines = target("mermaid").build(design).files[0].text.splitlines()
    assert [line.strip() for line in lines if line.startswith("    ")] == [
        'string attribute0 "PK"',
        'string attribute1 "fk"',
        'string attribute2 "Uk"',
        "string PKs",
    ]


def test_dbml_has_attributes_in_their_order_and_keys_without_a_template():
    entity = {
        "name": "Trip",
        "attributes": [{"name": one, "type": "S"} for one in ("id", "from", "to")],
        "overloads": [{"index": None, "keys": {"id": "{id}"}}, {"index": "byFrom", "keys": {}}],
    }
    index = {"name": "byFrom", "kind": "GSI", "partition_key": [{"name": "from", "type": "S"}],
             "sort_key": [{"name": "to", "type": "S"}], "projection": {"type": "ALL"}}  # fmt: skip
    table = {"name": "trips", "partition_key": [{"name": "id", "type": "S"}], "indexes": [index], "entities": [entity]}
    text = target("dbml").build(reading.from_document({"keysheet": 1, "name": "t", "tables": [table]})).files[0].text
    assert [line.split()[0] for line in text.splitlines() if line.startswith('  "')] == ['"id"', '"from"', '"to"']
    assert "byFrom: from, to." in text
