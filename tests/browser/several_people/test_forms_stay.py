"""What somebody has chosen in a form stays there while other things on the page change."""

import pytest
from playwright.sync_api import expect

from modeler.core.design.parts import Part, PartKind
from modeler.core.edits.changes import Delta, birth
from modeler.services import design_change
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import opened, revision

CHOSEN = {"before": "1", "after": "2", "items": "5", "seed": "3"}


@pytest.mark.pages
def test_a_rehearsal_that_is_stopped_leaves_the_choices_for_the_next_one(open_as, path, design, ada):
    rekeyed = Delta("o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{@a-o-id}")
    aside(design_change, design_id=design.pk, by=ada, deltas=[rekeyed])
    page = open_as(ada)
    page.goto(f"{path}rehearsals/")
    for name, value in CHOSEN.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Rehearse").press("Enter")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    assert {name: page.locator(f"[name={name}]").input_value() for name in CHOSEN} == CHOSEN
    page.locator("[name=seed]").fill("4")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    kept = {name: page.locator(f"[name={name}]").input_value() for name in CHOSEN}
    assert kept == {**CHOSEN, "seed": "4"}


@pytest.fixture
def add(design, ada):
    """Ada adds an entity."""

    def add(name):
        made = Part(f"e-{name}", PartKind.ENTITY, "t-main", {"name": name, "position": f"z{name}"})
        aside(design_change, design_id=design.pk, by=ada, deltas=[birth(made)])

    return add


@pytest.mark.pages
def test_the_child_of_a_new_relation_stays_chosen_when_a_colleague_adds_an_entity(open_as, path, eve, add):
    page = opened(open_as(eve), f"{path}requirements/")
    child = page.get_by_label("has several")
    child.select_option("Customer")
    add("Parcel")
    revision(page, 2)
    expect(child.locator("option")).to_have_count(4)
    expect(child).to_have_value("Customer")
    child.select_option("new entity …")
    page.get_by_label("named").fill("Pallet")
    add("Truck")
    revision(page, 3)
    expect(child).to_have_value("")
    expect(page.get_by_label("named")).to_have_value("Pallet")


@pytest.mark.pages
def test_revisions_that_are_chosen_to_compare_stay_chosen_when_a_colleague_saves(open_as, path, eve, add):
    for name in ("Parcel", "Truck"):
        add(name)
    page = opened(open_as(eve), f"{path}history/")
    page.locator("#change-choice [name=before][value='1']").check()
    page.locator("#change-choice [name=after][value='2']").check()
    add("Pallet")
    expect(page.locator("#change-4")).to_be_visible()
    chosen = page.locator("#change-choice :checked").evaluate_all("all => all.map(one => one.value)")
    assert sorted(chosen) == ["1", "2"]


@pytest.mark.pages
def test_the_hours_of_a_proof_stay_chosen_when_a_colleague_changes_the_design(open_as, path, eve, add):
    page = opened(open_as(eve), f"{path}provision/")
    hours, samples = page.get_by_label("Keep the tables for"), page.get_by_label("with generated sample items")
    add("Parcel")
    samples.uncheck()
    hours.select_option("72")
    with page.expect_response("**/provision/plan/**"):
        add("Truck")
    revision(page, 3)
    expect(page.locator("#new-run.htmx-request")).to_have_count(0)
    expect(hours).to_have_value("72")
    expect(samples).not_to_be_checked()
