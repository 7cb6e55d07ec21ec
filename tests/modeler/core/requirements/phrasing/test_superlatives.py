"""Law: every superlative of the table is read in every place where one is."""

import pytest

from modeler.core.requirements.english.words.superlatives import SUPERLATIVES, WAYS, Compared
from tests.modeler.core.requirements.expected import read_line

LEVELS = sorted(one for one in SUPERLATIVES if WAYS[one].kind is Compared.NUMBER)
TIMES = sorted(one for one in SUPERLATIVES if WAYS[one].kind is Compared.TIME)
SCALES = sorted(one for one in LEVELS if WAYS[one].nouns)


def design(noun):
    return f"Stall(stallId, marketId, name, {noun}#, openedAt); Market(marketId, name)"


def noun_of(word):
    return WAYS[word].nouns[0] if WAYS[word].nouns else "score"


@pytest.mark.parametrize("word", LEVELS)
@pytest.mark.parametrize(
    "form",
    ["stalls of a market by {noun}, {word} first", "stalls of a market, {word} {noun} first",
     "stalls of a market with the {word} {noun} on top"],
)  # fmt: skip
def test_a_superlative_before_or_after_its_attribute_orders(word, form):
    noun = noun_of(word)
    (row,) = read_line(form.format(word=word, noun=noun), design(noun))
    (order,) = row.order.value
    assert (order.attribute, order.descending) == (noun, WAYS[word].falls)
    assert row.order.question is None


@pytest.mark.parametrize("word", SCALES)
@pytest.mark.parametrize("form", ["stalls of a market, {word} first", "the 5 {word} stalls of a market"])
def test_a_superlative_that_says_what_it_compares_orders_alone(word, form):
    noun = noun_of(word)
    (row,) = read_line(form.format(word=word), design(noun))
    (order,) = row.order.value
    assert (order.attribute, order.descending) == (noun, WAYS[word].falls)
    assert row.order.question is None


@pytest.mark.parametrize("word", SCALES)
def test_what_the_items_do_not_have_is_asked(word):
    (row,) = read_line(f"stalls of a market, {word} first", design("zorb"))
    assert row.order.question is not None or noun_of(word) == "price"


@pytest.mark.parametrize("word", TIMES)
@pytest.mark.parametrize("form", ["stalls of a market, {word} first", "the 5 {word} stalls of a market"])
def test_a_superlative_of_time_orders_by_the_only_time(word, form):
    (row,) = read_line(form.format(word=word), design("zorb"))
    (order,) = row.order.value
    assert (order.attribute, order.descending) == ("openedAt", WAYS[word].falls)


def test_a_superlative_of_something_else_does_not_order_what_is_given():
    (row,) = read_line("beers by style, strongest first")
    assert "style" not in {one.attribute for one in row.order.value or ()}
