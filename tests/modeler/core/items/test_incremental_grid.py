"""A grid after a change is the grid made anew, and what did not change is the same object."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.items import SampleItem
from modeler.core.items.incremental_grid import gather
from modeler.core.items.item_collections import item_collections
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import string
from tests.modeler.core.order_management import ORDER, TABLE, values

STATES = st.sampled_from(["OPEN", "SHIPPED"])
ITEMS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3), STATES), max_size=10)


def sample(n, customer, order, status):
    made = values(customerId=f"c{customer}", orderId=f"o-{order}", orderDate="2026-01-01", status=status, total=n)
    return SampleItem(f"i{n}", made)


def table_of(items):
    return replace(TABLE, entities=(replace(ORDER, items=tuple(items)),))


@given(before=ITEMS, after=ITEMS, kept=st.integers(0, 10))
def test_a_grid_after_a_change_is_the_grid_made_anew(before, after, kept):
    old = table_of(sample(n, *one) for n, one in enumerate(before))
    stored = materialise(old)
    changed = table_of([*old.entities[0].items[:kept], *(sample(n + kept, *one) for n, one in enumerate(after))])
    again = (*stored[:kept], *materialise(changed)[len(stored[:kept]) :])
    for index in TABLE.all_indexes:
        first = gather(old, index, stored)
        assert first.collections == item_collections(old, index, stored)
        assert gather(changed, index, again, first).collections == item_collections(changed, index, again)


def test_an_edit_leaves_every_other_item_collection_as_it_was():
    table = table_of(sample(n, n % 5, n, "OPEN") for n in range(20))
    stored = list(materialise(table))
    first = gather(table, table.base, stored)
    assert first.bytes_of(first.collections[0]) == first.collections[0].size
    stored[7] = replace(stored[7], item={**stored[7].item, "note": string("x")})
    second = gather(table, table.base, stored, first)
    shared = [one for one in second.collections if any(one is other for other in first.collections)]
    assert len(shared) == 4
    assert {one.partition[0].data for one in second.collections} - {one.partition[0].data for one in shared} == {
        "CUST#c2"
    }
    assert [second.bytes_of(one) for one in second.collections] == [one.size for one in second.collections]
