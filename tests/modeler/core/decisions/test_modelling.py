"""Each lettered case, and what wins where two hold.

facts/choices#table-count, facts/choices#data-store, facts/choices#relationship, facts/choices#deletion.
"""

import pytest

from modeler.core.decisions.modelling import (
    Cardinality,
    CopyUpkeep,
    Going,
    RelationNeed,
    Store,
    StoreNeed,
    TableCount,
    TablesNeed,
    deletion,
    relationship,
    store,
    table_count,
)


@pytest.mark.parametrize(
    ("need", "case", "count"),
    [
        (TablesNeed(together=True), "a", TableCount.ONE),
        (TablesNeed(together=True, differences=("retention",)), "b", TableCount.SEVERAL),
        (TablesNeed(differences=("Region", "KMS key")), "b", TableCount.SEVERAL),
        (TablesNeed(key_value=True), "b", TableCount.SEVERAL),
        (TablesNeed(), "b", TableCount.SEVERAL),
        (TablesNeed(together=True, over_limits=("tenant Acme",)), "c", TableCount.SEVERAL),
        (TablesNeed(together=True, changing=True), "d", TableCount.UNDECIDED),
        (TablesNeed(changing=True, differences=("billing",), over_limits=("Event",)), "d", TableCount.UNDECIDED),
    ],
)
def test_table_count(need, case, count):
    made = table_count(need)
    assert (made.case, made.count) == (case, count)
    assert made.reason


def test_what_is_over_the_limits_gets_a_table_of_its_own():
    made = table_count(TablesNeed(together=True, over_limits=("Event", "tenant Acme")))
    assert made.apart == ("Event", "tenant Acme")
    assert "Event and tenant Acme" in made.reason


def test_tables_apart_say_what_they_cost():
    assert "takes one request per table" in table_count(TablesNeed(together=True, differences=("billing",))).reason
    assert "request" not in table_count(TablesNeed(differences=("billing",))).reason


@pytest.mark.parametrize(
    ("need", "case", "chosen", "beside"),
    [
        (StoreNeed(requests=10_001), "a", Store.DYNAMODB, ()),
        (StoreNeed(latency_ms=9, bursty=True, no_operations=True, feed=True), "a", Store.DYNAMODB, ()),
        (StoreNeed(joins=True), "b", Store.RELATIONAL, ()),
        (StoreNeed(known=False, joins=True, text=True, reports=True), "b", Store.RELATIONAL, (Store.SEARCH,)),
        (StoreNeed(known=False), "b", Store.RELATIONAL, ()),
        (StoreNeed(known=False, text=True), "c", Store.SEARCH, ()),
        (StoreNeed(known=False, free_filters=4), "c", Store.SEARCH, ()),
        (StoreNeed(known=False, paged_rows=1_001, reports=True), "c", Store.SEARCH, (Store.WAREHOUSE,)),
        (StoreNeed(known=False, free_filters=3, paged_rows=1_000), "b", Store.RELATIONAL, ()),
        (StoreNeed(known=False, reports=True), "d", Store.WAREHOUSE, ()),
        (StoreNeed(requests=50_000, text=True, reports=True), "a", Store.DYNAMODB, (Store.SEARCH, Store.WAREHOUSE)),
    ],
)
def test_store(need, case, chosen, beside):
    made = store(need)
    assert (made.case, made.store, made.beside) == (case, chosen, beside)


@pytest.mark.parametrize(
    ("need", "said"),
    [
        (StoreNeed(requests=10_001), "10,001 requests/s"),
        (StoreNeed(latency_ms=9.5), "within 9.5 ms"),
        (StoreNeed(requests=10_000, latency_ms=10), "a relational store would work as well"),
        (StoreNeed(bursty=True), "bursts"),
    ],
)
def test_what_speaks_for_dynamodb_is_named(need, said):
    assert said in store(need).reason


@pytest.mark.parametrize(
    ("cardinality", "case", "block"),
    [
        (Cardinality.ONE_TO_MANY, "a", "P5"),
        (Cardinality.TREE, "b", "P6"),
        (Cardinality.MANY_TO_MANY, "c", "P7"),
    ],
)
def test_a_relationship_is_placed(cardinality, case, block):
    (made,) = relationship(RelationNeed(cardinality))
    assert (made.case, made.block, made.kept) == (case, block, None)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"label": True}, ("d", "X8", CopyUpkeep.STREAM)),
        ({"total": True}, ("e", "P8", CopyUpkeep.STREAM)),
        ({"total": True, "exact": True}, ("e", "P8", CopyUpkeep.TRANSACTION)),
        ({"latest": True}, ("f", "X6", CopyUpkeep.STREAM)),
    ],
)
def test_what_is_shown_with_it_is_a_copy(asked, expected):
    placed, copy = relationship(RelationNeed(Cardinality.MANY_TO_MANY, **asked))
    assert placed.case == "c"
    assert (copy.case, copy.block, copy.kept) == expected


def test_copies_add_up():
    made = relationship(RelationNeed(Cardinality.ONE_TO_MANY, label=True, total=True, latest=True))
    assert [one.case for one in made] == ["a", "d", "e", "f"]


@pytest.mark.parametrize(
    ("asked", "case", "way"),
    [
        ({}, "a", Going.DELETE),
        ({"at_once": True}, "a", Going.DELETE),
        ({"at_once": True, "only_storage": True}, "a", Going.DELETE),
        ({"undo_days": 30}, "b", Going.SOFT),
        ({"undo_days": 30, "only_storage": True}, "b", Going.SOFT),
        ({"only_storage": True}, "c", Going.TTL),
    ],
)
def test_deletion(asked, case, way):
    made = deletion(**asked)
    assert (made.case, made.way) == (case, way)


def test_what_must_go_at_once_cannot_come_back():
    made = deletion(at_once=True, undo_days=30)
    assert made.way is Going.DELETE
    assert "cannot be restored" in made.reason
