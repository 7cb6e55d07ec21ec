"""Key templates: parse, render, print. docs/glossary.md#key-templates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import LiteralText, Reference, Unrendered, parse, print_template, render
from modeler.core.values import json_values
from modeler.core.values.attribute_values import number, string
from tests.modeler.core import strategies


def test_a_template_is_literals_and_references():
    assert parse("ORDER#{orderDate:month}#{orderId}").parts == (
        LiteralText("ORDER#"),
        Reference("orderDate", (FormatCall("month"),)),
        LiteralText("#"),
        Reference("orderId"),
    )


@given(
    st.lists(
        st.one_of(
            st.text(min_size=1, max_size=5).map(LiteralText),
            st.tuples(strategies.attribute_names, st.sampled_from([(), (FormatCall("pad", 3),)])).map(
                lambda pair: Reference(*pair)
            ),
            st.tuples(strategies.attribute_names, strategies.words).map(
                lambda pair: Reference(pair[0], (FormatCall("join", pair[1]),))
            ),
        ),
        max_size=5,
    )
)
def test_what_is_printed_is_parsed_back(parts):
    merged = []
    for part in parts:
        if merged and isinstance(part, LiteralText) and isinstance(merged[-1], LiteralText):
            merged[-1] = LiteralText(merged[-1].text + part.text)
        else:
            merged.append(part)
    template = parse(print_template(tuple(merged)))
    assert template.problem == ""
    assert template.parts == tuple(merged)


@given(st.text(max_size=30))
def test_parsing_never_raises_and_prints_back_what_it_read(text):
    template = parse(text)
    if template.problem:
        assert template.parts == ()
    else:
        assert parse(print_template(template.parts)).parts == template.parts


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("A{", "needs the name"),
        ("A{x", "not closed"),
        ("a}b", "closes nothing"),
        ("{x:foo}", "is not a format"),
        ("{x:pad}", "whole number"),
        ("{x:pad(0)}", "1 to"),
        ("{x:lower(3)}", "no argument"),
        ("{}", "needs the name"),
        ('{"x}', "no closing"),
        ("{x:}", "format is missing"),
        ("{x:lower|}", "format is missing"),
        ("{x:|lower}", "format is missing"),
        ("{x:lower||upper}", "format is missing"),
        ("{x:join('|')|}", "format is missing"),
    ],
)
def test_a_half_typed_template_says_what_is_wrong(text, word):
    assert word in parse(text).problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ab}c", "the } at character 3 closes nothing; write }} for a brace"),
        ("{{}", "the } at character 3 closes nothing; write }} for a brace"),
        ("ab{", "the placeholder at character 3 needs the name of an attribute"),
        ("ab{}", "the placeholder at character 3 needs the name of an attribute"),
        ("ab{ x}", "the placeholder at character 3 needs the name of an attribute"),
        ('ab{""}', "the placeholder at character 3 needs the name of an attribute"),
        ('ab{"x}', 'the quoted name at character 4 has no closing "'),
        ("ab{x", "the { at character 3 is not closed"),
        ("ab{x:join('}", "the { at character 3 is not closed"),
        ('{"a"b}', "after 'a', expected : and a format, or the closing }"),
        ("{x:pad(3) 4}", "'pad(3) 4' is not a format; known formats are "),
        ("{x: LOWER }", "'LOWER' is not a format; known formats are date, first, hash, hour, "),
        ("{x:pad(39)}", "pad takes a number from 1 to 38"),
    ],
)
def test_a_problem_names_its_place(text, problem):
    """Characters are counted from one."""
    found = parse(text)
    assert found.problem.startswith(problem)
    assert (found.parts, found.is_constant) == ((), False)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()), ("{{a}}", (LiteralText("{a}"),)),
        ("a{{{x}}}b", (LiteralText("a{"), Reference("x"), LiteralText("}b"))),
        ('{"a:b"}', (Reference("a:b"),)), ('{"a}b":lower}', (Reference("a}b", (FormatCall("lower"),)),)),
        ("{a b}", (Reference("a b"),)), ("{x}{y}", (Reference("x"), Reference("y"))),
        ("{x: pad ( 3 ) }", (Reference("x", (FormatCall("pad", 3),)),)),
        ("{x:join('}')|upper}", (Reference("x", (FormatCall("join", "}"), FormatCall("upper"))),)),
        ("{x:join('|')|upper}", (Reference("x", (FormatCall("join", "|"), FormatCall("upper"))),)),
        ("{x:join('it''s')}#", (Reference("x", (FormatCall("join", "it's"),)), LiteralText("#"))),
        ("{x:join('')}", (Reference("x", (FormatCall("join", ""),)),)),
    ],
)  # fmt: skip
def test_braces_quotes_and_blanks(text, parts):
    found = parse(text)
    assert (found.parts, found.problem) == (parts, "")
    assert parse(print_template(parts)).parts == parts


def test_parts_are_printed_as_they_are_written():
    assert print_template((LiteralText("{a}"), Reference("x", (FormatCall("pad", 3), FormatCall("upper"))))) == (
        "{{a}}{x:pad(3)|upper}"
    )
    assert print_template((Reference("a:b"), Reference("é b"), Reference(" x"))) == '{"a:b"}{é b}{" x"}'
    assert print_template((Reference("x", (FormatCall("join", "it's"),)), Reference('ä"'))) == (
        "{x:join('it''s')}" + '{"ä\\""}'
    )


def test_what_follows_from_the_parts_of_a_template():
    made = parse("A#{x:lower}#{y}{x}")
    assert (str(made), made.attributes, made.literal_prefix) == ("A#{x:lower}#{y}{x}", ("x", "y"), "A#")
    assert [one.is_plain for one in made.references] == [False, True, True]
    assert (made.is_constant, made.plain_reference) == (False, None)
    assert (parse("{x}").plain_reference, parse("{x:lower}").plain_reference) == (Reference("x"), None)
    assert (parse("{x}#").plain_reference, parse("{x}").literal_prefix, parse("").literal_prefix) == (None, "", "")
    assert (parse("A").is_constant, parse("").is_constant, parse("{").is_constant) == (True, True, False)


VALUES = {
    "id": string("A-9"),
    "n": number("42"),
    "at": string("2026-06-03T09:14:30.250Z"),
    "local": string("2026-06-03T01:30:00+02:00"),
    "epoch": number("1780500000"),
    "millis": number("1780500000123"),
    "day": string("2026-06-03"),
    "path": json_values.from_dynamodb_json({"L": [{"S": "a"}, {"S": "b"}]}),
}
FORMATS = {"epoch": "epoch_seconds", "millis": "epoch_millis"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("X#{id:lower}", "X#a-9"),
        ("{id:upper|first(1)}", "A"),
        ("{n:pad(6)}", "000042"),
        ("{n:reverse(4)}", "9957"),
        ("{at:month}", "2026-06"),
        ("{at:iso}", "2026-06-03T09:14:30.250Z"),
        ("{at:minute}", "2026-06-03T09:14"),
        ("{local:date}", "2026-06-02"),
        ("{epoch:year}", "2026"),
        ("{epoch:iso}", "2026-06-03T15:20:00.000Z"),
        ("{millis:iso}", "2026-06-03T15:20:00.123Z"),
        ("{day:hour}", "2026-06-03T00"),
        ("{path:join('/')}", "a/b"),
        ("{id:shard(10)}", "4"),
        ("{id:hash(8)}", "cdcb1e59"),
        ("{{x}}", "{x}"),
    ],
)
def test_formats_give_the_documented_text(text, key):
    import hashlib
    import zlib

    if "shard" in text:
        key = str(zlib.crc32(b"A-9") % 10)
    if "hash" in text:
        key = hashlib.sha256(b"A-9").hexdigest()[:8]
    assert render(parse(text), VALUES, FORMATS) == key


def test_a_missing_attribute_and_an_unfit_value_are_told_apart():
    assert render(parse("{gone}"), VALUES, {}) == Unrendered("gone", "the item has no gone")
    assert render(parse("A#{id:pad(3)}"), VALUES, {}) == Unrendered("id", "id does not fit {id:pad(3)}")
    assert render(parse("A#{id"), VALUES, {}) == Unrendered("", parse("A#{id").problem)
    assert render(parse("{epoch:year}"), VALUES, {"epoch": "epoch_millis"}) == "1970"
    assert render(parse("{epoch:year}"), VALUES, {}) == "2026"


@given(st.integers(0, 10**6 - 1), st.integers(0, 10**6 - 1))
def test_pad_keeps_the_order_of_numbers_and_reverse_turns_it_round(left, right):
    def key(text, n):
        return render(parse(text), {"n": number(str(n))}, {})

    assert (key("{n:pad(6)}", left) < key("{n:pad(6)}", right)) == (left < right)
    assert (key("{n:reverse(6)}", left) < key("{n:reverse(6)}", right)) == (left > right)
