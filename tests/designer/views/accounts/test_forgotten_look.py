"""The page says what a look for forgotten tables looked at, and when, and claims nothing else. Pure."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

NONE = "None of them is a table of this workspace without a run."


def said(looked=12, **found):
    one = SimpleNamespace(
        found={"can_tell": True, "is_whole": True, "tables": [], "missing": [], **found},
        looked=looked,
        endpoint=SimpleNamespace(name_prefix="ks-"),
        job=SimpleNamespace(finished_at=datetime(2026, 11, 28, 5, 0, tzinfo=UTC)),
    )
    return " ".join(render_to_string("designer/parts/forgotten_look.html", {"one": one}).split())


def test_a_whole_look_says_how_many_tables_and_when():
    text = said()
    assert "Looked at 12 tables whose names begin with <code>ks-</code> on" in text
    assert "28 Nov 2026, 05:00 UTC" in text
    assert NONE in text
    assert "10,000" not in text


@pytest.mark.parametrize(
    ("looked", "words"),
    [
        (1, "1 table whose name begins with"),
        (0, "0 tables whose names begin"),
        (None, "Looked at tables whose names begin"),
    ],
)
def test_the_number_of_tables_is_that_of_the_look(looked, words):
    text = said(looked)
    assert words in text
    assert (NONE in text) == (looked != 0)


def test_a_look_at_some_of_the_tables_says_that_others_were_not_looked_at():
    text = said(is_whole=False)
    assert "The others were not looked at" in text
    assert "belongs to a run" not in text


def test_an_endpoint_without_tags_says_nothing_about_other_tables():
    text = said(0, can_tell=False)
    assert NONE not in text
    assert "cannot know whose" in text
    assert "Looked for" not in said(0, can_tell=False, is_whole=False)
