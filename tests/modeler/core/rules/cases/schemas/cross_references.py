"""Cases of names that lead nowhere, and of numbers that contradict each other."""

from dataclasses import replace

from modeler.core.design.items import SizeFact
from modeler.core.design.patterns import Rate
from modeler.core.design.relations import Relation
from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import (
    DESIGN,
    ORDERS,
    attribute,
    pattern,
    with_attribute,
    with_order,
    with_pattern,
)
from tests.modeler.core.rules.cases.case import Case

WARNING = Severity.WARNING


def asked(**fields):
    return with_pattern(pattern("Query", **{"key": ORDERS.key, **fields}))


def related(child):
    return replace(DESIGN, relations=(Relation("r-1", "Customer", child),))


CASES = (
    Case("model.unknown_part", related("Ordr"), related("Order"), WARNING, "names Ordr, which is not an entity"),
    Case("model.unknown_part", with_order(constraint_of="Customr"), with_order(constraint_of="Customer")),
    Case("model.unknown_part", with_order(unique=(("number",),)), with_order(unique=(("note",),)), WARNING,
         "number of Order must be unique"),
    Case("model.unknown_part", with_attribute(attribute("note", copy_of="Customer.nam, by stream")),
         with_attribute(attribute("note", copy_of="Customer.name, by transaction")), WARNING, "Customer.nam"),
    Case("model.unknown_part", asked(extra={"follows": {"code": "A99"}}), asked(extra={"follows": {"code": "A2"}})),
    Case("model.estimates_disagree", with_order(per_parent=SizeFact(30, 9)), with_order(per_parent=SizeFact(9, 9)),
         WARNING, "more items per parent on average"),
    Case("model.estimates_disagree", with_attribute(attribute("note", size=SizeFact(30, 9))),
         with_attribute(attribute("note", size=SizeFact(30)))),
    Case("model.estimates_disagree", asked(per_second=Rate(50, 5)), asked(per_second=Rate(5, 5)), WARNING, "below"),
    Case("model.estimates_disagree", asked(items_returned=9, extra={"examined": 5}),
         asked(items_returned=5, extra={"examined": 5})),
)  # fmt: skip
