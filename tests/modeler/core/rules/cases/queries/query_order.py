"""Cases: prefixes, bounds, orders and segments of sort keys."""

from dataclasses import replace

from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    CUSTOMER,
    DESIGN,
    ORDER,
    TABLE,
    attribute,
    overload,
    pattern,
    with_pattern,
)
from tests.modeler.core.rules.cases.case import Case

MORE = (
    *ORDER.attributes,
    attribute("path", format="path"),
    attribute("region", format="enum", values={"W": 0.5, "E": 0.5}),
)


def under(sort, made, attributes=MORE):
    """One table, whose orders have this sort key, and one pattern."""
    order = replace(
        ORDER, attributes=attributes, overloads=(overload(None, PK="CUST#{customerId}", SK=sort),), items=()
    )
    return replace(DESIGN, tables=(replace(TABLE, entities=(CUSTOMER, order)),), patterns=(made,))


def asked(sort, **fields):
    """A query of a customer's partition by this condition of the sort key."""
    return pattern("Query", key=conditions(PK="CUST#{customerId}", SK=sort), **fields)


def intended(**intent):
    """A query by intent alone."""
    fields = intent.pop("fields", {})
    return pattern("Query", parameters={"customerId": "a1"}, extra={"intent": intent}, **fields)


def ordered(descending=False, direction="ascending", order="orderDate"):
    return asked(
        {"begins_with": "ORDER#"}, descending=descending, extra={"intent": {"order_by": order, "direction": direction}}
    )


def prefix(sort, text, **more):
    return under(sort, asked({"begins_with": text}), **more)


def between(sort, low, high):
    return under(sort, asked({"between": [low, high]}))


def made(sort, order, kind="ulid", **more):
    """Orders by a time, under an id of this format: orderId is their own, otherId is another's."""
    attributes = (
        *(one for one in MORE if one.name != "orderId"),
        *(attribute(name, format=kind) for name in ("orderId", "otherId")),
        attribute("createdAt", format="iso"),
        attribute("created", "N", "epoch_seconds"),
        attribute("packedAt", format="iso"),
        attribute("bornAt", format="iso", source="payload"),
    )
    return under(f"ORDER#{{{sort}}}", ordered(order=order, **more), attributes)


DATED = "ORDER#{orderDate}#{orderId}"
BY_ID = "ORDER#{orderId}#{orderDate}"
REGIONAL = "REGION#{region}#DATE#{orderDate}#ORDER#{orderId}"
TOP = {"intent": {"top": 10}}
GEO = {"geohash_precision": 6, "radius_km": 1}

IN_KEYS = (
    *(one for one in MORE if one.name != "orderDate"),
    attribute("orderDate", format="date", key_only=True),
)
"""The date of an order lives in its keys only, so that nothing can filter by it."""

CASES = (
    Case(
        "query.skips_sk_segment",
        under(REGIONAL, intended(given="orderDate"), IN_KEYS),
        under(REGIONAL, intended(given=["region", "orderDate"]), IN_KEYS),
        ERROR,
        "has region before orderDate",
    ),
    Case(
        "query.skips_sk_segment",
        under(REGIONAL, intended(range="orderDate"), IN_KEYS),
        under(REGIONAL, intended(range="orderDate", given="region"), IN_KEYS),
        ERROR,
        "only in keys",
    ),
    Case(
        "query.prefix_without_delimiter", prefix(BY_ID, "ORDER#{orderId}"), prefix(BY_ID, "ORDER#{orderId}#"), WARNING
    ),
    Case("query.prefix_without_delimiter", prefix("PATH#{path}", "PATH#{path}"), prefix(DATED, "ORDER#2026-01")),
    Case("query.prefix_without_delimiter", prefix(BY_ID, "ORDER#{orderId}"), prefix(DATED, "ORDER#{orderDate}")),
    Case("query.prefix_without_delimiter", prefix(BY_ID, "ORDER#{orderId}"), prefix("NOTE#{note}", "NOTE#{note}")),
    Case(
        "query.between_bounds",
        between(DATED, "ORDER#{from}", "ORDER#{to}"),
        between(DATED, "ORDER#{from}", "ORDER#{to}~"),
        WARNING,
        "last value",
    ),
    Case(
        "query.between_bounds",
        between(DATED, "ORDER#{orderDate}", "ORDER#{orderDate}"),
        prefix(DATED, "ORDER#{orderDate}"),
        WARNING,
        "no key is between them",
    ),
    Case(
        "query.between_bounds",
        between(DATED, "ORDER#2026-01-01", "ORDER#2026-01-31"),
        between(DATED, "ORDER#2026-01-01", "ORDER#2026-01-31~"),
        WARNING,
        "last day",
    ),
    Case(
        "query.between_bounds",
        between("ORDER#{orderDate}", "ORDER#2026-01-01", "ORDER#2026-02-01"),
        between(DATED, "ORDER#2026-01-01", "ORDER#2026-02-01"),
        WARNING,
        "next period",
    ),
    Case(
        "query.between_bounds",
        between("NOTE#{note}", "NOTE#", "NOTE#~"),
        between(DATED, "ORDER#", "ORDER#~"),
        WARNING,
        "non-ASCII",
    ),
    Case("query.between_bounds", between("NOTE#{note}", "NOTE#b", "NOTE#~"), prefix("NOTE#{note}", "NOTE#")),
    Case(
        "query.order_not_satisfied", under(DATED, ordered(order="total")), under(DATED, ordered()), ERROR, "orderDate"
    ),
    Case(
        "query.order_not_satisfied",
        under(DATED, ordered(direction="newest first")),
        under(DATED, ordered(True, "newest first")),
        ERROR,
        "descending",
    ),
    Case("query.order_not_satisfied", made("orderId", "status"), made("orderId", "createdAt"), ERROR, "orderId first"),
    Case("query.order_not_satisfied", made("orderId", "packedAt"), made("orderId", "createdAt"), ADVICE, "only if"),
    Case("query.order_not_satisfied", made("orderId", "bornAt"), made("orderId", "created"), ERROR, "orderId first"),
    Case(
        "query.order_not_satisfied", made("orderId", "createdAt", "ksuid"), made("orderId", "created", "ksuid"), ADVICE
    ),
    Case(
        "query.order_not_satisfied", made("otherId", "createdAt"), made("orderId", "createdAt"), ERROR, "otherId first"
    ),
    Case("query.order_not_satisfied", under(DATED, ordered(True)), under(DATED, ordered()), ERROR, "ascending"),
    Case(
        "query.order_not_satisfied",
        under(DATED, ordered(order=["orderDate", "orderId"], direction=["descending", "ascending"])),
        under(DATED, ordered(True, "descending", ["orderDate", "orderId"])),
        ERROR,
        "one direction",
    ),
    Case(
        "query.order_not_satisfied",
        under("ORDER#{total}#{orderId}", intended(order_by="total")),
        under("ORDER#{total:pad(8)}#{orderId}", intended(order_by="total")),
        ERROR,
        "sorts differently",
    ),
    Case(
        "query.top_k_limit_below_k",
        with_pattern(asked({"begins_with": "ORDER#"}, fan_out=4, limit=3, extra=TOP)),
        with_pattern(asked({"begins_with": "ORDER#"}, fan_out=4, limit=10, extra=TOP)),
        ERROR,
        "top 10 of 4",
    ),
    Case(
        "query.top_k_limit_below_k",
        with_pattern(asked({"begins_with": "ORDER#"}, fan_out=4, limit=9, extra=TOP)),
        with_pattern(asked({"begins_with": "ORDER#"}, limit=9, extra=TOP)),
    ),
    Case(
        "query.geo_cell_too_small",
        with_pattern(intended(**GEO)),
        with_pattern(intended(**{**GEO, "geohash_precision": 5})),
        WARNING,
        "0.611 km",
    ),
    Case(
        "query.skips_sk_segment",
        under(REGIONAL, asked({"begins_with": "DATE#{orderDate}"})),
        under(REGIONAL, asked({"begins_with": "REGION#{region}#DATE#{orderDate}"})),
        ERROR,
        "region before orderDate",
    ),
    Case(
        "query.skips_sk_segment",
        under(REGIONAL, asked({"begins_with": "DATE#2026-01"})),
        under(REGIONAL, asked({"begins_with": "REGION#W#DATE#2026-01"})),
        ERROR,
        "region before orderDate",
    ),
    Case(
        "query.skips_sk_segment",
        under(REGIONAL, intended(given=["orderDate"])),
        under(REGIONAL, intended(given=["region", "orderDate"])),
        WARNING,
        "filter by orderDate",
    ),
    Case(
        "keys.fine_to_coarse",
        under(BY_ID, intended(order_by="orderDate")),
        under(DATED, intended(order_by="orderDate")),
        WARNING,
        "orderId before orderDate",
    ),
    Case("keys.fine_to_coarse", under(BY_ID, intended(range="orderDate")), under(BY_ID, intended(order_by="orderId"))),
    Case(
        "keys.fine_to_coarse",
        under(BY_ID, asked({"begins_with": "ORDER#"}, extra={"intent": {"order_by": "orderDate"}})),
        under(BY_ID, asked({"begins_with": "ORDER#{orderId}#"}, extra={"intent": {"order_by": "orderDate"}})),
    ),
    Case(
        "query.filter_of_key",
        under(DATED, asked({"begins_with": "ORDER#"}, filter="orderDate >= :from")),
        under(BY_ID, asked({"begins_with": "ORDER#"}, filter="orderDate >= :from")),
        WARNING,
        "SK has orderDate after ORDER#",
    ),
    Case(
        "query.filter_of_key",
        under(DATED, asked({"begins_with": "ORDER#"}, filter="begins_with(orderDate, :month)")),
        under(DATED, asked({"begins_with": "ORDER#{orderDate}"}, filter="begins_with(orderDate, :month)")),
    ),
    Case(
        "query.filter_of_key",
        under(DATED, asked({"begins_with": "ORDER#"}, filter="orderDate BETWEEN :a AND :b AND total > :t")),
        under(DATED, asked({"begins_with": "ORDER#"}, filter="orderDate <> :a")),
    ),
)
