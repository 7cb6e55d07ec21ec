"""OpenAPI of a design: an operation an access pattern, a schema an entity, whatever they are called."""

from __future__ import annotations

import json

import pytest
from drf_spectacular.validation import validate_schema

from exporter.targets import target
from modeler.core.documents import reading
from modeler.examples import example
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil

pytestmark = pytest.mark.slow
REFUSALS = ("400", "401", "403", "429")


def test_a_client_learns_where_and_with_what_it_may_call():
    found = document(everything())
    assert found["servers"][0]["variables"].keys() == {"host", "stage"}
    (name,) = found["security"][0]
    assert found["components"]["securitySchemes"][name]["type"] == "http"


def test_a_parameter_without_an_example_is_an_input():
    raw = reading.to_document(everything())
    first = {key: value for key, value in raw["access_patterns"][0].items() if key != "parameters"}
    raw["access_patterns"] = [first | {"filter": "total > :least"}]
    ((_, made),) = next(iter(document(reading.from_document(raw))["paths"].values())).items()
    types = {one["name"]: one["schema"].get("type") for one in made["parameters"]}
    assert types["customerId"] == "string"
    assert types["least"] == "number"


@pytest.mark.parametrize("text", ["a\x7fb", "a\x9bb", "a\u202eb", "a\u2028b"])
def test_no_invisible_character_is_in_the_file(text):
    raw = reading.to_document(everything()) | {"name": "Design", "description": text}
    design = reading.from_document(raw)
    file = next(target("openapi").export(design))
    assert text[1] not in file.text
    assert json.loads(file.text)["info"]["description"] == text


def document(design):
    return json.loads(next(target("openapi").export(design)).text)


def operation(design, path):
    (made,) = document(design)["paths"][path].items()
    return made


def test_a_read_has_its_parameters_in_the_query_and_pages():
    method, made = operation(example("order-management").design, "/patterns/A2_Orders_of_a_customer_newest_first")
    assert method == "get"
    assert [one["name"] for one in made["parameters"]] == ["customerId", "limit", "next"]
    assert made["parameters"][0]["schema"]["examples"] == ["a1b2"]
    answer = made["responses"]["200"]["content"]["application/json"]["schema"]["properties"]
    assert answer["items"]["items"]["$ref"] == "#/components/schemas/Order"
    assert "next" in answer


def test_one_item_may_be_absent():
    _, made = operation(example("order-management").design, "/patterns/A1_A_customer_by_id")
    assert set(made["responses"]) == {"200", "404", *REFUSALS}


def test_a_write_with_a_condition_may_conflict():
    method, made = operation(example("order-management").design, "/patterns/A7_Ship_an_order")
    assert method == "post"
    assert set(made["responses"]) == {"204", "409", *REFUSALS}
    body = made["requestBody"]["content"]["application/json"]["schema"]
    assert body["required"] == ["customerId", "orderDate", "orderId"]


def test_a_transaction_has_a_body_for_each_step():
    _, made = operation(example("order-management").design, "/patterns/A6_Place_an_order_with_its_lines")
    body = made["requestBody"]["content"]["application/json"]["schema"]
    assert list(body["properties"]) == ["step1", "step2", "step3"]
    assert "orderId" in body["properties"]["step1"]["properties"]


def test_a_projection_is_what_comes_back():
    raw = reading.to_document(everything())
    raw["access_patterns"] = [raw["access_patterns"][0] | {"projection": ["orderId", "total"]}]
    _, made = operation(reading.from_document(raw), "/patterns/A1_Orders_of_a_customer")
    answer = made["responses"]["200"]["content"]["application/json"]["schema"]["properties"]["items"]["items"]
    assert list(answer["properties"]) == ["orderId", "total"]


def test_an_entity_is_its_attributes_and_no_keys_of_the_table():
    order = document(everything())["components"]["schemas"]["Order"]
    assert "PK" not in order["properties"]
    assert order["x-dynamodb-keys"]["orders.PK"] == "CUST#{customerId}"
    assert order["examples"][0]["orderId"] == "o-1"


@pytest.mark.conformance(cases=4)
@pytest.mark.slow
@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_hostile_names_give_a_document_that_holds(text):
    raw = reading.to_document(evil(text))
    pattern = {"code": text, "name": text, "description": text, "operation": "Query", "table": text,
               "entities": [text], "key": {text: text}, "parameters": {text: text, "limit": text}}  # fmt: skip
    raw["access_patterns"] = [pattern, pattern | {"id": "p2"}]
    made = document(reading.from_document(raw))
    validate_schema(made)
    assert len(made["paths"]) == 2
    assert made["info"]["title"] == text
