"""Which findings a page shows, under which headings, and what a fix would change in words."""

import uuid

import pytest

from designer.page.regions.findings import findings, findings_count
from designer.page.regions.fix_preview import fix_words
from designer.page.scene import PagePlace, Scene
from modeler.core.analysis import analyse
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.revision_analysis import findings_as_json
from tests.factories.documents import careless_document

CARELESS = "write.no_condition_on_create"


def scene(document=None):
    parts = take_apart(to_document(from_document(document or careless_document())))
    design = design_of(parts)
    analysis = {"findings": findings_as_json(analyse(design))}
    return Scene(uuid.uuid4(), 1, design, parts, analysis, 1)


@pytest.fixture(scope="module")
def careless():
    return scene()


def shown(careless, **query):
    return findings(careless, PagePlace.of(query))


def all_of(context):
    return [one for group in context["groups"] for one in group["findings"]]


def test_every_finding_is_under_one_heading_however_they_are_grouped(careless):
    whole = sorted(one["message"] for one in careless.findings)
    for group in ("severity", "place", "rule"):
        context = shown(careless, group=group)
        assert context["group"] == group
        assert sorted(one["message"] for one in all_of(context)) == whole


def test_by_severity_the_gravest_come_first_and_by_rule_each_rule_has_one_heading(careless):
    order = [group["key"] for group in shown(careless)["groups"]]
    assert order == [name for name in ("error", "warning", "advice") if name in order]
    rules = [group["key"] for group in shown(careless, group="rule")["groups"]]
    assert len(rules) == len(set(rules))
    assert set(rules) == {one["rule"] for one in careless.findings}


def test_by_place_a_heading_names_the_pattern_or_the_entity(careless):
    headings = {
        one["rule"]: group["title"] for group in shown(careless, group="place")["groups"] for one in group["findings"]
    }
    assert headings[CARELESS] == "Pattern W1 Register"


def test_severities_of_the_address_are_kept_and_the_others_still_counted(careless):
    context = shown(careless, severity="warning,nonsense")
    assert {one["severity"] for one in all_of(context)} == {"warning"}
    counted = {name: count for name, count, _ in context["severities"]}
    assert counted == findings_count(careless, PagePlace())["counts"]
    assert context["is_filtered"]


def test_a_text_is_sought_word_by_word_in_all_that_is_said(careless):
    rule = all_of(shown(careless, text=CARELESS.upper()))
    assert {one["rule"] for one in rule} == {CARELESS}
    assert all_of(shown(careless, text="no such words anywhere")) == []


def test_findings_about_a_part_are_those_of_all_that_belongs_to_it(careless):
    pattern = next(one["part"] for one in careless.findings if one["rule"] == CARELESS)
    found = all_of(shown(careless, about=pattern))
    assert CARELESS in {one["rule"] for one in found}
    assert {one["part"] for one in found} == {pattern}
    table = careless.design.tables[0]
    below = all_of(shown(careless, about=table.id))
    assert {one["part"] for one in below} <= {table.id, *(e.id for e in table.entities)} | set(careless.parts)
    assert pattern not in {one["part"] for one in below}


def test_what_the_address_says_wrongly_is_as_if_it_said_nothing(careless):
    context = shown(careless, group="moon", severity="grave", muted="yes")
    assert context["group"] == "severity"
    assert not context["is_filtered"]
    assert context["shown"] == context["total"] == len(careless.findings)


def test_every_finding_has_an_id_of_its_own(careless):
    ids = [one["id"] for one in all_of(shown(careless))]
    assert len(ids) == len(set(ids))


def test_a_fix_says_what_it_changes_from_and_to(careless):
    finding = next(one for one in careless.findings if one["rule"] == CARELESS)
    (change,) = fix_words(careless, finding["fixes"][0]["edits"])
    assert (change.what, change.before) == ("if of W1", "")
    assert "attribute_not_exists" in change.after
