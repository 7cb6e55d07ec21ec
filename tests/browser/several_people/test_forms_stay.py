"""What somebody has chosen in a form stays there while other things on the page change."""

from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.aside import aside

CHOSEN = {"before": "1", "after": "2", "items": "5", "seed": "3"}


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
