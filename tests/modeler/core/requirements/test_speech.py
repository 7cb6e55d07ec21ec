"""Parts of speech: which words can name an entity, a person or a property."""

from importlib import resources

import pytest

from modeler.core.requirements.english.reading import read_line
from modeler.core.requirements.english.words.speech import (
    is_act,
    is_describing,
    is_hardly_noun,
    is_person,
    is_property,
)


@pytest.mark.parametrize("word", ["such", "huge", "retain", "medical"])
def test_adjectives_and_verbs_are_hardly_nouns(word):
    assert is_hardly_noun(word)


@pytest.mark.parametrize("word", ["hearse", "order", "pass", "push", "zyxwv", "sku"])
def test_nouns_and_unknown_words_can_be_nouns(word):
    assert not is_hardly_noun(word)


def test_words_have_the_class_that_the_grammar_asks_for():
    assert is_act("picks")
    assert not is_act("orders")
    assert is_describing("clumsy")
    assert not is_describing("medical")
    assert is_person("editors")
    assert is_property("accuracy")


def test_the_source_and_its_license_are_in_the_file():
    text = resources.files("modeler.core").joinpath("data/english_words.txt").read_text("ascii")
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in text
    assert "Permission to use, copy, modify and distribute" in " ".join(text.replace("#", " ").split())


@pytest.mark.parametrize(
    ("line", "never"),
    [
        ("Pastes in a language such as Python", "LanguageSuch"),
        ("A courier picks up bags for delivery", "CourierPick"),
        ("driver changes the payment method on his account", "DriverChange"),
        ("fetch artefact by checksum", "Checksum"),
        ("As a zookeeper I need to see what each animal ate yesterday", "AnimalAte"),
        ("pull requests nobody has reviewed", "Request"),
        ("parcels at the front desk", "FrontDesk"),
        ("See the attached spreadsheet.", "Spreadsheet"),
        ("queue depth by region", "QueueDepth"),
        ("Draws held on a Saturday", "Saturday"),
    ],
)
def test_no_entity_is_made_from_what_is_no_noun_or_only_a_place(line, never):
    for row in read_line(line):
        assert never not in (row.entities.value or ())
        assert never not in {one.of for one in row.given.value or ()}


def test_a_looked_up_value_without_an_article_is_asked_about():
    (row,) = read_line("secret by path")
    assert not row.given.value
    assert [
        choice.sets["given"][0]["attribute"] for choice in row.given.question.choices if "given" in choice.sets
    ] == [
        "pathId",
        "path",
    ]


@pytest.mark.parametrize("query", ["from=&to=", "fields=name", "include=lines&q=x"])
def test_what_a_query_only_bounds_or_shapes_is_not_given(query):
    (row,) = read_line(f"GET /satellites/{{satelliteId}}/passes?{query}")
    assert [one.attribute for one in row.given.value] == ["satelliteId"]
