"""Local secondary indexes: for strongly consistent reads that no key of the table serves, and only where they fit."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.design.tables import IndexKind
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import (
    attribute,
    belongs,
    design,
    entity,
    get,
    put,
    query,
    text,
    update,
    whole,
)  # fmt: skip

pytestmark = pytest.mark.slow

ACCOUNT = entity("Account", "accountId", 20_000, attribute("accountId"), text("name", 20))
TRANSFER = entity(
    "Transfer", "transferId", 600_000,
    attribute("transferId"), attribute("accountId"), attribute("bookedAt", "iso"), whole("amount", 999_999),
    attribute("status", "enum", values={"PENDING": 0.1, "BOOKED": 0.9}), text("note", 60),
)  # fmt: skip
OF_ACCOUNT = belongs("Transfer", "Account", "accountId", 30, 2_000)


def asked(*more, transfer=TRANSFER, relation=OF_ACCOUNT):
    """Transfers of an account by time and by amount, both strongly consistent."""
    patterns = [
        get("R1", "Account", "accountId", 5),
        query("R2", "Transfer", "accountId", 20, "-bookedAt", limit=20, items_returned=20, consistent=True),
        query("R3", "Transfer", "accountId", 2, "-amount", limit=5, items_returned=5, consistent=True),
        put("W1", "Account", 0.1),
        put("W2", "Transfer", 3),
        *more,
    ]
    return design([ACCOUNT, transfer], patterns, [relation])


def lsis(one):
    return [index for index in one.design.tables[0].indexes if index.kind is IndexKind.LSI]


def test_a_second_consistent_order_gets_a_local_index_that_has_exactly_what_is_read():
    found = synthesise(asked())
    assert found.unmet == ()
    one = found.alternatives[0]
    (index,) = lsis(one)
    assert (index.name, [key.name for key in index.keys]) == ("LSI1", ["PK", "LSI1SK"])
    assert one.gsis == 0
    assert one.problems == ()
    assert one.dollars == monthly_cost(one.design).total().value
    assert [each.rule for each in one.findings if each.severity in {Severity.ERROR, Severity.WARNING}] == []
    made = serving(one.design, next(each for each in one.design.patterns if each.code == "R3"))
    assert (made.served, made.consistent_possible, made.order_satisfied) == (True, True, True)
    assert any("LSI1 is a local secondary index" in note for note in found.notes)
    (worth,) = one.indexes
    assert (worth.serves, worth.block, worth.without) == (("R3",), "", "R3 would not be strongly consistent")
    assert worth.more_without == -worth.dollars
    # An entry for each of three transfers a second, and its storage.
    assert 3 * Decimal("1.6425") < worth.dollars < 3 * Decimal("1.6425") + Decimal("0.2")


def test_its_sort_key_may_change_where_that_of_the_table_cannot():
    """Whatever a write changes cannot be in the table's own key."""
    pending = query("R4", "Transfer", "accountId status", 2, "-bookedAt", limit=9, items_returned=9, consistent=True)
    book = update("W3", "Transfer", "accountId bookedAt transferId", 2, set={"status": "BOOKED"})
    found = synthesise(asked(pending, book))
    assert found.unmet == ()
    for one in found.alternatives:
        assert one.problems == ()
        assert 1 <= len(lsis(one)) <= 2
        for pattern in one.design.patterns:
            assert serving(one.design, pattern).served


@pytest.mark.parametrize(
    ("transfer", "relation"),
    [
        (TRANSFER | {"growth": 900_000}, belongs("Transfer", "Account", "accountId", 30, 80_000_000)),
        (TRANSFER | {"growth": 900_000}, {key: one for key, one in OF_ACCOUNT.items() if key != "per_parent"}),
    ],
)
def test_none_where_a_collection_may_reach_10_gb(transfer, relation):
    found = synthesise(asked(transfer=transfer, relation=relation))
    assert [one.label for one in found.unmet] == ["R3"]
    assert not any(lsis(one) for one in found.alternatives)


def test_none_for_a_table_that_exists_or_where_no_read_must_be_consistent():
    live = synthesise(asked(), SynthesisOptions(live=True))
    assert [one.label for one in live.unmet] == ["R3"]
    assert not any(lsis(one) for one in live.alternatives)
    patterns = [query("R2", "Transfer", "accountId", 20, "-amount", limit=20, items_returned=20), put("W2", "Transfer")]
    plain = synthesise(design([ACCOUNT, TRANSFER], [*patterns, get("R1", "Account", "accountId")], [OF_ACCOUNT]))
    assert not any(lsis(one) for one in plain.alternatives)


def test_relaxing_the_budget_and_the_order_of_patterns_change_nothing():
    found = [
        synthesise(asked(), SynthesisOptions(alternatives=1, max_gsis=gsis)).alternatives[0] for gsis in (0, 1, None)
    ]
    assert len({one.dollars for one in found}) == 1
    made = asked()
    turned = design([TRANSFER, ACCOUNT], [], [OF_ACCOUNT])
    other = synthesise(replace(turned, patterns=tuple(reversed(made.patterns))), SynthesisOptions(alternatives=1))
    assert other.alternatives[0].dollars == found[-1].dollars
