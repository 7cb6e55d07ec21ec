"""Cases: conditions of overloads whose keys are the item's own attributes."""

from dataclasses import replace

from modeler.core.rules.support.rule import ERROR
from tests.modeler.core.order_management import ORDER, TABLE
from tests.modeler.core.rules.builders import CUSTOMER, ORDER_ATTRIBUTES, gsi, key, overload, with_table
from tests.modeler.core.rules.cases.case import Case


def own_keys(made, *, optional=()):
    """Orders in an index whose keys are two attributes that orders have anyway, under these conditions."""
    attributes = tuple(replace(one, optional=0.5) if one.name in optional else one for one in ORDER_ATTRIBUTES)
    order = replace(ORDER, overloads=(*ORDER.overloads, made), attributes=attributes, items=())
    index = gsi("GSI3", key("customerId"), key("orderDate"), reserve=True)
    return with_table(indexes=(*TABLE.indexes, index), entities=(CUSTOMER, order))


OWN = {"customerId": "{customerId}", "orderDate": "{orderDate}"}
CASES = (
    Case(
        "index.condition_without_effect",
        own_keys(overload("GSI3", when="status = 'OPEN'", **OWN)),
        own_keys(overload("GSI3", **OWN)),
        ERROR,
        "Every Order has customerId and orderDate, so status = 'OPEN' excludes none of them from GSI3",
    ),
    Case(
        "index.condition_without_effect",
        own_keys(overload("GSI3", when="status = 'OPEN'", **OWN)),
        own_keys(overload("GSI3", when="attribute_exists(orderDate)", **OWN), optional=("orderDate",)),
    ),
    Case(
        "index.condition_without_effect",
        own_keys(overload("GSI3", when="status = 'OPEN'", **OWN)),
        own_keys(overload("GSI3", when="status = 'OPEN'", **{**OWN, "orderDate": "OPEN#{orderDate}"})),
    ),
)
