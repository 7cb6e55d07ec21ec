"""Decisions answered for the parts of a design: numbers of that design, nothing where rates are missing, safe edits."""

from dataclasses import replace

import pytest

from modeler.core.answers import answers
from modeler.core.answers.answer import units
from modeler.core.design.parts import ROOT
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.applied_fixes import fixed
from modeler.examples import NAMES, example


def design(key="order-management", change=None):
    if change is None:
        return example(key).design
    document = to_document(example(key).design)
    change(document)
    return from_document(document)


def ids(made):
    for table in made.tables:
        yield table.id
        yield from (one.id for one in (*table.indexes, *table.entities))
    yield from (one.id for one in (*made.patterns, *made.relations))


def of(made, part):
    return {one.choice: one for one in answers(made, part)}


def named(made, name):
    """The id of the index, entity or pattern of that name."""
    parts = [one for table in made.tables for one in (*table.indexes, *table.entities)]
    return next(one.id for one in (*parts, *made.patterns) if name in (one.name, getattr(one, "code", "")))


@pytest.mark.parametrize("key", NAMES)
def test_every_part_of_an_example_is_answered_or_says_what_is_missing(key):
    made = design(key)
    found = [(part, one) for part in ids(made) for one in answers(made, part)]
    choices = {one.choice for _, one in found}
    assert {"index-kind", "projection", "key-suffix", "key-shape", "table-count", "write-guard"} <= choices
    assert [one for _, one in found if one.is_open and not one.reason] == []
    assert [one for _, one in found if one.agrees and one.fixes] == []


@pytest.mark.parametrize("key", NAMES)
def test_an_edit_makes_the_design_as_the_answer_says(key):
    made = design(key)
    for part in ids(made):
        for one in answers(made, part):
            for fix in one.fixes:
                again = next(each for each in answers(fixed(made, fix), part) if each.question == one.question)
                assert again.agrees, (part, one, again)


def test_thin_and_fat_entries_are_compared_in_dollars():
    made = design()
    answer = of(made, named(made, "GSI1"))["projection"]
    assert [one.label for one in answer.numbers] == ["Thin, KEYS_ONLY", "INCLUDE status, total", "Fat, ALL"]
    assert all("/month" in one.value for one in answer.numbers)


def test_every_projection_counts_the_entries_that_creates_write():
    made = design()
    answer = of(made, named(made, "GSI1"))["projection"]
    assert [one.label for one in answer.numbers if "writes $0.00/month" in one.value] == []


def test_without_a_rate_the_projection_is_not_priced_and_the_field_is_named():
    def no_rates(document):
        for pattern in document["access_patterns"]:
            pattern.pop("per_second", None)

    made = design(change=no_rates)
    answer = of(made, named(made, "GSI1"))["projection"]
    assert answer.numbers == ()
    assert (answer.unknown[0].field, answer.unknown[0].what) == ("per_second", "how often A4 is called")
    suffix = of(made, named(made, "Order"))["key-suffix"]
    assert suffix.is_open
    assert suffix.unknown[0].field == "per_second"


def test_an_index_that_nothing_reads_has_no_projection_to_choose():
    made = replace(design(), patterns=())
    assert of(made, named(made, "GSI1"))["projection"].is_open


def test_a_hot_key_is_sharded_by_the_edit():
    def busy(document):
        for pattern in document["access_patterns"]:
            if pattern["operation"] != "GetItem":
                pattern["per_second"] = {"average": 400, "peak": 4000}

    def shards(document):
        busy(document)
        audit = next(one for one in document["tables"][0]["entities"] if one["name"] == "AuditLog")
        audit["overloads"][0]["keys"]["PK"] = "AUDIT#{at:month}"

    made = design("saas-projects", shards)
    found = [one for one in answers(made, named(made, "AuditLog")) if one.choice == "key-suffix"]
    assert any("shard" in one.says and not one.agrees for one in found)


def test_a_create_without_a_condition_gets_one():
    made = design("relational-port")
    put = next(one for one in made.patterns if one.operation == "PutItem")
    answer = of(made, put.id)["write-guard"]
    assert not answer.agrees
    (fix,) = answer.fixes
    assert fix.label.startswith("Add attribute_not_exists(")
    assert of(fixed(made, fix), put.id)["write-guard"].agrees


def test_a_transaction_is_said_to_double_the_units_of_the_table():
    made = design()
    answer = of(made, named(made, "A6"))["write-guard"]
    assert (answer.says, answer.agrees) == ("TransactWriteItems", True)
    assert any(one.label == "Write units in app-main" for one in answer.numbers)


def test_modes_and_classes_are_compared_in_dollars():
    made = design()
    found = answers(made, made.tables[0].id)
    mode, kind = (one for one in found if one.choice == "capacity-mode")
    assert [one.label for one in mode.numbers][:2] == ["On demand", "Provisioned, auto scaled"]
    assert {one.field for one in mode.unknown} == {"settings.traffic", "settings.environment"}
    assert [one.label for one in kind.numbers] == ["Standard", "Standard-IA", "Stored"]


def test_an_unknown_part_has_no_decisions():
    assert answers(design(), "nowhere") == ()


def test_entities_that_one_request_reads_need_overloaded_keys():
    answer = of(design(), design().tables[0].id)["key-shape"]
    assert (answer.says, answer.agrees) == ("overloaded keys", True)
    assert "A2" in {one.label: one.value for one in answer.numbers}["Queries of the table"]


def test_a_table_without_access_patterns_has_no_shape_yet():
    made = replace(design(), patterns=())
    assert of(made, made.tables[0].id)["key-shape"].is_open


def formats(made, entity):
    found = [one for one in answers(made, named(made, entity)) if one.choice == "key-format"]
    return {one.question.split()[2]: one for one in found}


def test_a_number_in_a_text_key_is_padded_to_its_range():
    answer = formats(design(), "LineItem")["line"]
    assert (answer.says, answer.agrees) == ("as text, pad(3)", True)
    assert ("In the key now", "{line:pad(3)}") in [(one.label, one.value) for one in answer.numbers]


def test_a_number_without_a_range_asks_for_its_largest_value():
    def no_range(document):
        for entity in document["tables"][0]["entities"]:
            for attribute in entity["attributes"]:
                if attribute["name"] == "line":
                    attribute.pop("range")
            for overload in entity["overloads"]:
                overload["keys"] = {
                    name: text.replace("{line:pad(3)}", "{line}") for name, text in overload["keys"].items()
                }

    answer = formats(design(change=no_range), "LineItem")["line"]
    assert not answer.agrees
    assert [(one.what, one.field) for one in answer.unknown] == [("the largest value of line", "range")]


def test_known_patterns_are_stored_in_dynamodb():
    (answer,) = answers(design(), ROOT)
    assert (answer.choice, answer.says, answer.agrees) == ("data-store", "DynamoDB", True)


def test_without_patterns_the_store_is_open():
    (answer,) = answers(replace(design(), patterns=()), ROOT)
    assert answer.is_open


def test_what_is_not_zero_is_not_shown_as_zero():
    assert [units(one) for one in (0, 0.0005, 0.5, 51.25)] == ["0", "< 0.01", "0.5", "51.25"]


def test_a_mode_that_is_less_on_an_assumed_day_says_what_it_assumes_and_asks():
    made = design("relational-port")
    mode = next(one for one in answers(made, made.tables[0].id) if one.question == "On demand or provisioned?")
    assert mode.says == "provisioned, auto scaled"
    assert "if it rises to its peak once a day over hours (assumed)" in mode.reason
    assert "how the traffic is spread over a day" in [one.what for one in mode.unknown]
    assert mode.fixes


def test_no_answer_shows_a_placeholder_or_one_copy():
    says = [one.says for part in ids(design("relational-port")) for one in answers(design("relational-port"), part)]
    assert [one for one in says if ":expected" in one or "1 copies" in one] == []
    assert "cache" in says
