"""awslabs' formats: commands that a shell takes for what they are, and a schema that says only what it can."""

from __future__ import annotations

import json
import shlex

import pytest

from exporter.targets import target
from exporter.targets.data.awslabs_commands import NoCommand, command
from modeler.core.documents import reading
from modeler.core.evaluator.database import Database
from modeler.examples import example
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, key


def files(design):
    return {file.path: json.loads(file.text) for file in target("awslabs").export(design) if file.path != "README.txt"}


def line(design, label):
    found = files(design)["dynamodb_data_model.json"]["access_patterns"]
    return next(one for one in found if one["pattern"] == label)


def test_a_query_is_a_command_with_its_index_order_and_limit():
    made = line(example("order-management").design, "A4")
    assert made["index"] == "GSI1"
    words = shlex.split(made["implementation"])
    assert words[:5] == ["aws", "dynamodb", "query", "--table-name", made["table"]]
    assert "--no-scan-index-forward" in words
    assert words[words.index("--limit") + 1] == "25"
    assert json.loads(words[words.index("--expression-attribute-values") + 1]) == {":v1": {"S": "CUST#a1b2#SHIPPED"}}


def test_an_update_keeps_the_keys_of_indexes():
    words = shlex.split(line(example("order-management").design, "A7")["implementation"])
    said = words[words.index("--update-expression") + 1]
    assert "GSI1PK" in said
    assert "REMOVE" in said
    assert "--condition-expression" in words


def test_what_is_no_single_command_says_why():
    made = line(example("order-management").design, "A6")
    assert "implementation" not in made
    assert "TransactWriteItems" in made["reason"]
    design = everything()
    with pytest.raises(NoCommand):
        command(design, example("order-management").design.patterns[0], Database.of(design))


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_a_hostile_value_is_one_word_of_the_command(text):
    table = {
        "name": "notes",
        "partition_key": key("PK"),
        "entities": [
            {"name": text, "attributes": [{"name": "id", "type": "S"}],
             "overloads": [{"index": None, "keys": {"PK": "{id}"}}], "items": [{"id": text}]},
        ],
    }  # fmt: skip
    pattern = {"code": "A", "name": text, "table": "notes", "operation": "GetItem", "entities": [text],
               "key": {"PK": "{id}"}, "parameters": {"id": text}}  # fmt: skip
    raw = {"keysheet": 1, "name": text, "tables": [table], "access_patterns": [pattern]}
    design = reading.from_document(raw)
    words = shlex.split(line(design, "A")["implementation"])
    assert words[:5] == ["aws", "dynamodb", "get-item", "--table-name", "notes"]
    assert json.loads(words[words.index("--key") + 1]) == {"PK": {"S": text}}
    (name,) = files(design)["schema.json"]["tables"][0]["entities"]
    assert name.replace("_", "a").isalnum()


def test_a_key_that_the_templates_do_not_say_is_a_field():
    tables = files(everything())["schema.json"]["tables"]
    order = tables[0]["entities"]["Order"]
    assert order["pk_template"] == "CUST#{customerId}"
    assert order["sk_template"] == "{SK}"
    assert {"name": "SK", "type": "string", "required": False} in order["fields"]
    by_parts = next(one for one in order["gsi_mappings"] if one["name"] == "byParts")
    assert by_parts["pk_template"] == ["{status}", "{month}"]


def test_types_of_fields():
    fields = {
        one["name"]: one for one in files(everything())["schema.json"]["tables"][1]["entities"]["Session"]["fields"]
    }
    assert fields["id"] == {"name": "id", "type": "uuid", "required": True}
    assert fields["seen"]["type"] == "integer"
    assert fields["user"]["required"] is False


def test_a_query_without_a_key_is_no_command():
    table = {"name": "things", "partition_key": key("PK"), "entities": [{"name": "Thing"}]}
    pattern = {"code": "Q1", "name": "All", "table": "things", "operation": "Query"}
    design = reading.from_document({"keysheet": 1, "name": "x", "tables": [table], "access_patterns": [pattern]})
    assert line(design, "Q1")["reason"] == "a Query needs the whole partition key"
    assert "implementation" not in line(design, "Q1")
