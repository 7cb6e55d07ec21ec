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


PRICED = entity("Order", keys("ORDER#{id}", "O"), attributes=(attribute("total", "N"), attribute("note"),
                attribute("labels", "SS"), attribute("gift", "M"),
                attribute("state", values={"NEW": 0.5, "DONE": 0.5}), attribute("due", format="date"),
                attribute("ends", "N", "epoch_seconds"), attribute("began", "N", "epoch_millis")))  # fmt: skip


def priced(text):
    return ask(PRICED, filter=text, PK="ORDER#{id}")


def moved(update, **values):
    made = pattern("UpdateItem", key=conditions(PK="ORDER#{id}", SK="O"), entities=("Order",), update=update)
    return design(PRICED, patterns=(made.__replace__(values={f":{name}": one for name, one in values.items()}),))


def intended(set_, add=None):
    made = pattern("UpdateItem", key=conditions(PK="ORDER#{id}", SK="O"), entities=("Order",), set=set_, add=add or {})
    return design(PRICED, patterns=(made,))


BY_MAIL = entity(
    "Mail",
    keys("MAIL#{mail:lower}", "N#{n:pad(4)}"),
    identity=("mail", "n"),
    attributes=(attribute("mail", format="email"), attribute("n", "N", "integer", range=(0, 9999))),
)
ITEM = entity("Item", keys("CUST#{customerId}", "I#{id}"), attributes=(CUSTOMER,), identity=("customerId", "id"))


def without(gone):
    asked = {"PK": "CUST#{customerId}", "SK": "I#{id}" if gone is ITEM else "C"}
    return design(OWNER, ITEM, patterns=(pattern("DeleteItem", key=conditions(**asked), entities=(gone.name,)),))


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
    Case("expr.operand_type", priced("total > '100'"), priced("total > 100"), Severity.ERROR, "compared with S"),
    Case("expr.operand_type", priced("total IN (1, '2')"), priced("total IN (1, 2) OR total <> 'x'")),
    Case("expr.operand_type", priced("note BETWEEN 1 AND 5"), priced("note BETWEEN 'a' AND 'b'")),
    Case("expr.operand_type", priced("begins_with(total, '1')"), priced("begins_with(note, '1')")),
    Case("expr.operand_type", priced("contains(total, '1')"), priced("contains(labels, '1') AND contains(note, 'x')")),
    Case("expr.operand_type", priced("contains(labels, 1)"), priced("size(note) > 5 AND gift.a = 3")),
    Case("expr.operand_type", moved("ADD note :n", n=1), moved("ADD total :n", n=1), Severity.ERROR, "ADD is rejected"),
    Case("expr.operand_type", moved("ADD labels :n", n=1), moved("ADD labels :n", n={"SS": ["a"]})),
    Case("expr.operand_type", moved("DELETE total :n", n={"NS": ["1"]}), moved("DELETE labels :n", n={"SS": ["a"]})),
    Case("expr.operand_type", moved("SET note = note + :n", n=1),
         moved("SET total = if_not_exists(total, :n) + :n", n=1)),
    Case("expr.operand_type", moved("SET total = total - :n", n="1"), moved("SET total = total - :n", n="{amount}")),
    Case("expr.operand_type", priced("size(total) = 5"), priced("size(labels) = 5"), Severity.ERROR, "has no size"),
    Case("expr.operand_type", priced("labels.a = 3"), priced("gift.a = 3"), Severity.ERROR, "labels.a never exists"),
    Case("expr.operand_type", priced("gift[0] = 3"), priced("gift.a[0] = 3"), Severity.ERROR, "gift[0] never exists"),
    Case("expr.operand_type", moved("SET gift.a = note + :n", n=1), moved("SET gift.a = total + :n", n=1)),
    Case("expr.operand_type", intended({"total": "five"}), intended({"total": "5", "note": ":n"}), Severity.ERROR,
         "total is of type N, and is set to S"),
    Case("expr.operand_type", intended({}, {"note": 1}), intended({}, {"total": 1}), Severity.ERROR, "added to"),
    Case("expr.operand_type", intended({}, {"total": "one"}), intended({}, {"labels": {"SS": ["a"]}})),
    Case("expr.unlisted_value", priced("state = 'OLD'"), priced("state = 'NEW' AND begins_with(state, 'N')"),
         Severity.WARNING, "state is never OLD; its values are NEW and DONE"),
    Case("expr.unlisted_value", intended({"state": "OLD"}), intended({"state": ":new", "note": "{state}"})),
    Case("expr.unlisted_value", priced("due BETWEEN '1 June' AND '2 June'"), priced("due BETWEEN '2026' AND '2027-01'"),
         Severity.WARNING, "due is a date such as 2026-06-01, and 1 June is not one"),
    Case("expr.unlisted_value", priced("ends < 1780302600000"), priced("ends < 1780302600 AND ends > 0")),
    Case("expr.unlisted_value", priced("began < 1780302600"), priced("began < 1780302600000 AND began > 0")),
    Case("item.bad_value", moved("SET labels = :n", n={"SS": []}), moved("SET labels = :n", n={"SS": ["a"]})),
    Case("query.other_format", ask(BY_MAIL, PK="MAIL#{mail}"), ask(BY_MAIL, PK="MAIL#{mail:lower}"),
         Severity.WARNING, "ADA@EXAMPLE.ORG does not match ada@example.org"),
    Case("query.other_format", ask(BY_MAIL, PK="MAIL#{mail:lower}", SK="N#{n}"),
         ask(BY_MAIL, PK="MAIL#{mail:lower}", SK={"begins_with": "N#{n:pad(4)}"}), Severity.ERROR),
    Case("write.orphaned_children", without(OWNER), without(ITEM), Severity.WARNING, "its Item items"),
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
