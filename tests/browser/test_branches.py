"""A branch is created, conflicts are decided by two people, and it is merged and reverted, by keyboard."""

import pytest
from playwright.sync_api import expect

from modeler.branches.services import branch_open
from modeler.core.design.parts import Part, PartKind
from modeler.core.edits.changes import Delta, birth
from modeler.loading import read_current
from modeler.services import design_change
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.several_people.test_together import opened


@pytest.fixture
def branch(design, ada, eve):
    """A branch that renamed an entity which the main line renamed too."""
    made = aside(lambda: branch_open(design_id=design.pk, name="Pay later", by=ada))
    for held, by, name in ((made.design, ada, "Sale"), (design, eve, "Purchase")):
        change = [Delta("e-order", "name", "Order", name)]
        aside(lambda held=held, by=by, change=change: design_change(design_id=held.pk, deltas=change, by=by))
    return made


def name_of_order(design):
    return aside(lambda: read_current(design.pk)).parts["e-order"].name


@pytest.mark.pages
def test_a_branch_is_created_from_the_history_and_leads_back(open_as, design, eve):
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/history/")
    page.get_by_role("link", name="Branches").press("Enter")
    page.get_by_label("Name of the new branch").fill("Try it")
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("Try it")
    page.get_by_role("link", name="Review branch of").press("Enter")
    expect(page.get_by_role("heading", name="Review: Try it")).to_be_visible()
    expect(page.get_by_text("The branch changes nothing in the main line.")).to_be_visible()


def test_a_conflict_is_decided_merged_and_reverted_by_keyboard(open_as, design, branch, ada, eve):
    at = f"/designs/{design.pk}/branches/{branch.design_id}/"
    page = open_as(eve)
    page.goto(at)
    expect(page.get_by_text("1 conflict without a choice")).to_be_visible()
    choice = page.get_by_role("button", name="Pay later for entity")
    choice.press("Enter")
    expect(choice).to_have_attribute("aria-pressed", "true")
    other = open_as(ada)
    other.goto(at)
    expect(other.get_by_text("Nothing blocks the merge.")).to_be_visible()
    other.get_by_role("button", name="Merge into").press("Enter")
    expect(other.locator(".messages")).to_contain_text("The branch is merged.")
    assert name_of_order(design) == "Sale"
    other.get_by_role("button", name="Revert the merge").press("Enter")
    expect(other.locator(".messages")).to_contain_text("The merge is reverted")
    assert name_of_order(design) == "Purchase"


@pytest.mark.pages
def test_a_link_to_another_design_leads_to_its_own_socket(open_as, design, branch, ada):
    """Once the page had the branch's addresses and the main line's socket, which drew the main line over the branch."""
    page = open_as(ada)
    page.goto(f"/designs/{design.pk}/branches/{branch.design_id}/")
    expect(page.locator("#link-state")).to_have_text("live")
    page.get_by_role("link", name="Open the branch").press("Enter")
    expect(page.locator("#revision")).to_contain_text("Pay later")
    expect(page.locator("#link-state")).to_have_text("live")
    change = [Delta("e-order", "name", "Sale", "Deal")]
    aside(lambda: design_change(design_id=branch.design_id, deltas=change, by=ada))
    expect(page.get_by_role("rowheader", name="Deal")).to_be_visible()
    page.get_by_role("link", name="Review branch of").press("Enter")
    expect(page.locator("#revision")).to_contain_text("Orders")
    change = [Delta("e-order", "name", "Purchase", "Basket")]
    aside(lambda: design_change(design_id=design.pk, deltas=change, by=ada))
    expect(page.get_by_role("navigation", name="Outline")).to_contain_text("Basket")


@pytest.mark.pages
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_have_no_accessibility_finding(open_as, design, branch, ada, scheme):
    page = open_as(ada)
    page.emulate_media(color_scheme=scheme)
    for place in ("", f"{branch.design_id}/"):
        page.goto(f"/designs/{design.pk}/branches/{place}")
        expect(page.locator("#link-state")).to_have_text("live")
        accessible(page)


OLD, NEW = "CUST#{@a-o-cust}", "BUYER#{@a-o-cust}"


@pytest.mark.pages
def test_a_pattern_that_asks_by_a_key_which_the_main_line_changed_is_told_mended_and_merged(open_as, design, ada, eve):
    made = aside(lambda: branch_open(design_id=design.pk, name="More reads", by=ada))
    read = aside(lambda: read_current(design.pk)).parts["p-a1"]
    asked = Part("p-b1", PartKind.PATTERN, read.parent, {**read.fields, "code": "B1", "position": "z"})
    aside(lambda: design_change(design_id=made.design_id, deltas=[birth(asked)], by=ada))
    rekeyed = [Delta("o-o-base", "keys.PK", OLD, NEW), Delta("p-a1", "key.PK", OLD, NEW)]
    aside(lambda: design_change(design_id=design.pk, deltas=rekeyed, by=eve))

    at = f"/designs/{design.pk}/branches/{made.design_id}/"
    review = opened(open_as, at, ada)
    only_merged = review.get_by_role("region", name="Only in the merged design")
    expect(only_merged).to_contain_text("B1")
    expect(review.get_by_role("button", name="Merge into")).to_have_count(0)

    # The colleague who changed the key opens the branch and lets its pattern ask by the new one.
    line = opened(open_as, f"/designs/{made.design_id}/patterns/", eve)
    aside(lambda: design_change(design_id=made.design_id, deltas=[Delta("p-b1", "key.PK", OLD, NEW)], by=eve))
    expect(line.locator("#revision")).to_contain_text("revision 3")

    review.goto(at)
    # The branch alone still writes the old key: only the merge serves the pattern.
    expect(only_merged).to_contain_text("PK = BUYER#{customerId}")
    review.get_by_role("button", name="Merge into").press("Enter")
    expect(review.locator(".messages")).to_contain_text("The branch is merged.")
    merged = aside(lambda: read_current(design.pk)).parts
    assert [merged[part].fields["key.PK"] for part in ("p-a1", "p-b1")] == [NEW, NEW]


@pytest.mark.pages
def test_a_step_of_the_plan_is_commented_on_by_keyboard_and_blocks_the_merge(open_as, design, ada, eve):
    made = aside(lambda: branch_open(design_id=design.pk, name="Buyers", by=ada))
    rekeyed = [Delta("o-o-base", "keys.PK", OLD, NEW), Delta("p-a1", "key.PK", OLD, NEW)]
    aside(lambda: design_change(design_id=made.design_id, deltas=rekeyed, by=ada))
    page = opened(open_as, f"/designs/{design.pk}/branches/{made.design_id}/", eve)
    button = page.get_by_role("button", name="on step 1")
    button.press("Enter")
    dialog = page.locator("#dialog")
    dialog.get_by_role("textbox").fill("Who runs this?")
    dialog.get_by_role("textbox").press("Control+Enter")
    expect(dialog.locator(".thread")).to_contain_text("Who runs this?")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(button.locator("[data-count]")).to_have_text("1")
    # The page says so at once, and the thread is resolved from there.
    blocks = page.get_by_role("list", name="What blocks the merge")
    expect(blocks).to_contain_text("1 comment thread not resolved")
    blocks.get_by_role("button", name="1 on a step of the migration plan").press("Enter")
    dialog.get_by_role("button", name="Resolve").press("Enter")
    expect(page.get_by_text("Nothing blocks the merge.")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Merge into")).to_be_visible()
    expect(button.locator("[data-count]")).to_be_empty()


@pytest.mark.pages
def test_a_branch_and_its_review_fit_on_a_phone(open_as, design, ada):
    made = aside(lambda: branch_open(design_id=design.pk, name="A branch with a rather long name", by=ada))
    rekeyed = [Delta("o-o-base", "keys.PK", OLD, NEW), Delta("p-a1", "key.PK", OLD, NEW)]
    aside(lambda: design_change(design_id=made.design_id, deltas=rekeyed, by=ada))
    page = open_as(ada)
    page.set_viewport_size({"width": 390, "height": 844})
    for at in (f"/designs/{made.design_id}/", f"/designs/{design.pk}/branches/{made.design_id}/"):
        page.goto(at)
        expect(page.locator("#link-state")).to_have_text("live")
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    where, said, code = (one.bounding_box() for one in page.locator(".differences li > span").all()[:3])
    assert where["y"] + where["height"] <= said["y"] and said["y"] + said["height"] <= code["y"]


@pytest.mark.pages
def test_the_focus_stays_at_the_choice_that_was_made(open_as, design, branch, eve):
    """The page is loaded again by each choice; it began at its head."""
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/branches/{branch.design_id}/")
    choice = page.get_by_role("button", name="Pay later for entity")
    choice.press("Enter")
    expect(choice).to_have_attribute("aria-pressed", "true")
    expect(choice).to_be_focused()
    page.get_by_role("button", name="Archive").press("Enter")
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    expect(
        page.locator("main .messages, #review-steps").locator("visible=true").and_(page.locator(":focus"))
    ).to_have_count(1)
