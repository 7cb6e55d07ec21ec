"""The sentences: how much of what a parser fills is right, how much of what an expert fills it finds."""

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modeler.core.requirements.answers import left_open
from modeler.core.requirements.codec import reading_json, reading_of
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.rows import TextReading
from modeler.core.requirements.schema import schema
from tests.modeler.core.requirements.expected import BLIND, HELD_OUT, Score, read_line, score, sentences
from tests.modeler.core.requirements.expected import TUNED as TUNED_KIND

VALIDATOR = jsonschema.Draft202012Validator(schema())
TUNED = list(sentences(TUNED_KIND))


def _scored(listed):
    total = Score()
    for sentence in listed:
        score(sentence, total)
    print(f"precision {total.precision:.1%} ({total.right}/{total.filled}), ", end="")
    print(f"recall {total.recall:.1%} ({total.found}/{total.wanted}), invented {len(total.invented)}")
    return total


def test_there_are_enough_sentences_from_enough_domains():
    assert len(TUNED) >= 600
    assert len({one.domain for one in TUNED}) >= 45


@pytest.mark.slow
def test_what_is_filled_is_right_and_most_is_filled():
    total = _scored(TUNED)
    assert total.precision >= 0.995, total.wrong
    # "by unit" is a question, and what follows words that were not understood decides nothing.
    assert total.recall >= 0.91, total.missing
    assert not total.invented


def test_sentences_that_nobody_tuned_for_are_read_as_well():
    """Their domains are in no other file; nobody looks at what they get wrong."""
    held_out = list(sentences(HELD_OUT))
    assert len(held_out) >= 60
    assert len({one.domain for one in held_out}) >= 6
    total = _scored(held_out)
    assert total.precision >= 0.99
    assert total.recall >= 0.92
    assert len(total.invented) <= 1


@pytest.mark.slow
def test_sentences_from_further_domains_are_read_without_inventions():
    """Each list was written before it was read, and its faults were counted before their causes were mended.

    Right, found and invented at that time: first 94.3%, 74.4%, 22; second 95.0%, 74.4%, 6; third 92.5%, 72.1%, 8;
    fourth 94.7%, 77.1%, 5; fifth 97.3%, 72.5%, 2; sixth 95.6%, 84.2%, 7; seventh 92.3%, 75.6%, 12; eighth 92.7%,
    89.7%, 13; ninth 92.7%, 88.7%, 10; tenth 92.1%, 79.6%, 23; after parts of speech were known, eleventh 97.1%,
    90.5%, 8; twelfth 93.3%, 91.2%, 12; thirteenth 94.1%, 85.3%, 9; fourteenth 96.8%, 90.5%, 3. The next two are
    reworded from user stories and notes of public projects: fifteenth 83.4%, 74.8%, 41; sixteenth 87.2%, 88.4%, 15.
    The seventeenth to the nineteenth have authors who did not know the grammar: 96.9%, 66.6%, 7; 94.2%, 70.4%, 12;
    96.2%, 52.9%, 2. The twentieth was written before questions, tails of conditions, and acts of unknown verbs were
    read: 93.5%, 51.4%, 5; the twenty-first after them: 98.6%, 72.1%, 0. The twenty-second has notes of loads, calls,
    addresses with refusals, and appeals: 80.0%, 47.9%, 21. The twenty-third is the rest of what its author wrote, read
    after that half was mended: 89.7%, 51.6%, 12, so that one list hardly helps with the next. The twenty-fourth has the
    entities of a design for each domain: 85.1%, 62.6%, 21 before rows were read with the design's words.
    The twenty-fifth is its other half: 92.8%, 70.7%, 12 before its causes were mended. Both have the slots of their
    author; what the reading says wrongly is marked there. Links and owners, with two designs: 67.8%, 44.3%, 17. Own
    cues, with three designs: 93.6%, 67.2%, 5. Other clauses, with two designs, is the list of what its author had just
    taught the reader, in other domains: 96.9%, 94.4%, 6. Several sentences: 90.0%, 56.4%, 11.
    """
    blind = list(sentences(BLIND))
    assert len(blind) >= 1900
    assert len({one.domain for one in blind}) >= 97
    total = _scored(blind)
    assert total.precision >= 0.995, total.wrong
    assert total.recall >= 0.85, total.missing
    assert not total.invented
    assert len(total.known) <= 8, total.known


@pytest.mark.conformance(cases=100)
@pytest.mark.parametrize("sentence", TUNED, ids=lambda one: one.text[:60])
def test_every_row_has_its_json_and_its_spans(sentence):
    reading = read(sentence.text)
    plain = reading_json(reading)
    VALIDATOR.validate(plain)
    assert reading_of(plain) == reading
    for row in reading.rows:
        for name, slot in row.slots:
            assert all(0 <= one.start < one.end <= len(row.text) for one in slot.spans), name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "--",
        "42",
        "hello",
        "...",
        "hello world",
        "Lorem ipsum dolor sit amet",
        "and then",
        "of the",
        "/",
        "🎫🎫",
        "?",
    ],
)
def test_what_is_no_requirement_makes_no_entity(text):
    rows = read_line(text)
    assert not [row for row in rows if row.operation.spans and row.entities.value and not list(row.questions)]


@pytest.mark.slow
def test_an_entity_is_never_a_verb_a_participle_an_adverb_or_a_number():
    names = {name.lower() for one in TUNED for row in read_line(one.text) for name in row.entities.value or ()}
    assert not names & {"bought", "check", "show", "get", "list", "soonest", "20", "first", "quickly", "paid", "sorted"}


def test_words_that_filled_no_slot_stay_visible():
    (row,) = read_line("tickets of a concert despite the weather")
    assert "weather" in " ".join(row.unread_words)
    assert row.given.value[0].of == "Concert"


@pytest.mark.parametrize(
    ("line", "entity"),
    [
        ("customers who haven't been in for a service", "Service"),
        ("find usernames starting with a given prefix", "Prefix"),
        ("share plant with another user", "SharePlant"),
        ("silence alerts from a host for 2 hours", "SilenceAlert"),
        ("loans of a member incl. the tools", "MemberIncl"),
        ("find a car close to me", "CarClose"),
        ("contacts created this month by sales rep", "Month"),
        ("Who is following a user?", "Following"),
    ],
)
def test_a_clause_that_is_not_known_names_no_entity(line, entity):
    for row in read_line(line):
        assert entity not in (row.entities.value or ())
        assert entity not in {one.of for one in row.given.value or ()}


@pytest.mark.parametrize(
    "line",
    [
        "Meals must be ordered before 9 am",
        "Trees must not be felled between March and September",
        "Positions arrive every second from 60 boats",
        "case notes are visible to the assigned lawyer only",
        "A line may be edited only by its author",
        "Stale data up to 5 minutes is fine for the map",
        "a translator opened a line and typed a comment",
        "The catalogue uses RISM sigla.",
        "A dog's photo gallery ought to load quickly",
        "The ward relies on volunteers",
        "Passengers dislike queues",
        "Guests share rooms",
        "The museum opens at ten",
        "Old trams rattle",
        "Two people share a desk",
        "Deadlines, deadlines, deadlines!",
        "Pay attention to time zones!",
        "Wear a helmet!",
        "The museum is closed on Mondays.",
        "Every ride has exactly one rider.",
        "A learner may be enrolled in several classes",
    ],
)
def test_a_sentence_that_states_something_names_no_items(line):
    for row in read_line(line):
        assert row.operation.value is None
        assert row.operation.question is not None
        assert not row.entities.value
        assert not row.given.value
        assert not row.range.value


@pytest.mark.parametrize(
    ("line", "attribute"), [("top 10 players by score", "score"), ("Top 5 clients by revenue this year", "revenue")]
)
def test_what_a_ranking_compares_is_asked_and_carried_into_the_row(line, attribute):
    (row,) = read_line(line)
    (order,) = row.order.value
    assert (order.attribute, order.descending, order.by) == (attribute, True, "")
    assert [choice.sets["order"][0].get("by", "") for choice in row.order.question.choices] == ["", "sum"]


def test_what_by_gives_is_asked_and_can_be_left_out():
    (row,) = read_line("barrels of a vineyard, by cellar")
    assert [one.attribute for one in row.given.value] == ["vineyardId", "cellar"]
    assert row.given.question is not None
    assert [one.attribute for one in left_open(row, "given").given.value] == ["vineyardId"]


@pytest.mark.parametrize(
    "line",
    [
        "tram stops of a line",
        "live matches right now",
        "drift alerts raised for a model",
        "clocks brought in by a customer",
        "sports clubs in a city",
        "sales reports of a store",
        "conference talks of a speaker",
    ],
)
def test_a_plural_that_has_the_form_of_a_verb_is_read_as_a_noun(line):
    (row,) = read_line(line)
    assert row.operation.value == "list"
    assert row.entities.value


@pytest.mark.parametrize(
    ("line", "rate"),
    [
        ("Every machine sends its pressures once per second; we have 250 machines", 250),
        ("drone telemetry: 10 Hz per drone, 30 drones in the air", 300),
        ("Each boat reports its position every 10 seconds", None),
        ("Telemetry frames come in at 2 kHz", 2000),
        ("hive sensors send temperature at 2 Hz, and we run 50 hives", None),
    ],
)
def test_the_rate_of_one_device_is_multiplied_by_their_number_or_asked(line, rate):
    (row,) = read_line(line)
    assert row.rate.value == rate
    assert (row.rate.question is None) == (rate is not None)


@pytest.mark.parametrize(
    "line", ["## Users", "Access patterns", "Nice to have:", "Open questions", "**Users**", "Thanks for reading!"]
)
def test_headings_ask_for_nothing_and_are_reported(line):
    assert read_line(line) == ()
    assert read(line).not_understood == ((1, line),)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("retreive orders for a customer", "retrieve orders for a customer"),
        ("udpate a profile", "update a profile"),
        ("**Get** `orders` of a customer", "Get orders of a customer"),
        ("- [ ] get orders of a customer", "get orders of a customer"),
        ("bulk import products", "import products"),
    ],
)
def test_a_line_is_read_as_it_is_meant(line, same):
    (row,), (plain,) = read_line(line), read_line(same)
    assert (row.operation.value, row.entities.value, row.given.value) == (
        plain.operation.value,
        plain.entities.value,
        plain.given.value,
    )
    assert row.entities.value


def test_the_reason_of_a_story_stays_visible_and_decides_nothing():
    (row,) = read_line("As a manager, I would like to see overdue tasks so that I can follow up with a client")
    assert row.entities.value == ("Task",)
    assert not row.given.value
    assert "follow up with a client" in row.unread_words[-1]


def test_two_acts_are_two_rows_with_a_question():
    rows = read_line("Reserve a seat and record the payment")
    assert [row.entities.value for row in rows] == [("Seat",), ("Payment",)]
    assert [choice.sets for choice in rows[0].joined.question.choices] == [
        {"joined": "transaction"},
        {"joined": "separate"},
    ]


def test_codes_and_bullets_are_not_part_of_the_sentence():
    rows = read("- A1: orders of a customer\n* A2) order by id\n3. open tickets\n\nnothing here at all?").rows
    assert [(row.code, row.text) for row in rows][:3] == [
        ("A1", "orders of a customer"),
        ("A2", "order by id"),
        ("3", "open tickets"),
    ]


@pytest.mark.slow
def test_lines_that_are_too_many_or_too_long_are_reported():
    reading = read("\n".join(["orders of a customer"] * 502 + ["order " * 100]))
    assert len(reading.rows) == 500
    assert [line for line, _ in reading.not_understood] == [501, 502, 503]


WORDS = sorted({word for one in TUNED for word in one.text.split()})


@pytest.mark.slow
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=9))
@settings(max_examples=300)
def test_any_words_in_any_order_are_read_without_an_error(words):
    for row in read_line(" ".join(words)):
        VALIDATOR.validate(reading_json(TextReading((row,))))
        assert all(span.of(row.text).strip() for span in row.unread)
