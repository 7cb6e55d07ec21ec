"""Of two values of one field, one is chosen with one click, though the field still has the focus and the text."""

import pytest
from playwright.sync_api import expect

from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import opened, press, revision
from tests.browser.several_people.test_together import stored

PARAMETER = ("A2", "pattern-parameter[data-field='parameters.status'] [data-text]")
STATUS = ("p-a2", "parameters.@a-o-status", "OPEN", "THEIRS")
NAME = ("A2", "part-field[data-field=name] input")
NAMED = ("p-a2", "name", "Orders by status", "THEIRS")


@pytest.mark.parametrize(
    ("field", "delta", "choice"),
    [
        (PARAMETER, STATUS, "Use mine"),
        pytest.param(PARAMETER, STATUS, "Keep theirs", marks=pytest.mark.pages),
        pytest.param(NAME, NAMED, "Use mine", marks=pytest.mark.pages),
        pytest.param(NAME, NAMED, "Keep theirs", marks=pytest.mark.pages),
    ],
    ids=lambda one: one if isinstance(one, str) else one[1].split("[")[0],
)
def test_one_click_chooses_and_nothing_else_is_asked(open_as, path, eve, ada, design, field, delta, choice):
    page = opened(open_as(eve), path)
    code, place = field
    part, name, before, theirs = delta
    page.locator("#outline").get_by_role("link", name=code).press("Enter")
    expect(page.get_by_role("button", name="As code")).to_be_visible()
    text = page.locator(f"#inspector {place}")
    text.fill("MINE")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta(part, name, before, theirs)])
    revision(page, 2)
    press(page, "Enter")
    page.locator(".conflict").get_by_role("button", name=choice).click()
    chosen = {"Use mine": "MINE", "Keep theirs": "THEIRS"}[choice]
    expect(page.locator(".conflict")).to_have_count(0)
    expect(text).to_have_value(chosen)
    expect(page.locator("#refused-edits")).to_be_hidden()
    revision(page, 3 if choice == "Use mine" else 2)
    assert stored(design, part, name) == chosen
