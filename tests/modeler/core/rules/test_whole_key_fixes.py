"""Keys of whole entities: values that cannot be parsed back, keys of bytes, and indexes that contain one another."""

from __future__ import annotations

from typing import Any

import pytest

from modeler.core.analysis import findings
from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.core.safe_fixes import FixTrials


def _design(key: str, attributes: list[dict[str, Any]], patterns: list[dict[str, Any]] | None = None) -> Design:
    entity = {
        "name": "Book", "identity": [one["name"] for one in attributes[:1]], "attributes": attributes,
        "overloads": [{"index": None, "keys": {"PK": key}}],
    }  # fmt: skip
    table = {
        "name": "shelf", "partition_key": [{"name": "PK", "type": "B" if key == "{code}" else "S"}],
        "settings": {"billing": "PAY_PER_REQUEST"}, "entities": [entity],
    }  # fmt: skip
    return from_document({
        "keysheet": 1, "name": "shelf", "region": "us-east-1", "tables": [table], "access_patterns": patterns or [],
    })  # fmt: skip


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("BOOK#{room}#{shelf}", "room in BOOK#{room}#{shelf} of Book can contain '#', which follows it"),
        (
            "BOOK#{room}#{shelf}#{row}",
            "room and shelf in BOOK#{room}#{shelf}#{row} of Book can contain '#', which follows them",
        ),
    ],
)
def test_every_value_that_can_contain_the_delimiter_is_one_finding_with_one_fix(key, said):
    names = ("room", "shelf", "row")
    design = _design(key, [{"name": one, "type": "S", "format": "text"} for one in names])
    (finding,) = [one for one in findings(design) if one.rule == "keys.delimiter_in_value"]
    assert finding.message == said
    assert [list(FixTrials(design).harm(finding, fix)) for fix in finding.fixes] == [[]]


@pytest.mark.parametrize(("kind", "offered"), [("S", True), ("B", False)])
def test_no_index_of_text_is_offered_for_a_key_of_bytes(kind, offered):
    asked = {
        "code": "A1", "name": "Book by title", "table": "shelf", "operation": "Query", "entities": ["Book"],
        "intent": {"given": ["title"]},
    }  # fmt: skip
    key = "{code}" if kind == "B" else "BOOK#{code}"
    design = _design(key, [{"name": "code", "type": kind}, {"name": "title", "type": "S"}], [asked])
    (finding,) = [one for one in findings(design) if one.rule == "pattern.unserved"]
    assert bool(finding.fixes) is offered


def _index(name: str, sort: list[str]) -> dict[str, object]:
    made = {
        "name": name,
        "kind": "GSI",
        "partition_key": [{"name": "room", "type": "S"}],
        "projection": {"type": "ALL"},
    }
    return {**made, **({"sort_key": [{"name": each, "type": "S"} for each in sort]} if sort else {})}


@pytest.mark.parametrize(("share", "wanted"), [(1.0, ["tables.books.indexes.byRoom"]), (0.9, [])])
def test_an_index_of_items_that_lack_the_sort_key_of_another_is_not_in_it(share, wanted):
    design = from_document({
        "keysheet": 1, "name": "shelf", "region": "us-east-1",
        "tables": [{
            "name": "books", "partition_key": [{"name": "id", "type": "S"}], "settings": {"billing": "PAY_PER_REQUEST"},
            "indexes": [_index("byRoom", []), _index("byRoomAndShelf", ["shelf"])],
            "entities": [{
                "name": "Book", "identity": ["id"],
                "attributes": [{"name": "id", "type": "S"}, {"name": "room", "type": "S"},
                               {"name": "shelf", "type": "S", "optional": share}],
                "overloads": [{"index": None, "keys": {"id": "{id}"}},
                              {"index": "byRoom", "keys": {"room": "{room}"}},
                              {"index": "byRoomAndShelf", "keys": {"room": "{room}", "shelf": "{shelf}"}}],
            }],
        }],
    })  # fmt: skip
    assert [one.path for one in findings(design) if one.rule == "index.contained"] == wanted
