"""Conditions over items. facts/expressions#conditions, facts/expressions#projections, facts/ordering#key-order."""

import pytest
from hypothesis import given

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import evaluate, predicate, project
from modeler.core.expressions.nodes import And, Comparison, Literal, Not, Or
from modeler.core.expressions.parse import parse_condition, parse_projection
from modeler.core.expressions.value_comparison import equal
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from modeler.core.values.json_values import from_dynamodb_json
from tests.modeler.core.expressions.strategies import attribute_values, conditions, items, projections

ITEM = {
    name: from_dynamodb_json(raw)
    for name, raw in {
        "s": {"S": "ORDER#10"},
        "emoji": {"S": "a😀"},
        "n": {"N": "10"},
        "negative": {"N": "-2.5"},
        "b": {"B": "/wA="},
        "yes": {"BOOL": True},
        "nothing": {"NULL": True},
        "ss": {"SS": ["x", "y"]},
        "ns": {"NS": ["1", "2"]},
        "list": {"L": [{"N": "1"}, {"M": {"deep": {"S": "z"}}}]},
        "map": {"M": {"k": {"S": "v"}, "in": {"N": "7"}}},
    }.items()
}


@pytest.mark.parametrize(
    "text",
    [
        "s = 'ORDER#10'",
        "n = 10.0",
        "n > 9 AND n < 11",
        "n > negative",
        "s > 'ORDER#1'",
        "s < 'ORDER#2'",
        "n BETWEEN 10 AND 10",
        "n IN (9, 10)",
        "NOT n IN ('10')",
        "n <> '10'",
        "missing <> 'x'",
        "missing <> other",
        "NOT missing = 'x'",
        "NOT missing > 1",
        "NOT missing BETWEEN 1 AND 2",
        "attribute_not_exists(missing) AND attribute_exists(nothing)",
        "attribute_not_exists(map.k.x) AND attribute_exists(map.k) AND attribute_not_exists(list[2])",
        "list[1].deep = 'z'",
        "map.in = 7",
        "attribute_type(ns, 'NS') AND NOT attribute_type(missing, 'S')",
        "begins_with(s, 'ORDER#') AND NOT begins_with(s, 'order')",
        "NOT begins_with(n, '1')",
        "contains(s, 'ER#') AND contains(ss, 'x') AND contains(ns, 2.0) AND contains(list, 1)",
        "NOT contains(ss, 'z') AND NOT contains(ns, '1') AND NOT contains(s, 1)",
        "size(emoji) = 3",
        "size(b) = 2 AND size(ss) = 2 AND size(list) = 2 AND size(map) = 2",
        "NOT size(n) > 0 AND NOT size(yes) = 1",
        "yes = true AND nothing = null",
        "NOT yes > false",
        "NOT s > 5 AND NOT s < 5",
        "(s = 'x' OR n = 10) AND yes = true",
    ],
)
def test_this_holds_for_the_item(text):
    assert evaluate(parse_condition(text), ITEM)
    assert not evaluate(Not(parse_condition(text)), ITEM)


@pytest.mark.parametrize(
    "text",
    [
        "missing = missing",
        "missing < 1",
        "s = 10",
        "n BETWEEN 11 AND 20",
        "n BETWEEN '1' AND 20",
        "missing IN ('x')",
        "n.k = 1",
        "list.k = 1",
        "attribute_exists(list[7])",
        "size(missing) = 0",
        "begins_with(missing, 's')",
    ],
)
def test_this_does_not(text):
    assert not evaluate(parse_condition(text), ITEM)


def test_strings_are_ordered_by_utf8_and_not_by_utf16():
    item = {"low": string("｡"), "high": string("😀")}
    assert evaluate(parse_condition("low < high"), item)


def test_binaries_are_ordered_unsigned():
    item = {"low": AttributeValue(AttributeType.B, b"\x7f"), "high": AttributeValue(AttributeType.B, b"\x80")}
    assert evaluate(parse_condition("low < high"), item)


def test_sets_are_equal_in_any_order_and_numbers_by_value():
    assert equal(from_dynamodb_json({"SS": ["a", "b"]}), from_dynamodb_json({"SS": ["b", "a"]}))
    assert equal(AttributeValue(AttributeType.NS, ("1.0", "2")), AttributeValue(AttributeType.NS, ("2", "1")))
    assert not equal(
        from_dynamodb_json({"L": [{"S": "a"}, {"S": "b"}]}), from_dynamodb_json({"L": [{"S": "b"}, {"S": "a"}]})
    )


def test_placeholders_are_looked_up():
    node = parse_condition("#s = :v")
    assert evaluate(node, ITEM, names={"#s": "s"}, values={":v": string("ORDER#10")})
    with pytest.raises(ExpressionInvalid, match="name used in the document path is not defined; attribute name: #s"):
        evaluate(node, ITEM, values={":v": string("")})
    with pytest.raises(ExpressionInvalid, match="value used in expression is not defined; attribute value: :v"):
        predicate(node, names={"#s": "s"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s, missing", {"s": {"S": "ORDER#10"}}),
        ("list[1].deep, map.k", {"list": {"L": [{"M": {"deep": {"S": "z"}}}]}, "map": {"M": {"k": {"S": "v"}}}}),
        ("list[1], list[0]", {"list": {"L": [{"N": "1"}, {"M": {"deep": {"S": "z"}}}]}}),
        ("map.missing, n.k", {}),
    ],
)
def test_a_projection_keeps_what_its_paths_lead_to(text, expected):
    kept = project(parse_projection(text), ITEM)
    assert kept == {name: from_dynamodb_json(raw) for name, raw in expected.items()}


def _is_part(part: AttributeValue, whole: AttributeValue) -> bool:
    if part.type != whole.type:
        return False
    if part.type == "M":
        inside = dict(whole.data)
        return all(name in inside and _is_part(value, inside[name]) for name, value in part.data)
    if part.type == "L":
        rest = iter(whole.data)
        return all(any(_is_part(value, other) for other in rest) for value in part.data)
    return part == whole


@given(projections, items)
def test_a_projection_is_a_part_of_the_item(paths, item):
    kept = project(paths, item)
    assert all(name in item and _is_part(value, item[name]) for name, value in kept.items())


@given(conditions, conditions, items)
def test_de_morgan(one, other, item):
    assert evaluate(Not(And((one, other))), item) == evaluate(Or((Not(one), Not(other))), item)
    assert evaluate(Not(Or((one, other))), item) == evaluate(And((Not(one), Not(other))), item)


@given(conditions, items)
def test_a_condition_or_its_opposite_holds_and_never_both(condition, item):
    assert evaluate(condition, item) is not evaluate(Not(condition), item)


@given(attribute_values, attribute_values)
def test_equality_is_symmetric_and_reflexive(one, other):
    assert equal(one, one)
    assert equal(one, other) is equal(other, one)
    item = {"one": one, "other": other}
    assert evaluate(parse_condition("one = other"), item) is not evaluate(parse_condition("one <> other"), item)


@given(items)
def test_a_literal_equals_the_attribute_that_holds_it(item):
    for name, value in item.items():
        assert evaluate(Comparison("=", parse_projection('"' + name.replace('"', '""') + '"')[0], Literal(value)), item)
    assert number("1.0") == number(1)
