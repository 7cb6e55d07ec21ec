"""Key templates, collisions, items: each rule with what triggers it and what nearly does."""

from dataclasses import replace

import pytest

from modeler.core.design.items import Entity, SampleItem, SizeFact
from modeler.core.findings import Severity, places
from modeler.core.items.materialize import materialise
from modeler.core.values.attribute_values import AttributeType, AttributeValue, item_size, number, string
from tests.modeler.core.rules.builders import (
    BY_STATUS,
    ITEMS,
    OPEN,
    ORDER_ATTRIBUTES,
    attribute,
    errors_of,
    gsi,
    item,
    key,
    only,
    overload,
    pattern,
    rules_of,
    with_attribute,
    with_base,
    with_cell,
    with_entity,
    with_index,
    with_item,
    with_order,
    with_overload,
    with_table,
)


def line(pk, sk, *attributes, when="", **more):
    """One more entity with these base templates."""
    made = attributes or (attribute("customerId", format="id"), attribute("n", "N", "sequence"))
    return with_entity(Entity("e-line", "Line", made, (overload(None, when, PK=pk, SK=sk),), **more))


def stored(**kept):
    """One more sample of Order, whose values may be anything."""
    values = {**item("o-3", customerId="a1", orderId="o-3", orderDate="2026-06-05", status="SHIPPED").values, **kept}
    return with_item(SampleItem("o-3", values))


def deep(levels):
    value = string("x")
    for _ in range(levels):
        value = AttributeValue(AttributeType.L, (value,))
    return value


def large(size):
    """One more sample of Order, of so many bytes with its keys."""
    table = stored(note=string("")).tables[0]
    rest = item_size(materialise(table)[-1].item)
    return stored(note=string("x" * (size - rest)))


CASES = [
    (
        "keys.template_unreadable",
        with_base(PK="CUST#{customerId", SK="ORDER#{orderDate}#{orderId}"),
        with_base(PK="CUST#{{{customerId}", SK="ORDER#{orderDate}#{orderId}"),
    ),
    (
        "keys.unknown_attribute",
        with_cell(overload("GSI3", GSI3PK="CUST#{customer}", GSI3SK="{orderDate}")),
        with_cell(overload("GSI3", GSI3PK="CUST#{PK}", GSI3SK="{orderDate}")),
    ),
    (
        "keys.unknown_attribute",
        with_overload(overload("GSI2", "stauts = 'OPEN'", GSI2PK="OPEN", GSI2SK="{orderDate}")),
        with_overload(overload("GSI2", "PK = 'OPEN'", GSI2PK="OPEN", GSI2SK="{orderDate}")),
    ),
    (
        "keys.unwritten_key",
        with_cell(overload("GSI3", GSI3PK="C#{customerId}", GSI3SK="{orderDate}", GSI3XK="x")),
        with_cell(overload("GSI3", GSI3PK="C#{customerId}", GSI3SK="{orderDate}")),
    ),
    ("keys.unwritten_key", with_overload(overload("GSI9", GSI9PK="C#{customerId}")), with_order()),
    (
        "keys.template_type",
        with_index(gsi("GSI3", key("total", "S"), ())),
        with_index(gsi("GSI3", key("total", "N"), ())),
    ),
    (
        "keys.template_type",
        with_index(gsi("GSI3", key("status", "N"), ())),
        with_index(gsi("GSI3", key("status", "S"), ())),
    ),
    (
        "keys.size_over_limit",
        with_cell(overload("GSI3", GSI3PK="x" * 2049, GSI3SK="{orderDate}")),
        with_cell(overload("GSI3", GSI3PK="x" * 2048, GSI3SK="{orderDate}")),
    ),
    (
        "keys.size_over_limit",
        with_cell(overload("GSI3", GSI3PK="C#{customerId}", GSI3SK="N#{note}")),
        with_cell(
            overload("GSI3", GSI3PK="C#{customerId}", GSI3SK="N#{note}"),
            attributes=(*ORDER_ATTRIBUTES[:-1], attribute("note", format="text", size=SizeFact(10, 1022))),
        ),
    ),
    (
        "keys.size_over_limit",
        with_cell(overload("GSI3", GSI3PK="A-LITERAL-OF-TWENTY-FIVE-#{customerId}", GSI3SK="{orderDate}")),
        with_cell(overload("GSI3", GSI3PK="A-LITERAL-OF-24-BYTES--#{customerId}", GSI3SK="{orderDate}")),
    ),
    (
        "keys.missing_in_item",
        with_attribute(attribute("orderDate", format="date", optional=0.9)),
        with_attribute(attribute("note", format="text", optional=0.5)),
    ),
    (
        "keys.missing_in_item",
        with_item(item("o-3", customerId="a1", orderId="o-3", status="OPEN")),
        with_item(item("o-3", customerId="a1", orderId="o-3", orderDate="2026-06-04")),
    ),
    (
        "keys.missing_in_item",
        with_entity(Entity("e-bare", "Bare", (attribute("id", format="id"),))),
        line("LINE#{customerId}", "{n}"),
    ),
    (
        "keys.empty_value",
        with_cell(
            overload("GSI3", GSI3PK="C#{customerId}", GSI3SK="{note}"),
            attributes=(*ORDER_ATTRIBUTES[:-1], attribute("note", format="text", size=SizeFact(10, 100))),
        ),
        with_cell(
            overload("GSI3", "note <> ''", GSI3PK="C#{customerId}", GSI3SK="{note}"),
            attributes=(*ORDER_ATTRIBUTES[:-1], attribute("note", format="text", size=SizeFact(10, 100), optional=0.2)),
        ),
    ),
    (
        "keys.empty_value",
        with_cell(overload("GSI3", GSI3PK="", GSI3SK="{orderDate}")),
        with_cell(overload("GSI3", GSI3PK="x", GSI3SK="{orderDate}")),
    ),
    ("keys.collision", line("CUST#{customerId}", "PROFILE"), line("CUST#{customerId}", "PROFILES")),
    (
        "keys.collision",
        line("CUST#{customerId}", "{w}", attribute("customerId", format="id"), attribute("w", format="id")),
        line("CUST#{customerId}", "W#{w}", attribute("customerId", format="id"), attribute("w", format="id")),
    ),
    (
        "keys.collision",
        line(
            "CUST#{customerId}",
            "{kind}",
            attribute("customerId", format="id"),
            attribute("kind", format="enum", values={"PROFILE": 1, "X": 1}),
        ),
        line(
            "CUST#{customerId}",
            "{kind}",
            attribute("customerId", format="id"),
            attribute("kind", format="enum", values={"PROFILE": 1, "X": 1}),
            when="kind = 'X'",
        ),
    ),
    (
        "keys.not_unique",
        with_base(PK="CUST#{customerId}", SK="ORDER#{orderDate}"),
        with_base(PK="CUST#{customerId}", SK="ORDER#{orderDate}#{orderId:lower}"),
    ),
    (
        "keys.not_unique",
        with_order(
            identity=(),
            overloads=(overload(None, PK="CUST#{customerId}", SK="ORDER#{orderDate:month}"), BY_STATUS, OPEN),
        ),
        with_order(identity=()),
    ),
    ("keys.not_unique", line("CONFIG", "ALL", count=5), line("CONFIG", "ALL", count=1)),
    ("keys.no_type_prefix", line("{n}", "LINE"), line("L#{n}", "LINE")),
    ("item.over_400kb", large(409_601), large(300_000)),
    (
        "item.over_400kb",
        with_attribute(attribute("note", format="text", size=SizeFact(400_000, 420_000))),
        with_attribute(attribute("note", format="text", size=SizeFact(1000, 300_000))),
    ),
    (
        "item.bad_value",
        stored(tags=AttributeValue(AttributeType.SS, ())),
        stored(tags=AttributeValue(AttributeType.SS, ("a",))),
    ),
    ("item.bad_value", stored(tags=AttributeValue(AttributeType.NS, ("1", "1"))), stored(note=string(""))),
    (
        "item.bad_value",
        stored(gone=AttributeValue(AttributeType.NULL, False)),
        stored(gone=AttributeValue(AttributeType.NULL, True)),
    ),
    ("item.bad_value", stored(total=number("1" * 39)), stored(total=number("1" * 38))),
    ("item.bad_value", stored(total=number("1E126")), stored(total=number("9.9E125"))),
    ("item.bad_value", stored(deep=deep(32)), stored(deep=deep(31))),
    ("item.key_too_long", stored(customerId=string("x" * 2044)), stored(customerId=string("x" * 2035))),
    ("expr.syntax", with_overload(overload("GSI2", "status =", GSI2PK="OPEN", GSI2SK="{orderDate}")), with_order()),
]


@pytest.mark.parametrize(("rule", "wrong", "near"), CASES, ids=[f"{case[0]}-{n}" for n, case in enumerate(CASES)])
def test_a_rule_speaks_once_of_what_is_wrong_and_not_of_what_nearly_is(rule, wrong, near):
    assert only(wrong, rule)
    assert rule not in rules_of(near)


def test_a_collision_shows_two_items_and_their_key():
    finding = only(line("CUST#{customerId}", "PROFILE"), "keys.collision")
    assert finding.message == (
        "Customer and Line can both have the key CUST#a / PROFILE: Customer with customerId a, Line with customerId a"
    )
    assert finding.facts["keys"] == ["CUST#a", "PROFILE"]
    assert (finding.part, finding.path) == ("o-None", "tables.app-main.entities.Line.key")


def test_samples_with_one_key_are_named():
    wrong = with_order(identity=(), items=(ITEMS[0], SampleItem("o-9", ITEMS[0].values)))
    finding = only(wrong, "keys.not_unique")
    assert finding.facts["items"] == ["o-1", "o-9"]


def test_an_item_of_exactly_400_kb_is_warned_of_only():
    assert only(large(409_600), "item.over_400kb").severity is Severity.WARNING


def test_a_put_of_an_entity_whose_template_is_half_typed_is_not_a_second_finding():
    wrong = with_base(PK="CUST#{customerId", SK="ORDER#{orderDate}#{orderId}")
    put = pattern("PutItem", parameters={"orderId": "o-1"})
    assert only(wrong.__replace__(patterns=(*wrong.patterns, put)), "keys.template_unreadable")


def test_unassigned_items_are_judged_too():
    odd = SampleItem("u-1", {"tags": AttributeValue(AttributeType.SS, ())})
    assert only(with_table(unassigned=(odd,)), "item.bad_value")


def test_an_undeclared_attribute_without_a_delimiter_is_no_finding():
    attributes = (attribute("customerId", format="id"), attribute("what"))
    assert errors_of(line("CUST#{customerId}", "LINE#{what}", *attributes)) == []


def test_a_collision_stays_the_same_finding_while_entities_change_places():
    design = line("CUST#{customerId}", "PROFILE")
    (table,) = design.tables
    turned = replace(design, tables=(replace(table, entities=table.entities[::-1]),))
    found, before = only(turned, "keys.collision"), only(design, "keys.collision")
    assert list(places([found])) == list(places([before]))
