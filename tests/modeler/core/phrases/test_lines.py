"""Lines of English: what is said of the subject, the order, the range, the limit and the rate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.phrases.lines import LINE_MAX, phrase_of
from modeler.core.phrases.words import words_of


def said(line, *names):
    phrase = phrase_of(line)
    return tuple(getattr(phrase, name) for name in names)


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        ("A2: Orders of a customer", "A2", "Orders of a customer"),
        ("a2) orders of a customer.", "A2", "Orders of a customer"),
        ("3. orders", "3", "Orders"),
        ("- orders", "", "Orders"),
        ("S14 Open tasks", "S14", "Open tasks"),
        ("orders (50/s)", "", "Orders"),
    ],
)
def test_a_code_and_a_name(line, code, text):
    assert said(line, "code", "text") == (code, text)


@pytest.mark.parametrize(
    ("line", "average", "peak"),
    [
        ("orders (50/s, peak 400)", 50, 400),
        ("orders, 1,200 per second", 1200, None),
        ("readings 6k/min", 100, None),
        ("logins 8,640 a day, up to 5 a second", 0.1, 5),
        ("orders at 20 rps", 20, None),
        ("orders", None, None),
    ],
)
def test_rates(line, average, peak):
    assert said(line, "average", "peak") == (pytest.approx(average) if average else None, peak)


@pytest.mark.parametrize(
    ("line", "order", "descending", "limit"),
    [
        ("orders, newest first", "", True, None),
        ("orders, oldest first", "", False, None),
        ("latest 20 readings of a device", "", True, 20),
        ("the latest reading of a device", "", True, 1),
        ("products sorted by price", "price", False, None),
        ("products ordered by unit price descending", "unit price", True, None),
        ("top 10 players", "score", True, 10),
        ("players, highest score first", "score", True, None),
        ("orders, 25 a page", None, False, 25),
        ("events in reverse chronological order", "", True, None),
        ("orders", None, False, None),
    ],
)
def test_orders_and_limits(line, order, descending, limit):
    assert said(line, "order", "descending", "limit") == (order, descending, limit)


@pytest.mark.parametrize(
    ("line", "ranged", "bounds"),
    [
        ("tasks due before a date", "due date", "to"),
        ("events since a day", "day", "from"),
        ("readings in a time range", "time range", "both"),
        ("events between two dates", "dates", "both"),
        ("readings in a window of one day", "window of one day", "both"),
        ("orders", None, "both"),
    ],
)
def test_ranges(line, ranged, bounds):
    assert said(line, "range", "bounds") == (ranged, bounds)


@pytest.mark.parametrize(
    ("line", "verb", "subject", "is_one"),
    [
        ("Get a customer by id", "read", "customer", True),
        ("open orders of a customer", "", "open orders", False),
        ("open an account", "read", "account", True),
        ("Create an order", "create", "order", True),
        ("sign up a user", "create", "user", True),
        ("the best players", "", "best players", False),
        ("count orders", "count", "orders", False),
    ],
)
def test_verbs_and_subjects(line, verb, subject, is_one):
    assert said(line, "verb", "subject", "is_one") == (verb, subject, is_one)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("customerId", ("customer", "id")),
        ("Customers' ids", ("customer", "id")),
        ("HTTPStatus", ("http", "status")),
        ("order_lines", ("order", "line")),
        ("categories", ("category",)),
        ("addresses", ("address",)),
        ("status", ("status",)),
        ("people", ("person",)),
        ("e-mail", ("email",)),
    ],
)
def test_words_of_names(name, words):
    assert words_of(name) == words


@given(st.text(max_size=600))
def test_any_text_is_read_or_is_nothing(line):
    phrase = phrase_of(line)
    if phrase is not None:
        assert 0 < len(phrase.text) <= max(LINE_MAX, 255)
        assert phrase.limit is None or phrase.limit >= 0


def test_a_line_made_to_be_slow_is_read_all_the_same():
    assert phrase_of("between " * 200) is not None
    assert phrase_of("a " + "in the " * 300 + "first") is not None
