"""A new name reaches everything that names the part: the document after a rename is the old one with the name replaced.

Every name of the design below is a word that nothing else is made of, so that replacing it in the text is the oracle.
"""

import json
from collections import Counter

import pytest

from modeler.core.analysis import analyse
from modeler.core.design.parts import PartKind
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import apply, set_field
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Renamed
from modeler.core.items.materialize import materialise
from modeler.core.servings import serving
from modeler.examples import example, examples
from tests.modeler.core.edits.renaming import rename, replaced

ORDER = {
    "name": "Order",
    "identity": ["orderId"],
    "unique": [["orderId", "status"]],
    "attributes": [
        {"name": "customerId", "type": "S"},
        {"name": "orderId", "type": "S"},
        {"name": "status", "type": "S", "values": {"OPEN": 0.5, "DONE": 0.5}, "states": {"OPEN": ["DONE"]}},
        {"name": "placed", "type": "S", "format": "iso"},
        {"name": "expires", "type": "N", "format": "epoch_seconds"},
        {"name": "embedding", "type": "L"},
        {"name": "address", "type": "M"},
    ],
    "overloads": [
        {"index": None, "keys": {"PK": "C#{customerId}", "SK": "O#{orderId}"}},
        {"index": "ByState", "when": "status = 'OPEN' AND attribute_exists(SK)", "keys": {"GPK": "{status}"}},
    ],
    "items": [{"values": {"customerId": "c1", "status": "OPEN"}, "stored_keys": {"PK": {"S": "C#c1"}}}],
}
LOCK = {
    "name": "OrderLock",
    "constraint_of": "Order",
    "attributes": [{"name": "copied", "type": "S", "copy_of": "Order.status, by stream"}],
    "overloads": [{"index": None, "keys": {"PK": "LOCK", "SK": "LOCK"}}],
}
TABLE = {
    "name": "shop-main",
    "partition_key": [{"name": "PK", "type": "S"}],
    "sort_key": [{"name": "SK", "type": "S"}],
    "indexes": [
        {
            "name": "ByState",
            "kind": "GSI",
            "partition_key": [{"name": "GPK", "type": "S"}],
            "projection": {"type": "INCLUDE", "attributes": ["status", "PK"]},
        },
        {
            "name": "ByPlaced",
            "kind": "GSI",
            "partition_key": [{"name": "placed", "type": "S"}],
            "projection": {"type": "KEYS_ONLY"},
        },
    ],
    "settings": {
        "ttl_attribute": "expires",
        "stream_consumers": [{"name": "worker", "maintains": ["Order.status", "OrderLock", "copied", "elsewhere"]}],
        "vector_indexes": [
            {"name": "near", "attribute": "embedding", "dimensions": 3, "hash": ["status"], "filters": ["placed"]}
        ],
    },
    "entities": [ORDER, LOCK],
    "unassigned": [{"PK": "left", "SK": "over"}],
}
READ = {
    "code": "Q1",
    "name": "Orders by status of somebody",
    "table": "shop-main",
    "operation": "Query",
    "entities": ["Order"],
    "filter": "status = :status AND placed BETWEEN :placedFrom AND :placedTo AND attribute_exists(PK)",
    "projection": ["status", "address.city", "PK"],
    "parameters": {"status": "OPEN", "placedFrom": "2026-01-01", "placedTo": "2026-02-01"},
    "skew": {"hottest": 0.4, "attribute": "status"},
    "intent": {
        "given": ["status"],
        "range": "placed",
        "order_by": ["placed", "orderId"],
        "optional_filters": ["status"],
        "direction": ["ascending", "descending"],
    },
}
WRITE = {
    "code": "W1",
    "table": "shop-main",
    "operation": "UpdateItem",
    "entities": ["Order"],
    "key": {"PK": "C#{customerId}", "SK": {"=": "O#{orderId}"}},
    "set": {"status": ":status", "address.city": "x"},
    "remove": ["address.zip"],
    "add": {"expires": ":expires"},
    "if": "status <> :status AND attribute_exists(PK)",
    "parameters": {"status": "DONE", "customerId": "c1", "orderId": "o1", "expires": "1"},
    "follows": {"code": "Q1", "times": 2},
    "intent": {"given": "status", "order_by": "status"},
}
OWN = {
    "code": "W2",
    "table": "shop-main",
    "operation": "UpdateItem",
    "entities": ["Order"],
    "index": None,
    "key": {"PK": "C#{customerId}", "SK": "O#{orderId}"},
    "update": "SET #s = :status, placed = :placed",
    "condition": "attribute_exists(PK) AND expires > :expires",
    "names": {"#s": "status"},
    "values": {":status": "DONE", ":placed": "now"},
    "parameters": {"customerId": "c1", "orderId": "o1", "expires": "3"},
}
STEPS = {
    "code": "T1",
    "table": "shop-main",
    "operation": "TransactWriteItems",
    "entities": ["Order"],
    "steps": [{"operation": "ConditionCheck", "if": "status = 'OPEN'", "key": {"PK": "{customerId}", "SK": "x"}}],
}
BY_INDEX = {"code": "Q2", "operation": "Query", "table": "shop-main", "index": "ByState", "key": {"GPK": "OPEN"}}
BY_ATTRIBUTE = {
    "code": "Q3", "operation": "Query", "table": "shop-main", "index": "ByPlaced", "entities": ["Order"],
    "key": {"placed": "{placed}"}, "parameters": {"placed": "2026-01-01"},
}  # fmt: skip
DOCUMENT = {
    "keysheet": 1,
    "name": "Everything that names something",
    "settings": {"tenant": {"attribute": "customerId", "shared": ["OrderLock"], "admin_indexes": ["ByState"]}},
    "mutes": [
        {"rule": "x.y", "path": "tables.shop-main.entities.Order.attributes.status", "reason": "because"},
        {"rule": "x.y", "path": "tables.shop-main.entities.Order.ByState.GPK", "reason": "because"},
        {"rule": "x.y", "path": "tables.shop-main.indexes.ByState.projection", "reason": "because"},
        {"rule": "x.y", "path": "patterns.Q1.filter", "reason": "because"},
    ],
    "tables": [TABLE, {"name": "log", "partition_key": [{"name": "PK", "type": "S"}]}],
    "access_patterns": [READ, WRITE, OWN, STEPS, BY_INDEX, BY_ATTRIBUTE],
}
DESIGN = from_document(DOCUMENT)
PARTS = parts_of(DESIGN)
NEW = "zebra"


def without_names_of_patterns(document):
    return json.dumps({**document, "access_patterns": [{**one, "name": ""} for one in document["access_patterns"]]})


NAMED = [part for part in PARTS.values() if part.kind not in (PartKind.DESIGN, PartKind.PATTERN) and part.name]


@pytest.mark.parametrize("part", NAMED, ids=lambda part: f"{part.kind} {part.name}")
def test_a_rename_replaces_the_name_everywhere(part):
    after = design_of(rename(PARTS, part, NEW))
    expected = replaced(to_document(DESIGN), part.name, NEW)
    assert json.loads(without_names_of_patterns(to_document(after))) == json.loads(without_names_of_patterns(expected))


def test_a_new_code_reaches_what_follows_and_what_is_muted():
    read = next(part for part in PARTS.values() if part.fields.get("code") == "Q1")
    after = design_of(rename(PARTS, read, "Q9", "code"))
    assert to_document(after) == replaced(to_document(DESIGN), "Q1", "Q9")


@pytest.mark.parametrize("key", ["PK", "SK"])
def test_a_new_name_of_a_key_attribute_is_replaced_everywhere(key):
    table = next(part for part in PARTS.values() if part.name == "shop-main")
    other = next(one for one in to_document(DESIGN)["tables"] if one["name"] == "log")
    after = to_document(design_of(apply(PARTS, typed_change(PARTS, [Renamed(table.id, key, NEW)]))))
    expected = replaced(to_document(DESIGN), key, NEW)
    assert after["tables"][1] == other
    assert {**after, "tables": after["tables"][:1]} == {**expected, "tables": expected["tables"][:1]}


def test_a_name_written_before_its_attribute_follows_it_too():
    stored = {part.id: part for part in PARTS.values()}
    pattern = next(part for part in stored.values() if part.fields.get("code") == "Q1")
    index = next(part for part in stored.values() if part.name == "ByState")
    early = apply(
        stored,
        [
            *_set(stored, pattern, "filter", "status = 'OPEN'"),
            *_set(stored, pattern, "intent", {"given": ["status"]}),
            *_set(stored, index, "projection", {"type": "INCLUDE", "attributes": ["status"]}),
        ],
    )
    attribute = next(part for part in early.values() if part.kind is PartKind.ATTRIBUTE and part.name == "status")
    after = design_of(rename(early, attribute, NEW))
    read = after.pattern("Q1")
    assert read.filter == f"{NEW} = 'OPEN'"
    assert read.extra["intent"] == {"given": [NEW]}
    assert after.tables[0].indexes[0].projection.attributes == (NEW,)


def _set(parts, part, field, value):
    return set_field(parts, part.id, field, value)


def findings_of(design):
    return sorted((one.rule, one.path) for one in analyse(design).findings)


def test_the_status_of_an_order_has_another_name_and_nothing_is_found():
    design = example("order-management").design
    parts = parts_of(design)
    order = next(part for part in parts.values() if part.kind is PartKind.ENTITY and part.name == "Order")
    status = next(part for part in parts.values() if part.parent == order.id and part.name == "status")
    assert len(findings_of(design_of(rename(parts, status, "orderState")))) == len(findings_of(design))


@pytest.mark.slow
@pytest.mark.parametrize("one", list(examples()), ids=lambda one: one.key)
def test_every_rename_in_an_example_can_be_taken_back(one):
    parts = parts_of(one.design)
    for part in [part for part in parts.values() if part.name and part.kind is not PartKind.DESIGN]:
        there = rename(parts, part, f"{part.name}Zebra")
        assert to_document(design_of(rename(there, there[part.id], part.name))) == to_document(one.design), part.name


def with_other_names(design):
    """Every table, index, entity and attribute with the case of its first letter changed, one after the other."""
    parts = parts_of(design)
    for part in list(parts.values()):
        if part.name and part.kind not in (PartKind.DESIGN, PartKind.PATTERN):
            parts = rename(parts, parts[part.id], part.name[0].swapcase() + part.name[1:])
    return design_of(parts)


@pytest.mark.parametrize("one", list(examples()), ids=lambda one: one.key)
def test_other_names_of_everything_change_no_finding_and_no_serving(one):
    after = with_other_names(one.design)
    assert Counter(rule for rule, _ in findings_of(after)) == Counter(rule for rule, _ in findings_of(one.design))
    for old, new in zip(one.design.patterns, after.patterns, strict=True):
        assert serving(after, new).served == serving(one.design, old).served, old.code


def test_a_key_that_others_share_stays_and_the_entity_says_which_attribute_it_is():
    """One of two entities that are a key by the same name: its key is written by a template from then on."""
    entities = [
        {"name": name, "attributes": [{"name": "PK"}, {"name": "city"}], "items": [{"PK": name, "city": "Rome"}]}
        for name in ("A", "B")
    ]
    index = {"name": "ByCity", "kind": "GSI", "partition_key": [{"name": "city"}], "projection": {"type": "ALL"}}
    table = {"name": "t", "partition_key": [{"name": "PK"}], "indexes": [index], "entities": entities}
    parts = parts_of(from_document({"keysheet": 1, "name": "x", "tables": [table]}))
    cities = [one for one in parts.values() if one.kind is PartKind.ATTRIBUTE and one.name == "city"]
    once = design_of(first := rename(parts, cities[0], "town"))
    assert [key.name for key in once.tables[0].indexes[0].keys] == ["city"]
    assert [dict(one.keys) for one in once.tables[0].entities[0].overloads] == [{"city": "{town}"}]
    twice = design_of(rename(first, first[cities[1].id], "town"))
    assert [key.name for key in twice.tables[0].indexes[0].keys] == ["town"]
    stored = [{value.data for value in one.item.values()} for one in materialise(twice.tables[0])]
    assert stored == [{"A", "Rome"}, {"B", "Rome"}]
