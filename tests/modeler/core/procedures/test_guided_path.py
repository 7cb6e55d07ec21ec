"""Seven gates in order: each is open until what it asks for is there."""

from dataclasses import replace

import pytest

from modeler.core.design.model import Design
from modeler.core.findings import Finding, Severity
from modeler.core.procedures.guided_path import RULES_OF_GATES, guided_path, next_step
from modeler.core.rules import RULES
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import (
    CUSTOMER,
    DESIGN,
    ORDER,
    lsi,
    overload,
    pattern,
    with_base,
    with_order,
    with_table,
)

CREATE = pattern("PutItem", "W1", entities=("Order",))
READ = pattern("GetItem", "A1", entities=("Customer",), key=conditions(PK="CUST#{customerId}", SK="PROFILE"))
DONE = replace(DESIGN, patterns=(*DESIGN.patterns, CREATE, READ))


def with_done(design):
    return replace(design, patterns=DONE.patterns)


def finding(rule, severity=Severity.WARNING):
    return Finding(rule, severity, "tables.app-main", "message", "why", "fix")


def test_a_design_with_everything_is_at_its_code():
    assert [gate.passed for gate in guided_path(DONE)] == [True] * 7
    assert next_step(DONE).number == 7


def test_nothing_is_passed_before_there_is_something_to_judge():
    """A design by intent has patterns and no keys; a table of an import has keys and no patterns."""
    by_intent, of_tables = with_done(with_order(overloads=())), replace(DESIGN, patterns=())
    assert [gate.waits for gate in guided_path(by_intent)] == [0, 0, 2, 2, 2, 2, 2]
    assert [gate.waits for gate in guided_path(of_tables)] == [0, 1, 1, 1, 1, 1, 1]
    assert [gate.passed for gate in guided_path(by_intent)] == [True] + [False] * 6
    assert not any(gate.passed for gate in guided_path(of_tables))


LSI = (*DESIGN.tables[0].indexes, lsi())
UNSERVED = replace(DONE, patterns=(*DONE.patterns, pattern("Query", "X1", key=conditions(SK="a"))))


@pytest.mark.parametrize(
    ("number", "design", "says"),
    [
        (1, Design("Empty"), "no access pattern"),
        (1, DESIGN, "no pattern writes"),
        (1, replace(DONE, patterns=(*DESIGN.patterns, CREATE)), "no pattern covers Customer"),
        (1, replace(DONE, patterns=(*DONE.patterns, replace(READ, code="A9", per_second=None))), "A9 has no rate"),
        (2, with_done(with_base(PK="CUST#{", SK="ORDER#{orderId}")), "Order has no valid partition key"),
        (2, with_done(with_order(overloads=())), "Order has no valid partition key"),
        (2, Design("No table", patterns=(replace(CREATE, entities=()),)), "there is no entity"),
        (3, with_done(with_base(PK="CUST#{customerId}", SK="ORDER#{")), "Order has no valid sort key"),
        (3, with_done(with_table(sort_key=())), "holds 2 entities and has no sort key"),
        (4, UNSERVED, "no key serves X1"),
        (5, with_done(with_table(indexes=LSI)), "no strongly consistent read needs the LSI LSI1"),
    ],
)
def test_what_is_missing_opens_its_gate(number, design, says):
    gate = next_step(design)
    assert gate.number == number
    assert any(says in sentence for sentence in gate.missing), gate.missing


def test_a_strong_read_needs_its_lsi():
    design = with_done(with_table(indexes=LSI))
    strong = pattern("Query", "A8", index="LSI1", consistent=True, key=conditions(PK="CUST#{customerId}"))
    assert guided_path(replace(design, patterns=(*design.patterns, strong)))[4].passed


@pytest.mark.parametrize(
    ("rule", "number"),
    [
        ("pattern.no_rate", 1),
        ("keys.low_cardinality", 2),
        ("keys.sk_no_type_prefix", 3),
        ("index.unused", 4),
        ("collection.lsi_10gb", 5),
        ("heat.partition_over_limit", 6),
        ("query.scan_online", 7),
    ],
)
def test_a_finding_holds_its_gate_open(rule, number):
    assert next_step(DONE, [finding(rule)]).number == number
    assert next_step(DONE, [finding(rule, Severity.ADVICE)]).passed


def test_the_earliest_open_gate_is_the_next():
    assert next_step(DONE, [finding("heat.partition_over_limit"), finding("keys.collision")]).number == 2


def test_long_lists_are_cut():
    many = tuple(replace(READ, code=f"R{n}", per_second=None) for n in range(7))
    gate = next_step(replace(DONE, patterns=(*DONE.patterns, *many)))
    assert "R0, R1, R2, R3, R4 and 2 more have no rate" in gate.missing


def test_a_table_with_one_entity_needs_no_sort_key():
    order = replace(ORDER, overloads=(overload(None, PK="ORDER#{orderId}"),))
    table = replace(DESIGN.tables[0], sort_key=(), indexes=(), entities=(order,))
    read = pattern("GetItem", "A1", key=conditions(PK="ORDER#{orderId}"))
    assert guided_path(Design("One", tables=(table,), patterns=(CREATE, read)))[2].passed
    assert CUSTOMER.name not in str(guided_path(DONE)[2].missing)


def test_every_gate_is_held_by_rules_that_there_are():
    known = {rule.id for rule in RULES}
    lost = {name for names in RULES_OF_GATES for name in names if not any(rule.startswith(name) for rule in known)}
    assert lost == set()
