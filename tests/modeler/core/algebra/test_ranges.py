"""Ranges of keys: what a condition with bounds can catch, against trying everything."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.algebra.automaton import automaton, shared_text
from modeler.core.algebra.collisions import TemplateSide, Verdict, range_catches
from modeler.core.algebra.ranges import at_least, at_most
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template, render
from modeler.core.keys.text_shapes import CharacterClass, Either, Run, longest
from modeler.core.values.attribute_values import AttributeType, string

ATTRIBUTES = {
    name: Attribute(name, name, AttributeType.S, form)
    for name, form in {"id": "id", "date": "date", "to": "date", "at": "iso", "ulid": "ulid", "note": "text"}.items()
}


def side(*templates):
    return TemplateSide(tuple(map(parse, templates)), ATTRIBUTES)


@pytest.mark.parametrize(
    ("bounds", "operator", "other", "verdict"),
    [
        (("ORDER#{date}", "ORDER#{to}"), "between", "ORDER#{date}#ITEM#{id}", "yes"),
        (("ORDER#{date}", "ORDER#{to}"), "between", "PROFILE", "no"),
        (("{date}", "{to}"), "between", "PROFILE", "no"),
        (("{date}", "{to}"), "between", "{at}", "yes"),
        (("{date}",), ">=", "PROFILE", "yes"),
        (("{date}",), "<", "PROFILE", "no"),
        (("EVENT#{ulid}",), ">", "META", "yes"),
        (("EVENT#{ulid}",), "<", "META", "no"),
        (("EVENT#{ulid}",), "<=", "EVENT#", "yes"),
        (("ORDER#", "ORDER#~"), "between", "ORDER#é{id}", "no"),
        (("ORDER#", "ORDER#~"), "between", "ORDER#{note}", "yes"),
        (("A", "A"), "between", "A", "yes"),
        (("A",), "<", "A", "no"),
        (("A",), "<=", "A", "yes"),
        (("B", "A"), "between", "{note}", "no"),
        (("D#{date}", "D#{date}~"), "between", "D#{date}#{id}", "yes"),
        (("D#{date}#B", "D#{date}#A"), "between", "D#{date}#{id}", "unknown"),
    ],
)
def test_a_range_catches_what_lies_in_it(bounds, operator, other, verdict):
    answer = range_catches(side("C#{id}", *bounds), side("C#{id}", other), operator)
    assert answer.verdict == verdict, answer.reason
    apart = range_catches(side("C#{id}", *bounds), side("D#{id}", other), operator)
    assert apart.verdict is Verdict.NO


def test_a_no_says_between_what_nothing_lies():
    answer = range_catches(side("{date}", "{to}"), side("PROFILE"), "between")
    assert answer.reason == "no key PROFILE is between {date} and {to}"


def test_bounds_and_keys_need_as_many_elements():
    assert range_catches(side("A", "B", "C"), side("A", "B"), "<").verdict is Verdict.NO


SMALL = {
    name: Attribute(name, name, AttributeType.S, "enum", values=dict.fromkeys(words, 1.0))
    for name, words in {"a": ["x", "xy", "#"], "b": ["y", "yx"], "c": ["", "x#y", "é"]}.items()
}
PARTS = st.one_of(
    st.sampled_from(["x", "y", "#", "xy", "é", "ß", "~"]).map(LiteralText),
    st.sampled_from(sorted(SMALL)).map(Reference),
)
TEMPLATES = st.lists(PARTS, min_size=0, max_size=3).map(tuple).map(print_template).map(parse)


def items(templates):
    names = sorted({name for template in templates for name in template.attributes})
    for values in product(*(SMALL[name].values for name in names)):
        yield {name: string(value) for name, value in zip(names, values, strict=True)}


def texts(template):
    return {render(template, item, {}).encode() for item in items([template])}


def lies(operator, key, bounds):
    match operator:
        case "<":
            return key < bounds[0]
        case "<=":
            return key <= bounds[0]
        case ">":
            return key > bounds[0]
        case ">=":
            return key >= bounds[0]
    return bounds[0] <= key <= bounds[1]


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(st.sampled_from(["<", "<=", ">", ">=", "between"]), TEMPLATES, TEMPLATES, TEMPLATES)
def test_a_range_agrees_with_trying_every_item(operator, low, high, other):
    bounds = (low, high) if operator == "between" else (low,)
    answer = range_catches(TemplateSide(bounds, SMALL), TemplateSide((other,), SMALL), operator)
    ranges = [tuple(render(bound, item, {}).encode() for bound in bounds) for item in items(bounds)]
    caught = any(lies(operator, key, ends) for ends in ranges for key in texts(other))
    if answer.is_yes:
        assert answer.keys[0].encode() in texts(other)
        assert lies(operator, answer.keys[0].encode(), [render(one, answer.left, {}).encode() for one in bounds])
    elif answer.verdict is Verdict.NO:
        assert not caught
    else:
        names = [name for bound in bounds for name in [one.attribute for one in bound.references]]
        assert len({*names}) < len(names) or len({*other.attributes}) < len(other.references)


ALPHABET = "ab#~é"
WORDS = ["".join(word) for length in range(4) for word in product(ALPHABET, repeat=length)]
CLASSES = st.sets(st.sampled_from("ab#~"), min_size=1).map(frozenset)
PIECES = st.recursive(
    st.one_of(
        st.text(ALPHABET, max_size=2),
        st.builds(lambda held, least, more: Run(CharacterClass(held), least, least + more), CLASSES,
                  st.integers(0, 1), st.integers(0, 1)),
    ),
    lambda inner: st.lists(inner, min_size=1, max_size=2).map(lambda found: Either(tuple((one,) for one in found))),
    max_leaves=3,
)  # fmt: skip
SHAPES = st.lists(PIECES, min_size=1, max_size=2).map(tuple)


def accepts(made, word):
    return shared_text(made, automaton(((word,),))) is not None


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(SHAPES, st.booleans())
def test_at_least_and_at_most_accept_exactly_what_is_not_beyond(shape, strict):
    made = automaton((shape,))
    held = [word.encode() for word in WORDS if accepts(made, word)]
    if not held or (longest(shape) or 0) > 3:
        return  # only then do the words above hold all of its texts
    upper, lower = at_least(made, strict=strict), at_most(made, strict=strict)
    least, most = min(held), max(held)
    for word in (word for word in WORDS if len(word) < 3):
        text = word.encode()
        assert accepts(upper, word) == (text > least if strict else text >= least)
        assert accepts(lower, word) == (text < most if strict else text <= most)
