"""Sample items that get another key, enter an index or leave one: by entity and place, with their keys."""

from modeler.core.documents.reading import from_document
from modeler.core.migration import sample_moves
from modeler.core.migration.sample_moves import SHOWN, Moving


def shop(*, ids="i", base="ORDER#{orderId}", gsi="CUST#{customerId}", when="", index="GSI1", items=4):
    entity = {
        "id": "e-order", "name": "Order", "identity": ["orderId"],
        "attributes": [{"id": f"a-{name}", "name": name, "type": "S"} for name in ("orderId", "customerId", "status")],
        "overloads": [
            {"id": "o-base", "index": None, "keys": {"PK": base}},
            {"id": "o-gsi", "index": index, "keys": {"G1PK": gsi}, **({"when": when} if when else {})},
        ],
        "items": [
            {"id": f"{ids}-{n}", "orderId": f"o{n}", "customerId": "c1", "status": "OPEN" if n % 2 else "DONE"}
            for n in range(items)
        ],
    }  # fmt: skip
    gsi_key = {"name": index, "kind": "GSI", "partition_key": [{"name": "G1PK", "type": "S"}]}
    table = {"id": "t-shop", "name": "shop", "partition_key": [{"name": "PK", "type": "S"}], "entities": [entity],
             "indexes": [{**gsi_key, "projection": {"type": "ALL"}}]}  # fmt: skip
    return from_document({"keysheet": 1, "name": "Shop", "tables": [table]})


def told(before, after):
    return [(one.place, one.moving, one.count, one.compared) for one in sample_moves(before, after)]


def test_nothing_moves_between_a_design_and_itself():
    assert sample_moves(shop(), shop()) == ()


def test_another_key_of_the_table_moves_every_item_and_shows_the_first():
    found = sample_moves(shop(), shop(base="O#{orderId}"))
    assert [(one.entity, one.place, one.moving, one.count, one.compared) for one in found] == [
        ("Order", "shop", Moving.MOVES, 4, 4)
    ]
    assert len(found[0].samples) == SHOWN
    assert found[0].as_json()["samples"][0] == {"before": {"PK": "ORDER#o0"}, "after": {"PK": "O#o0"}}


def test_a_condition_lets_items_leave_and_its_removal_lets_them_enter():
    sparse = shop(when="status = 'OPEN'")
    assert told(shop(), sparse) == [("GSI1", Moving.LEAVES, 2, 4)]
    assert told(sparse, shop()) == [("GSI1", Moving.ENTERS, 2, 4)]
    assert sample_moves(sparse, shop())[0].samples[0].before is None


def test_an_index_with_another_name_is_left_and_entered():
    assert told(shop(), shop(index="GSI2")) == [
        ("GSI1", Moving.LEAVES, 4, 4), ("GSI2", Moving.ENTERS, 4, 4)]  # fmt: skip


def test_only_items_that_both_sides_have_are_compared():
    assert told(shop(items=4), shop(base="O#{orderId}", items=1)) == [("shop", Moving.MOVES, 1, 1)]
    assert told(shop(items=0), shop(base="O#{orderId}")) == []


def test_items_with_other_ids_are_the_same_by_their_identity():
    assert told(shop(), shop(ids="other", base="O#{orderId}")) == [("shop", Moving.MOVES, 4, 4)]
