"""What a language model proposes becomes choices of questions; what the grammar understood stays."""

import json

import pytest

from modeler.core.errors import Invalid
from modeler.core.requirements.answers import answered, left_open
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.proposed_slots import instructions, lines_of, proposed, with_proposals
from modeler.core.requirements.rows import SLOTS
from modeler.core.requirements.slots import Act
from modeler.core.requirements.vocabulary import NOTHING_KNOWN

KNOWN_LINE = "orders of a customer despite the weather"
ODD_LINE = "whatever, lately"


def reading(text, **slots):
    (first, *_) = text.splitlines()
    row = {"text": first, "line": 1, "slots": slots}
    return proposed(json.dumps({"requirements": 1, "rows": [row]}))


def laid(text, **slots):
    return with_proposals(read(text), text, reading(text, **slots))


def words(text, said):
    start = text.index(said)
    return [[start, start + len(said)]]


def test_a_proposal_fills_no_slot_and_its_words_stay_a_question():
    text = KNOWN_LINE
    before = read(text).rows[0]
    (row,) = laid(text, limit={"value": {"count": 7}, "spans": words(text, "weather")}).rows
    assert row.limit.value is None
    assert [one.label for one in row.limit.question.choices] == ["7"]
    assert "weather" in " ".join(before.unread_words) and "weather" not in " ".join(row.unread_words)
    assert answered(row, "limit", row.limit.question.choices[0]).limit.value.count == 7
    assert "weather" in " ".join(left_open(row, "limit").unread_words)


def test_what_the_grammar_understood_is_not_overruled():
    before = read(KNOWN_LINE).rows[0]
    assert before.entities.value == ("Order",)
    (row,) = laid(KNOWN_LINE, entities={"value": ["Weather"]}, operation={"value": "delete"}).rows
    assert (row.entities, row.operation) == (before.entities, before.operation)


def test_a_line_without_a_meaning_becomes_a_row_of_questions():
    assert read(ODD_LINE).not_understood
    slots = {"operation": {"value": "list"}, "entities": {"value": ["Purchase"]}}
    made = laid(ODD_LINE, **slots)
    (row,) = made.rows
    assert made.not_understood == ()
    assert [name for name, _ in row.questions] == ["operation", "entities"]
    assert row.operation.question.choices[0].sets == {"operation": str(Act.LIST)}
    assert laid(ODD_LINE, rate={"value": 5}).rows == ()


@pytest.mark.parametrize("row", [{"text": "another line", "line": 1}, {"text": KNOWN_LINE, "line": 9}])
def test_a_row_for_a_line_that_the_text_does_not_have_is_ignored(row):
    said = proposed(json.dumps({"requirements": 1, "rows": [{**row, "slots": {"rate": {"value": 5}}}]}))
    assert with_proposals(read(KNOWN_LINE), KNOWN_LINE, said) == read(KNOWN_LINE)


def test_spans_outside_of_the_line_mark_nothing_as_read():
    before = read(KNOWN_LINE).rows[0]
    (row,) = laid(KNOWN_LINE, rate={"value": 5, "spans": [[0, 2000], [30, 10]]}).rows
    assert row.unread == before.unread


def test_the_model_is_told_the_schema_without_questions_and_the_lines_with_numbers():
    told = instructions(NOTHING_KNOWN)
    assert all(f'"{name}"' in told for name in SLOTS)
    assert '"certainty"' not in told and '"choices"' not in told
    assert lines_of("a\n\nb") == "1: a\n3: b"


def test_an_answer_that_is_too_long_is_refused():
    with pytest.raises(Invalid, match="characters"):
        proposed(" " * 500_000)
