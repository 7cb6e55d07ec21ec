"""Generated applications: entities of a shop, and reads and writes in every combination of what they request."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.modeler.core.synthesis.making import attribute, entity, put, query, update

CUSTOMER = entity(
    "Customer", "customerId", 40_000,
    attribute("customerId"), attribute("email", "email"), attribute("name", "text", size={"average": 20, "max": 80}),
)  # fmt: skip
SALE = entity(
    "Sale", "saleId", 900_000,
    attribute("saleId"), attribute("customerId"), attribute("productId"),
    attribute("region", "enum", values={"NORTH": 0.3, "SOUTH": 0.3, "WEST": 0.4}),
    attribute("status", "enum", values={"OPEN": 0.05, "SHIPPED": 0.9, "CANCELLED": 0.05}),
    attribute("soldAt", "iso"), attribute("total", "integer", range=[0, 99999]),
    attribute("note", "text", size={"average": 400, "max": 1500}),
    per_parent={"average": 22, "max": 900},
)  # fmt: skip
PRODUCT = entity(
    "Product", "productId", 3_000, attribute("productId"), attribute("title", "text", size={"average": 40, "max": 90}),
    attribute("stock", "integer", range=[0, 9999]),
)  # fmt: skip
ENTITIES = [CUSTOMER, SALE, PRODUCT]
RATES = st.sampled_from([0.02, 0.5, 4, 60])


@st.composite
def reads(draw: st.DrawFn) -> dict[str, Any]:
    """A read of sales: some given attributes, sometimes a constant state, an order or a range, some attributes."""
    given = draw(st.sets(st.sampled_from(["customerId", "productId", "region"]), min_size=0, max_size=3))
    is_open = draw(st.booleans()) or not given
    order = draw(st.sampled_from(["", "-soldAt", "total"]))
    returned = draw(st.sampled_from([5, 25]))
    fields: dict[str, Any] = {"items_returned": returned}
    if order:
        fields["limit"] = returned
    filters = ["status = 'OPEN'"] if is_open else []
    if order == "-soldAt" and draw(st.booleans()):
        filters.append("soldAt >= :since")
        fields["parameters"] = {"since": "2026-01-15T00:00:00.000Z"}
    if filters:
        fields["filter"] = " AND ".join(filters)
    if draw(st.booleans()):
        fields["projection"] = draw(st.sampled_from([["saleId", "total"], ["saleId", "soldAt", "note"]]))
    return query("R", "Sale", " ".join(sorted(given)), draw(RATES), order, **fields)


@st.composite
def writes(draw: st.DrawFn) -> dict[str, Any]:
    """A write of sales: a create, or an update of one of the attributes that reads use."""
    rate = draw(RATES)
    changed = draw(st.sampled_from(["", "status", "region", "total", "note"]))
    if not changed:
        return put("W", "Sale", rate)
    value = {"status": "'SHIPPED'", "region": "'WEST'", "total": "7", "note": "'later'"}[changed]
    return update("W", "Sale", "saleId", rate, set={changed: value.strip("'")}, **{"if": "attribute_exists(PK)"})


@st.composite
def lookups(draw: st.DrawFn) -> dict[str, Any]:
    """A read of one item, or of the few that share a value."""
    of, given = draw(st.sampled_from([("Customer", "customerId"), ("Customer", "email"), ("Product", "productId"),
                                      ("Sale", "saleId")]))  # fmt: skip
    return query("L", of, given, draw(RATES), items_returned=1)


def numbered(patterns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The patterns with a code of their own each."""
    return [one | {"code": f"P{place}", "name": f"P{place}"} for place, one in enumerate(patterns)]


PATTERNS = st.lists(st.one_of(reads(), reads(), writes(), lookups()), min_size=2, max_size=7).map(numbered)
