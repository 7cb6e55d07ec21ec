"""Reserved words behind a `#`: nothing else of the text changes, and DynamoDB then takes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.expressions.aliasing import with_aliases
from modeler.core.expressions.checks import expression_problems
from modeler.core.expressions.nodes import ExpressionKind
from modeler.core.values.attribute_values import string

CONDITION, UPDATE = ExpressionKind.CONDITION, ExpressionKind.UPDATE


@pytest.mark.parametrize(
    ("text", "kind", "names", "expected", "added"),
    [
        ("status = :s", CONDITION, {}, "#status = :s", {"#status": "status"}),
        ("a.Status  =  :s AND version = :s", CONDITION, {}, "a.#Status  =  :s AND version = :s", {"#Status": "Status"}),
        ("status = :s", CONDITION, {"#s": "status"}, "#s = :s", {}),
        ("status = :s", CONDITION, {"#status": "state"}, "#n1 = :s", {"#n1": "status"}),
        ("size(status) > :n OR size > :n", CONDITION, {}, "size(#status) > :n OR #size > :n", None),
        ("SET ttl = :t REMOVE count", UPDATE, {}, "SET #ttl = :t REMOVE #count", {"#ttl": "ttl", "#count": "count"}),
        ("SET a.set = :t, status = :t, b = status", UPDATE, {}, "SET a.#set = :t, #status = :t, b = #status", None),
        ("status =", CONDITION, {}, "#status =", {"#status": "status"}),
        ("version = :v", CONDITION, {}, "version = :v", {}),
    ],
)
def test_only_reserved_words_change(text, kind, names, expected, added):
    made, needed = with_aliases(text, kind, names)
    assert made == expected
    if added is not None:
        assert needed == added


WORDS = st.sampled_from(["status", "version", "ttl", "note", "a.count", "month[0]", "size", "Year"])


@given(
    st.lists(WORDS, min_size=1, max_size=4, unique=True), st.dictionaries(st.sampled_from(["#status", "#ttl"]), WORDS)
)
def test_no_reserved_word_is_left(words, names):
    text = " AND ".join(f"{word} = :v" for word in words)
    made, added = with_aliases(text, CONDITION, names)
    assert list(expression_problems(made, CONDITION, {**names, **added}, {":v": string("x")})) == []
    assert not added.keys() & names.keys()
