"""Names, key schemas, indexes, settings: each rule with what triggers it and what nearly does."""

from dataclasses import replace

import pytest

from modeler.core.analysis import analyse
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Capacity, KeyAttribute, Table
from modeler.core.findings import Severity
from modeler.core.values.attribute_values import AttributeType
from tests.modeler.core.rules.builders import (
    CUSTOMER,
    DESIGN,
    ORDER,
    ORDER_ATTRIBUTES,
    ORDERS,
    TABLE,
    attribute,
    errors_of,
    gsi,
    key,
    lsi,
    only,
    overload,
    pattern,
    rules_of,
    with_attribute,
    with_index,
    with_order,
    with_overload,
    with_pattern,
    with_settings,
    with_table,
)


def many(name, count, kind="S"):
    return tuple(KeyAttribute(f"{name}{n}", AttributeType(kind)) for n in range(count))


def policy_of(size):
    """A policy that DynamoDB can read, of so many bytes."""
    made = '{"Statement": {"Effect": "Deny", "Principal": "*", "Action": "*"}}'
    return made + " " * (size - len(made))


def nested(name, *more):
    """An index over a path into a map of Order, or over an attribute of that name."""
    indexes = (*TABLE.indexes, gsi("GSI3", key(name), (), reserve=True))
    order = ORDER.__replace__(attributes=(*ORDER_ATTRIBUTES, attribute("address", "M"), *more))
    return with_table(indexes=indexes, entities=(CUSTOMER, order))


def listed(*counts):
    """Indexes that list so many attributes, all of which Order has."""
    most = max(counts)
    names = [f"x{n}" for n in range(most)]
    indexes = [
        gsi(f"GSI{number + 3}", projection="INCLUDE", include=names[:count], reserve=True)
        for number, count in enumerate(counts)
    ]
    attributes = (*ORDER_ATTRIBUTES, *(attribute(name, format="id") for name in names))
    return with_table(indexes=(*TABLE.indexes, *indexes), entities=(CUSTOMER, ORDER.__replace__(attributes=attributes)))


def test_the_design_that_the_cases_start_from_has_nothing_but_advice():
    assert {one.severity for one in analyse(DESIGN).findings} <= {Severity.ADVICE}


def session(name):
    """An entity with a key of its own."""
    attributes = (attribute("sessionId", format="id"),)
    keys = (overload(None, PK="SESSION#{sessionId}", SK="META"),)
    return Entity("e-session", name, attributes, keys, identity=("sessionId",))


def unnamed(code):
    """Two more access patterns with a code."""
    return (replace(ORDERS, id="p-one", code=code), replace(ORDERS, id="p-two", code=code))


PROVISIONED = {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}}
UNITS = Capacity(5, 5)
CASES = [
    ("name.bad_table_or_index", with_table(name="ap"), with_table(name="app.main-1")),
    ("name.bad_table_or_index", with_table(name="app main"), with_table(name="a_b")),
    ("name.bad_table_or_index", with_index(gsi("by status")), with_index(gsi("by-status"))),
    ("name.bad_attribute", with_attribute(attribute("")), with_attribute(attribute("x" * 300))),
    ("name.bad_attribute", with_attribute(attribute("é" * 33_000)), with_attribute(attribute("é" * 32_000))),
    ("name.bad_attribute", with_index(gsi("GSI3", key("k" * 256))), with_index(gsi("GSI3", key("k" * 255)))),
    ("name.duplicate_index", with_index(gsi("GSI3"), gsi("GSI3")), with_index(gsi("GSI3"), gsi("GSI4"))),
    (
        "name.duplicate_attribute",
        with_order(attributes=(*ORDER_ATTRIBUTES, attribute("note"))),
        with_attribute(attribute("Note")),
    ),
    (
        "name.duplicate_entity",
        with_table(entities=(CUSTOMER, ORDER, session("Customer"))),
        with_table(entities=(CUSTOMER, ORDER, session("Session"))),
    ),
    (
        "name.duplicate_table",
        Design("d", tables=(Table("1", "same", key("PK")), Table("2", "same", key("PK")))),
        Design("d", tables=(Table("1", "same", key("PK")), Table("2", "other", key("PK")))),
    ),
    (
        "name.duplicate_code",
        with_pattern(replace(ORDERS, id="p-other")),
        with_pattern(replace(ORDERS, id="p-other", code="A9")),
    ),
    ("name.duplicate_code", with_pattern(*unnamed("Z")), with_pattern(*unnamed(""))),
    (
        "keys.schema_shape",
        Design("d", tables=(Table("t", "bare", ()),)),
        Design("d", tables=(Table("t", "one", key("PK")),)),
    ),
    ("keys.schema_shape", with_index(gsi("GSI3", key("K"), key("K"))), with_index(gsi("GSI3", key("K"), key("L")))),
    ("keys.schema_shape", with_index(gsi("GSI3", key("K", "SS"))), with_index(gsi("GSI3", key("K", "B")))),
    ("keys.schema_shape", with_index(gsi("GSI3", ())), with_index(gsi("GSI3", many("k", 2)))),
    ("keys.schema_shape", nested("address.city"), nested("address.city", attribute("address.city"))),
    ("keys.schema_shape", nested("address[0]"), nested("addressed.city")),
    ("keys.type_conflict", with_index(gsi("GSI3", key("GSI1PK", "N"))), with_index(gsi("GSI3", key("GSI1PK", "S")))),
    (
        "index.gsi_count",
        with_index(*(gsi(f"G{n:03}") for n in range(19))),
        with_index(*(gsi(f"G{n:03}") for n in range(18))),
    ),
    (
        "index.lsi_shape",
        with_index(*(lsi(f"LSI{n}", sort=key(f"s{n}")) for n in range(6))),
        with_index(*(lsi(f"LSI{n}", sort=key(f"s{n}")) for n in range(5))),
    ),
    ("index.lsi_shape", with_index(lsi(partition=key("other"))), with_index(lsi())),
    ("index.lsi_shape", with_index(lsi(sort=())), with_index(lsi(sort=key("customerId")))),
    ("index.lsi_shape", with_index(lsi(sort=key("SK"))), with_index(lsi(sort=key("orderDate")))),
    (
        "index.lsi_shape",
        Design("d", tables=(Table("t", "plain", key("PK"), (), (lsi(),)),)),
        Design("d", tables=(Table("t", "plain", key("PK"), key("SK"), (lsi(),)),)),
    ),
    (
        "index.multi_attribute_shape",
        with_index(gsi("GSI3", many("h", 5))),
        with_index(gsi("GSI3", many("h", 4), many("r", 4))),
    ),
    (
        "index.projection_shape",
        with_index(gsi("GSI3", projection="INCLUDE")),
        with_index(gsi("GSI3", projection="INCLUDE", include=["note"])),
    ),
    (
        "index.projection_shape",
        with_index(gsi("GSI3", projection="KEYS_ONLY", include=["note"])),
        with_index(gsi("GSI3", projection="KEYS_ONLY")),
    ),
    (
        "index.projection_shape",
        with_index(gsi("GSI3", projection="INCLUDE", include=["PK", "note"])),
        with_index(gsi("GSI3", projection="INCLUDE", include=["total", "note"])),
    ),
    ("index.projected_names", listed(20, 20, 20, 20, 20, 1), listed(20, 20, 20, 20, 20)),
    ("index.projected_names", listed(21), listed(20)),
    (
        "keys.unknown_attribute",
        with_index(gsi("GSI3", projection="INCLUDE", include=["stauts"])),
        with_index(gsi("GSI3", projection="INCLUDE", include=["status", "name"])),
    ),
    (
        "index.overload_incomplete",
        with_overload(overload("GSI1", GSI1PK="CUST#{customerId}#{status}")),
        with_overload(overload("GSI1", GSI1PK="CUST#{customerId}#{status}", GSI1SK="{orderDate}")),
    ),
    (
        "index.sparse_not_sparse",
        with_attribute(attribute("status", format="enum", values={"OPEN": 0.5, "SHIPPED": 0.5})),
        with_attribute(attribute("status", format="enum", values={"OPEN": 0.3, "SHIPPED": 0.7})),
    ),
    ("index.unused", with_table(indexes=(*TABLE.indexes, gsi("GSI3"))), with_index(gsi("GSI3"))),
    (
        "index.unused",
        with_table(indexes=(*TABLE.indexes, gsi("GSI3"))),
        with_pattern(pattern("Scan", "A9", index="GSI3", entities=())).__replace__(
            tables=(TABLE.__replace__(indexes=(*TABLE.indexes, gsi("GSI3"))),)
        ),
    ),
    (
        "settings.throughput_shape",
        with_table(settings=PROVISIONED, indexes=(TABLE.indexes[0], TABLE.indexes[1].__replace__(capacity=UNITS))),
        with_table(settings=PROVISIONED, indexes=tuple(index.__replace__(capacity=UNITS) for index in TABLE.indexes)),
    ),
    (
        "settings.throughput_shape",
        with_settings(provisioned={"read": 5, "write": 5}),
        with_settings(billing="PAY_PER_REQUEST"),
    ),
    (
        "settings.throughput_shape",
        with_settings(on_demand_maximum={"read": 0}),
        with_settings(on_demand_maximum={"read": 1}),
    ),
    (
        "settings.quota",
        with_table(
            settings={"billing": "PROVISIONED", "provisioned": {"read": 40_001, "write": 5}},
            indexes=tuple(index.__replace__(capacity=UNITS) for index in TABLE.indexes),
        ),
        with_table(
            settings={"billing": "PROVISIONED", "provisioned": {"read": 40_000, "write": 5}},
            indexes=tuple(index.__replace__(capacity=UNITS) for index in TABLE.indexes),
        ),
    ),
    ("settings.feature_limits", with_settings(recovery_days=36), with_settings(recovery_days=35)),
    (
        "settings.feature_limits",
        with_settings(tags={f"t{n}": "" for n in range(51)}),
        with_settings(tags={f"t{n}": "" for n in range(50)}),
    ),
    ("settings.feature_limits", with_settings(tags={"aws:x": ""}), with_settings(tags={"x:aws": ""})),
    ("settings.feature_limits", with_settings(tags={"x": "y" * 257}), with_settings(tags={"x": "y" * 256})),
    ("settings.feature_limits", with_settings(tags={"": "y"}), with_settings(tags={"y": ""})),
    (
        "settings.feature_limits",
        with_settings(resource_policy=policy_of(20_481)),
        with_settings(resource_policy=policy_of(20_480)),
    ),
    (
        "settings.feature_limits",
        with_table(
            settings={**PROVISIONED, "replicas": ["eu-west-1"]},
            indexes=tuple(index.__replace__(capacity=UNITS) for index in TABLE.indexes),
        ),
        with_settings(replicas=["eu-west-1"]),
    ),
]


@pytest.mark.parametrize(("rule", "wrong", "near"), CASES, ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)])
def test_a_rule_speaks_once_of_what_is_wrong_and_not_of_what_nearly_is(rule, wrong, near):
    assert only(wrong, rule)
    assert rule not in rules_of(near)
    assert errors_of(near) == []
