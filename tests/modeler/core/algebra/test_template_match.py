"""A rendered key read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.algebra.template_match import match
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import parse, render
from modeler.core.values.attribute_values import AttributeType, number, string

ATTRIBUTES = {
    made.name: made
    for made in (
        Attribute("1", "customerId", AttributeType.S, "id"),
        Attribute("2", "orderDate", AttributeType.S, "date"),
        Attribute("3", "n", AttributeType.N, "sequence"),
        Attribute("4", "note", AttributeType.S, "text"),
    )
}


@pytest.mark.parametrize(
    ("template", "text", "values"),
    [
        ("CUST#{customerId}", "CUST#a1b2", {"customerId": string("a1b2")}),
        ("CUST#{customerId}", "SHOP#a1b2", None),
        ("CUST#{customerId}", "CUST#a#b", None),
        (
            "ORDER#{orderDate}#{customerId}",
            "ORDER#2026-06-01#o-1",
            {"orderDate": string("2026-06-01"), "customerId": string("o-1")},
        ),
        ("{n:pad(6)}", "000042", {"n": number(42)}),
        ("{n:reverse(3)}", "957", {"n": number(42)}),
        ("{n:pad(6)}", "0000x2", None),
        ("{n:pad(3)}", "0042", None),
        ("{n:pad(1)}", "0", {"n": number(0)}),
        ("{orderDate:month}", "2026-06", {}),
        ("{orderDate:month}", "2026-6", None),
        ("{customerId}#{customerId}", "a#a", {"customerId": string("a")}),
        ("{customerId}#{customerId}", "a#b", None),
        ("{n}#{n:pad(3)}", "7#007", {"n": number(7)}),
        ("{n}#{n:pad(3)}", "7#008", None),
        ("PROFILE", "PROFILE", {}),
        ("{customerId", "x", None),
    ],
)
def test_a_key_is_matched_back(template, text, values):
    assert match(parse(template), text, ATTRIBUTES) == values


@given(st.from_regex(r"[A-Za-z0-9_.-]{1,20}", fullmatch=True), st.integers(0, 10**9))
def test_what_was_rendered_is_read_back(customer, count):
    template = parse("A#{customerId}#{n:pad(8)}")
    item = {"customerId": string(customer), "n": number(count)}
    text = render(template, item, {})
    assert match(template, text, ATTRIBUTES) == item
