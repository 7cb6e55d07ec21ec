"""The grid: entries, their sizes and DynamoDB's order. facts/item-sizes#storage, facts/ordering#key-order."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.items import SampleItem
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.items.item_collections import absent, collisions, entries, entry, item_collections, surviving, window
from modeler.core.items.materialize import StoredItem, materialise
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal, number, string
from tests.modeler.core.order_management import GSI1, gsi, key, lsi, values

PLAIN = Table("t", "t", key("pk"), key("sk"))


def stored_in(table: Table, *items: dict) -> tuple[StoredItem, ...]:
    """Items as an import brings them: keys and all."""
    samples = tuple(SampleItem(f"i{position}", item) for position, item in enumerate(items))
    return materialise(replace(table, unassigned=samples))


def sort_keys(table: Table, stored) -> list:
    return [one.sort[0].data for one in item_collections(table, table.base, stored)[0].entries]


class TestEntry:
    TABLE = Table("t", "t", key("pk"), key("sk"), indexes=(GSI1,))

    def test_the_table_holds_the_whole_item(self):
        (stored,) = stored_in(self.TABLE, values(pk="a", sk="b", name="x"))
        held = entry(self.TABLE, self.TABLE.base, stored)
        assert held.item == stored.item
        assert held.size == 3 + 3 + 5
        assert (held.key, held.partition, held.sort) == ((string("a"), string("b")), (string("a"),), (string("b"),))

    def test_an_entry_carries_both_keys_and_what_is_listed(self):
        item = values(pk="a", sk="b", GSI1PK="c", GSI1SK="d", status="OPEN", note="long text")
        (stored,) = stored_in(self.TABLE, item)
        held = entry(self.TABLE, GSI1, stored)
        assert held.item == {name: value for name, value in item.items() if name != "note"}
        assert held.size == 3 + 3 + 7 + 7 + 10

    def test_keys_only_carries_each_key_once(self):
        index = gsi("I", key("sk"), key("pk"), "KEYS_ONLY", ("ignored",))
        (stored,) = stored_in(self.TABLE, values(pk="a", sk="b", ignored="x"))
        assert entry(self.TABLE, index, stored).item == values(sk="b", pk="a")

    def test_a_missing_or_ill_typed_key_attribute_keeps_it_out_of_the_index(self):
        ids = stored_in(
            self.TABLE,
            values(pk="a", sk="1", GSI1PK="c"),
            values(pk="a", sk="2", GSI1PK="c", GSI1SK=5),
            values(pk="a", sk="3", GSI1PK="c", GSI1SK=""),
            values(pk="a", sk="4", GSI1PK="c", GSI1SK="d"),
        )
        assert [stored.id for stored in absent(self.TABLE, GSI1, ids)] == ["i0", "i1", "i2"]
        assert [held.id for held in entries(self.TABLE, GSI1, ids)] == ["i3"]


class TestCollections:
    def test_they_are_gathered_by_partition_key_with_size_and_count(self):
        stored = stored_in(PLAIN, values(pk="b", sk="1"), values(pk="a", sk="2"), values(pk="a", sk="1"))
        first, second = item_collections(PLAIN, PLAIN.base, stored)
        assert (first.partition, [held.id for held in first.entries]) == ((string("a"),), ["i2", "i1"])
        assert (first.size, first.count, second.size, second.count) == (12, 2, 6, 1)

    def test_a_key_of_several_attributes_gathers_by_all_of_them(self):
        pair = (KeyAttribute("country", AttributeType.S), KeyAttribute("year", AttributeType.N))
        ranks = (KeyAttribute("city", AttributeType.S), KeyAttribute("rank", AttributeType.N))
        table = Table("t", "t", key("id"), indexes=(gsi("M", pair, ranks),))
        rows = [("nl", 2026, "b", 2), ("nl", 2026, "a", 10), ("nl", 2026, "a", 9), ("nl", 2025, "a", 1)]
        items = [
            values(id=str(position), country=country, year=year, city=city, rank=rank)
            for position, (country, year, city, rank) in enumerate(rows)
        ]
        found = item_collections(table, table.indexes[0], stored_in(table, *items, values(id="x", country="nl")))
        assert [[held.id for held in collection.entries] for collection in found] == [["i3"], ["i2", "i1", "i0"]]

    def test_equal_index_keys_follow_the_table_key(self):
        table = Table("t", "t", key("id"), indexes=(gsi("G", key("kind")),))
        stored = stored_in(table, *(values(id=name, kind="k") for name in "cab"))
        (collection,) = item_collections(table, table.indexes[0], stored)
        assert [held.key[0].data for held in collection.entries] == ["a", "b", "c"]

    def test_a_local_index_orders_the_same_collection_by_another_attribute(self):
        table = Table("t", "t", key("pk"), key("sk"), indexes=(lsi("L", key("pk"), key("rank", "N")),))
        stored = stored_in(table, values(pk="a", sk="1", rank=10), values(pk="a", sk="2", rank=9))
        (collection,) = item_collections(table, table.indexes[0], stored)
        assert [held.id for held in collection.entries] == ["i1", "i0"]


class TestCollisions:
    ITEMS = (values(pk="a", sk="1", name="old"), values(pk="a", sk="2"), values(pk="a", sk="1", name="new"))

    def test_of_two_items_with_one_key_the_later_survives(self):
        stored = stored_in(PLAIN, *self.ITEMS)
        assert {one.id for one in surviving(stored)} == {"i1", "i2"}
        (collection,) = item_collections(PLAIN, PLAIN.base, stored)
        assert [held.id for held in collection.entries] == ["i2", "i1"]

    def test_they_are_told_in_the_order_of_writing(self):
        (found,) = collisions(stored_in(PLAIN, *self.ITEMS))
        assert (found.key, found.ids) == ((string("a"), string("1")), ("i0", "i2"))

    def test_one_and_one_point_zero_are_one_key(self):
        table = Table("t", "t", key("n", "N"))
        assert len(collisions(stored_in(table, values(n=number("1")), values(n=number("1.0"))))) == 1


class TestOrder:
    def test_text_sorts_by_bytes(self):
        texts = ["v10", "v2", "a", "A", "¿", "z", "😀", "｡", "ORDER#1", "ORDER#10", "ORDER-1"]
        stored = stored_in(PLAIN, *(values(pk="p", sk=text) for text in texts))
        assert sort_keys(PLAIN, stored) == [
            "A", "ORDER#1", "ORDER#10", "ORDER-1", "a", "v10", "v2", "z", "¿", "｡", "😀"
        ]  # fmt: skip

    @given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1), unique=True, min_size=1))
    def test_text_sorts_by_its_encoded_bytes(self, texts):
        stored = stored_in(PLAIN, *(values(pk="p", sk=text) for text in texts))
        assert sort_keys(PLAIN, stored) == sorted(texts, key=str.encode)

    @given(st.lists(st.decimals(allow_nan=False, allow_infinity=False, places=6), unique=True, min_size=1))
    def test_numbers_sort_by_value(self, numbers):
        table = Table("t", "t", key("pk"), key("sk", "N"))
        stored = stored_in(table, *(values(pk="p", sk=number(one)) for one in numbers))
        assert list(map(as_decimal, sort_keys(table, stored))) == sorted(numbers)

    @given(st.lists(st.binary(min_size=1), unique=True, min_size=1))
    def test_binaries_sort_as_unsigned_bytes(self, binaries):
        table = Table("t", "t", key("pk"), key("sk", "B"))
        stored = stored_in(table, *(values(pk="p", sk=AttributeValue(AttributeType.B, one)) for one in binaries))
        assert sort_keys(table, stored) == sorted(binaries, key=list)


class TestWindow:
    GRID = item_collections(
        PLAIN, PLAIN.base, stored_in(PLAIN, *(values(pk=p, sk=s) for p in "abc" for s in "123"))
    )  # nine entries in three collections

    def test_a_cut_collection_keeps_its_whole_size_and_count(self):
        first, second = window(self.GRID, 2, 2)
        assert ([one.id for one in first.entries], first.count, first.size) == (["i2"], 3, 18)
        assert [one.id for one in second.entries] == ["i3"]

    @given(start=st.integers(0, 12), count=st.integers(0, 12))
    def test_it_is_a_slice_of_all_entries(self, start, count):
        everything = [one.id for collection in self.GRID for one in collection.entries]
        shown = window(self.GRID, start, count)
        assert [one.id for collection in shown for one in collection.entries] == everything[start : start + count]
        assert all(collection.entries for collection in shown)
