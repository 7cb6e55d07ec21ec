"""Types, numbers, sizes, order: facts/limits#items, facts/item-sizes#values, facts/ordering#key-order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.values import attribute_values, json_values
from modeler.core.values.attribute_values import (
    AttributeType,
    AttributeValue,
    item_size,
    normal_number,
    number,
    order_key,
    string,
)
from tests.modeler.core import strategies

VECTORS = Path(__file__).with_name("item_size_vectors.json")


def test_item_sizes_match_the_published_vectors():
    vectors = json.loads(VECTORS.read_text("utf-8"))["vectors"]
    wrong = [
        vector["name"]
        for vector in vectors
        if vector["status"] != "disputed"
        and item_size({name: json_values.from_dynamodb_json(raw) for name, raw in vector["item"].items()})
        != vector["bytes"]
    ]
    assert wrong == []
    assert len(vectors) >= 75


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 1),
        ("-0", 1),
        ("1", 2),
        ("-42", 3),
        ("100", 2),
        ("101", 3),
        ("1.5", 3),
        ("1700000000", 2),
        ("1767225601", 6),
        ("19.99", 3),
        ("1E125", 2),
        ("12345678901234567890123456789012345678", 20),
    ],
)
def test_number_sizes_follow_the_base_100_rule(text, size):
    assert attribute_values.number_size(text) == size


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("1.0", "1"),
        ("+5", "5"),
        ("0042", "42"),
        ("-0", "0"),
        ("1e3", "1000"),
        ("0.10", "0.1"),
        ("x", "x"),
        ("", ""),
        ("1_0", "1_0"),
        (" 5", " 5"),
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
    ],
)
def test_numbers_are_normalised_as_dynamodb_does(text, normal):
    assert normal_number(text) == normal


@pytest.mark.parametrize(
    ("text", "word"),
    [("1E126", "overflow"), ("1E-131", "underflow"), ("1" * 39, "38 significant"), ("abc", "numeric value")],
)
def test_a_number_that_dynamodb_refuses_is_named_in_its_words(text, word):
    assert word in (attribute_values.number_problem(text) or "")


@pytest.mark.parametrize("text", ["9.9999999999999999999999999999999999999E125", "1E-130", "-1E125", "0", "1" * 38])
def test_numbers_at_the_edge_are_accepted(text):
    assert attribute_values.number_problem(text) is None


@given(st.lists(strategies.words, max_size=6))
def test_text_sorts_by_utf8_bytes(texts):
    assert [v.data for v in sorted(map(string, texts), key=order_key)] == sorted(texts, key=str.encode)


@given(st.lists(strategies.decimals, max_size=6))
def test_numbers_sort_by_value(found):
    assert [order_key(v).value for v in sorted(map(number, found), key=order_key)] == sorted(found)


@given(strategies.values)
def test_values_survive_the_wire(value):
    assert json_values.from_dynamodb_json(json_values.to_dynamodb_json(value)) == value


@given(strategies.values, st.sampled_from(list(AttributeType)))
def test_plain_json_of_a_declared_type_gives_the_value_back(value, declared):
    assert json_values.from_plain(json_values.to_plain(value, declared), declared) == value


def test_values_that_dynamodb_refuses_are_kept_and_named():
    empty_set = json_values.from_dynamodb_json({"SS": []})
    twice = json_values.from_dynamodb_json({"SS": ["a", "a"]})
    null = json_values.from_dynamodb_json({"NULL": False})
    assert "may not be empty" in next(attribute_values.problems(empty_set))
    assert "[a, a] contains duplicates" in next(attribute_values.problems(twice))
    assert "must have the value of true" in next(attribute_values.problems(null))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"SS": []}, ["An string set  may not be empty"]), ({"NS": []}, ["An number set  may not be empty"]),
        ({"BS": []}, ["Binary sets should not be empty"]), ({"BS": ["YQ==", "YQ=="]}, ["Input collection ["]),
        ({"NS": ["1", "1E126"]}, ["Number overflow"]), ({"SS": ["1E126"]}, []), ({"N": "1E126"}, ["Number overflow"]),
        ({"N": "1"}, []), ({"M": {"a": {"L": [{"N": "1E-131"}]}, "b": {"SS": []}}}, ["Number underflow",
         "An string set"]), ({"NULL": True}, []), ({"S": ""}, []),
        ({"NULL": False}, ["Null attribute value types must have the value of true"]),
    ],
)  # fmt: skip
def test_what_dynamodb_says_of_a_value_however_deep(raw, said):
    found = list(attribute_values.problems(json_values.from_dynamodb_json(raw)))
    assert len(found) == len(said)
    found = [sentence.removeprefix("One or more parameter values were invalid: ") for sentence in found]
    assert all(sentence.startswith(words) for words, sentence in zip(said, found, strict=True))


def test_keys_of_several_types_have_an_order_too():
    """A key is of one type; samples that are not yet right stand text first, then numbers, then bytes.

    facts/ordering#key-order.
    """
    binary = [AttributeValue(AttributeType.B, data) for data in (b"a", b"\xff")]
    texts, numbers = [string("\ud800"), string("\uffff")], [number("-1"), number("0"), number("7")]
    assert sorted([*binary[::-1], *numbers, *texts], key=order_key) == [*texts, *numbers, *binary]
    assert order_key(number("x")) == order_key(number("0"))


def nested(levels):
    value = string("x")
    for _ in range(levels):
        value = AttributeValue(AttributeType.L, (value,))
    return value


def test_nesting_is_refused_at_33_levels_counting_the_attribute_itself():
    assert list(attribute_values.problems(nested(31))) == []
    assert "Nesting Levels" in next(attribute_values.problems(nested(32)))


@pytest.mark.parametrize(
    "raw", [{}, {"S": "a", "N": "1"}, {"X": 1}, {"S": 1}, {"B": "%%"}, {"BOOL": "true"}, {"L": {}}, 7]
)
def test_what_is_no_attribute_value_is_refused_with_its_place(raw):
    with pytest.raises(json_values.Invalid) as refused:
        json_values.from_dynamodb_json(raw, "items[0].x")
    assert refused.value.path.startswith("items[0].x")


@pytest.mark.parametrize(
    ("raw", "size"),
    [
        ({"S": ""}, 0), ({"S": "aé"}, 3), ({"N": "123"}, 3), ({"B": "AQID"}, 3), ({"BOOL": False}, 1),
        ({"NULL": True}, 1),
        ({"L": []}, 3), ({"L": [{"S": "ab"}, {"N": "7"}]}, 3 + (1 + 2) + (1 + 2)), ({"M": {}}, 3),
        ({"M": {"é": {"S": "abc"}, "n": {"BOOL": True}}}, 3 + (1 + 2 + 3) + (1 + 1 + 1)),
        ({"M": {"a": {"L": [{"M": {}}]}}}, 3 + (1 + 1 + (3 + (1 + 3)))), ({"SS": ["a", "bé"]}, 1 + 3),
        ({"NS": ["1", "123"]}, 2 + 3), ({"BS": ["AQ==", "AQI="]}, 1 + 2),
    ],
)  # fmt: skip
def test_a_value_of_each_type_has_its_bytes(raw, size):
    """A list and a map cost three bytes, and one more for each of their elements. facts/item-sizes#values."""
    value = json_values.from_dynamodb_json(raw)
    assert attribute_values.value_size(value) == size
    assert item_size({"name": value, "é": value}) == 4 + size + 2 + size
