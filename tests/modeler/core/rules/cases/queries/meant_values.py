"""Reads of what cannot be meant: values of other attributes, impossible filters, ids that are not enough."""

from modeler.core.findings import Severity
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import attribute, gsi, item, pattern
from tests.modeler.core.rules.cases.case import Case
from tests.modeler.core.rules.cases.keys.keys import design, entity, keys

PLACES = (attribute("city"), attribute("country"))
STORE = entity("Store", keys("STORES", "STORE#{city}#{country}#{id}"), attributes=PLACES, count=10)
CUSTOMER = attribute("customerId")
ORDER = entity("Order", keys("ORDER#{id}", "O"), attributes=(CUSTOMER, attribute("state"), attribute("managerId")))
OWNER = entity("Customer", keys("CUST#{customerId}", "C"), attributes=(CUSTOMER,), identity=("customerId",))
LINE = entity("Line", keys("ORDER#{order}", "LINE#{id}"), attributes=(attribute("order"),))
THIN = entity(
    "Order", keys("ORDER#{id}", "O"), keys("CUST#{customerId}", "O#{id}", "GSI1"), attributes=ORDER.attributes
)


def ask(*entities, filter="", name="P1", operation="Query", **key):
    asked = pattern(operation, key=conditions(**key), entities=(entities[0].name,), filter=filter)
    return design(*entities, patterns=(asked.__replace__(name=name),))


def state(text):
    return ask(ORDER, filter=text, PK="ORDER#{id}")


def of_customer(held):
    key_ = conditions(GSI1PK="CUST#{customerId}")
    made = pattern("Query", index="GSI1", key=key_, entities=("Order",), filter="state = 'A'", projection=("id",))
    return design(THIN, patterns=(made,), indexes=(gsi("GSI1", projection=held),))


WHO = entity(
    "Person", keys("{who}", "P"), attributes=(attribute("who"),), identity=("who",), items=(item("p", who="a#b"),)
)
NOBODY = ask(WHO, PK="x#y", SK="P")

CASES = (
    Case("query.other_attribute", ask(STORE, PK="STORES", SK={"begins_with": "STORE#{country}"}),
         ask(STORE, PK="STORES", SK={"begins_with": "STORE#{city}"}),
         Severity.ERROR, "country where SK of Store has city"),
    Case("query.other_attribute", ask(ORDER, PK="ORDER#{customerId}"), ask(ORDER, PK="ORDER#{managerId}"),
         Severity.WARNING),
    Case("query.other_attribute", ask(ORDER, OWNER, PK="ORDER#{customerId}"), ask(ORDER, OWNER, PK="ORDER#{given}"),
         Severity.ERROR),
    Case("query.filter_impossible", state("state = 'A' AND state = 'B'"), state("state = 'A' OR state = 'B'"),
         Severity.ERROR, "state = A and state = B"),
    Case("query.filter_impossible", state("total > 5 AND total < 5"), state("total >= 5 AND total <= 5")),
    Case("query.filter_impossible", state("total = 3 AND 4 <= total"), state("total = 4 AND 4 <= total")),
    Case("query.by_id_needs_more",
         ask(LINE, name="Line by id", operation="GetItem", PK="ORDER#{order}", SK="LINE#{id}"),
         ask(ORDER, name="Order by id", operation="GetItem", PK="ORDER#{id}", SK="O"),
         Severity.ERROR, "also needs order"),
    Case("query.by_id_needs_more", ask(LINE, name="Find a line by its id", PK="ORDER#{order}", SK="LINE#{id}"),
         ask(LINE, name="Line of an order", PK="ORDER#{order}", SK="LINE#{id}")),
    Case("pattern.unserved", NOBODY, ask(WHO, PK="a#b", SK="P"), Severity.ERROR),
    Case("index.projection_too_thin", of_customer("KEYS_ONLY"), of_customer("ALL"), Severity.ERROR,
         "DynamoDB rejects it"),
)  # fmt: skip
