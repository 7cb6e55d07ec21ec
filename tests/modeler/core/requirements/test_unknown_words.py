"""Words that nothing knows, put into lines of a design: they name nothing, and they move nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.requirements.english import reading
from modeler.core.requirements.english.words.lexicon import ENGLISH
from modeler.core.requirements.english.words.verbs import VERBS
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Certainty
from tests.modeler.core.requirements.expected import BLIND, HELD_OUT, TUNED, sentences, vocabulary

LINES = [one for kind in (BLIND, TUNED, HELD_OUT) for one in sentences(kind) if one.entities]
SYLLABLES = st.tuples(st.sampled_from("bdfgklmnprstvz"), st.sampled_from("aeiou")).map("".join)
ENDS = st.sampled_from(["rk", "lb", "nt", "mp", "sk", "g", "d", "b"])
NONSENSE = st.tuples(SYLLABLES, SYLLABLES, ENDS).map("".join).filter(lambda one: one not in VERBS | ENGLISH)
TAILS = [
    "{} first", "with a {} above 5", "of a {}", "by {}s", "for the {}", "without {}s", "that {}s", "unless they {}",
    "with a {} of open", "in the {}", "per {}",
]  # fmt: skip


@st.composite
def _changed_lines(draw):
    """A line of a list, its design, and the line with an unknown word in it."""
    line = draw(st.sampled_from(LINES))
    words = line.text.rstrip(".?!").split(" ")
    new = draw(NONSENSE)
    at = draw(st.integers(0, len(words) - 1))
    plural = "s" if words[at].endswith("s") else "ed" if words[at].endswith("ed") else ""
    made = draw(
        st.sampled_from(
            [
                [*words[:at], new + draw(st.sampled_from(["", "ed", "ish", "s"])), *words[at:]],
                [*words[:at], new + plural, *words[at + 1 :]],
                [*words, *draw(st.sampled_from(TAILS)).format(new).split()],
            ]
        )
    )
    return line.text, line.entities, " ".join(made), new


def _filled(text, entities):
    for row in reading.read_line(text, vocabulary(entities)):
        yield from ((name, slot.value) for name, slot in row.slots if slot.certainty is Certainty.UNDERSTOOD)


def _names(text, entities):
    """Every entity and attribute that is filled in."""
    for slot, value in _filled(text, entities):
        if slot == "entities":
            yield from value
        elif slot == "returned":
            yield from (*value.attributes, *value.group)
        elif isinstance(value, tuple):
            yield from (name for one in value for name in (one.attribute, getattr(one, "of", "")) if name)


@given(changed=_changed_lines())
@settings(max_examples=160)
def test_an_unknown_word_names_no_entity_and_no_attribute(changed):
    before, entities, after, new = changed
    held = vocabulary(entities).entities
    known = {one.name for one in held} | {each.name for one in held for each in one.entity.attributes}
    for name in _names(after, entities):
        assert name in known or name in set(_names(before, entities)), after
        assert new not in name.lower(), after


@pytest.mark.slow
@given(changed=_changed_lines())
@settings(max_examples=160)
def test_an_unknown_word_is_the_value_of_an_attribute_only_after_its_name(changed):
    _, entities, after, new = changed
    for slot, value in _filled(after, entities):
        for one in value if slot in {"condition", "range", "changes"} else ():
            said = " ".join(one.values if slot == "range" else (one.value,))
            assert new not in said.lower() or words_of(one.attribute)[-1] in after.lower().split(), after


@pytest.mark.slow
@given(line=st.sampled_from(LINES), verb=NONSENSE, article=st.sampled_from(["the", "a", "all"]))
@settings(max_examples=120)
def test_an_unknown_verb_before_a_line_changes_nothing(line, verb, article):
    before = {value for slot, value in _filled(line.text, line.entities) if slot == "operation"}
    made = {value for slot, value in _filled(f"{verb} {article} {line.text}", line.entities) if slot == "operation"}
    assert made <= before | {Act.LIST, Act.GET}
