"""Nothing comes into a design that words of the line do not name: no verb, adverb, adjective, number or small word."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.requirements.english.reading import read, read_line
from modeler.core.requirements.english.words.speech import is_only_verb
from modeler.core.requirements.morphology import singular, words_of

pytestmark = pytest.mark.slow

# Nouns that are in no list of the parser and in no sentence of the tests.
NOUNS = ("gondola", "sextant", "pergola", "trombone", "zeppelin", "quarry", "obelisk", "lagoon", "turbine", "meadow",
         "pagoda", "kiosk", "ferret", "walnut", "anvil", "tapestry")  # fmt: skip
ADJECTIVES = ("shiny", "enormous", "real-time", "friendly", "reliable", "high-level", "gorgeous", "secure", "brand-new")
ADVERBS = ("quickly", "optionally", "easily", "reliably", "seamlessly", "always", "carefully")
OPENINGS = ("", "As a {role}, I want to ", "As a {role} I would like to be able to ", "The system must be able to ",
            "The system shall allow {role}s to ", "I need to ", "{role}s can ", "- [ ] ", "3. ")  # fmt: skip
ROLES = ("planner", "keeper", "operator", "manager", "visitor")
READS = ("see", "view", "list", "get", "find", "browse", "look up", "retrieve", "check")
WRITES = ("create", "delete", "update", "register", "archive", "cancel")
TAILS = ("", " so that nobody has to wait", " without any hassle", " as fast as possible", " whenever they like",
         " in order to stay organized", " because it saves effort", " at any moment", " on mobile and desktop",
         " (nice to have)", " if that is feasible", " even when things go wrong", " instead of guessing",
         " with minimal friction", " at a glance", " in a clear way", " as described above", " while travelling",
         " to make better decisions", " before it is too late")  # fmt: skip
SMALL = ("id", "at", "by", "archived", "status", "due")
"""Words that names of attributes have beside those of the line: gondolaId, createdAt, archived of "archive", status of
"cancel", dueAt of "overdue".
"""


def _plural(noun):
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


@st.composite
def requests(draw):
    """A sentence about two nouns, among words that name nothing, and the nouns."""
    nouns = draw(st.permutations(NOUNS))[:2]
    own, parent = nouns
    opening = draw(st.sampled_from(OPENINGS)).format(role=draw(st.sampled_from(ROLES)))
    adverb = draw(st.sampled_from(("", *(one + " " for one in ADVERBS))))
    adjective = draw(st.sampled_from(("", *(one + " " for one in ADJECTIVES))))
    tail = draw(st.sampled_from(TAILS))
    if draw(st.booleans()):
        relation = draw(st.sampled_from((f" of a {parent}", f" for the {parent}", f" by {parent}", "")))
        text = f"{draw(st.sampled_from(READS))} all the {adjective}{_plural(own)}{relation}"
    else:
        relation = draw(st.sampled_from((f" of a {parent}", f" for a {parent}", "")))
        text = f"{draw(st.sampled_from(WRITES))} a {adjective}{own}{relation}"
    return opening + adverb + text + tail, set(nouns)


def _named(row):
    """Return the names that would come into a design without a question."""
    if row.entities.question is None:
        yield from row.entities.value or ()
    for one in row.given.value or ():
        if row.entities.question is None or one.of not in (row.entities.value or ()):
            yield from (one.of, one.attribute)
    for slot in (row.range, row.order, row.condition, row.changes):
        for one in slot.value or ():
            yield one.attribute
    if row.returned.value is not None:
        yield from (*row.returned.value.attributes, *row.returned.value.group)


def _plain(text):
    return {singular(one) for one in re.findall(r"[a-z]+", text.lower())}


@given(made=requests())
@settings(max_examples=400)
def test_only_nouns_become_names(made):
    text, nouns = made
    for row in read_line(text):
        for name in _named(row):
            assert set(words_of(name)) <= nouns | set(SMALL), (text, name)
        assert not row.range.value, text
        assert not row.condition.value or row.condition.question is not None, text


@given(made=requests())
@settings(max_examples=200)
def test_every_word_is_shown_as_read_or_as_unread(made):
    text, nouns = made
    for row in read_line(text):
        shown = [span for _, slot in row.slots for span in slot.spans]
        covered = _plain(" ".join(span.of(row.text) for span in (*shown, *row.unread)))
        assert nouns & _plain(text) <= covered, text


@given(words=st.lists(st.sampled_from((*NOUNS, *ADJECTIVES, *ADVERBS, *READS, *WRITES, "of", "a", "the", "by", "with",
                                       "for", "7", "that", "are", "overdue", "sorted", "and", "per", "day")),
                      min_size=2, max_size=9))  # fmt: skip
@settings(max_examples=400)
def test_names_have_words_of_the_line_only(words):
    text = " ".join(words)
    said = _plain(text) | {"created", "time", "count", *SMALL}
    for row in read_line(text):
        for name in _named(row):
            assert {singular(one) for one in words_of(name)} <= said, (text, name)
            assert not set(words_of(name)) & {"7", "the", "a", "of", "that", "are", "and", "with"}, (text, name)


@pytest.mark.parametrize("line", ["Members make 9 bookings a month", "Guests receive two keys", "Riders pay a fee"])
def test_no_entity_is_named_after_a_word_that_is_only_a_verb(line):
    named = {name for row in read(line).rows for name in row.entities.value or ()}
    assert not [name for name in named if is_only_verb(name.lower())]


def test_a_verb_that_is_a_noun_of_software_names_an_entity():
    (row,) = read("list the commits of a repository").rows
    assert row.entities.value == ("Commit",)


def test_no_entity_is_named_after_a_load():
    rows = read("Each like raises a photo's like count by one: 300/s, spikes around 2,500/s.").rows
    assert not {"Spike", "Peak"} & {name for row in rows for name in row.entities.value or ()}
