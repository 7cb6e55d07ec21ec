"""Findings on their page, by keyboard: filtered, gone to, fixed with a preview, muted with a reason, shown again."""

import pytest
from playwright.sync_api import expect

from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.factories.documents import careless_document

RULE = "write.no_condition_on_create"


@pytest.fixture
def careless(workspace, ada, celery_worker_process):
    """A design whose one pattern creates an item without asking whether it is there."""
    return design_create(workspace=workspace.pk, by=ada, document=careless_document())


def row(page):
    return page.locator("#findings .finding").filter(has_text=RULE).first


def reach(page, card):
    """Put the focus on a finding, by arrows from the first."""
    expect(card).to_be_visible()
    page.locator("#findings .finding[tabindex='0']").focus()
    page.keyboard.press("Home")
    for _ in range(page.locator("#findings .finding").count()):
        if card.evaluate("card => card === document.activeElement"):
            return
        page.keyboard.press("ArrowDown")
    expect(card).to_be_focused()


def test_a_finding_is_reached_by_arrows_and_fixed_after_a_look_at_the_change(open_as, eve, careless):
    page = open_as(eve)
    page.goto(f"/designs/{careless.pk}/findings/")
    reach(page, row(page))
    counted = page.locator("#findings-count").text_content()
    page.keyboard.press("f")
    dialog = page.locator("#dialog")
    expect(dialog.locator(".changes").first).to_contain_text("attribute_not_exists")
    expect(dialog.locator(".follows").first).to_contain_text("1 of 1, as before")
    accessible(page)
    expect(dialog.locator("[data-apply]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#findings .finding").filter(has_text=RULE)).to_have_count(0)
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(page.locator("#findings-count")).not_to_have_text(counted)
    # The next finding has the focus, so that one fix follows the other.
    expect(page.locator("#findings .finding:focus")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(row(page)).to_be_visible()
    expect(page.locator("#findings-count")).to_have_text(counted)


@pytest.mark.pages
def test_a_finding_is_muted_with_a_reason_and_shown_again(open_as, eve, careless):
    page = open_as(eve)
    page.goto(f"/designs/{careless.pk}/findings/")
    reach(page, row(page))
    page.keyboard.press("m")
    expect(page.locator("#mute-reason")).to_be_focused()
    page.keyboard.type("only one writer")
    page.keyboard.press("Enter")
    muted = page.locator(".muted-findings")
    expect(muted).to_contain_text("Muted")
    muted.locator("[aria-expanded]").focus()
    page.keyboard.press("Enter")
    expect(muted).to_contain_text("only one writer")
    muted.locator("[data-unmute]").focus()
    page.keyboard.press("Enter")
    expect(muted).to_have_count(0)
    expect(row(page)).to_be_visible()


@pytest.mark.pages
def test_what_is_chosen_stays_in_the_address_and_enter_goes_to_the_place(open_as, ben, careless):
    page = open_as(ben)
    page.goto(f"/designs/{careless.pk}/findings/")
    expect(row(page)).to_be_visible()
    page.get_by_role("button", name="Place").press("Enter")
    expect(page.get_by_role("heading", name="Pattern W1 Register")).to_be_visible()
    page.get_by_label("Containing").fill("no_condition_on_create")
    expect(page.locator("#findings .finding")).to_have_count(1)
    page.reload()
    expect(page.locator("#findings .finding")).to_have_count(1)
    expect(page.get_by_role("button", name="Place")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Containing")).to_have_value("no_condition_on_create")
    reach(page, row(page))
    page.keyboard.press("Enter")
    expect(page.locator("#outline-p")).to_be_focused()
    assert "pattern=p" in page.url


@pytest.mark.pages
def test_a_reader_is_offered_neither(open_as, ben, careless):
    page = open_as(ben)
    page.goto(f"/designs/{careless.pk}/findings/")
    expect(row(page)).to_be_visible()
    expect(page.locator("[data-fix], [data-mute]")).to_have_count(0)


@pytest.mark.pages
def test_all_findings_of_a_rule_are_fixed_or_muted_after_one_look(open_as, eve, workspace, ada, celery_worker_process):
    document = careless_document()
    first = document["access_patterns"][0]
    document["access_patterns"].append({**first, "id": "q", "code": "W2"})
    design = design_create(workspace=workspace.pk, by=ada, document=document)
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/findings/?group=rule")
    cards = page.locator("#findings .finding").filter(has_text=RULE)
    expect(cards).to_have_count(2)
    page.get_by_role("button", name=f"Fix all of {RULE}").press("Enter")
    dialog = page.locator("#dialog")
    expect(dialog.locator(".changes li")).to_have_count(2)
    accessible(page)
    expect(dialog.get_by_role("button", name="Apply 2 fixes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cards).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(cards).to_have_count(2)
    page.get_by_role("button", name=f"Mute all of {RULE}").press("Enter")
    expect(dialog.get_by_role("checkbox", checked=True)).to_have_count(2)
    accessible(page)
    page.locator("#mute-reason").fill("one writer")
    page.keyboard.press("Enter")
    expect(cards).to_have_count(0)
    expect(page.locator("#revision")).to_contain_text("revision 4")


@pytest.mark.pages
def test_each_finding_of_a_rule_is_fixed_in_the_way_that_is_chosen(open_as, eve, workspace, ada, celery_worker_process):
    document = careless_document()
    first = document["access_patterns"][0]
    document["access_patterns"] += [{**first, "id": f"p{n}", "code": f"W{n}"} for n in (2, 3)]
    design = design_create(workspace=workspace.pk, by=ada, document=document)
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/findings/?group=rule")
    page.get_by_role("button", name=f"Fix all of {RULE}").press("Enter")
    dialog = page.locator("#dialog")
    ways = dialog.get_by_role("combobox")
    expect(ways).to_have_count(3)
    other = ways.nth(0).locator("option").nth(1).text_content()
    ways.nth(0).select_option(label=other)
    expect(dialog.get_by_role("button", name="Apply 3 fixes")).to_be_enabled()
    ways.nth(1).select_option(label="Leave it as it is")
    expect(dialog.get_by_role("button", name="Apply 2 fixes")).to_be_enabled()
    expect(ways.nth(0).locator("option:checked")).to_have_text(other)
    expect(ways.nth(1)).to_be_focused()
    expect(dialog.locator(".changes li")).to_have_count(2)
    accessible(page)
    dialog.get_by_role("button", name="Apply 2 fixes").click()
    expect(page.locator("#findings .finding").filter(has_text=RULE)).to_have_count(1)
    expect(page.locator("#revision")).to_contain_text("revision 2")


@pytest.mark.pages
def test_a_fix_of_a_key_shows_its_cells_before_and_after(open_as, eve, workspace, ada, celery_worker_process):
    document = careless_document()
    entity = document["tables"][0]["entities"][0]
    entity["attributes"].append({"id": "n", "name": "line", "type": "N", "format": "integer", "range": [1, 999]})
    entity["overloads"][0]["keys"]["SK"] = "LINE#{line}"
    entity["items"] = []
    design = design_create(workspace=workspace.pk, by=ada, document=document)
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/findings/?text=pad")
    page.locator("#findings [data-fix]").first.press("Enter")
    sheet = page.locator("#dialog .compared").first
    expect(sheet.locator(".mark-gone")).to_contain_text("LINE#{line}")
    expect(sheet.locator(".mark-new")).to_contain_text("LINE#{line:pad(3)}")
    accessible(page)


@pytest.mark.pages
def test_the_count_beside_a_long_name_is_whole_on_a_phone(open_as, eve, workspace, ada, celery_worker_process):
    document = careless_document()
    document["access_patterns"][0]["name"] = "Save an order of a customer who came by a link of a friend"
    design = design_create(workspace=workspace.pk, by=ada, document=document)
    page = open_as(eve)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/designs/{design.pk}/patterns/")
    mark = page.locator("[data-pattern-row] th .severity")
    expect(mark).to_be_visible()
    cell, box = page.locator("[data-pattern-row] th").bounding_box(), mark.bounding_box()
    assert box["x"] + box["width"] <= cell["x"] + cell["width"]
