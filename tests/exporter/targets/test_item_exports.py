"""Sample items as DynamoDB JSON lines and as CSV: every value as it is, no line torn, no formula."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.targets import target
from exporter.targets.data.csv import cell, sheet
from exporter.targets.data.seed_data import stored_once
from modeler.core.documents import reading
from modeler.core.values.attribute_values import AttributeType, AttributeValue, string
from modeler.core.values.cells import guarded, unguarded
from modeler.core.values.json_values import from_dynamodb_json
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, key


def plain(items, **more):
    """One table whose items have an id and a text."""
    entity = {
        "name": "Note",
        "attributes": [{"name": "id", "type": "S"}, {"name": "text", "type": "S"}],
        "overloads": [{"index": None, "keys": {"PK": "{id}"}}],
        "items": items,
    }
    table = {"name": "notes", "partition_key": key("PK"), "entities": [entity], **more}
    return reading.from_document({"keysheet": 1, "name": "Notes", "tables": [table]})


def files(name, design):
    return {file.path: file.text for file in target(name).export(design)}


@pytest.mark.parametrize("text", [*EVIL_TEXTS, "=1+1", "\u2028\u0085"])
def test_a_line_is_an_item_whatever_its_texts_are(text):
    lines = files("seed-data", plain([{"id": "1", "text": text}, {"id": "2", "text": "b"}]))["notes/items.json"]
    read = [json.loads(line)["Item"] for line in lines.splitlines()]
    assert [from_dynamodb_json(one["text"]).data for one in read] == [text, "b"]


def test_of_two_items_with_one_key_the_later_is_written_and_one_without_a_key_is_not():
    design = plain([{"id": "1", "text": "old"}, {"id": "1", "text": "new"}, {"text": "no id"}])
    stored, losses = stored_once(design.tables[0])
    assert [one.item["text"].data for one in stored] == ["new"]
    assert sorted("the same key" in loss.message for loss in losses) == [False, True]


def test_a_request_to_import_names_no_local_index_and_its_key_is_no_definition():
    made = files("seed-data", everything())
    creation = json.loads(made["orders.import-table.json"])["TableCreationParameters"]
    assert "LocalSecondaryIndexes" not in creation
    assert [one["IndexName"] for one in creation["GlobalSecondaryIndexes"]] == ["byStatus", "byParts"]
    used = {
        one["AttributeName"]
        for part in (creation, *creation["GlobalSecondaryIndexes"])
        for one in part["KeySchema"]
    }  # fmt: skip
    assert {one["AttributeName"] for one in creation["AttributeDefinitions"]} == used


@given(text=st.text(alphabet=st.sampled_from("'=+-@\t\r\n＝1.e5 a"), max_size=8) | st.text(max_size=12))
def test_a_text_comes_back_and_is_no_formula(text):
    safe = guarded(text)
    assert unguarded(safe) == text
    assert not re.match(r"[=+\-@\t\r\n＝＋－＠]", safe) or re.fullmatch(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?", safe)


@pytest.mark.parametrize("number", ["-5", "-0.25", "12.50", "1E-130", "99999999999999999999999999999999999999"])
def test_a_number_is_written_exactly(number):
    assert cell(AttributeValue(AttributeType.N, number)) == number
    assert guarded(number) == number


@given(
    rows=st.lists(
        st.dictionaries(st.sampled_from(["a", "=b", 'c"', "d,e"]), st.text(min_size=1, max_size=9)), max_size=5
    )
)
def test_a_sheet_is_read_back_cell_for_cell(rows):
    columns = {name: AttributeType.S for row in rows for name in row}
    text = sheet(columns, [{name: string(value) for name, value in row.items()} for row in rows])
    read = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    head = [unguarded(name).removesuffix(" (S)") for name in read[0]] if read else []
    found = [{name: unguarded(one) for name, one in zip(head, line, strict=True) if one} for line in read[1:]]
    # A line of nothing but empty cells is written, and read as one.
    assert found == rows or not columns


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_a_hostile_name_is_a_safe_path(text):
    document = reading.to_document(plain([{"id": "1", "text": text}]))
    document["tables"][0]["name"] = document["tables"][0]["entities"][0]["name"] = text
    for name in ("csv", "seed-data"):
        for path in files(name, reading.from_document(document)):
            assert re.fullmatch(r"([A-Za-z0-9_-]+/)?[A-Za-z0-9_.-]+", path)


def test_kinds_of_values_in_cells():
    sheet_text = files("csv", everything())["tables/orders.csv"]
    head, *rows = csv.reader(io.StringIO(sheet_text, newline=""))
    first = dict(zip(head, rows[0], strict=True))
    assert first["total (N)"] == "12.5"
    assert first["paid (BOOL)"] == "true"
    assert first["label (B)"] == "AAE="
    assert json.loads(first["lines"]) == [{"M": {"sku": {"S": "x"}, "qty": {"N": "2"}}}]
    assert json.loads(first["weights (NS)"]) == ["1", "2.5"]
    assert first["nothing (NULL)"] == "null"


@pytest.mark.parametrize("text", ["=1+1", "@SUM(A1)", "-2+3", "+1-1", "\t=1", "＝1"])
def test_a_number_that_is_none_is_no_formula_either(text):
    """A document can hold a sample item that DynamoDB would refuse."""
    assert cell(AttributeValue(AttributeType.N, text)) == f"'{text}"


@pytest.mark.parametrize("number", ["-1", "+7", "1E-7", "-0.5", "12345678901234567890"])
def test_a_number_is_exported_exactly(number):
    assert cell(AttributeValue(AttributeType.N, number)) == number
