"""Generated access code: names that try to escape, what has no function, and what a package promises."""

from __future__ import annotations

import ast
import json
import subprocess
from decimal import Decimal

import pytest

from exporter.targets import target
from exporter.targets.access_code.entity_plan import entity_plans
from exporter.targets.python.naming import package_name
from exporter.targets.python.runtime.calls import Found, StillUnprocessed, batch_get, with_keys
from exporter.targets.python.values import native
from exporter.targets.support.literals import Language
from modeler.core.design.model import Design
from modeler.core.documents import reading
from modeler.core.items.materialize import materialise
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, evil, key, small
from tests.exporter.targets.designs.generated import imported, package_in, write
from tests.exporter.targets.designs.intricate import intricate
from tests.exporter.targets.designs.odd_keys import counted

CODE = ("python", "access-tests", "boto3", "aws-cli", "pynamodb")


def evil_patterns(text: str) -> Design:
    """Patterns and items in which every name and text is `text`, quoted where a template needs it."""
    hole = json.dumps(text, ensure_ascii=False)
    named = f"X#{{{hole}}}"
    condition = f"attribute_not_exists({hole}) OR {hole} <> " + "'" + text.replace("'", "''") + "'"
    one = {"table": text, "entities": [text], "parameters": {text: text}, "description": text}
    whole = {"PK": named, "SK": text}
    return reading.from_document(
        {
            "keysheet": 1,
            "name": text,
            "tables": [
                {
                    "name": text,
                    "partition_key": key("PK"),
                    "sort_key": key("SK"),
                    "indexes": [{"name": text, "kind": "GSI", "partition_key": key(f"{text}3"),
                                 "projection": {"type": "ALL"}}],
                    "entities": [
                        {"name": text, "attributes": [{"name": text, "type": "S", "description": text}],
                         "overloads": [{"index": None, "keys": {"PK": named, "SK": "S"}},
                                       {"index": text, "keys": {f"{text}3": named}, "when": condition}],
                         "items": [{"values": {text: "v"}}]},
                    ],
                }
            ],
            "access_patterns": [
                {**one, "code": text, "name": text, "operation": "GetItem", "key": {"PK": named, "SK": "S"}},
                {**one, "name": f"{text}!", "operation": "Query", "key": {"PK": named, "SK": {"begins_with": "S"}},
                 "filter": condition, "projection": [text]},
                {**one, "name": text, "operation": "PutItem", "if": condition},
                {**one, "name": text, "operation": "UpdateItem", "key": whole, "set": {text: f"{text}#"}},
                {**one, "name": text, "operation": "Query", "index": text, "key": {f"{text}3": named}},
            ],
        }
    )  # fmt: skip


@pytest.mark.conformance(cases=40)
@pytest.mark.parametrize("made", [evil, evil_patterns])
@pytest.mark.parametrize("text", EVIL_TEXTS)
@pytest.mark.parametrize("name", CODE)
def test_no_name_of_a_design_gets_out_of_its_text(name, text, made):
    for file in target(name).export(made(text)):
        assert ".." not in file.path
        if file.path.endswith(".py"):
            tree = ast.parse(file.text)
            called = {
                node.func.id
                for node in ast.walk(tree)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            }
            assert not called & {"exec", "eval", "system", "open", "__import__"}
        if file.path.endswith(".json"):
            json.loads(file.text)
        if file.path.endswith(".sh"):
            checked = subprocess.run(["bash", "-n"], input=file.text, text=True, capture_output=True, check=False)
            assert checked.stderr == ""


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_an_entity_of_any_name_stores_what_the_design_stores(text, tmp_path):
    design = evil_patterns(text)
    (plan,) = entity_plans(design, Language.PYTHON)
    write(target("python").export(design), tmp_path)
    with imported(package_in(tmp_path)) as module:
        made = getattr(module.entities, plan.name)
        item = made(**{plan.field(text): "v"}).to_item()
    (stored,) = materialise(design.tables[0])
    assert item == {name: native(value) for name, value in stored.item.items()}


def test_a_shell_script_holds_no_name_but_in_comments():
    export = target("aws-cli").build(evil("$(touch x) `id` 'q'"))
    script = next(file.text for file in export.files if file.path.endswith(".sh"))
    assert [line for line in script.splitlines() if "$(touch" in line and not line.startswith("#")] == []


def test_a_package_is_called_as_nothing_that_python_has():
    assert package_name(intricate()) == "json_2"
    assert package_name(small()) == "small"


def test_a_pattern_that_no_function_says_is_a_loss_with_its_reason():
    report = {loss.path: loss.message for loss in target("python").build(intricate()).report}
    assert report["access_patterns.16"] == ("it has no function: The table does not have the specified index: none")
    assert "access_patterns.15" not in report


def test_a_missing_attribute_is_no_key(tmp_path):
    write(target("python").export(small()), tmp_path)
    with imported(package_in(tmp_path)) as module:
        customer = module.entities.Customer
        assert customer(customer_id="a", email="").to_item() == {
            "customerId": "a", "email": "", "PK": "CUST#a", "SK": "PROFILE", "GSI1PK": "EMAIL#",
        }  # fmt: skip
        assert customer.key_of(customer_id="a") == {"PK": "CUST#a", "SK": "PROFILE"}
        with pytest.raises(ValueError, match="NoneType has no text in a key"):
            customer(customer_id=None, email="x").to_item()


def pages(*sizes: int):
    """A call that gives pages of so many items, each examined, and what it was asked."""
    asked = []
    ends = list(sizes)

    def call(**request):
        asked.append(dict(request))
        count = min(ends.pop(0), request.get("Limit", 10**6))
        more = {"LastEvaluatedKey": {"at": len(asked)}} if ends else {}
        return {"Items": [{"n": len(asked)}] * count, "ScannedCount": count, **more}

    return call, asked


def test_pages_are_read_as_they_are_wanted():
    call, asked = pages(2, 2, 2)
    found = Found(call, [{"TableName": "t"}])
    several = found.pages()
    assert len(next(several)) == 2
    assert len(asked) == 1
    assert found.last_key == {"at": 1}
    assert sum(map(len, several)) == 4
    assert asked[2]["ExclusiveStartKey"] == {"at": 2}


def test_a_limit_is_of_examined_items_over_all_pages():
    call, asked = pages(2, 2, 2)
    assert len(list(Found(call, [{}], limit=3, start={"at": 0}))) == 3
    assert [request["Limit"] for request in asked] == [3, 1]
    assert asked[0]["ExclusiveStartKey"] == {"at": 0}


class Client:
    """A client that never takes the last key of a batch."""

    def batch_get_item(self, RequestItems):  # noqa: N803 # the name of boto3's own argument
        (asked,) = RequestItems.values()
        *taken, left = asked["Keys"]
        found = {"t": taken}
        return {"Responses": found, "UnprocessedKeys": {"t": {"Keys": [left]}}}


class Batch:
    name = "t"
    meta = type("Meta", (), {"client": Client()})


def test_what_is_never_processed_is_said(monkeypatch):
    monkeypatch.setattr("exporter.targets.python.runtime.calls.WAIT_MAX_SECONDS", 0.0)
    found = []
    with pytest.raises(StillUnprocessed) as refused:
        found.extend(batch_get(Batch(), {"t": {"Keys": [{"k": 1}, {"k": 2}, {"k": 3}]}}))
    assert found == [("t", {"k": 1}), ("t", {"k": 2})]
    assert refused.value.left == {"t": {"Keys": [{"k": 3}]}}


def test_keys_of_indexes_are_set_or_removed():
    made = with_keys({"Key": {"k": "1"}}, {"SET": ["a = :a"]}, ("G1", "G2"), {"G1": Decimal(5)})
    assert made["UpdateExpression"] == "SET a = :a, #computed_key1 = :computed_key1 REMOVE #computed_key2"
    assert made["ExpressionAttributeNames"] == {"#computed_key1": "G1", "#computed_key2": "G2"}
    assert made["ExpressionAttributeValues"] == {":computed_key1": Decimal(5)}


def test_computed_keys_take_no_placeholder_of_the_request():
    given = {"ExpressionAttributeValues": {":computed_key1": "TEAM#a"}}
    made = with_keys(given, {"SET": ["G1 = :computed_key1"]}, ("G2",), {"G2": "b"})
    assert made["ExpressionAttributeValues"] == {":computed_key1": "TEAM#a", ":computed_key_1": "b"}
    assert made["UpdateExpression"] == "SET G1 = :computed_key1, #computed_key_1 = :computed_key_1"


@pytest.mark.parametrize("name", ["python", "pynamodb"])
def test_an_index_that_an_update_may_not_fill_is_named(name):
    raw = reading.to_document(counted())
    by_time = next(one for one in raw["tables"][0]["entities"][0]["overloads"] if one["index"] == "byTime")
    by_time |= {"when": "attribute_not_exists(holder)", "keys": {"GSI3PK": "FREE#{show}", "GSI3SK": "{place:pad(3)}"}}
    text = "".join(one.content.decode() for one in target(name).build(reading.from_document(raw)).files)
    said = "byTime depends on holder: an item that the update creates is not in it."
    noted = [one.partition("(")[0] for one in text.split("\ndef ") if said in one]
    assert noted == ["count_a_view", "open_a_seat"]
    # A new item has no holder, and is in the index.
    (body,) = [one for one in text.split("\ndef ") if one.startswith("open_a_new_seat(")]
    assert "byTime" in body
    assert '"holder": None' in body


@pytest.mark.parametrize("name", ["python", "pynamodb"])
def test_an_update_that_creates_its_item_fills_an_index_whose_condition_it_tells(name):
    raw = reading.to_document(counted())
    by_time = next(one for one in raw["tables"][0]["entities"][0]["overloads"] if one["index"] == "byTime")
    by_time |= {"when": "show = 'late'", "keys": {"GSI3PK": "LATE#{show}", "GSI3SK": "{place:pad(3)}"}}
    text = "".join(one.content.decode() for one in target(name).build(reading.from_document(raw)).files)
    body = text.split("def count_a_view(")[1].split("\ndef ")[0]
    assert '("byTime",' in body or '"byTime")' in body
