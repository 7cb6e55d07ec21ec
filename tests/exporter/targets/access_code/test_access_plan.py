"""The plan of access code: the same facts in every language, and one walk over conditions."""

from __future__ import annotations

import dataclasses

import pytest

from exporter.targets import target
from exporter.targets.access_code.condition_writer import ConditionDialect, LanguageCondition, in_parentheses
from exporter.targets.access_code.entity_plan import (
    EntityPlan,
    IndexKeys,
    PlannedField,
    entity_plans,
    plan_key,
    plans_by_key,
)
from exporter.targets.access_code.naming import NAMING
from exporter.targets.access_code.pattern_plan import Parameter, PatternPlan, UpdateChange, pattern_plan
from exporter.targets.access_code.pattern_planner import pattern_plans
from exporter.targets.access_code.request_expressions import key_condition
from exporter.targets.support.literals import Language
from modeler.core.documents import reading
from modeler.core.expressions.nodes import And, Between, Comparison, Function, Name, Path, Placeholder
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.printing import print_node
from modeler.examples import NAMES, example
from tests.exporter.targets.designs.all_designs import everything
from tests.exporter.targets.designs.intricate import intricate
from tests.exporter.targets.designs.odd_keys import counted
from tests.exporter.targets.designs.own_keys import own_keys

LANGUAGES = tuple(NAMING)
DESIGNS = {"everything": everything, "intricate": intricate, "own keys": own_keys} | {
    name: lambda name=name: example(name).design for name in NAMES
}
TEXT = ConditionDialect(
    all_of=" and ", any_of=" or ", negated="not {}", nothing="?", inner=in_parentheses, literal=lambda one: one.data,
    forms={"equal": "{} = {}", "differs": "{} <> {}", "ordered": "{} {sign} {}", "size": "size({})",
           "begins_with": "begins({}, {})", "attribute_exists": "exists({})"},
)  # fmt: skip


@pytest.mark.parametrize("name", DESIGNS)
def test_every_language_plans_the_same_keys_and_fields(name):
    design = DESIGNS[name]()
    for several in zip(*(entity_plans(design, language) for language in LANGUAGES), strict=True):
        facts = [
            ([(one.index, one.written, one.elements) for one in plan.keys], plan.only_in_keys, list(plan.made))
            for plan in several
        ]
        assert all(one == facts[0] for one in facts)
        for plan in several:
            # A field of its own is left out only for a key that a template makes of other attributes.
            assert {one.name for one in plan.attributes} - plan.fields.keys() <= plan.made.keys()
            assert len({one.identifier.lower() for one in plan.fields.values()}) == len(plan.fields)


@pytest.mark.parametrize("name", DESIGNS)
def test_every_language_plans_the_same_patterns(name):
    design = DESIGNS[name]()
    for pattern in design.patterns:
        found = [pattern_plan(design, entity_plans(design, language), pattern) for language in LANGUAGES]
        facts = [
            (one.index, one.filter, one.condition, one.paths, one.changes, one.given, one.values, one.problem)
            for one in found
        ]
        assert all(one == facts[0] for one in facts)


@pytest.mark.parametrize("one", [UpdateChange, EntityPlan, PlannedField, IndexKeys, Parameter, PatternPlan])
def test_a_plan_is_frozen(one):
    assert one.__dataclass_params__.frozen
    assert dataclasses.fields(one)


def test_plans_are_found_by_table_and_entity():
    design = everything()
    found = plans_by_key(design, Language.PYTHON)
    assert [found[plan_key(table, entity)].entity for table, entity in design.entities()] == [
        entity for _, entity in design.entities()
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a = 'x' and b <> 'y'", "(a = x) and (b <> y)"),
        ("not (a = 'x' or size(b) > 'y')", "not ((a = x) or (size(b) > y))"),
        ("a between 'x' and 'y'", "a >= x and a <= y"),
        ("a in ('x', 'y')", "a = x or a = y"),
        ("begins_with(a, 'x') and attribute_exists(b)", "(begins(a, x)) and (exists(b))"),
        ("a = :given", "a = ?"),
    ],
)
def test_a_dialect_spells_every_form(text, written):
    writer = LanguageCondition(TEXT, lambda path: path.parts[0].text)
    assert writer.write(parse_condition(text)) == written


def test_a_writer_notes_the_forms_that_it_used():
    writer = LanguageCondition(TEXT, lambda path: path.parts[0].text)
    writer.write(parse_condition("size(a) > 'x' and begins_with(b, 'y')"))
    assert writer.used == {"size", "ordered", "begins_with"}


def test_what_is_no_condition_is_refused():
    with pytest.raises(TypeError, match="Path is not a condition"):
        LanguageCondition(TEXT, str).write(Path((Name("a"),)))


def test_a_key_condition_has_a_term_for_each_attribute():
    one, two = Placeholder(":k1"), Placeholder(":k2")
    assert key_condition([("PK", "=", [one])]) == Comparison("=", Path((Name("PK"),)), one)
    assert key_condition([("PK", "=", [one]), ("SK", "between", [one, two])]) == And(
        (Comparison("=", Path((Name("PK"),)), one), Between(Path((Name("SK"),)), one, two))
    )
    begins = key_condition([("SK", "begins_with", [one])])
    assert begins == Function("begins_with", (Path((Name("SK"),)), one))
    assert print_node(begins) == "begins_with(SK, :k1)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_update_that_can_create_its_item_writes_the_index_keys_that_it_knows(language):
    design = counted()
    plans = pattern_plans(design, entity_plans(design, language), language)
    found = {one.pattern.code: [keys.index.name for keys in one.affected] for one in plans}
    assert found["7"] == ["byPlace"]
    assert found["8"] == ["byHolder", "byPlace", "byTime"]
    assert found["10"] == [
        "byHolder",
        "byPlace",
        "byTime",
    ]
    assert found["1"] == []  # Its condition holds for no new item.


def test_an_index_that_depends_on_what_an_update_does_not_give_is_named():
    raw = reading.to_document(counted())
    by_time = next(one for one in raw["tables"][0]["entities"][0]["overloads"] if one["index"] == "byTime")
    by_time |= {"when": "attribute_not_exists(holder)", "keys": {"GSI3PK": "FREE#{show}", "GSI3SK": "{place:pad(3)}"}}
    design = reading.from_document(raw)
    plans = pattern_plans(design, entity_plans(design, Language.TYPESCRIPT), Language.TYPESCRIPT)
    count, hold = (next(one for one in plans if one.pattern.code == code) for code in ("7", "8"))
    assert count.notes == ("byTime depends on holder: an item that the update creates is not in it",)
    assert f"{count.notes[0]}." in count.about()
    assert hold.notes == ()


def test_electrodb_says_which_keys_a_removed_attribute_leaves():
    (path,) = [file for file in target("electrodb").build(counted()).files if file.path.endswith("/Seat.ts")]
    text = path.content.decode()
    assert "ElectroDB's remove of holder leaves GSI1PK and GSI1SK: remove or set them too." in text
    assert "ElectroDB's update writes no keys that are made of the table's own key alone" in text
