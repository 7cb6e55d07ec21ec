"""Faults of expressions that parse: types, values and paths that the attributes do not have."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Edits, Fault, attribute

TYPES: Final = ("expr.operand_type",)
MISSING: Final = ("write.missing_path",)
VALUES: Final = ("expr.unlisted_value",)


def read(text: str, **values: Any) -> Edits:
    """The orders of a customer, filtered."""
    given = {"S3/values": {f":{name}": value for name, value in values.items()}} if values else {}
    return {"S3/filter": text, "S3/limit": GONE, **given}


def write(update: str, names: dict[str, str] | None = None, **values: Any) -> Edits:
    """Change an order by an explicit update."""
    given = {"S8/names": names} if names else {}
    return {
        "S8/set": GONE,
        "S8/update": update,
        "S8/values": {f":{name}": value for name, value in values.items()},
        **given,
    }


def task(text: str) -> Edits:
    """The tasks of a project, filtered."""
    return {"B4/filter": text, "B4/limit": GONE}


SOMETIMES: Final = {"Order/attributes+": (attribute("gift M ?.3"), attribute("nickname text ?.5"))}
PREFERENCES: Final = {"Order/attributes+": (attribute("gift M"), attribute("tags L"))}
MARKS: Final = {**attribute("marks L"), "elements": {"average": 2, "max": 5}, "size": {"average": 20, "max": 90}}

FAULTS: Final = (
    Fault("the length of a note beside a text", TYPES, SHOP, read("size(note) > '5'"), read("size(note) > 5")),
    Fault("the length of a note beside a text value", TYPES, SHOP, read("size(note) > :n", n="5"),
          read("size(note) > :n", n=5)),
    Fault("the length of a total", TYPES, SHOP, read("size(total) > 3"), read("size(status) > 3")),
    Fault("the amount inside a total", TYPES, SHOP, read("total.amount > 5"),
          {**PREFERENCES, **read("gift.price > 5")}),
    Fault("the first character of a note", TYPES, SHOP, read("note[0] = 'a'"),
          {**PREFERENCES, **read("tags[0] = 'a'")}),
    Fault("a total that is text by its type", TYPES, SHOP, read("attribute_type(total, 'S')"),
          read("attribute_type(total, 'N')")),
    Fault("a total that equals a note", TYPES, SHOP, read("total = note"), read("orderId <> note")),
    Fault("the domain of an email address is returned", TYPES, SHOP, {"S1/projection": ["email.domain"]},
          {"S1/projection": ["email"]}),
    Fault("a total that becomes text", TYPES, SHOP, write("SET #t = :t", {"#t": "total"}, t="5"),
          write("SET #t = :t", {"#t": "total"}, t=5)),
    Fault("a total that is set to a word", TYPES, SHOP, {"S8/set": {"status": "PAID", "total": "five"}},
          {"S8/set": {"status": "PAID", "total": 5}}),
    Fault("a total that is set to yes", TYPES, SHOP, {"S8/set": {"status": "PAID", "total": True}},
          {"S8/set": {"status": "PAID", "total": ":sum"}}),
    Fault("a total whose example is a word", TYPES, SHOP,
          {"S8/set": {"status": "PAID", "total": ":sum"}, "S8/parameters": {"sum": "five"}},
          {"S8/set": {"status": "PAID", "total": ":sum"}, "S8/parameters": {"sum": "149.00"}}),
    Fault("a note that is counted", TYPES, SHOP,
          {"S8/add": {"note": 1}}, {"S8/add": {"total": 1}, "S8/intent": {"approximate": True}}),
    Fault("a note that is copied into a total", TYPES, SHOP, write("SET #t = note", {"#t": "total"}),
          write("SET note = orderId")),
    Fault("a total that starts as text", TYPES, SHOP,
          write("SET #t = if_not_exists(#t, :z)", {"#t": "total"}, z="0"),
          write("SET #t = if_not_exists(#t, :z)", {"#t": "total"}, z=0)),
    Fault("a sum that begins with a note", TYPES, SHOP,
          write("SET #t = if_not_exists(note, :z) + :n", {"#t": "total"}, z=0, n=1),
          write("SET #t = if_not_exists(#t, :z) + :n", {"#t": "total"}, z=0, n=1)),
    Fault("a list that grows out of a note", TYPES, SHOP, write("SET note = list_append(note, :n)", n=["a"]),
          {"Order/attributes+": MARKS,
           **write("SET marks = list_append(marks, :n)", n=["a"])}),
    Fault("a part of a total is set", TYPES, SHOP, write("SET #t.cents = :n", {"#t": "total"}, n=5),
          {**PREFERENCES, **write("SET gift.price = :n", n=5)}),
    Fault("a price in a gift that not every order has", MISSING, SHOP,
          {**SOMETIMES, **write("SET gift.price = :n", n=5)},
          {**SOMETIMES, **write("SET gift.price = :n", n=5), "S8/if": "status = 'OPEN' AND attribute_exists(gift)"}),
    Fault("a price is set by intent in a gift that not every order has", MISSING, SHOP,
          {**SOMETIMES, "S8/set": {"status": "PAID", "gift.price": 5}},
          {**SOMETIMES, "S8/set": {"status": "PAID", "gift": {"M": {"price": {"N": "5"}}}}}),
    Fault("a price is removed from a gift that not every order has", MISSING, SHOP,
          {**SOMETIMES, **write("REMOVE gift.price")}, {**SOMETIMES, **write("REMOVE gift")}),
    Fault("a nickname that not every order has is copied", MISSING, SHOP,
          {**SOMETIMES, **write("SET note = nickname")},
          {**SOMETIMES, **write("SET note = if_not_exists(nickname, orderId)")}),
    Fault("an index of totals that are words", TYPES, SHOP,
          {"Order@GSI2": "OPEN | {placedAt}#{orderId} when status = 'OPEN' AND total > '5'"},
          {"Order@GSI2": "OPEN | {placedAt}#{orderId} when status = 'OPEN' AND total > 5"}),
    Fault("orders in a state that there is not", VALUES, SHOP, read("status = 'CLOSED'"), read("status <> 'OPEN'")),
    Fault("one state of three is misspelled", VALUES, SHOP, read("status IN ('SHIPPED', 'PAYED')"),
          read("status IN ('SHIPPED', 'PAID')")),
    Fault("a state that there is not is written", VALUES, SHOP, {"S8/set": {"status": "PAYED"}}, {}),
    Fault("an account is closed only in a state that there is not", VALUES, BANK,
          {"K6/if": "state = 'ACTIVE' AND version = :version"}, {}),
    Fault("a state leads to one that there is not", VALUES, SHOP,
          {"Order:status/states": {"OPEN": ["PAID"], "PAID": ["SHIPED"]}},
          {"Order:status/states": {"OPEN": ["PAID"], "PAID": ["SHIPPED"]}}),
    Fault("an index of a state that there is not", VALUES, BOARD,
          {"Project@GSI1": "COMPANY#{companyId}#ACTIVE | {changedAt}#{projectId} when state = 'ACTIV'"}, {}),
    Fault("tasks due before an English date", VALUES, BOARD, task("due < '06/01/2026'"), task("due < '2026-06'")),
    Fault("sessions that expire after milliseconds", VALUES, CHAT,
          {"C9/if": "attribute_not_exists(PK) OR expiresAt < 1780302600000"},
          {"C9/if": "attribute_not_exists(PK) OR expiresAt < 1780302600"}),
    Fault("an index of two states at once", ("query.filter_impossible",), SHOP,
          {"Order@GSI2": "OPEN | {placedAt}#{orderId} when status = 'OPEN' AND status = 'PAID'"},
          {"Order@GSI2": "OPEN | {placedAt}#{orderId} when status = 'OPEN' AND total > 0"}),
    Fault("a member leaves who is not there", ("query.filter_impossible",), CHAT,
          {"C7/if": "attribute_not_exists(PK)"}, {"C7/if": "attribute_exists(PK)"}),
    Fault("a name is set and removed", ("expr.paths_overlap",), CHAT,
          {"C10/remove": ["title"]}, {"C10/remove": ["subtitle"], "Room/attributes+": attribute("subtitle text ?.5")}),
    Fault("a path is returned twice", ("expr.paths_overlap",), SHOP, {"S1/projection": ["name", "name"]},
          {"S1/projection": ["name", "email"]}),
    Fault("a map and its part are returned", ("expr.paths_overlap",), SHOP,
          {**PREFERENCES, "S3/projection": ["gift", "gift.price"]},
          {**PREFERENCES, "S3/projection": ["gift.note", "gift.price"]}),
    Fault("a path with an empty step", ("expr.syntax",), SHOP, {**PREFERENCES, "S3/projection": ["gift..price"]},
          {**PREFERENCES, "S3/projection": ["gift.price"]}),
    Fault("an empty set is written", ("item.bad_value",), SHOP,
          {"Order/attributes+": attribute("marks SS ?.5"), **write("SET marks = :m", m={"SS": []})},
          {"Order/attributes+": attribute("marks SS ?.5"), **write("SET marks = :m", m={"SS": ["a"]})}),
)  # fmt: skip
