"""Generated key functions give byte for byte what the design's own templates give."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from exporter.targets.access_code.key_reading import telling_pattern
from exporter.targets.python.conditions import python_condition
from exporter.targets.python.item_reading import PYTHON
from exporter.targets.python.runtime import conditions as runtime_conditions
from exporter.targets.python.runtime import keys as runtime_keys
from exporter.targets.python.templates import key_expression
from exporter.targets.python.values import native
from modeler.core.design.items import Attribute
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import evaluate
from modeler.core.expressions.parse import parse_condition
from modeler.core.keys.key_formats import FORMATS, FormatCall
from modeler.core.keys.template_writer import key_writer
from modeler.core.keys.templates import LiteralText, Reference, Unrendered, parse, print_template, render
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, problems

NAMES = ("a", "b", "order date", "x.y")
numbers = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**9), max_value=10**9).map(str),
    st.sampled_from(["0", "-0", "1E+30", "1E-9", "0.00010", "1780302600", "1780302600123", "100", "1E2"]),
)
moments = st.one_of(
    st.datetimes().map(lambda moment: moment.isoformat()),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}Z"),
    st.datetimes().map(lambda moment: f"{moment.isoformat()}+05:30"),
    st.dates().map(lambda day: day.isoformat()),
    st.sampled_from(["20260601", "2026", "1780302600", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00"]),
)
scalars = st.one_of(
    st.text(max_size=8).map(lambda text: AttributeValue(AttributeType.S, text)),
    moments.map(lambda text: AttributeValue(AttributeType.S, text)),
    numbers.map(number),
    numbers.map(lambda text: AttributeValue(AttributeType.S, text)),
    st.booleans().map(lambda truth: AttributeValue(AttributeType.BOOL, truth)),
    st.binary(max_size=4).map(lambda data: AttributeValue(AttributeType.B, data)),
    st.just(AttributeValue(AttributeType.NULL, True)),
)
values = st.one_of(
    scalars,
    st.lists(scalars, max_size=3).map(lambda several: AttributeValue(AttributeType.L, tuple(several))),
).filter(lambda value: not list(problems(value)))


@st.composite
def calls(draw: st.DrawFn) -> FormatCall:
    made = FORMATS[draw(st.sampled_from(sorted(FORMATS)))]
    if made.argument is int:
        return FormatCall(made.name, draw(st.integers(1, min(made.largest, 40))))
    return FormatCall(made.name, draw(st.text(max_size=3)) if made.argument is str else None)


parts = st.one_of(
    st.text(min_size=1, max_size=5).map(LiteralText),
    st.builds(Reference, st.sampled_from(NAMES), st.lists(calls(), max_size=3).map(tuple)),
)
items = st.dictionaries(st.sampled_from(NAMES), values)
formats = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["", "id", "iso", "epoch_seconds", "epoch_millis"]))


def run(code: str, item: Mapping[str, Any]) -> object:
    """What generated code gives; None where it refuses the values."""
    try:
        return eval(code, {"keys": runtime_keys, "Decimal": Decimal, "values": item})  # code of ours
    except runtime_keys.NoKey:
        return None


def variable(name: str) -> str:
    return f"values.get({name!r})"


@given(st.lists(parts, min_size=1, max_size=4), items, formats)
def test_a_generated_key_is_the_rendered_one(pieces, item, attribute_formats):
    template = parse(print_template(tuple(pieces)))
    made = key_expression(str(template), AttributeType.S, variable, attribute_formats)
    expected = render(template, item, attribute_formats)
    found = run(made, {name: native(value) for name, value in item.items()})
    assert found == (None if isinstance(expected, Unrendered) else expected)


@given(st.sampled_from([AttributeType.N, AttributeType.B]), st.sampled_from(["{a}", "x", "{a:pad(3)}"]), items)
def test_a_key_of_another_type_is_the_value_itself(kind, source, item):
    made = key_expression(source, kind, variable, {})
    expected = key_writer(source, kind, {})(item)
    if made is None:
        assert isinstance(expected, Unrendered)
        return
    found = run(made, {name: native(value) for name, value in item.items()})
    if isinstance(expected, Unrendered):
        # Digits as text are taken in a request, and so here.
        assert found is None or item["a"].type == AttributeType.S
    else:
        assert found == native(expected)


CONDITIONS = (
    "a = 'x'", "a <> 'x'", "a < 5", "a >= 'm'", "a BETWEEN 1 AND 5", "a IN ('x', 1, true)", "a = null", "a <> b",
    "attribute_exists(a)", "attribute_not_exists(a) OR b = 2", "NOT (a = 'x' AND b = 1)", "begins_with(a, 'x')",
    "contains(a, 'x')", "contains(a, 1)", "attribute_type(a, 'N')", "size(a) > 1", "size(a) = size(b)", "a[0] = 'x'",
    "a[0] = b OR a[1] <> b", "NOT attribute_type(a, 'L')",
)  # fmt: skip


@given(st.sampled_from(CONDITIONS), items)
def test_a_generated_condition_means_what_the_design_means(text, item):
    node = parse_condition(text)
    code = python_condition(node)
    known = {"conditions": runtime_conditions, "Decimal": Decimal}
    given_values = {name: native(value) for name, value in item.items()}
    found = eval(code, {**known, "values": given_values})  # code of ours
    try:
        assert found is evaluate(node, item)
    except ExpressionInvalid:
        raise AssertionError(text) from None


@given(st.from_regex(r"[A-Za-z0-9_.-]{1,10}", fullmatch=True), st.integers(0, 10**6))
def test_what_a_key_is_made_of_is_told_again(order, line):
    attributes = {
        "order": Attribute("", "order", AttributeType.S, format="id"),
        "line": Attribute("", "line", AttributeType.N, format="integer"),
    }
    template = parse("ORDER#{order}#LINE#{line:pad(4)}")
    pattern, names, widths = telling_pattern(template, attributes, {"order": "a1", "line": "a2"}.__getitem__, PYTHON)
    item = {"order": AttributeValue(AttributeType.S, order), "line": number(line)}
    told = runtime_keys.told(pattern, render(template, item, {}))
    assert (names, widths) == ({"order", "line"}, {})
    assert told["a1"] == order
    assert runtime_keys.number(told["a2"]) == line
