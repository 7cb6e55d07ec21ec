"""Formats on values that are no time, or none that a year of four digits can say; and prefixes as ranges."""

import pytest

from modeler.core.algebra.template_match import match
from modeler.core.design.items import Attribute
from modeler.core.keys.key_formats import FormatCall, apply_formats
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, number, string
from modeler.core.values.json_values import from_plain, to_dynamodb_json


def iso(value, form=""):
    return apply_formats(value, (FormatCall("iso"),), form)


@pytest.mark.parametrize(
    ("value", "form", "made"),
    [
        (number("1767225600"), "epoch_seconds", "2026-01-01T00:00:00.000Z"),
        (number("1767225600123"), "epoch_millis", "2026-01-01T00:00:00.123Z"),
        (number("1767225600"), "", "2026-01-01T00:00:00.000Z"),
        (string("20260101"), "", "2026-01-01T00:00:00.000Z"),
        (string("2026-01-01T01:30:00+01:30"), "iso", "2026-01-01T00:00:00.000Z"),
        (string("0800-01-01"), "date", "0800-01-01T00:00:00.000Z"),
        (string("soon"), "epoch_seconds", None),
        (string("soon"), "iso", None),
        (string("0001-01-01T00:00:00+14:00"), "iso", None),
        (number("1e20"), "epoch_seconds", None),
        (number("-1e12"), "epoch_seconds", None),
    ],
)
def test_a_time_is_shown_in_utc_and_what_is_none_gives_no_key(value, form, made):
    assert iso(value, form) == made


def test_a_month_of_what_is_no_time_gives_no_key():
    assert apply_formats(string("soon"), (FormatCall("month"),), "iso") is None


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('{"a"b}', "after 'a', expected : and a format"),
        ('{"a}', "has no closing"),
        ('{""}', "needs the name of an attribute"),
        ("{}", "needs the name of an attribute"),
    ],
)
def test_a_half_typed_hole_is_told(source, why):
    assert why in parse(source).problem


@pytest.mark.slow
def test_a_key_that_no_template_of_this_size_can_be_compared_with_is_not_read():
    many = {f"a{n}": Attribute("", f"a{n}", AttributeType.S, "text") for n in range(30)}
    template = parse("".join(f"{{{name}:first(60)}}" for name in many) + "X")
    assert match(template, "y" * 700, many) is None


def test_a_value_read_back_must_give_the_text_again():
    attributes = {"n": Attribute("", "n", AttributeType.N, "integer"), "s": Attribute("", "s", AttributeType.S, "text")}
    assert match(parse("{n:pad(4)}#{n}"), "0042#42", attributes) == {"n": number(42)}
    assert match(parse("{n:pad(4)}#{n}"), "0042#43", attributes) is None
    assert match(parse("{s}#{s:upper}"), "a#A", attributes) == {"s": string("a")}
    assert match(parse("{s}#{s:upper}"), "a#B", attributes) is None
    assert match(parse("{n:reverse(3)}"), "957", attributes) == {"n": number(42)}
    assert match(parse("{n"), "42", attributes) is None


@pytest.mark.parametrize(
    "raw",
    [
        {"BS": ["AQ==", "Ag=="]},
        {"L": [{"S": "a"}, {"N": "1"}]},
        {"M": {"a": {"NULL": True}}},
        {"SS": ["a", "b"]},
    ],
)
def test_dynamodb_json_comes_back_as_it_went(raw):
    assert to_dynamodb_json(from_plain(raw, AttributeType.S)) == raw


def test_plain_json_in_lists_and_maps_takes_the_type_that_it_looks_like():
    made = from_plain({"on": True, "n": 1.5, "none": None, "list": ["a", {"b": {"N": "2"}}]}, AttributeType.M)
    assert to_dynamodb_json(made) == {
        "M": {
            "on": {"BOOL": True},
            "n": {"N": "1.5"},
            "none": {"NULL": True},
            "list": {"L": [{"S": "a"}, {"M": {"b": {"N": "2"}}}]},
        }
    }
