"""NoSQL Workbench models: out and in again, every attribute of every item is kept or is named in the report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exporter.importers import Imported, import_text
from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow, read_rows
from exporter.targets import target
from modeler.core.design.items import SampleItem
from modeler.core.design.tables import Table
from modeler.core.items.materialize import materialise
from tests.exporter.importers.models import GSI1, item, model
from tests.exporter.targets.designs.all_designs import shared_models

type Key = tuple[Any, ...]


def holders(table: dict[str, Any], path: str) -> Iterator[tuple[dict[str, Any], str]]:
    yield table, f"{path}.TableData"
    for number, facet in enumerate(table.get("TableFacets") or []):
        yield facet, f"{path}.TableFacets[{number}].TableData"


def rows_of(raw: dict[str, Any], path: str, table: Table) -> list[StoredRow]:
    """The items of a file, read value by value and in no other way."""
    return [
        row
        for holder, place in holders(raw, path)
        for row in read_rows(holder.get("TableData"), place, table, Report())
    ]


def key(table: Table, values: Any) -> Key:
    return tuple(values.get(one.name) for one in (*table.partition_key, *table.sort_key))


def named(imported: Imported) -> str:
    """The places and the sentences about what was dropped or converted, as one text."""
    told = [line for line in imported.report if line.level in ("dropped", "converted")]
    return "\n".join(f"{line.path} {line.message} " for line in told)


def missing(raw: bytes) -> tuple[int, list[str]]:
    """How many attributes the items of a file have, and those that an export lacks although no report names them."""
    imported = import_text(raw)
    exported = target("workbench").build(imported.design).files[0].content
    said, count, lost = named(imported), 0, []
    files = zip(imported.design.tables, json.loads(raw)["DataModel"], json.loads(exported)["DataModel"], strict=True)
    for number, (table, before, after) in enumerate(files):
        path = f"DataModel[{number}]"
        written: dict[Key, dict[str, Any]] = {}
        for row in rows_of(after, path, table):
            written.setdefault(key(table, row.item), {}).update(row.item)
        for row in rows_of(before, path, table):
            held = written.get(key(table, row.item), {})
            for name, value in row.item.items():
                count += 1
                if held.get(name) != value and row.path not in said and f"{row.path}.{name}" not in said:
                    lost.append(f"{row.path}.{name}")
    return count, lost


def membership(raw: bytes) -> list[str]:
    """The indexes that hold other items than the file puts there, where no report names an item."""
    imported = import_text(raw)
    said, wrong = named(imported), []
    for number, (table, before) in enumerate(zip(imported.design.tables, json.loads(raw)["DataModel"], strict=True)):
        stored = [one.item for one in materialise(table)]
        rows = {key(table, row.item): row for row in rows_of(before, f"DataModel[{number}]", table)}
        told = {at for at, row in rows.items() if row.path in said}
        for index in table.indexes:
            names = index.key_names
            expected = {at for at, row in rows.items() if all(name in row.item for name in names)}
            held = {key(table, one) for one in stored if all(name in one for name in names)}
            if (expected ^ held) & (rows.keys() - told):
                wrong.append(f"{table.name}.{index.name}")
    return wrong


def again(raw: bytes) -> tuple[Imported, Imported]:
    first = import_text(raw)
    file = target("workbench").build(first.design).files[0]
    return first, import_text(file.content)


@pytest.mark.parametrize("path", shared_models())
def test_a_published_model_keeps_its_items_and_its_indexes(path):
    raw = path.read_bytes()
    count, lost = missing(raw)
    assert lost == []
    assert count > 0
    assert membership(raw) == []


WORDS = st.sampled_from(["a", "b", "7", "2024-01-02", "USER#1", "x y", "é", ""])
SEGMENTS = st.sampled_from(
    ["USER#a", "USER#b", "ORDER#1", "ORDER#2", "META", "ORDER#1#LINE#2", "2024-01-02", "#", "é#"]
)
OTHERS = st.sampled_from(["name", "type", "status", "qty", "userId", "GSI1PK", "GSI1SK", "note"])
VALUES = st.one_of(
    WORDS.map(lambda text: {"S": text}),
    st.integers(-5, 5).map(lambda number: {"N": str(number)}),
    st.just({"M": {"a": {"L": [{"BOOL": True}, {"NULL": True}]}}}),
    st.just({"SS": ["a", "b"]}),
)


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    others = draw(st.dictionaries(OTHERS, VALUES, max_size=5))
    for name in ("GSI1PK", "GSI1SK"):
        if name in others:
            others[name] = {"S": draw(st.one_of(SEGMENTS, WORDS))}
    return item(PK=draw(SEGMENTS), SK=draw(SEGMENTS), **others)


@st.composite
def models(draw: st.DrawFn) -> bytes:
    table: dict[str, Any] = {"GlobalSecondaryIndexes": [GSI1], "TableData": draw(st.lists(rows(), max_size=8))}
    if draw(st.booleans()):
        aliases = {"PartitionKeyAlias": draw(st.sampled_from(["userId", "PK"])), "SortKeyAlias": "SK"}
        table["TableFacets"] = [
            {"FacetName": name, "KeyAttributeAlias": aliases, "NonKeyAttributes": ["name", "qty"],
             "TableData": draw(st.lists(rows(), max_size=4))}
            for name in draw(st.sampled_from([["User"], ["User", "Order"]]))
        ]  # fmt: skip
    if draw(st.booleans()):
        fields = {name: {"type": "String"} for name in ("name", "userId", "status")}
        keys = draw(st.dictionaries(st.sampled_from(["PK", "SK", "GSI1PK", "GSI1SK"]), st.sampled_from(
            ["USER#${userId}", "${status}", "META", "ORDER#${name}"]), min_size=1))  # fmt: skip
        made = {name: {"type": "String", "value": text} for name, text in keys.items()}
        table["ModelSchema"] = {
            "indexes": {"primary": {"hash": "PK", "sort": "SK"}, "GSI1": {"hash": "GSI1PK", "sort": "GSI1SK"}},
            "models": {"User": {**fields, **made}},
        }
    return json.dumps(model(**table)).encode()


@pytest.mark.slow
@given(raw=models())
@settings(deadline=None)
def test_every_attribute_of_every_item_is_kept_or_named(raw):
    assert missing(raw)[1] == []


@pytest.mark.slow
@given(raw=models())
@settings(deadline=None)
def test_an_index_holds_the_items_that_the_file_puts_there(raw):
    assert membership(raw) == []


@pytest.mark.slow
@given(raw=models())
@settings(deadline=None)
def test_what_is_written_is_read_as_the_same_design(raw):
    first, second = again(raw)
    assert second.design == first.design


SAVED = {
    "Recent": {"hash": "USER#a", "sort": {"condition": "Begins with", "values": ["ORDER#"]},
               "filters": [{"attribute": "qty", "condition": "Less than", "values": ["5"], "type": "N"}]},
    "Between": {"hash": "USER#a", "sort": {"condition": "Between", "values": ["A", "B"]}},
    "Other": {"index": "GSI1", "hash": "STATUS#x", "sort": {"condition": "Greater than or equal to", "values": ["3"]},
              "filters": [{"attribute": "name", "condition": "Not contains", "values": ["z"]}]},
}  # fmt: skip


def test_saved_queries_keep_operator_and_filters_out_and_in():
    raw = json.dumps(
        model(GlobalSecondaryIndexes=[GSI1], TableData=[item(PK="USER#a", SK="ORDER#1")], SavedQuery=SAVED)
    )
    first, second = again(raw.encode())
    assert [[one.operator for one in pattern.key] for pattern in first.design.patterns] == [
        ["=", "begins_with"], ["=", "between"], ["=", ">="],
    ]  # fmt: skip
    assert [bool(pattern.filter) for pattern in first.design.patterns] == [True, False, True]
    assert second.design.patterns == first.design.patterns


def test_saved_queries_keep_operator_and_filters_for_tools_that_read_model_schema():
    """Another tool may save the file and keep nothing of ours."""
    raw = json.dumps(
        model(GlobalSecondaryIndexes=[GSI1], TableData=[item(PK="USER#a", SK="ORDER#1")], SavedQuery=SAVED)
    )
    first = import_text(raw.encode())
    bare = json.loads(target("workbench").build(first.design).files[0].content)
    del bare["Keysheet"], bare["DataModel"][0]["Keysheet"]
    second = import_text(json.dumps(bare).encode())
    said = [
        ([(one.name, one.operator, one.templates) for one in each.key], each.filter) for each in first.design.patterns
    ]
    assert [
        ([(one.name, one.operator, one.templates) for one in each.key], each.filter) for each in second.design.patterns
    ] == said


def test_an_item_whose_key_differs_from_its_template_is_named():
    fields = {name: {"type": "String"} for name in ("userId", "type")}
    made = {"PK": {"type": "String", "value": "USER#${userId}"}}
    schema = {"indexes": {"primary": {"hash": "PK", "sort": "SK"}}, "models": {"User": {**fields, **made}}}
    row = item(PK="USER#old", SK="M", userId="new", type="User")
    raw = json.dumps(model(TableData=[row], ModelSchema=schema)).encode()
    imported = import_text(raw)
    assert "PK of 1 item is not what the templates make" in named(imported)
    sample: SampleItem = imported.design.tables[0].entities[0].items[0]
    assert sample.stored_keys["PK"].data == "USER#old"
    losses = target("workbench").build(imported.design).report
    assert any("PK" in loss.message and "items" in loss.path for loss in losses)
