"""Every hard limit of DynamoDB has a rule: it speaks one beyond the limit, and has no error at it."""

from dataclasses import dataclass, replace

import pytest

from modeler.core import limits
from modeler.core.analysis import analyse
from modeler.core.design.items import SizeFact
from modeler.core.design.model import Design
from modeler.core.design.tables import Capacity, Table
from modeler.core.findings import Severity
from modeler.core.rules import RULES
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from tests.modeler.core.rules.builders import (
    ORDER,
    ORDER_ATTRIBUTES,
    attribute,
    gsi,
    key,
    lsi,
    overload,
    with_attribute,
    with_cell,
    with_index,
    with_settings,
    with_table,
    without_a_note,
)
from tests.modeler.core.rules.cases.schemas.settings import provisioned, strong, vector, with_vectors
from tests.modeler.core.rules.test_key_rules import deep, large, stored
from tests.modeler.core.rules.test_pattern_rules import transaction, update
from tests.modeler.core.rules.test_schema_rules import listed, many


@dataclass(frozen=True)
class Limit:
    """A hard limit: its section of docs/facts, the rule that guards it, and designs at it and one beyond it."""

    what: str
    section: str
    rule: str
    at: Design
    beyond: Design
    severity: Severity = Severity.ERROR


def units(read):
    return provisioned({"billing": "PROVISIONED", "provisioned": {"read": read, "write": 5}})


def warm(read):
    return with_settings(warm_throughput={"read": read})


def tables(count):
    return Design("Many", tables=tuple(Table(f"t{n}", f"table-{n}", key("PK")) for n in range(count)))


def tags(**made):
    return with_settings(tags=made)


def condition(text, **fields):
    """One more update with a condition."""
    return update("SET note = :n", **{"values": {":n": "x"}, "condition": text, **fields})


def padded(size):
    """A condition of so many bytes."""
    start = "note <> :n AND total <> :n"
    return condition(start.replace(" AND", " " * (size - len(start)) + " AND"))


def operators(count):
    """A condition of so many operators: comparisons, and what joins them."""
    comparisons = (count + 1) // 2
    last = " AND NOT note = :n" if count % 2 == 0 else " AND note = :n"
    text = " AND ".join(["a = :n"] * (comparisons - 1 - (count % 2 == 0)))
    return condition(text + last)


def path(levels):
    return condition(".".join(["note", *(["a"] * (levels - 1))]) + " = :n")


def in_list(count):
    return condition(f"note IN ({', '.join([':n'] * count)})")


def placeholder(size):
    name = ":" + "n" * (size - 1)
    return update(f"SET note = {name}", values={name: "x"})


def values(size):
    return update("SET note = :n", values={":n": "x" * size})


def batch(operation, count):
    return transaction(operation, count)


def sized(operation, count, size):
    """A batch or a transaction of so many orders of so many bytes each."""
    asked = transaction(operation, count)
    (table,) = asked.tables
    order = replace(ORDER, attributes=(*ORDER_ATTRIBUTES[:-1], attribute("note", size=SizeFact(size, size))), items=())
    return replace(asked, tables=(replace(table, entities=(table.entities[0], order)),))


def inherited(count):
    """A transaction whose only member says neither its table nor its entity, as the whole does."""
    made = sized("TransactWriteItems", count, 409_000)
    *others, asked = made.patterns
    steps = tuple(replace(step, entities=(), table="") for step in asked.steps)
    return replace(made, patterns=(*others, replace(asked, steps=steps)))


def stepless(count):
    """A batch of so many orders of 400,000 bytes, without members."""
    made = sized("BatchGetItem", 1, 400_000)
    *others, asked = made.patterns
    return replace(made, patterns=(*others, replace(asked, steps=(), extra={"batch_size": count})))


def with_local(size):
    """A sample of so many bytes in a table with an LSI that carries all of it."""
    (table,) = large(size).tables
    local = lsi("LSI1", sort=key("orderDate"), reserve=True)
    return replace(large(size), tables=(replace(table, indexes=(*table.indexes, local)),))


def lsis(count):
    return with_index(*(lsi(f"LSI{n}", sort=key(f"s{n}")) for n in range(count)))


def gsis(count):
    return with_index(*(gsi(f"G{n:03}") for n in range(count - 2)))


def cell(pk="C#{customerId}", sk="{orderDate}"):
    return with_cell(overload("GSI3", GSI3PK=pk, GSI3SK=sk))


WARNING = Severity.WARNING
NS = AttributeType.NS
LIMITS = (
    Limit("bytes of an item", "1.1", "item.over_400kb", large(409_600), large(409_601)),
    Limit("bytes of an item with its LSI entries", "1.1", "item.over_400kb", with_local(204_800), with_local(204_801)),
    Limit("bytes of a partition key", "1.1", "keys.size_over_limit", cell("x" * 2048), cell("x" * 2049)),
    Limit("bytes of a sort key", "1.1", "keys.size_over_limit", cell(sk="x" * 1024), cell(sk="x" * 1025)),
    Limit(
        "bytes of a key in an item",
        "1.1",
        "item.key_too_long",
        stored(customerId=string("x" * 2035)),
        stored(customerId=string("x" * 2044)),
    ),
    Limit(
        "types of a key",
        "1.1",
        "keys.schema_shape",
        with_index(gsi("GSI3", key("K", "B"))),
        with_index(gsi("GSI3", key("K", "SS"))),
    ),
    Limit(
        "least characters of a name", "1.1", "name.bad_table_or_index", with_table(name="abc"), with_table(name="ab")
    ),
    Limit(
        "most characters of a name",
        "1.1",
        "name.bad_table_or_index",
        with_table(name="a" * 255),
        with_table(name="a" * 256),
    ),
    Limit("characters of a name", "1.1", "name.bad_table_or_index", with_table(name="a_b.c-1"), with_table(name="a b")),
    Limit(
        "characters of an index name",
        "1.2",
        "name.bad_table_or_index",
        with_index(gsi("a" * 255)),
        with_index(gsi("a" * 256)),
    ),
    Limit(
        "bytes of an attribute name",
        "1.1",
        "name.bad_attribute",
        with_attribute(attribute("x" * 65_536)),
        with_attribute(attribute("x" * 65_537)),
    ),
    Limit(
        "bytes of a key's name",
        "1.1",
        "name.bad_attribute",
        with_index(gsi("GSI3", key("k" * 255))),
        with_index(gsi("GSI3", key("k" * 256))),
    ),
    Limit(
        "bytes of a projected name",
        "1.1",
        "name.bad_attribute",
        with_index(gsi("GSI3", projection="INCLUDE", include=["x" * 255])),
        with_index(gsi("GSI3", projection="INCLUDE", include=["x" * 256])),
    ),
    Limit(
        "NULL is true",
        "1.1",
        "item.bad_value",
        stored(n=AttributeValue(AttributeType.NULL, True)),
        stored(n=AttributeValue(AttributeType.NULL, False)),
    ),
    Limit("levels of nesting", "1.1", "item.bad_value", stored(deep=deep(31)), stored(deep=deep(32))),
    Limit(
        "members of a set",
        "1.1",
        "item.bad_value",
        stored(n=AttributeValue(NS, ("1",))),
        stored(n=AttributeValue(NS, ())),
    ),
    Limit(
        "each member once",
        "1.1",
        "item.bad_value",
        stored(n=AttributeValue(NS, ("1", "2"))),
        stored(n=AttributeValue(NS, ("1", "1"))),
    ),
    Limit("digits of a number", "1.1", "item.bad_value", stored(n=number("1" * 38)), stored(n=number("1" * 39))),
    Limit(
        "largest number", "1.1", "item.bad_value", stored(n=number("9." + "9" * 37 + "E125")), stored(n=number("1E126"))
    ),
    Limit("smallest number", "1.1", "item.bad_value", stored(n=number("1E-130")), stored(n=number("1E-131"))),
    Limit("an empty key", "1.1", "keys.empty_value", without_a_note("N#{note}"), without_a_note("{note}")),
    Limit(
        "tags",
        "1.1",
        "settings.feature_limits",
        tags(**{f"t{n}": "" for n in range(50)}),
        tags(**{f"t{n}": "" for n in range(51)}),
    ),
    Limit(
        "characters of a tag key", "1.1", "settings.feature_limits", tags(**{"k" * 128: ""}), tags(**{"k" * 129: ""})
    ),
    Limit("characters of a tag value", "1.1", "settings.feature_limits", tags(k="v" * 256), tags(k="v" * 257)),
    Limit("GSIs", "1.2", "index.gsi_count", gsis(20), gsis(21)),
    Limit("LSIs", "1.2", "index.lsi_shape", lsis(5), lsis(6)),
    Limit(
        "listed names of all indexes",
        "1.2",
        "index.projected_names",
        listed(20, 20, 20, 20, 20),
        listed(20, 20, 20, 20, 20, 1),
    ),
    Limit("listed names of an index", "1.2", "index.projected_names", listed(20), listed(21), WARNING),
    Limit(
        "LSIs need a sort key",
        "1.2",
        "index.lsi_shape",
        Design("d", tables=(Table("t", "plain", key("PK"), key("SK"), (lsi(),)),)),
        Design("d", tables=(Table("t", "plain", key("PK"), (), (lsi(),)),)),
    ),
    Limit("keys of a table", "1.2", "keys.schema_shape", with_table(), with_table(sort_key=(*key("SK"), *key("S2")))),
    Limit(
        "HASH of a GSI",
        "1.3",
        "index.multi_attribute_shape",
        with_index(gsi("GSI3", many("h", 4))),
        with_index(gsi("GSI3", many("h", 5))),
    ),
    Limit(
        "RANGE of a GSI",
        "1.3",
        "index.multi_attribute_shape",
        with_index(gsi("GSI3", many("h", 4), many("r", 4))),
        with_index(gsi("GSI3", many("h", 4), many("r", 5))),
    ),
    Limit("keys of a BatchGetItem", "1.4", "batch.size", batch("BatchGetItem", 100), batch("BatchGetItem", 101)),
    Limit("items of a BatchWriteItem", "1.4", "batch.size", batch("BatchWriteItem", 25), batch("BatchWriteItem", 26)),
    Limit(
        "actions of a TransactWriteItems",
        "1.4",
        "txn.size",
        batch("TransactWriteItems", 100),
        batch("TransactWriteItems", 101),
    ),
    Limit(
        "actions of a TransactGetItems",
        "1.4",
        "txn.size",
        batch("TransactGetItems", 100),
        batch("TransactGetItems", 101),
    ),
    Limit(
        "bytes of a BatchGetItem",
        "1.4",
        "batch.size",
        sized("BatchGetItem", 41, 400_000),
        sized("BatchGetItem", 42, 400_000),
    ),
    Limit(
        "bytes of a transaction",
        "1.4",
        "txn.size",
        sized("TransactWriteItems", 10, 409_000),
        sized("TransactWriteItems", 11, 409_000),
    ),
    Limit("bytes of members of the whole's entity", "1.4", "txn.size", inherited(10), inherited(11)),
    Limit("bytes of a batch that is told by its size", "1.4", "batch.size", stepless(41), stepless(42)),
    Limit("bytes of an expression", "1.5", "expr.limits", padded(4_096), padded(4_097)),
    Limit("bytes of a placeholder", "1.5", "expr.limits", placeholder(255), placeholder(256)),
    Limit("bytes of the values", "1.5", "expr.limits", values(2 * limits.MIB), values(2 * limits.MIB + 1)),
    Limit("operators", "1.5", "expr.limits", operators(300), operators(301)),
    Limit("operands of IN", "1.5", "expr.limits", in_list(100), in_list(101)),
    Limit("levels of a path", "1.5", "expr.limits", path(32), path(33)),
    Limit("least units", "1.6", "settings.throughput_shape", units(1), units(0)),
    Limit("units that the API takes", "1.6", "settings.throughput_shape", units(10**12), units(10**12 + 1)),
    Limit("units of a table", "1.6", "settings.quota", units(40_000), units(40_001), WARNING),
    Limit(
        "units of an account",
        "1.6",
        "settings.quota",
        provisioned({"billing": "PROVISIONED", "provisioned": {"read": 40_000, "write": 5}}, Capacity(20_000, 5)),
        provisioned({"billing": "PROVISIONED", "provisioned": {"read": 40_000, "write": 5}}, Capacity(20_001, 5)),
        WARNING,
    ),
    Limit(
        "least on-demand maximum",
        "1.6",
        "settings.throughput_shape",
        with_settings(on_demand_maximum={"read": 1}),
        with_settings(on_demand_maximum={"read": 0}),
    ),
    Limit("least warm throughput", "1.6", "settings.throughput_shape", warm(12_000), warm(11_999)),
    Limit("tables", "1.7", "settings.quota", tables(2_500), tables(2_501), WARNING),
    Limit(
        "least days of recovery",
        "1.7",
        "settings.feature_limits",
        with_settings(recovery_days=1),
        with_settings(recovery_days=0),
    ),
    Limit(
        "most days of recovery",
        "1.7",
        "settings.feature_limits",
        with_settings(recovery_days=35),
        with_settings(recovery_days=36),
    ),
    Limit(
        "bytes of a resource policy",
        "1.7",
        "settings.feature_limits",
        with_settings(resource_policy="x" * 20_480),
        with_settings(resource_policy="x" * 20_481),
    ),
    Limit(
        "Regions of MRSC",
        "1.7",
        "settings.feature_limits",
        strong(),
        strong(replicas=["us-east-2", "us-west-2", "eu-west-1"]),
    ),
    Limit("TTL with MRSC", "1.7", "settings.feature_limits", strong(), strong(ttl_attribute="ttl")),
    Limit(
        "vector indexes", "1.8", "settings.feature_limits", with_vectors(*[vector()] * 5), with_vectors(*[vector()] * 6)
    ),
    Limit(
        "dimensions",
        "1.8",
        "settings.feature_limits",
        with_vectors(vector(dimensions=4_096)),
        with_vectors(vector(dimensions=4_097)),
    ),
    Limit(
        "filters of a vector index",
        "1.8",
        "settings.feature_limits",
        with_vectors(vector(filters=[f"f{n}" for n in range(18)])),
        with_vectors(vector(filters=[f"f{n}" for n in range(19)])),
    ),
)


def found(design, limit):
    return [one for one in analyse(design).findings if one.rule == limit.rule and one.severity is limit.severity]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_at_the_limit_there_is_no_finding_of_this_severity(limit):
    assert [one.message for one in found(limit.at, limit)] == []


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_one_beyond_the_limit_there_is_one(limit):
    assert found(limit.beyond, limit)


def test_the_rules_of_the_limits_are_there():
    assert {limit.rule for limit in LIMITS} <= {rule.id for rule in RULES}
