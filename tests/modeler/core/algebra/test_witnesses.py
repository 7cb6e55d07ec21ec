"""From key text back to values that give it, and from values to key text."""

import time

import pytest

from modeler.core.algebra.automaton import automaton, distances, shared_text, words
from modeler.core.algebra.witnesses import rendered, typed, values_giving
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import parse
from modeler.core.keys.text_shapes import CharacterClass, Either, Run
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string


def attribute(form="", kind="S", **more):
    return Attribute("a", "x", AttributeType(kind), form, **more)


def given(template, text, made, *, trusting=False, most=3):
    """The first values that give the text, as they are stored."""
    found = values_giving(made, parse(template).references[0].formats, text, trusting=trusting)
    return [value.data for value, _ in zip(found, range(most), strict=False)]


@pytest.mark.parametrize(
    ("template", "text", "made", "value"),
    [
        ("{x}", "a1", attribute("id"), "a1"), ("{x}", "a#", attribute("id"), None),
        ("{x}", "7", attribute("", "N"), "7"),
        ("{x:upper}", "AB", attribute("slug"), "ab"), ("{x:lower}", "de", attribute("country"), "DE"),
        ("{x:lower}", "open", attribute("enum", values={"Open": 1, "SHUT": 1}), "Open"),
        ("{x:pad(4)}", "0042", attribute("integer", "N"), "42"), ("{x:pad(2)}", "00", attribute("integer", "N"), "0"),
        ("{x:reverse(3)}", "957", attribute("integer", "N"), "42"),
        ("{x:first(2)}", "ab", attribute("id"), "ab"), ("{x:first(1)}", "D", attribute("country"), "DB"),
        ("{x:lower|first(1)}", "d", attribute("country"), "DB"),
        ("{x:upper|first(1)}", "A", attribute("geohash"), None),
        ("{x:upper|first(1)}", "B", attribute("geohash"), "b"), ("{x:first(1)}", "#", attribute("id"), None),
        ("{x:month}", "2026-06", attribute("epoch_seconds", "N"), "1780272000"),
        ("{x:month}", "2026-06", attribute("epoch_millis", "N"), "1780272000000"),
        ("{x:month}", "2026-06", attribute("epoch_seconds"), "1780272000"),
        ("{x:iso}", "2026-06-01T00:00:00.000Z", attribute("epoch_millis", "N"), "1780272000000"),
        ("{x:month}", "2026-06", attribute("date"), "2026-06-01"),
        ("{x:month}", "2026-06", attribute("", "N"), "1780272000"),
        ("{x:hour}", "2026-06-01T08", attribute("iso"), "2026-06-01T08:00:00.000Z"),
        ("{x:minute}", "2026-06-01T08:30", attribute("iso"), "2026-06-01T08:30:00.000Z"),
        ("{x:pad(10)}", "0009876543", attribute("integer", "N"), "9876543"),
        ("{x:join('#')|lower|upper}", "AB-77", attribute("id"), "AB-77"),
        ("{x:join('#')}", "ab-77", attribute("id"), "ab-77"),
        ("{x:year}", "2026", attribute(), "2026-01-01T00:00:00.000Z"), ("{x:month}", "2026-13", attribute("iso"), None),
        ("{x:shard(4)}", "9", attribute("enum", values={"A": 1, "B": 1}), None),
    ],
)  # fmt: skip
def test_a_value_is_found_that_gives_the_text(template, text, made, value):
    found = given(template, text, made)
    assert found[:1] == ([] if value is None else [value])
    reference = parse(template).references[0]
    for one in found:
        assert rendered(typed(made, str(one)), reference.formats, made) == text


def test_times_are_in_utc_wherever_the_server_stands(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert given("{x:hour}", "2026-06-01T08", attribute("epoch_seconds", "N")) == ["1780300800"]
        assert rendered(string("2026-06-01T08:30:00"), parse("{x:iso}").references[0].formats, attribute("iso")) == (
            "2026-06-01T08:30:00.000Z"
        )
        assert rendered(string("2026-06-01T08:30:00+02:00"), parse("{x:iso}").references[0].formats, attribute()) == (
            "2026-06-01T06:30:00.000Z"
        )
    finally:
        monkeypatch.undo()
        time.tzset()


def test_of_what_nobody_declared_a_value_is_found_with_and_without_delimiters():
    for template in ("{x}", "{x:first(1)}"):
        assert given(template, "#", attribute())[:1] == ["#"]
        assert given(template, "#", attribute(), trusting=True) == []


def test_a_hash_and_a_shard_are_tried():
    for template, text in (("{x:shard(7)}", "5"), ("{x:hash(1)}", "f")):
        (found,) = given(template, text, attribute("id"), most=1)
        assert rendered(string(found), parse(template).references[0].formats, attribute("id")) == text
    assert given("{x:shard(7)}", "9", attribute("id")) == []
    for found in given("{x:hash(1)}", "f", attribute(), trusting=True):
        assert found.isalnum(), "as an identifier, where nobody declared what it is"


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("S", "a", string("a")), ("N", "1.0", number("1")), ("BOOL", "true", AttributeValue(AttributeType.BOOL, True)),
        ("BOOL", "false", AttributeValue(AttributeType.BOOL, False)),
        ("B", "ä", AttributeValue(AttributeType.B, b"\xc3\xa4")),
        ("L", "a", AttributeValue(AttributeType.L, (string("a"),))), ("M", "a", string("a")),
    ],
)  # fmt: skip
def test_a_text_is_a_value_of_the_attributes_type(kind, text, value):
    assert typed(attribute("", kind), text) == value


def test_a_binary_value_counts_as_its_text():
    binary = AttributeValue(AttributeType.B, b"a\xff")
    assert rendered(binary, (), attribute("", "B")) == "a\ufffd"
    assert rendered(binary, parse("{x:lower}").references[0].formats, attribute("", "B")) is None


BITS = Run(CharacterClass(frozenset("01")), 1, 3)


def test_as_many_words_as_are_asked_for_the_shortest_first():
    assert [list(words((BITS,), count)) for count in (0, 1, 2, 3)] == [["0"], ["0"], ["0", "1"], ["0", "1", "00"]]
    assert len(list(words((BITS,), 99))) == 2 + 4 + 8
    assert list(words(("ab", Either((("c",), ()))), 9)) == ["ab", "abc"]


def test_distances_are_to_the_nearest_end():
    made = automaton((("ab",), (Either((("c",), ())),)))
    assert distances(made)[made.start] == 2
    assert {distances(made)[state] for state in made.final} == {0}
    assert made.start not in distances(automaton(((Either(()),),)))


def test_a_shared_text_says_which_part_each_character_is_of():
    left, right = automaton((("a", BITS), ("#",))), automaton((("a0",), (BITS, "#")))
    found = shared_text(left, right)
    assert (found.text, found.left, found.right) == ("a00#", {0: "a00", 1: "#"}, {0: "a0", 1: "0#"})
    assert shared_text(left, automaton((("b",),))) is None
