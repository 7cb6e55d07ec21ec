"""What is typed for a value is that value, exactly."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.errors import Invalid
from modeler.core.values.attribute_values import AttributeType, AttributeValue, normal_number
from modeler.core.values.json_values import from_dynamodb_json, to_dynamodb_json
from modeler.core.values.typed_values import full_text, read_text

T = AttributeType
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
NUMBERS = st.decimals(-(10**30), 10**30, allow_nan=False, allow_infinity=False, places=6).map(str).map(normal_number)
SCALARS = st.one_of(
    st.builds(AttributeValue, st.just(T.S), TEXTS),
    st.builds(AttributeValue, st.just(T.N), NUMBERS),
    st.builds(AttributeValue, st.just(T.B), st.binary(max_size=6)),
    st.builds(AttributeValue, st.just(T.BOOL), st.booleans()),
    st.just(AttributeValue(T.NULL, True)),
    st.builds(AttributeValue, st.just(T.SS), st.lists(TEXTS, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(AttributeValue, st.just(T.NS), st.lists(NUMBERS, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(AttributeValue, st.just(T.BS), st.lists(st.binary(max_size=4), min_size=1, unique=True).map(tuple)),
)
NAMES = st.one_of(TEXTS, st.sampled_from(sorted(map(str, T))))


def holders(inner):
    maps = st.dictionaries(NAMES, inner, max_size=3).map(lambda found: tuple(sorted(found.items())))
    lists = st.lists(inner, max_size=3).map(tuple)
    return st.builds(AttributeValue, st.just(T.L), lists) | st.builds(AttributeValue, st.just(T.M), maps)


@given(value=st.recursive(SCALARS, holders, max_leaves=8))
def test_a_value_is_read_back_as_it_was(value):
    assert read_text(full_text(value), value.type) == value


def test_numbers_in_json_keep_every_digit():
    text = '{"a": 12345678901234567890.123456789, "b": [1E+30]}'
    assert (
        full_text(read_text(text, T.M))
        == '{"a": 12345678901234567890.123456789, "b": [1000000000000000000000000000000]}'
    )


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("twelve", T.N, "twelve is not a number"),
        ("", T.N, "nothing is not a number"),
        ("maybe", T.BOOL, "neither true nor false"),
        ("[1", T.NS, "is not JSON"),
        ("[]", T.SS, "may not be empty"),
        ('["a", "a"]', T.SS, "duplicates"),
        ("{}", T.L, "a list is written"),
        ("[NaN]", T.L, "is not JSON"),
        ("%", T.B, "base64"),
        ("Zoë", T.B, "base64"),
        ('["YQ==", "Zoë"]', T.BS, "base64"),
    ],
)
def test_what_means_no_value_is_refused_with_a_sentence(text, kind, said):
    with pytest.raises(Invalid, match=said):
        read_text(text, kind)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=10,
)
HOSTILE = (
    st.text(max_size=12) | ANY_JSON.map(json.dumps) | st.sampled_from(["1E+400", "9" * 500, "[" * 3000, '{"B": "é"}'])
)


def refused_or(read):
    try:
        return read()
    except Invalid:
        return None


@given(text=HOSTILE, kind=st.sampled_from(T))
def test_any_text_is_a_value_or_refused(text, kind):
    value = refused_or(lambda: read_text(text, kind))
    assert value is None or read_text(full_text(value), kind) == value


@given(raw=ANY_JSON, kind=st.sampled_from(T))
def test_any_json_is_a_value_or_refused(raw, kind):
    for data in (raw, {str(kind): raw}):
        value = refused_or(lambda data=data: from_dynamodb_json(data))
        assert value is None or from_dynamodb_json(to_dynamodb_json(value)) == value
