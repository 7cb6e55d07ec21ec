"""From sentences to a design that is proved: proposed alternatives, a draft of one, its acceptance, the proof."""

import pytest
from playwright.sync_api import expect

from modeler.core.analysis import analyse
from modeler.core.documents.reading import to_document
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.loading import read_current
from modeler.services import design_create
from modeler.synthesis.proposals import proposal_look
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.requirements.test_requirements_from_text import answer_all, begin
from tests.modeler.core.synthesis.making import CUSTOMER, ORDER, SELDOM, design, shop

LONG = 90_000
TOP_TEN = "A10"


def stored(pk):
    return aside(lambda: read_current(pk).design)


def check(now, unmet=()):
    """The design serves every pattern but those of `unmet`, and rules find no error but theirs."""
    unserved = [one for one in now.patterns if not serving(now, one).served and one.operation.is_read]
    assert [one.label for one in unserved] == [*unmet]
    errors = [one for one in analyse(now).findings if one.severity is Severity.ERROR]
    assert {one.part for one in errors} == {one.id for one in unserved}, [one.message for one in errors]


def prove(page, press):
    press(page.get_by_role("button", name="Prove it"))
    expect(page.locator(".run .chip").first).to_have_text("ready", timeout=LONG)
    # The top ten have no key, so that their read is refused, and that proves nothing about what it would return.
    expect(page.locator(".verdicts")).to_have_text("13 as predicted 1 refused, as predicted")
    press(page.get_by_role("button", name="Tear down"))
    expect(page.locator(".run .chip").first).to_have_text("removed", timeout=LONG)


def by_keyboard(element):
    element.focus()
    element.press("Enter")


def by_mouse(element):
    element.click()


@pytest.mark.pages(cases=1)
@pytest.mark.parametrize("press", [by_keyboard, by_mouse])
def test_fourteen_sentences_become_a_design_that_is_proved(
    press, sandbox_url, celery_worker_process, open_as, workspace, ada
):
    page = open_as(ada)
    pk = begin(page)
    answer_all(page)
    press(page.get_by_role("button", name="Add these"))
    expect(page.locator("#said")).to_contain_text("You can undo this")
    press(page.get_by_role("button", name="Propose keys and indexes"))
    expect(page.get_by_role("table", name="Alternatives side by side")).to_be_visible(timeout=LONG)
    offered = page.get_by_role("button", name="Accept").count()
    assert offered >= 2
    if offered < 3:
        expect(page.get_by_role("region", name="Notes")).to_contain_text("no other alternatives than these")
    assert all(not one.overloads[0].keys for _, one in stored(pk).entities() if one.overloads)

    press(page.get_by_role("link", name="Preview").first)
    pattern = page.get_by_role("navigation", name="Access patterns on the grid").get_by_role("link", name="A4")
    press(pattern)
    expect(pattern).to_have_attribute("aria-current", "true")
    expect(page.locator("#grid .returned").first).to_be_visible()
    press(page.get_by_role("button", name="Accept"))
    expect(page.get_by_text("is the design now")).to_be_visible()
    check(stored(pk), unmet=[TOP_TEN])  # It names nothing to build a key from.
    prove(page, press)


@pytest.fixture
def proposed(celery_worker_process, open_as, workspace, ada):
    """The page with alternatives for a small shop, with a pattern that no key can serve."""
    across = {"code": "R9", "name": "Orders of a status", "operation": "Query", "entities": ["Order"]}
    asked = [*shop(SELDOM), {**across, "intent": {"given": ["status"]}, "consistent": True}]
    document = to_document(design([CUSTOMER, ORDER], asked))
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/requirements/")
    page.get_by_role("button", name="Propose keys and indexes").press("Enter")
    expect(page.get_by_role("table", name="Alternatives side by side")).to_be_visible(timeout=LONG)
    return page, made


def test_a_requirement_that_cannot_be_met_is_shown_with_the_nearest(proposed):
    page, _ = proposed
    table = page.get_by_role("table", name="Requirements that cannot be met")
    expect(table.get_by_role("row")).to_have_count(2)
    expect(table).to_contain_text("R9 is strongly consistent")
    expect(table).to_contain_text("Read it eventually consistent from an index")
    table.get_by_role("link", name="R9").press("Enter")
    expect(page.get_by_role("group", name="Slots of R9")).to_be_visible()


@pytest.mark.pages
def test_one_undo_restores_the_design_and_another_alternative_can_be_accepted(proposed, ada):
    page, made = proposed
    before = to_document(stored(made.pk))
    accepts = page.get_by_role("button", name="Accept")
    count = accepts.count()
    found = aside(proposal_look, design_id=made.pk, by=ada).found
    accepts.nth(1).press("Enter")
    expect(page.locator("[data-accepted]")).to_have_attribute("id", "alternative-2")
    assert stored(made.pk).tables == found.alternatives[1].design.tables
    page.locator(".fills").focus()
    page.keyboard.press("Control+z")
    expect(accepts).to_have_count(count)
    assert to_document(stored(made.pk)) == before
    accepts.first.press("Enter")
    expect(page.locator("[data-accepted]")).to_have_attribute("id", "alternative-1")


@pytest.mark.pages
def test_a_colleague_who_edits_meanwhile_is_not_overwritten(proposed, open_as, eve):
    page, made = proposed
    other = open_as(eve)
    other.goto(f"/designs/{made.pk}/requirements/")
    expect(other.locator("#link-state")).to_have_text("live")
    other.get_by_label("Entity", exact=True).fill("Courier")
    other.get_by_label("Identity", exact=True).fill("courierId")
    other.keyboard.press("Enter")
    expect(other.get_by_role("rowheader", name="Courier")).to_be_visible()
    expect(page.get_by_text("The design has changed since")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    page.get_by_role("button", name="Propose again").last.press("Enter")
    expect(page.get_by_role("button", name="Accept").first).to_be_visible(timeout=LONG)
    expect(page.get_by_role("table", name="Alternatives side by side")).to_contain_text("Courier")


@pytest.mark.pages
def test_a_reader_sees_the_alternatives_without_buttons(proposed, open_as, ben):
    _, made = proposed
    page = open_as(ben)
    page.goto(f"/designs/{made.pk}/requirements/")
    page.get_by_role("link", name="Alternatives").first.press("Enter")
    expect(page.get_by_role("table", name="Alternatives side by side")).to_be_visible()
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    expect(page.get_by_role("button", name="Propose")).to_have_count(0)


@pytest.mark.pages
def test_the_page_is_reached_and_rows_are_compared_by_keyboard(proposed):
    page, made = proposed
    page.goto(f"/designs/{made.pk}/")
    expect(page.locator("#link-state")).to_have_text("live")
    page.locator("#middle").focus()
    page.keyboard.press("g")
    page.keyboard.press("a")
    table = page.get_by_role("table", name="Alternatives side by side")
    expect(table).to_be_visible()
    rows = table.locator("tbody tr:visible")
    all_rows = rows.count()
    same = table.locator("tr[data-same]").count()
    page.get_by_label("Differences only").press("Space")
    expect(rows).to_have_count(all_rows - same)


@pytest.mark.pages
def test_the_alternatives_and_a_draft_have_no_accessibility_finding_and_fit(proposed):
    page, _ = proposed
    accessible(page)
    panel = page.locator(".fills")
    for width in (1280, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert panel.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    page.get_by_role("link", name="Preview").first.press("Enter")
    expect(page.locator("#grid")).to_be_visible()
    accessible(page)


@pytest.mark.pages
def test_a_number_of_gsis_is_chosen_by_keyboard_and_shows_what_changes(proposed):
    page, _ = proposed
    front = page.get_by_role("group", name="Number of GSIs")
    expect(front.get_by_role("radio", name="3 GSIs")).to_be_checked()
    changes = front.get_by_text("1 GSI fewer")
    expect(changes).to_be_hidden()
    front.get_by_role("radio", name="3 GSIs").press("ArrowUp")
    expect(front.get_by_role("radio", name="2 GSIs")).to_be_checked()
    expect(changes).to_be_visible()
    front.get_by_role("button", name="Propose with at most 2").press("Enter")
    expect(page.get_by_text("at most 2 GSIs")).to_be_visible(timeout=LONG)
