"""Attribute formats: what they allow, and that templates never give more than their shapes say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.algebra.automaton import automaton, shared_text, words
from modeler.core.algebra.extent import byte_bounds
from modeler.core.algebra.shapes import reference_shape
from modeler.core.algebra.witnesses import rendered, typed
from modeler.core.design.items import Attribute, SizeFact
from modeler.core.keys.attribute_formats import (
    FORMATS,
    format_of,
    is_declared,
    is_format,
    value_class,
    value_lengths,
)
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.values.attribute_values import AttributeType

S = AttributeType.S


def accepts(shape, text):
    return shared_text(automaton((shape,)), automaton(((text,),))) is not None


@pytest.mark.parametrize("name", FORMATS)
def test_the_example_of_a_format_is_one_of_its_values(name):
    made = FORMATS[name]
    assert made.characters.allows(made.example)
    assert len(made.example) >= made.min_length
    assert made.max_length is None or len(made.example) <= made.max_length
    assert any(accepts(reference_shape(Attribute("", "a", kind, name), ()), made.example) for kind in made.types)


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_shape_allows_consists_of_the_characters_of_its_format(name):
    made = FORMATS[name]
    attribute = Attribute("", "a", made.types[0], name)
    found = list(words(reference_shape(attribute, ()), 20))
    assert found
    assert all(value_class(attribute).allows(text) and len(text) >= made.min_length for text in found)


def test_an_id_has_no_delimiter_and_free_text_may():
    assert "#" not in value_class(Attribute("", "a", S, "id"))
    assert "#" in value_class(Attribute("", "a", S, "text"))
    assert "é" in value_class(Attribute("", "a", S, "text"))


def test_the_values_of_an_enum_say_what_it_holds():
    status = Attribute("", "status", S, "enum", values={"OPEN": 0.1, "SHIPPED": 0.9})
    assert value_class(status).allows("SHOPPED")
    assert not value_class(status).allows("open")
    assert value_lengths(status) == (4, 7)


def test_a_stored_shard_is_a_number_below_its_count():
    shard = Attribute("", "shard", AttributeType.N, "shard(12)")
    assert format_of(shard).name == "shard(12)"
    assert accepts(reference_shape(shard, ()), "11")
    assert not accepts(reference_shape(shard, ()), "12")


def test_what_is_not_declared_is_known_as_such():
    assert not is_declared(Attribute("", "a", S))
    assert not is_declared(Attribute("", "a", S, "nonsense"))
    assert is_declared(Attribute("", "a", AttributeType.N))
    assert all(is_format(name) for name in (*FORMATS, "shard(10)"))
    assert not is_format("shard")


def test_a_declared_size_bounds_free_text():
    assert value_lengths(Attribute("", "a", S, "text", size=SizeFact(10, 40))) == (0, 40)


CALLS = st.one_of(
    st.sampled_from(["lower", "upper", "iso", "year", "month", "date", "hour", "minute"]).map(FormatCall),
    st.builds(FormatCall, st.sampled_from(["first", "pad", "reverse", "hash"]), st.integers(1, 12)),
    st.builds(FormatCall, st.just("shard"), st.sampled_from([7, 300])),
)


@given(st.sampled_from(sorted(FORMATS)), st.lists(CALLS, max_size=2).map(tuple), st.data())
def test_a_reference_never_gives_more_than_its_shape_and_bounds_say(name, calls, data):
    attribute = Attribute("", "a", data.draw(st.sampled_from(FORMATS[name].types)), name)
    known = [*words(reference_shape(attribute, ()), 12), FORMATS[name].example]
    text = rendered(typed(attribute, data.draw(st.sampled_from(known))), calls, attribute)
    if text is None:
        return  # the format does not fit the value, so there is no key
    assert accepts(reference_shape(attribute, calls), text)
    bounds = byte_bounds(KeyTemplate("", (Reference("a", calls),)), {"a": attribute})
    assert bounds.least <= len(text.encode())
    assert bounds.most is None or len(text.encode()) <= bounds.most
