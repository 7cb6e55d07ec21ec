"""Requests composed of independent pieces: each piece is read in any composition as it is read alone."""

import re

import pytest

from modeler.core.requirements.english.reading import read_line
from modeler.core.requirements.english.words.verbs import participle
from modeler.core.requirements.morphology import singular, words_of
from tests.modeler.core.requirements.expected import facts
from tests.modeler.core.requirements.phrasing.compose import Composer
from tests.modeler.core.requirements.phrasing.outcomes import tally


def _measured(seed, number):
    composer = Composer(seed)
    made = tally(composer.request() for _ in range(number))
    print(f"precision {made.precision:.1%}, recall {made.recall:.1%}, invented {len(made.invented)} of {number}")
    return made


def test_composed_requests_are_read_as_they_are_meant():
    made = _measured(seed=1, number=200)
    assert made.precision >= 0.98, made.invented
    assert made.recall >= 0.93, made.lost()[:20]
    assert len(made.invented) <= 8, made.invented


@pytest.mark.conformance
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_composed_requests_are_read_as_they_are_meant(seed):
    made = _measured(seed, number=2000)
    assert made.precision >= 0.98, made.invented
    assert made.recall >= 0.93, made.lost()[:20]


def _named(row):
    yield from row.entities.value or ()
    for one in row.given.value or ():
        yield from (one.of, one.attribute)
    for slot in (row.range, row.order, row.condition, row.changes):
        for one in slot.value or ():
            yield one.attribute
    if row.returned.value is not None:
        yield from (*row.returned.value.attributes, *row.returned.value.group)


SMALL = {"id", "at", "created", "creation", "time", "date", "status", "state", "expire", "due", "start", "for", "last"}
"""Words of names that pieces have beside the nouns: gondolaId, createdAt, status."""


def _invented(requests):
    for request in requests:
        # An act and a state name their attribute: archived of "archive", dueAt of "overdue".
        forms = {
            made
            for one in re.findall(r"[a-z]+", request.text.lower())
            for made in (one, participle(one), one.removeprefix("un"))
        }
        nouns = {singular(one) for one in (*request.words, *(forms - {"a", "an", "the", "of"}))} | SMALL
        names = [name for row in read_line(request.text) for name in _named(row)]
        yield from (f"{request.text}: {name}" for name in names if not set(words_of(name)) <= nouns)


@pytest.mark.slow
def test_every_name_is_made_of_nouns_of_the_request():
    composer = Composer(3)
    assert list(_invented(composer.request() for _ in range(120))) == []


@pytest.mark.conformance
@pytest.mark.parametrize("seed", range(20, 26))
def test_hardly_a_name_is_made_of_other_words(seed):
    """Measured: 21 of 1,000 at most. "From today" makes an entity Today, "a screen with 10 boxes" one called Screen."""
    composer = Composer(seed)
    assert len(list(_invented(composer.request() for _ in range(1000)))) <= 21


def _without_name(request):
    own = re.compile(rf"\b(?:{request.entity}|{request.entity[0].lower()}{request.entity[1:]}Id)\b")
    return [own.sub("X", fact) for row in read_line(request.text) for fact in facts(row)]


@pytest.mark.slow
def test_another_noun_changes_nothing_but_its_name():
    """Now and then a noun is a property or a person: "add a crew member to a ward" is asked about."""
    pairs = [(Composer(seed).request(), Composer(seed, step=7).request()) for seed in range(60)]
    unlike = [(one.text, other.text) for one, other in pairs if _without_name(one) != _without_name(other)]
    assert len(unlike) <= 1, unlike
