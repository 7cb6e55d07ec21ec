"""What inference makes of items alone, measured: the shipped examples as their stored items, beside what they are.

`pytest -s` prints the shares. The floors are what was reached; docs/formats.md says them.
"""

from __future__ import annotations

import pytest

from exporter.importers.items.item_tables import infer_table
from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from tests.exporter.importers.inference.inferring import Score, designs, inferred, measured

PK, SK = KeyAttribute("PK", AttributeType.S), KeyAttribute("SK", AttributeType.S)
TABLE = Table("t", "shop", (PK,), (SK,))
GSI = Index("i", "GSI1", IndexKind.GSI, (KeyAttribute("GSI1PK", AttributeType.S),))


def value(raw: object) -> AttributeValue:
    match raw:
        case bool():
            return AttributeValue(AttributeType.BOOL, raw)
        case int():
            return number(raw)
    return string(str(raw))


def infer(table: Table, *items: dict[str, object]) -> tuple[Table, Report]:
    """What is found of a table with these items; its items are stored as they were, whatever was found."""
    report = Report()
    rows = [
        StoredRow(f"[{place}]", {name: value(raw) for name, raw in item.items()}) for place, item in enumerate(items)
    ]
    found = infer_table(table, rows, "items", report)
    assert sorted(map(str, (one.item for one in materialise(found)))) == sorted(
        str(dict(row.item)) for row in rows
    ) or ({frozenset(one.item.items()) for one in materialise(found)} == {frozenset(row.item.items()) for row in rows})
    return found, report


def said(table: Table, entity: str) -> list[tuple[str | None, dict[str, str], str]]:
    found = table.entity(entity)
    assert found is not None, [one.name for one in table.entities]
    return [(one.index, dict(one.keys), one.when) for one in found.overloads]


@pytest.mark.parametrize("without", ["", "Type"])
def test_most_of_what_the_examples_are_is_found_in_their_items(without):
    """With the attribute that names each item's kind, and without it."""
    scores = measured(without)
    for name, score in scores.items():
        shares = {"entities": score.entities, "table": score.base, "indexes": score.gsi, "when": score.conditions}
        told = "  ".join(
            f"{what} {one.precision:.0%} of {one.found}, {one.recall:.0%} of {one.truth}"
            for what, one in shares.items()
        )
        print(f"{name or 'all':40} {told}")
    whole = scores[""]
    assert floor(whole.entities) == 1.0, whole.wrong
    assert floor(whole.base) >= 0.97, whole.wrong
    assert floor(whole.gsi) == 1.0, whole.wrong
    assert floor(whole.conditions) == 1.0, whole.wrong


def floor(score: Score) -> float:
    return min(score.precision, score.recall)


@pytest.mark.parametrize("name", designs())
def test_every_item_is_stored_again_as_it_was(name):
    for table in designs()[name].tables:
        guessed, report = inferred(table)
        stored = {frozenset(item.item.items()) for item in materialise(table)}
        assert {frozenset(item.item.items()) for item in materialise(guessed)} == stored
        parts = {one.id for one in guessed.entities} | {o.id for one in guessed.entities for o in one.overloads}
        assert all(guess.part in parts and 0 < guess.confidence < 1 for guess in report.guesses)


def test_parts_of_a_time_and_padding_are_seen():
    items = [
        {
            "PK": f"LOG#2026-0{n}",
            "SK": f"0{n}00#2026-0{n}-01",
            "type": "log",
            "at": f"2026-0{n}-01T10:00:00Z",
            "n": n * 100,
        }
        for n in (1, 2, 3)
    ]
    table, _ = infer(TABLE, *items)
    assert said(table, "log") == [(None, {"PK": "LOG#{at:month}", "SK": "{n:pad(4)}#{at:date}"}, "")]


def test_times_as_seconds_since_1970_feed_a_date():
    items = [
        {"PK": "D#2026-06-01", "SK": "x1", "type": "e", "at": 1780302600},
        {"PK": "D#2026-06-02", "SK": "x2", "type": "e", "at": 1780389000},
    ]
    table, _ = infer(TABLE, *items)
    assert said(table, "e")[0][1]["PK"] == "D#{at:date}"
    assert table.entities[0].attribute("at").format == "epoch_seconds"


def test_the_newest_first_and_texts_in_small_letters_are_seen():
    items = [
        {"PK": "NAME#ada", "SK": "9998", "type": "p", "name": "Ada", "n": 1},
        {"PK": "NAME#bob", "SK": "9989", "type": "p", "name": "Bob", "n": 10},
    ]
    table, _ = infer(TABLE, *items)
    assert said(table, "p")[0][1] == {"PK": "NAME#{name:lower}", "SK": "{n:reverse(4)}"}


def test_a_kind_whose_keys_begin_with_several_words_is_several_entities():
    items = [
        {"PK": "ORG#1", "SK": "HOOK#1", "type": "hook", "url": "a"},
        {"PK": "USER#2", "SK": "HOOK#2", "type": "hook", "url": "b"},
    ]
    table, report = infer(TABLE, *items)
    assert [one.name for one in table.entities] == ["hook ORG", "hook USER"]
    assert {guess.confidence for guess in report.guesses if "because" in guess.sentence} == {0.5}


def test_one_kind_in_two_shapes_has_two_overloads_where_an_attribute_tells_them_apart():
    items = [
        {"PK": "P#a#HOT", "SK": "1", "type": "p", "id": "a", "isHot": True},
        {"PK": "P#b#HOT", "SK": "2", "type": "p", "id": "b", "isHot": True},
        {"PK": "P#c", "SK": "3", "type": "p", "id": "c", "isHot": False},
    ]
    table, _ = infer(TABLE, *items)
    assert [(keys["PK"], when) for _, keys, when in said(table, "p")] == [
        ("P#{id}#HOT", "isHot = true"),
        ("P#{id}", ""),
    ]


def test_an_index_that_a_state_opens_has_a_condition():
    sparse = Table("t", "shop", (PK,), (SK,), (GSI,))
    items = [
        {"PK": f"T#{n}", "SK": "TASK", "id": str(n), "state": state, **({"GSI1PK": "TODO"} if state == "OPEN" else {})}
        for n, state in enumerate(("OPEN", "DONE", "OPEN", "DONE"))
    ]
    table, _ = infer(sparse, *items)
    assert ("GSI1", {"GSI1PK": "TODO"}, "state = 'OPEN'") in said(table, table.entities[0].name)


def test_an_index_of_several_attributes_is_written_by_each_of_them():
    parts = tuple(KeyAttribute(name, AttributeType.S) for name in ("status", "month"))
    index = Index("i", "byParts", IndexKind.GSI, parts, (KeyAttribute("total", AttributeType.N),))
    items = [
        {"PK": f"O#{n}", "SK": "META", "type": "o", "status": "OPEN", "month": "2026-06", "total": n} for n in (1, 2)
    ]
    table, _ = infer(Table("t", "shop", (PK,), (SK,), (index,)), *items)
    assert said(table, "o")[1] == ("byParts", {"status": "{status}", "month": "{month}", "total": "{total}"}, "")


def test_a_value_that_holds_the_delimiter_is_one_attribute():
    items = [
        {"PK": "TREE", "SK": "AT#a#", "path": "a"},
        {"PK": "TREE", "SK": "AT#a#b#", "path": "a#b"},
    ]
    table, _ = infer(TABLE, *items)
    assert said(table, table.entities[0].name)[0][1]["SK"] == "AT#{path}#"
