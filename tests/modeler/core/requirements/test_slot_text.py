"""Law: the text of a slot is read as the value that it shows; a text that is no value gets a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.errors import Invalid
from modeler.core.requirements.slot_text import slot_text, slot_value
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Edit,
    Given,
    Limit,
    Range,
    RequestedOrder,
    Returned,
)

NAMES = st.one_of(
    st.sampled_from(["status", "orderDate", "of", "Line item", "a,b", 'say "hi"', "back\\slash", "between", "x y"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=8),
)
MAYBE = st.one_of(st.just(""), NAMES)
RANGED = st.sampled_from([one for one in Comparator if one.value not in {"exists", "missing", "unique"}])
NUMBERS = st.floats(0, 1e9, allow_nan=False)


def several(one):
    return st.lists(one, min_size=1, max_size=3).map(tuple)


def ranges():
    two = st.tuples(NAMES, NAMES)
    between = st.builds(Range, NAMES, st.just(Comparator.BETWEEN), st.one_of(st.just(()), two))
    return st.one_of(between, st.builds(Range, NAMES, RANGED, st.one_of(st.just(()), st.tuples(NAMES))))


COMPUTED = st.sampled_from([Aggregate.SUM, Aggregate.AVERAGE, Aggregate.MINIMUM, Aggregate.MAXIMUM])
GROUPS = st.lists(NAMES, max_size=2).map(tuple)
VALUES = {
    "operation": st.sampled_from(Act),
    "entities": several(NAMES),
    "given": several(st.builds(Given, NAMES, MAYBE, MAYBE)),
    "range": several(ranges()),
    "order": several(
        st.builds(RequestedOrder, NAMES, st.booleans(), by=st.sampled_from(["", "count", "sum", "average"]))
    ),
    "limit": st.builds(Limit, st.integers(1, 10**9), st.booleans()),
    "returned": st.one_of(
        st.just(Returned(Aggregate.ALL)),
        st.builds(Returned, st.just(Aggregate.ATTRIBUTES), several(NAMES)),
        st.builds(Returned, COMPUTED, st.tuples(NAMES), GROUPS, MAYBE),
        st.builds(Returned, st.sampled_from([Aggregate.COUNT, Aggregate.EXISTS]), st.just(()), GROUPS),
    ),
    "changes": several(
        st.one_of(
            st.builds(AttributeChange, st.sampled_from([Edit.SET, Edit.ADD]), NAMES, MAYBE),
            st.builds(AttributeChange, st.just(Edit.REMOVE), NAMES),
        )
    ),
    "consistency": st.sampled_from(["strong", "eventual"]),
    "freshness": NUMBERS,
    "rate": NUMBERS,
    "peak": NUMBERS,
    "delivery": st.just("at_least_once"),
}


@pytest.mark.parametrize("slot", VALUES)
@given(data=st.data())
def test_the_text_of_a_value_is_read_as_that_value(slot, data):
    value = data.draw(VALUES[slot])
    assert slot_value(slot, slot_text(slot, value)) == value


@pytest.mark.parametrize("slot", VALUES)
@given(text=st.text(max_size=30))
def test_any_text_is_a_value_or_gets_a_sentence(slot, text):
    try:
        slot_value(slot, text)
    except Invalid as error:
        assert error.message


@pytest.mark.parametrize(
    ("slot", "text", "words"),
    [
        ("operation", "Scream", "Create"),
        ("range", "orderDate", "needs a comparison"),
        ("range", "total above 1 and 2", "only between"),
        ("order", "size of Order", "count of"),
        ("limit", "0", "from 1"),
        ("limit", "many", "not a number"),
        ("returned", "half", "everything"),
        ("returned", "sum", "which attribute"),
        ("changes", "status to OPEN", "set, add or remove"),
        ("changes", "remove note to x", "no value"),
        ("freshness", "fresh", "60 s"),
        ("consistency", "maybe", "strong"),
        ("given", 'a"b', "not closed"),
    ],
)
def test_a_text_that_is_no_value_gets_a_sentence(slot, text, words):
    with pytest.raises(Invalid, match=words):
        slot_value(slot, text)


def test_words_that_people_use_for_comparisons_are_read():
    assert slot_value("range", "orderDate after 15 minutes ago") == (
        Range("orderDate", Comparator.GREATER, ("15 minutes ago",)),
    )
