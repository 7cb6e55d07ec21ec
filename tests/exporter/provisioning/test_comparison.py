"""What makes two answers agree, and what does not."""

from dataclasses import replace
from decimal import Decimal

import pytest

from exporter.provisioning.comparison import Seen, compare
from exporter.provisioning.endpoints import TRUST, EndpointKind, Trust
from exporter.provisioning.rows import Status, combined, not_compared
from modeler.core.evaluator import Database, evaluate
from modeler.core.values.attribute_values import number, string
from tests.modeler.core.order_management import DESIGN, TABLE, conditions, gsi, key, pattern

AWS = TRUST[EndpointKind.AWS]
DATABASE = Database.of(DESIGN)


def honest(one, design=DESIGN, database=DATABASE):
    """What an endpoint answers that does exactly what was predicted."""
    found = evaluate(design, one, stored=database)
    name = design.tables[0].name
    units = {f"{name}/{one.index}" if one.index else name: found.read_units} if found.pages else {}
    for write in found.writes:
        units[name] = units.get(name, 0) + write.table_units
        units |= {f"{name}/{change.index}": change.units for change in write.indexes}
    written = tuple(
        ((name, write.key), after.item if (after := found.after.item(name, write.key)) else None)
        for write in found.writes
    )
    returned = tuple(((name, got.key), got.item) for got in found.returned)
    refused = found.refusals[0].message if found.refusals else ""
    return Seen(returned, units, refused, written)


def row(one, seen, design=DESIGN, database=DATABASE, trust=AWS):
    return compare(design, one, database, evaluate(design, one, stored=database), seen, trust)


@pytest.mark.parametrize("code", ["A2", "A3", "A4", "A5", "A7"])
def test_an_honest_endpoint_agrees(code):
    one = DESIGN.pattern(code)
    found = row(one, honest(one))
    assert (found.status, found.units_compared) == (Status.AGREE, True)


def test_other_keys_differ():
    seen = honest(DESIGN.pattern("A2"))
    found = row(DESIGN.pattern("A2"), replace(seen, returned=seen.returned[:1]))
    assert found.status is Status.DIFFER
    assert found.sentence == "1 item returned, 2 predicted, with different keys"


def test_another_order_differs():
    seen = honest(DESIGN.pattern("A2"))
    found = row(DESIGN.pattern("A2"), replace(seen, returned=seen.returned[::-1]))
    assert (found.status, found.sentence) == (Status.DIFFER, "the same items came back in a different order")


def test_another_attribute_differs():
    seen = honest(DESIGN.pattern("A2"))
    (place, item), *others = seen.returned
    changed = (place, {**item, "total": number("1")})
    found = row(DESIGN.pattern("A2"), replace(seen, returned=(changed, *others)))
    assert found.sentence == "the item CUST#a1b2, ORDER#2026-06-03#o-9044 came back with a different total"


def test_other_units_differ_only_where_they_are_trusted():
    one = DESIGN.pattern("A2")
    seen = replace(honest(one), units={"app-main": Decimal(7)})
    found = row(one, seen)
    assert (found.status, found.sentence) == (
        Status.DIFFER,
        "units consumed: app-main 7; predicted: app-main 0.5",
    )
    found = row(one, seen, trust=TRUST[EndpointKind.MINISTACK])
    assert (found.status, found.units_compared) == (Status.AGREE, False)
    assert found.as_json()["units"] == {"app-main": "7"}


def test_what_a_write_left_is_compared():
    one = DESIGN.pattern("A7")
    seen = honest(one)
    ((place, item),) = seen.written
    stale = replace(seen, written=((place, {**item, "GSI2PK": string("OPEN")}),))
    assert row(one, stale).sentence.endswith("holds a different GSI2PK")
    assert row(one, replace(seen, written=((place, None),))).sentence.endswith("is gone")


def refused_one():
    return pattern("Query", key=conditions(SK="x"))


def test_a_refusal_that_was_predicted_agrees():
    found = row(refused_one(), honest(refused_one()))
    assert found.status is Status.AGREE
    assert found.sentence.startswith("refused, as predicted: Query condition missed key schema element: PK")
    assert not found.units_compared


def test_a_refusal_that_was_not_predicted_differs():
    one = DESIGN.pattern("A2")
    found = row(one, Seen(refused="Throttled"))
    assert found.status is Status.DIFFER
    assert "refused a call that should succeed: Throttled" in found.sentence


def test_an_endpoint_that_does_what_dynamodb_refuses_is_judged_by_its_trust():
    assert row(refused_one(), Seen()).status is Status.DIFFER
    assert row(refused_one(), Seen(), trust=Trust()).status is Status.NOT_COMPARED
    shipped = evaluate(DESIGN, DESIGN.pattern("A7"), stored=DATABASE).after
    unconditional = row(DESIGN.pattern("A7"), Seen(), database=shipped, trust=Trust())
    assert unconditional.status is Status.DIFFER


BY_DAY = gsi("DAY", key("orderDate"), (), "KEYS_ONLY")
TIED = replace(DESIGN, tables=(replace(TABLE, indexes=(BY_DAY,)),))
SAME_DAY = pattern("Query", index="DAY", key=conditions(orderDate="2026-06-01"))


def tied():
    """Two orders of one day: nobody promises their order in the index."""
    table = TIED.tables[0]
    order = table.entity("Order")
    twin = replace(order.items[0], id="twin", values={**order.items[0].values, "orderId": string("o-9002")})
    entities = tuple(replace(one, items=(*one.items, twin)) if one is order else one for one in table.entities)
    return replace(TIED, tables=(replace(table, entities=entities),))


def test_entries_with_one_key_may_come_in_any_order():
    design = tied()
    database = Database.of(design)
    seen = honest(SAME_DAY, design, database)
    assert len(seen.returned) == 2
    for returned in (seen.returned, seen.returned[::-1]):
        assert row(SAME_DAY, replace(seen, returned=returned), design, database).status is Status.AGREE


def test_a_limit_among_entries_with_one_key_is_not_compared():
    design = tied()
    database = Database.of(design)
    one = replace(SAME_DAY, limit=1)
    assert row(one, honest(one, design, database), design, database).status is Status.NOT_COMPARED


def test_a_scan_is_compared_in_any_order_and_not_at_all_with_a_limit():
    one = pattern("Scan", table="app-main")
    seen = honest(one)
    assert row(one, replace(seen, returned=seen.returned[::-1])).status is Status.AGREE
    limited = replace(one, limit=1)
    assert row(limited, honest(limited)).status is Status.NOT_COMPARED


def test_an_index_asked_for_what_it_lacks_is_compared_by_trust():
    one = replace(DESIGN.pattern("A5"), filter="total > :least", parameters={"least": "1"})
    emulator = replace(AWS, unprojected=False)
    # The index lacks the attribute, so the filter keeps nothing: as predicted, and no proof of anything.
    assert row(one, honest(one)).status is Status.EMPTY
    assert row(one, honest(one), trust=emulator).status is Status.NOT_COMPARED


def test_a_sequence_is_as_bad_as_its_worst_step():
    one = DESIGN.pattern("A2")
    good, bad = row(one, honest(one)), row(one, Seen())
    silent = not_compared(one, "nothing was asked")
    assert combined(one, [good, good]).status is Status.AGREE
    assert combined(one, [good, silent]).status is Status.NOT_COMPARED
    assert combined(one, [silent, bad, good]).status is Status.DIFFER
    assert combined(one, [good, good]).predicted_units == {"app-main": Decimal(1)}
    assert combined(one, []).status is Status.NOT_COMPARED


def test_a_read_that_finds_nothing_proves_nothing():
    one = replace(DESIGN.pattern("A2"), parameters={"customerId": "nobody"})
    found = row(one, honest(one))
    assert found.status is Status.EMPTY
    assert found.sentence.startswith("nothing to return, which proves nothing: no items returned as predicted")
    assert row(one, replace(honest(one), returned=honest(DESIGN.pattern("A2")).returned)).status is Status.DIFFER


@pytest.mark.parametrize(
    "changed",
    [{"parameters": {"customerId": "nobody", "orderDate": "2026-01-01", "orderId": "none"}}, {"set": {}, "if_": ""}],
    ids=["a condition that does not hold", "a change to what is already there"],
)
def test_a_write_that_changes_nothing_proves_nothing(changed):
    one = replace(DESIGN.pattern("A7"), **changed)
    found = row(one, honest(one))
    assert found.status is Status.EMPTY
    assert found.sentence.startswith("nothing to change, which proves nothing: ")


def test_a_sequence_proves_something_if_one_of_its_steps_does():
    one = DESIGN.pattern("A2")
    empty = replace(one, parameters={"customerId": "nobody"})
    good, nothing = row(one, honest(one)), row(empty, honest(empty))
    assert combined(one, [good, nothing]).status is Status.AGREE
    assert combined(one, [good, nothing]).sentence == (
        "2 steps as predicted, 1 of them with nothing to return or to change"
    )
    assert combined(one, [nothing, nothing]).status is Status.EMPTY
