"""Whatever keeps a row from becoming a pattern is a question of the row, with answers."""

import pytest

from modeler.core.requirements.asked import LEAVE_OUT, LEFT_OPEN, NAMED, SlotAnswer
from modeler.core.requirements.board import Decisions, board, confirmed, unconfirmed_label
from modeler.core.requirements.patterns import to_patterns
from modeler.core.requirements.slots import Given
from modeler.core.requirements.vocabulary import NOTHING_KNOWN
from tests.modeler.core.requirements.expected import FOLDER

RULE = "Operators see only their own jobs"
NO_ENTITY = "Chat between tutor and student"


def seen(text, answers=None, refused=(), by_hand=frozenset()):
    decisions = Decisions(answers=answers or {}, refused=frozenset(refused), by_hand=by_hand)
    made = board(text, NOTHING_KNOWN, decisions)
    sure = confirmed(made, NOTHING_KNOWN, decisions)
    return made, to_patterns((row for _, row in sure.rows), sure.nouns).left, decisions


def labels(asked):
    return [one.label for one in asked.question.choices]


def test_a_row_without_an_entity_is_offered_those_of_other_lines():
    text = f"{NO_ENTITY}\nlessons of a tutor"
    made, _, _ = seen(text)
    key = made.proposals[0].key
    answers = {(key, "operation"): SlotAnswer("list")}
    made, (left,), _ = seen(text, answers)
    assert left.reason == "the row has no entity"
    asked = next(one for one in made.proposals[0].asked if one.slot == "entities")
    assert asked.answer is None
    assert asked.takes_name
    assert "Lesson" in labels(asked)
    made, left, _ = seen(text, {**answers, (key, "entities"): SlotAnswer(NAMED, "message")})
    assert left == ()
    assert made.proposals[0].row.entities.value == ("Message",)


def test_a_line_that_states_a_rule_is_left_out_by_an_answer():
    made, (left,), _ = seen(RULE)
    (asked,) = (one for one in made.proposals[0].asked if one.slot == "operation")
    assert left.row is made.proposals[0].row
    assert labels(asked)[-1] == LEAVE_OUT.label
    made, left, _ = seen(RULE, {(made.proposals[0].key, "operation"): SlotAnswer(LEAVE_OUT.label)})
    assert (left, made.proposals[0].is_out) == ((), True)


def test_a_row_names_the_noun_that_only_a_confirmation_lacks():
    made, (left,), decisions = seen("lessons of a tutor", refused=["Lesson"])
    assert unconfirmed_label(left.noun, made, decisions) == "Lesson"


def test_whose_items_are_meant_is_answered_by_an_entity_or_an_attribute():
    made, _, _ = seen("my loans\nloans of a member")
    (asked,) = made.proposals[0].asked
    assert labels(asked) == ["those of one Member"]
    place = (made.proposals[0].key, "given")
    made, left, _ = seen("my loans\nloans of a member", {place: SlotAnswer("those of one Member")})
    assert (left, made.proposals[0].row.given.value) == ((), (Given("memberId", "Member"),))
    made, left, _ = seen("my loans\nloans of a member", {place: SlotAnswer(NAMED, "cardNumber")})
    assert (left, made.proposals[0].row.given.value) == ((), (Given("cardNumber"),))


def test_one_read_for_each_keeps_what_is_given_already():
    line = "list the readings of each turbine of a farm"
    made, _, _ = seen(line)
    answers = {(made.proposals[0].key, "returned"): SlotAnswer("one read for each")}
    made, left, _ = seen(line, answers)
    assert left == ()
    assert made.proposals[0].row.given.value == (Given("farmId", "Farm"), Given("turbineId", "Turbine"))


def test_a_line_in_which_nothing_was_understood_is_filled_in_by_hand():
    text = "who has borrowed a copy of a score\nmembers of a choir"
    made, _, _ = seen(text)
    (unread,) = made.not_understood
    assert (unread.line, len(made.proposals)) == (1, 1)
    answers = {(unread.key, "operation"): SlotAnswer("list"), (unread.key, "entities"): SlotAnswer(NAMED, "loan")}
    by_hand = frozenset({unread.key})
    made, (left,), _ = seen(text, answers, by_hand=by_hand)
    assert made.not_understood == ()
    assert [labels(one) for one in made.proposals[0].asked] == [
        ["get", "list", "create", "update", "delete", LEAVE_OUT.label],
        ["Member", "Choir"],
        ["all items", "those of one Member", "those of one Choir"],
    ]
    answers[unread.key, "given"] = SlotAnswer("those of one Member")
    made, left, _ = seen(text, answers, by_hand=by_hand)
    assert left == ()
    assert made.proposals[0].row.unread_words == ("who has borrowed a copy of a score",)
    # A write names no owner: nothing is asked about it.
    answers[unread.key, "operation"] = SlotAnswer("create")
    made, left, _ = seen(text, answers, by_hand=by_hand)
    assert (left, [one.slot for one in made.proposals[0].asked]) == ((), ["operation", "entities"])


def answer(asked, way):
    """The first answer or the last."""
    ways = [SlotAnswer(label) for label in labels(asked) if label != LEAVE_OUT.label]
    ways += [SlotAnswer(NAMED, "zeta")] * asked.takes_name + [SlotAnswer(LEFT_OPEN)] * asked.may_stay_open
    assert ways, asked
    return ways[way]


@pytest.mark.slow
@pytest.mark.parametrize("way", [0, -1])
@pytest.mark.parametrize("name", ["blind_fifth", "people", "own_words"])
def test_answers_make_every_row_ready(name, way):
    text = (FOLDER / f"{name}.txt").read_text()
    lines = [line.partition(" | ")[0] for line in text.splitlines() if line and line[0] not in "# "]
    for line in lines:
        answers = {}
        for _ in range(12):
            made, left, _ = seen(line, answers)
            asked = next(((one, each) for one in made.proposals for each in one.asked if each.answer is None), None)
            if asked is None:
                break
            answers[asked[0].key, asked[1].slot] = answer(asked[1], way)
        assert left == (), line


def test_an_act_that_an_item_of_another_entity_tells_of_can_be_that_item():
    text = "book a class for a member\nbookings of a member\nbook an appointment"
    made, _, _ = seen(text)
    booked = made.proposals[0]
    written = next(one for one in booked.asked if one.slot == "operation")
    assert labels(written)[0] == "create an item that refers to the Class"
    answers = {
        (booked.key, "operation"): SlotAnswer("create an item that refers to the Class"),
        (booked.key, "entities"): SlotAnswer(NAMED, "Booking"),
    }
    made, _, _ = seen(text, answers)
    row = made.proposals[0].row
    assert (row.operation.value, row.entities.value) == ("create", ("Booking",))
    assert Given("classId", "Class") in row.given.value
    assert all(one.answer is not None for one in made.proposals[0].asked)
