"""Faults of files that nobody here wrote: keys without entities, settings in part, ids that each table names anew."""

from __future__ import annotations

import pytest

from modeler.core.analysis import findings
from modeler.core.documents.reading import from_document, to_document
from modeler.core.findings import Severity


def _key(*names: str):
    return [{"name": name, "type": "S"} for name in names]


def _index(name: str, partition: str, *sort: str, **members):
    own = {"partition_key": _key(partition), "projection": {"type": "ALL"}}
    return {"name": name, "kind": "GSI", **own, **({"sort_key": _key(*sort)} if sort else {}), **members}


def _design(*indexes, settings=None, entities=(), sort=("seat",)):
    table = {"name": "places", "partition_key": _key("hall"), "settings": settings or {"billing": "PAY_PER_REQUEST"},
             "indexes": list(indexes), "entities": list(entities)}  # fmt: skip
    table |= {"sort_key": _key(*sort)} if sort else {}
    return from_document({"keysheet": 1, "name": "hall", "region": "us-east-1", "tables": [table]})


def _told(design, rule):
    return [(one.path, one.severity, one.message) for one in findings(design) if one.rule == rule]


@pytest.mark.parametrize(
    ("indexes", "wanted"),
    [
        ([_index("byHall", "hall")], ["tables.places.indexes.byHall"]),
        ([_index("byHall", "hall", "price")], []),
        ([_index("byRow", "row"), _index("byRowAndSeat", "row", "seat")], ["tables.places.indexes.byRow"]),
        # An item without a price is in the first index only.
        ([_index("byRow", "row"), _index("byRowAndPrice", "row", "price")], []),
    ],
)
def test_an_index_that_another_contains_whatever_the_items_are(indexes, wanted):
    assert [path for path, _, _ in _told(_design(*indexes), "index.contained")] == wanted


def test_local_indexes_of_a_table_without_a_sort_key_are_one_finding():
    local = [_index(name, "hall", name[2:].lower(), kind="LSI") for name in ("byPrice", "byRow")]
    told = _told(_design(*local, sort=()), "index.lsi_shape")
    said = "places has no sort key, so it cannot have the LSIs byPrice, byRow"
    assert told == [("tables.places.indexes.byPrice", Severity.ERROR, said)]
    assert not _told(_design(*local), "index.lsi_shape")


@pytest.mark.parametrize(("read", "wanted"), [({"min": 5, "max": 40}, 0), ({"min": 5, "max": 40, "target": 70}, 1)])
def test_bounds_without_a_target_are_no_reason_for_an_index_to_scale(read, wanted):
    settings = {"billing": "PROVISIONED", "provisioned": {"read": 9, "write": 9}, "auto_scaling": {"read": read}}
    index = _index("byRow", "row", provisioned={"read": 9, "write": 9})
    assert len(_told(_design(index, settings=settings), "capacity.autoscaling")) == wanted


@pytest.mark.parametrize(
    ("values", "count", "wanted"),
    [
        (["free"], None, Severity.WARNING),
        (["free", "sold"], None, Severity.ADVICE),
        (["free", "sold"], 5_000_000, Severity.WARNING),
    ],
)
def test_few_values_of_unknown_numbers_of_items_are_advice(values, count, wanted):
    seat = {
        "name": "Seat", "identity": ["hall", "seat"], **({"count": count} if count else {}),
        "attributes": [*_key("hall", "seat"), {"name": "state", "type": "S", "values": values}],
        "overloads": [{"index": None, "keys": {"hall": "{hall}", "seat": "{seat}"}},
                      {"index": "byState", "keys": {"state": "{state}"}}],
    }  # fmt: skip
    told = _told(_design(_index("byState", "state"), entities=[seat]), "index.constant_pk")
    assert [severity for _, severity, _ in told] == [wanted]


def _named(name: str, key: dict[str, str], *attributes: str):
    return {"name": name, "identity": ["id"], "attributes": _key("id", *attributes),
            "overloads": [{"index": None, "keys": key}]}  # fmt: skip


@pytest.mark.parametrize(
    ("parent", "child", "wanted"),
    [
        ("GUEST#{id}", "GUEST#{guest_id}", ["X1 deletes Guest, and nothing deletes its Order items with it"]),
        ("GUEST#{id}", "HOST#{guest_id}", []),
        # Without a letter, nothing shows that the two write the same keys.
        ("{id}", "{guest_id}", []),
    ],
)
def test_children_are_in_the_collection_of_their_parent_whatever_its_id_is_named(parent, child, wanted):
    entities = [_named("Guest", {"hall": parent, "seat": "GUEST"}),
                _named("Order", {"hall": child, "seat": "ORDER#{id}"}, "guest_id")]  # fmt: skip
    document = to_document(_design(entities=entities))
    document["access_patterns"] = [
        {"code": "X1", "name": "Delete a guest", "table": "places", "operation": "DeleteItem", "entities": ["Guest"],
         "key": {"hall": parent, "seat": "GUEST"}, "parameters": {"id": "g-1"}},
    ]  # fmt: skip
    told = _told(from_document(document), "write.orphaned_children")
    assert [message for _, _, message in told] == wanted


@pytest.mark.parametrize(
    ("whole", "own", "wanted"),
    [
        (5000, 50, ["byRow has a write capacity of 50, and places one of 5,000"]),
        (5000, 5000, []),
        (None, 50, []),  # nobody says how much the table writes
    ],
)
def test_a_maximum_of_an_index_below_that_of_its_table(whole, own, wanted):
    settings = {"billing": "PAY_PER_REQUEST", **({"on_demand_maximum": {"write": whole}} if whole else {})}
    design = _design(_index("byRow", "row", on_demand_maximum={"write": own}), settings=settings)
    assert [message for _, _, message in _told(design, "capacity.gsi_below_table")] == wanted
