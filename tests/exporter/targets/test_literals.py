"""Texts and names of a design in code: what a language reads back is what was written, and a name is a name."""

from __future__ import annotations

import ast
import json
import keyword
import re
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exporter.targets.support.literals import (
    RESERVED,
    Language,
    Style,
    identifier,
    identifiers,
    java_literal,
    python_comment,
    python_docstring,
    python_literal,
    slash_comment,
    star_comment,
    typescript_literal,
    words,
)
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS

TEXTS = st.one_of(st.text(), st.sampled_from(EVIL_TEXTS), st.text(st.characters(categories=["Cs", "Cf", "Zl", "Cc"])))
PLAIN = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(value=PLAIN | st.binary() | st.sets(st.integers()) | st.tuples(TEXTS))
def test_python_reads_back_what_was_written(value):
    written = python_literal(value)
    assert ast.literal_eval(written) == value
    assert len(written.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [("SaaS project management", ["saas", "project", "management"]),
     ("iOS LMS 2", ["ios", "lms", "2"]), ("orderID", ["order", "id"]), ("IoT telemetry", ["iot", "telemetry"]),
     ("gsi1PK", ["gsi1", "pk"]), ("MyURL", ["my", "url"]), ("ByAUser", ["by", "a", "user"])],
)  # fmt: skip
def test_words_of_a_name(text, found):
    assert words(text) == found


@given(text=TEXTS)
@example(text="\ud800 alone, 😀\u202e\u2028")
def test_a_text_in_typescript_and_java_is_what_json_reads(text):
    for written in (typescript_literal(text), java_literal(text)):
        # Both languages are of UTF-16: two lone surrogates beside each other are a letter.
        assert json.loads(written) == text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        assert len(written.splitlines()) == 1


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("-Infinity")])
def test_a_number_that_is_not_finite_is_refused(number):
    for write in (python_literal, typescript_literal, java_literal):
        with pytest.raises(ValueError, match="is not a number"):
            write(number)


def test_values_that_no_language_has_are_refused():
    for write in (python_literal, typescript_literal, java_literal):
        with pytest.raises(TypeError):
            write(object())
    with pytest.raises(TypeError):
        typescript_literal(b"bytes")


def test_numbers_and_members_are_written_as_each_language_has_them():
    assert python_literal({"price": Decimal("1.50")}) == '{"price": Decimal("1.50")}'
    assert typescript_literal({"a-b": [1, None, True], "ok": Decimal("1.50")}) == '{ "a-b": [1, null, true], ok: 1.50 }'
    assert typescript_literal({"__proto__": 1}) == '{ ["__proto__"]: 1 }'
    assert [java_literal(value) for value in (2**31, -1, False, None)] == ["2147483648L", "-1", "false", "null"]
    assert java_literal(Decimal("0.1")) == 'new BigDecimal("0.1")'


@pytest.mark.parametrize(
    ("text", "snake"),
    [
        ("orderDate", "order_date"), ("Order date", "order_date"), ("order-date", "order_date"), ("GSI1PK", "gsi1_pk"),
        ("PK", "pk"), ("HTTPServer", "http_server"), ("customerID", "customer_id"), ("café au lait", "cafe_au_lait"),
        ("class", "class_"), ("1st", "value_1_st"), ("ключ", "value"), ("", "value"), ("__init__", "init"),
    ],
)  # fmt: skip
def test_names_in_snake_case(text, snake):
    assert identifier(text, Style.SNAKE, Language.PYTHON) == snake


def test_names_in_other_styles():
    found = [identifier("GSI1 order-date", style, Language.TYPESCRIPT) for style in Style]
    assert found == ["gsi1_order_date", "gsi1OrderDate", "Gsi1OrderDate", "GSI1_ORDER_DATE", "gsi1-order-date"]
    assert identifier("new", Style.CAMEL, Language.TYPESCRIPT) == "newValue"
    assert identifier("string", Style.PASCAL, Language.JAVA) == "StringValue"


@given(texts=st.lists(TEXTS, max_size=8), style=st.sampled_from(Style), language=st.sampled_from(Language))
def test_names_are_valid_free_and_different(texts, style, language):
    found = identifiers(texts, style, language, taken=["value", "A"])
    lowered = [name.lower() for name in found.values()]
    assert set(found) == set(texts)
    assert len(set(lowered)) == len(lowered)
    assert not {"value", "a"} & set(lowered)
    for name in found.values():
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*_?", name), name
        assert name not in RESERVED[language]
        assert not keyword.iskeyword(name) or language is not Language.PYTHON


def test_words_of_a_long_text_are_few():
    assert len("_".join(words("aB" * 100_000))) < 500


@given(lines=st.lists(TEXTS, min_size=1, max_size=4))
def test_a_docstring_is_one_text_and_nothing_else(lines):
    tree = ast.parse(python_docstring(lines) + "end = 1\n")
    assert [type(node).__name__ for node in tree.body] == ["Expr", "Assign"]
    assert isinstance(ast.literal_eval(tree.body[0].value), str)


@given(lines=st.lists(TEXTS | st.sampled_from(["-*- coding: rot13 -*-", "vim: set fileencoding=utf-7"]), min_size=1))
def test_python_comments_are_comments(lines):
    written = python_comment(lines, indent=2)
    assert ast.parse(written.encode()).body == []
    assert len(written.splitlines()) == len(lines)


@given(lines=st.lists(TEXTS | st.sampled_from(["*/ evil()", "@ts-nocheck", "\\u000a evil()"]), min_size=1, max_size=4))
def test_comments_of_typescript_and_java_stay_comments(lines):
    slashes = slash_comment(lines)
    assert all(line.startswith("//") and not line.startswith("///") for line in slashes.splitlines())
    assert len(slashes.splitlines()) == len(lines)
    starred = star_comment(lines)
    assert starred.startswith(("/** ", "/**\n"))
    assert starred.count("*/") == 1
    for written in (slashes, starred):
        assert not re.search(r"^\s*(//|\*|/\*\*)\s*@", written)
        # Java reads \\uXXXX before anything else, except behind another backslash.
        assert all(len(run) % 2 == 0 for run in re.findall(r"\\+(?=u)", written))


@pytest.mark.parametrize("text", ["A doctor's day", "A doctor’s day"])
def test_a_possessive_is_one_word(text):
    assert words(text) == ["a", "doctors", "day"]
