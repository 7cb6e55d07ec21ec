"""Entities that have several of each other: an item for each pair, where no attribute leads from one to the other."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from modeler.core.analysis import analyse
from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import SynthesisOptions, synthesise
from tests.modeler.core.synthesis.making import attribute, design, entity, get, put, query, text

STUDENT = entity("Student", "studentId", 1_000, attribute("studentId"), text("name", 20))
COURSE = entity("Course", "courseId", 50, attribute("courseId"), text("title", 40))
ENROLLMENT = entity("Enrollment", "studentId courseId", 5_000, attribute("studentId"), attribute("courseId"))
TAKES = {"parent": "Student", "child": "Course", "kind": "many_to_many", "per_parent": {"average": 5}}
COURSES = query("A1", "Course", "studentId", items_returned=5)
STUDENTS = query("A2", "Student", "courseId", items_returned=100)


def read_by_pairs(*more, relation=TAKES, entities=()):
    return synthesise(design([STUDENT, COURSE, *entities], [COURSES, STUDENTS, *more], [relation]))


def test_both_ways_are_served_by_an_item_for_each_pair():
    found = read_by_pairs()
    assert not found.unmet
    for one in found.alternatives:
        made = one.design
        assert all(serving(made, pattern).chosen for pattern in made.patterns if not pattern.steps)
        (pair,) = (each for _, each in made.entities() if each.name == "StudentCourse")
        assert (pair.identity, pair.count) == (("studentId", "courseId"), 5_000)
        assert [each.severity for each in analyse(made).findings if each.severity is Severity.ERROR] == []
        assert round(monthly_cost(made).total().value, 2) == round(Decimal(one.dollars), 2)
        (relation,) = made.relations
        assert (relation.join, relation.through, relation.through_child) == (
            "StudentCourse",
            ("studentId",),
            ("courseId",),
        )
    assert len([note for note in found.notes if "no access pattern writes StudentCourse yet" in note]) == 2


def test_pairs_that_the_design_has_are_read():
    relation = {**TAKES, "join": "Enrollment", "through": ["studentId"], "through_child": ["courseId"]}
    found = read_by_pairs(put("W1", "Enrollment"), relation=relation, entities=[ENROLLMENT])
    assert not found.unmet
    assert {each.name for _, each in found.alternatives[0].design.entities()} == {"Student", "Course", "Enrollment"}
    assert "A1 reads Enrollment, an item for each pair of Student and Course" in found.notes


def test_a_count_reads_pairs_alone():
    count = query("A3", "Student", "courseId")
    count["intent"]["returns"] = {"what": "count"}
    found = read_by_pairs(count)
    assert not found.unmet
    (read,) = (one for one in found.alternatives[0].design.patterns if one.code == "A3")
    assert read.entities == ("StudentCourse",)
    assert not read.steps


@pytest.mark.parametrize(
    "relation", [{**TAKES, "kind": "one_to_many"}, {**TAKES, "parent": "Course", "child": "Course"}]
)
def test_nothing_is_made_where_items_do_not_have_several_of_each_other(relation):
    found = read_by_pairs(relation=relation)
    assert sorted(one.label for one in found.unmet) == ["A1", "A2"]


BY_TITLE = query("A1", "Course", "studentId", order="title", items_returned=5)


def test_pairs_hold_a_copy_of_what_orders_the_items():
    found = synthesise(design([STUDENT, COURSE], [BY_TITLE], [TAKES]))
    assert not found.unmet
    made = found.alternatives[0].design
    (pair,) = (each for _, each in made.entities() if each.name == "StudentCourse")
    assert [one.copy_of for one in pair.attributes if one.copy_of] == ["Course.title"]
    assert any("these hold courseTitle, a copy of Course.title" in note for note in found.notes)
    assert [each for each in analyse(made).findings if each.severity is Severity.ERROR] == []


def test_an_order_that_a_pattern_changes_stays_unmet():
    """A copy in every pair would have to follow each change."""
    rename = {
        "code": "W1", "name": "rename", "operation": "UpdateItem", "entities": ["Course"],
        "set": {"title": ":title"}, "intent": {"given": ["courseId"]},
    }  # fmt: skip
    found = synthesise(design([STUDENT, COURSE], [BY_TITLE, rename], [TAKES]))
    assert [one.label for one in found.unmet] == ["A1"]


def test_the_parents_of_a_child_count_the_pairs():
    relation = {**TAKES, "per_child": {"average": 28}}
    del relation["per_parent"]
    (pair,) = (
        each
        for _, each in read_by_pairs(relation=relation).alternatives[0].design.entities()
        if each.name == "StudentCourse"
    )
    assert pair.count == 50 * 28


def test_a_live_table_gets_what_is_asked_though_it_saves_nothing():
    """Pairs of what is stored, and its unique values, have to be written: the plan says how many."""
    members = [entity("Member", "memberId", 1_000, attribute("memberId"), text("email", 20))]
    reads = [get("A1", "Member", "memberId")]
    before = synthesise(design(members, reads)).alternatives[0].design
    (member,) = (one for _, one in before.entities())
    asked = replace(before.tables[0], entities=(replace(member, unique=(("email",),)),))
    found = synthesise(replace(before, tables=(asked,)), SynthesisOptions(live=True))
    (only,) = found.alternatives
    assert [one.name for _, one in only.design.entities()] == ["Member", "MemberEmail"]
    assert only.migration.dollars > 0
