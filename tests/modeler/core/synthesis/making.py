"""Designs by intent for tests of the synthesis: entities and access patterns, without keys."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.core.synthesis import Synthesis, SynthesisOptions, synthesise

_FOUND: Final[dict[tuple[str, str], Synthesis]] = {}


def searched(design: Design, options: SynthesisOptions | None = None) -> Synthesis:
    """What a search finds; of one question once in a process, for tests that look at one answer from several sides."""
    asked = options or SynthesisOptions()
    question = (repr(design), repr(asked))
    if question not in _FOUND:
        _FOUND[question] = synthesise(design, asked)
    return _FOUND[question]


def attribute(name: str, format: str = "id", **fields: Any) -> dict[str, Any]:
    """An attribute; numbers by the name of their format."""
    kind = "N" if format in {"integer", "money", "epoch_seconds"} else "S"
    return {"name": name, "type": kind, "format": format, **fields}


def text(name: str, size: int, **fields: Any) -> dict[str, Any]:
    """A text of an average size, in bytes."""
    return attribute(name, "text", size={"average": size, "max": size * 4}, **fields)


def whole(name: str, most: int, **fields: Any) -> dict[str, Any]:
    """A whole number from 0 to `most`."""
    return attribute(name, "integer", range=[0, most], **fields)


def entity(name: str, identity: str, count: int, *attributes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """An entity; `identity` names its attributes, separated by spaces."""
    return {"name": name, "identity": identity.split(), "count": count, "attributes": list(attributes), **fields}


def query(code: str, of: str, given: str, rate: float = 1, order: str = "", **fields: Any) -> dict[str, Any]:
    """A read by given attributes; `order` is an attribute, with - before it if it descends."""
    intent: dict[str, Any] = {"given": given.split()}
    if order:
        intent |= {"order_by": [order.lstrip("-")], "direction": "descending" if order[0] == "-" else "ascending"}
    return {"code": code, "name": code, "operation": "Query", "entities": of.split(), "intent": intent,
            **rated(rate), **fields}  # fmt: skip


def get(code: str, of: str, given: str, rate: float = 1, **fields: Any) -> dict[str, Any]:
    """A read of one item."""
    return {**query(code, of, given, rate), "operation": "GetItem", "items_returned": 1, **fields}


def put(code: str, of: str, rate: float = 1, **fields: Any) -> dict[str, Any]:
    """A create."""
    return {"code": code, "name": code, "operation": "PutItem", "entities": [of], "if": "attribute_not_exists(PK)",
            **rated(rate), **fields}  # fmt: skip


def update(code: str, of: str, given: str, rate: float = 1, **fields: Any) -> dict[str, Any]:
    """An update of an item by the given attributes."""
    return {**query(code, of, given, rate), "operation": "UpdateItem", **fields}


def rated(rate: float) -> dict[str, Any]:
    """A rate with a peak of twice as much."""
    return {"per_second": {"average": rate, "peak": rate * 2}}


def delete(code: str, of: str, given: str, rate: float = 1, **fields: Any) -> dict[str, Any]:
    """A delete of an item by the given attributes."""
    return {**query(code, of, given, rate), "operation": "DeleteItem", **fields}


def belongs(child: str, parent: str, through: str, average: float, most: float) -> dict[str, Any]:
    """A relation: an item of the child has the identity of its parent."""
    many = {"average": average, "max": most}
    return {"parent": parent, "child": child, "through": through.split(), "per_parent": many}


def design(
    entities: list[dict[str, Any]],
    patterns: list[dict[str, Any]],
    relations: list[dict[str, Any]] | None = None,
    **settings: Any,
) -> Design:
    """A design whose entities have no keys yet."""
    table = {
        "name": "app-main",
        "partition_key": [{"name": "PK", "type": "S"}],
        "sort_key": [{"name": "SK", "type": "S"}],
        "settings": {"billing": "PAY_PER_REQUEST", "point_in_time_recovery": True},
        "entities": entities,
    }
    asked = [{"table": "app-main", **pattern} for pattern in patterns]
    document = {"keysheet": 1, "name": "test", "tables": [table], "access_patterns": asked}
    document |= {"relations": relations} if relations else {}
    return from_document(document | ({"settings": settings} if settings else {}))


CUSTOMER = entity(
    "Customer", "customerId", 50_000,
    attribute("customerId"), attribute("email", "email"), attribute("name", "text", size={"average": 20, "max": 80}),
)  # fmt: skip
ORDER = entity(
    "Order", "orderId", 2_000_000,
    attribute("orderId"), attribute("customerId"), attribute("orderDate", "date"),
    attribute("status", "enum", values={"OPEN": 0.05, "SHIPPED": 0.9, "CANCELLED": 0.05}),
    attribute("total", "money"), attribute("note", "text", size={"average": 300, "max": 2000}),
    per_parent={"average": 40, "max": 3000},
)  # fmt: skip


SELDOM = [20, 5, 40, 0.1, 1, 15, 1, 5, 5]
"""Rates for the shop with which three designs are worth comparing: a read is seldom enough to need no whole index."""


def shop(rates: list[float] | None = None) -> list[dict[str, Any]]:
    """Patterns of a small shop, with these rates."""
    of = iter(rates or [])
    return [
        get("R1", "Customer", "customerId", next(of, 20)),
        query("R2", "Customer", "email", next(of, 5), items_returned=1),
        query("R3", "Order", "customerId", next(of, 40), "-orderDate", limit=20, items_returned=20),
        query("R4", "Order", "customerId status", next(of, 10), "-orderDate", limit=20, items_returned=5),
        query("R5", "Order", "", next(of, 1), "orderDate", filter="status = 'OPEN'", limit=50, items_returned=50),
        get("R6", "Order", "orderId", next(of, 15)),
        put("W1", "Customer", next(of, 1)),
        put("W2", "Order", next(of, 5)),
        update("W3", "Order", "orderId", next(of, 5), set={"status": "SHIPPED"}, **{"if": "status = 'OPEN'"}),
    ]
