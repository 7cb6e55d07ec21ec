"""Why an index does not hold an item."""

from dataclasses import replace

import pytest

from modeler.core.items.index_absence import absence_reader
from modeler.core.values.attribute_values import string
from tests.modeler.core.order_management import ORDER, TABLE, gsi, key, overload, values

PLACED = values(customerId="c", orderId="o", orderDate="2026-01-01", status="SHIPPED", total=1)
SPARSE = gsi("GSI9", key("P9"), key("S9"))


def placed(when, P9="P", S9="{orderId}"):  # noqa: N803 # key attributes are called so
    return overload("GSI9", when, P9=P9, S9=S9)


@pytest.mark.parametrize(
    ("overloads", "item", "why"),
    [
        ((), PLACED, "no keys in GSI9"),
        ((placed("status = 'OPEN'"),), PLACED, "status = 'OPEN' does not hold"),
        ((placed("status = 'A'"), placed("status = 'B'")), PLACED, "none of its 2 conditions holds"),
        ((placed("", S9="{paidAt}"),), PLACED, "paidAt is missing"),
        ((placed("", P9="{paidAt}", S9="{until}"),), PLACED, "paidAt and until are missing"),
        ((placed("", S9="{note}"),), {**PLACED, "note": string("")}, "note is missing"),
    ],
)
def test_the_reason_is_named(overloads, item, why):
    table = replace(TABLE, indexes=(SPARSE,))
    assert absence_reader(table, SPARSE, replace(ORDER, overloads=overloads))(item) == why


def test_an_item_of_no_entity_lacks_the_keys_themselves():
    table = replace(TABLE, indexes=(SPARSE,))
    assert absence_reader(table, SPARSE, None)({"P9": string("x")}) == "no keys in GSI9"
    assert (
        absence_reader(table, SPARSE, None)({"P9": string("x"), "S9": string("")})
        == "P9 or S9 is empty or has another type"
    )
