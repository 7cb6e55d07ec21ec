"""A Workbench export opens in Workbench and comes back as the design that it was."""

from __future__ import annotations

import json

import pytest

from exporter.importers import Level, import_text
from exporter.targets import target
from exporter.targets.data.workbench_queries import dollar_template
from modeler.core.design.model import Design
from modeler.examples import examples
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil, shared_models, small


def exported(design):
    return target("workbench").build(design).files[0].text


@pytest.mark.parametrize("path", shared_models())
def test_a_published_model_survives_the_round_trip(path):
    design = import_text(path.read_bytes(), path.name).design
    back = import_text(exported(design).encode())
    assert back.design == design
    assert back.importer == "workbench"


@pytest.mark.parametrize("make", [small, everything])
def test_our_designs_survive_the_round_trip_ids_and_stored_keys_included(make):
    assert import_text(exported(make()).encode()).design == make()


def test_the_examples_survive_the_round_trip():
    for example in examples():
        assert import_text(exported(example.design).encode()).design == example.design


def test_a_design_without_tables_survives_the_round_trip():
    bare = Design("Nothing yet", patterns=small().patterns)
    assert import_text(exported(bare).encode()).design == bare


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_hostile_names_survive_the_round_trip(text):
    assert import_text(exported(evil(text)).encode()).design == evil(text)


def test_the_file_is_what_workbench_wants():
    model = json.loads(exported(everything()))
    assert model["ModelMetadata"]["AWSService"] == "Amazon DynamoDB"
    assert model["ModelMetadata"]["Version"] == "3.0"
    table = model["DataModel"][0]
    assert [facet["FacetName"] for facet in table["TableFacets"]] == ["Order"]
    assert table["ProvisionedCapacitySettings"]["ProvisionedThroughput"] == {
        "ReadCapacityUnits": 10,
        "WriteCapacityUnits": 20,
    }
    first = table["TableFacets"][0]["TableData"][0]
    assert first["PK"] == {"S": "CUST#a1"}
    assert first["SK"] == {"S": "ORDER#2026-06-01#o-1"}


def test_other_tools_get_templates_and_queries_as_model_schema():
    schema = json.loads(exported(small()))["DataModel"][0]["ModelSchema"]
    assert schema["models"]["Customer"]["PK"] == {"type": "String", "value": "CUST#${customerId}"}
    assert schema["indexes"]["GSI1"] == {"hash": "GSI1PK", "projection": "ALL"}


def test_without_our_extension_the_templates_come_back_from_model_schema():
    """Another tool may save the file and keep nothing of ours."""
    model = json.loads(exported(small()))
    del model["Keysheet"], model["DataModel"][0]["Keysheet"]
    entity = import_text(json.dumps(model).encode()).design.tables[0].entities[0]
    assert entity.name == "Customer"
    assert {name: text for overload in entity.overloads for name, text in overload.keys.items()} == {
        "PK": "CUST#{customerId}",
        "SK": "PROFILE",
        "GSI1PK": "EMAIL#{email}",
    }
    assert len(entity.items) == 1


def test_what_somebody_changed_in_workbench_is_what_comes_back():
    model = json.loads(exported(everything()))
    table = model["DataModel"][0]
    table["TableFacets"][0]["TableData"].pop()
    table["GlobalSecondaryIndexes"][0]["Projection"] = {"ProjectionType": "ALL"}
    table["BillingMode"] = "PAY_PER_REQUEST"
    back = import_text(json.dumps(model).encode())
    orders = back.design.tables[0]
    assert len(orders.entities[0].items) == 1
    assert orders.index("byStatus").projection.type == "ALL"
    assert not orders.is_provisioned
    assert not [line for line in back.report if line.level is Level.DROPPED]


def test_an_extension_that_was_edited_badly_gets_a_sentence():
    model = json.loads(exported(small()))
    model["DataModel"][0]["Keysheet"]["entities"][0]["count"] = "many"
    with pytest.raises(Exception, match="count"):
        import_text(json.dumps(model).encode())


@pytest.mark.parametrize(
    ("template", "expected"),
    [("A#{b}#{c}", "A#${b}#${c}"), ("{{x}}", "{x}"), ("{n:pad(3)}", None), ("{broken", None)],
)
def test_a_template_in_the_spelling_of_model_schema(template, expected):
    assert dollar_template(template) == expected
