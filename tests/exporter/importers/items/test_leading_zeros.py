"""Numbers that lose their leading zeros: DynamoDB keeps none, so an import says which ids change."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_text

KEY = {"name": "id", "type": "N"}


def own(*values, kind="N"):
    entity = {
        "name": "Agent",
        "identity": ["id"],
        "attributes": [{"name": "id", "type": kind}],
        "overloads": [{"index": None, "keys": {"id": "{id}"}}],
        "items": [{"id": value} for value in values],
    }
    table = {"name": "agents", "partition_key": [{"name": "id", "type": kind}], "entities": [entity]}
    return json.dumps({"keysheet": 1, "name": "Agents", "tables": [table]})


def typed(text, kind="N"):
    return json.dumps({"Item": {"id": {"S": "a"}, "zip": {kind: text}}}) + "\n"


def said(text, name):
    return [line for line in import_text(text.encode(), name).report if "without its zeros" in line.message]


@pytest.mark.parametrize(
    ("text", "name", "path", "number"),
    [
        (own("7", "007"), "a.json", "tables.agents.entities.Agent.items[1].id", "007"),
        (typed("5") + typed("00701"), "items.json", "line 2", "00701"),
        (typed(["5", "00701"], "NS"), "items.json", "line 1", "00701"),
        ("id,zip (N)\na,5\nb,02139\n", "items.csv", "line 3, zip", "02139"),
    ],
)
def test_a_number_that_loses_its_zeros_is_reported_once(text, name, path, number):
    (line,) = said(text, name)
    assert (line.path, line.level) == (path, "converted")
    assert line.message.startswith(f"{number} is a Number, ")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (own("7", "0", "0.5", "-0.25"), "a.json"),
        (own("007", kind="S"), "a.json"),
        (typed("700") + typed("0"), "items.json"),
        (typed("00701", "S"), "items.json"),
        ("id,zip\na,00501\nb,02139\n", "items.csv"),
    ],
)
def test_text_keeps_its_zeros_and_other_numbers_lose_none(text, name):
    assert said(text, name) == []


def test_several_are_counted():
    (line,) = said(own("007", "008", "9"), "a.json")
    assert "(2 such numbers)" in line.message
