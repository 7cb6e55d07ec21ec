"""The cost page by keyboard: a what-if in the address, kept in the design; traffic drawn; numbers opened."""

import pytest
from playwright.sync_api import expect

from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.factories.documents import small_document


@pytest.fixture
def orders(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


@pytest.mark.pages
def test_a_region_is_supposed_in_the_address_and_then_saved_in_the_design(open_as, eve, orders):
    page = open_as(eve)
    page.goto(f"/designs/{orders.pk}/cost/")
    amount = page.locator("[data-open='mode/on-demand']")
    before = amount.text_content()
    page.locator("#cost-region").select_option("sa-east-1")
    expect(amount).not_to_have_text(before)
    assert "region=sa-east-1" in page.url
    expect(page.locator(".supposed")).to_contain_text("us-east-1")
    dearer = amount.text_content()
    page.reload()
    expect(amount).to_have_text(dearer)
    page.get_by_role("button", name="Save to design").press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(page.locator(".supposed")).to_have_count(0)
    expect(amount).to_have_text(dearer)
    assert "region=" not in page.url
    orders.refresh_from_db()
    assert orders.root["region"] == "sa-east-1"


@pytest.mark.pages
def test_traffic_is_drawn_with_the_arrow_keys_and_saved(open_as, eve, orders):
    page = open_as(eve)
    page.goto(f"/designs/{orders.pk}/cost/")
    scaled = page.locator("[data-open='mode/auto-scaled']")
    before = scaled.text_content()
    page.get_by_role("slider", name="0:00", exact=True).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider", name="1:00", exact=True)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    expect(scaled).not_to_have_text(before)
    expect(page.get_by_role("slider", name="1:00", exact=True)).to_be_focused()
    expect(page.get_by_role("slider", name="1:00", exact=True)).to_have_attribute("aria-valuenow", "25")
    page.get_by_role("button", name="Save to design").press("Enter")
    expect(page.locator(".supposed")).to_have_count(0)
    orders.refresh_from_db()
    hours = orders.root["settings.traffic"]["hours"]
    assert (len(hours), hours[:2]) == (24, [100, 25])


def test_a_number_opens_down_to_the_price_and_two_revisions_are_side_by_side(open_as, ben, eve, orders):
    page = open_as(ben)
    page.goto(f"/designs/{orders.pk}/cost/?mode=fixed")
    page.locator("[data-open='mode/on-demand']").press("Enter")
    dialog = page.locator("#dialog")
    expect(dialog).to_contain_text("all tables")
    expect(dialog.get_by_text("as of 20").first).to_be_hidden()
    dialog.evaluate("dialog => dialog.querySelectorAll('details').forEach((step) => (step.open = true))")
    expect(dialog.get_by_text("as of 20").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("Compare with").select_option("mode:auto-scaled")
    expect(page.get_by_role("heading", name="Compared with provisioned, auto scaled")).to_be_visible()
    # A reader supposes and compares, and is not offered to save.
    expect(page.locator("[data-save]")).to_have_count(0)


@pytest.mark.pages
def test_without_rates_the_cost_is_not_known_and_the_rates_are_entered_there(open_as, eve, workspace, ada):
    design = design_create(workspace=workspace.pk, by=ada, document=small_document())
    page = open_as(eve)
    page.goto(f"/designs/{design.pk}/cost/")
    expect(page.get_by_role("heading", name="The cost of reads and writes is not known")).to_be_visible()
    expect(page.locator("#cost-modes")).to_have_count(0)
    accessible(page)
    page.get_by_label("Average calls per second of A1", exact=True).focus()
    page.keyboard.type("500")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Not counted: 1 of 2")).to_be_visible()
    expect(page.get_by_label("Average calls per second of A2", exact=True)).to_be_focused()
    expect(page.locator("#cost-modes")).to_be_visible()
    accessible(page)


@pytest.mark.pages
def test_the_traffic_is_multiplied_by_a_slider(open_as, ben, orders):
    page = open_as(ben)
    page.goto(f"/designs/{orders.pk}/cost/")
    amount = page.locator("[data-open='mode/on-demand']")
    before = amount.text_content()
    page.locator("#assume-times").focus()
    page.keyboard.press("End")
    expect(amount).not_to_have_text(before)
    assert "times=100" in page.url
    expect(page.locator("#assume-times")).to_have_attribute("aria-valuetext", "100 times the rates of the design")
    expect(page.locator(".supposed")).to_contain_text("100 times the traffic")


@pytest.mark.pages
def test_growth_and_months_are_sliders_and_kept_as_a_scenario_by_keyboard(open_as, eve, orders):
    page = open_as(eve)
    page.goto(f"/designs/{orders.pk}/cost/")
    amount = page.locator("[data-open='mode/on-demand']")
    before = amount.text_content()
    page.get_by_role("slider", name="Calls grow").press("End")
    expect(page.locator("#assume-growth")).to_have_attribute("aria-valuetext", "50% per month")
    expect(page.locator(".supposed")).to_contain_text("Calls grow by 50% per month")
    page.get_by_role("slider", name="Months from now").press("End")
    expect(amount).not_to_have_text(before)
    page.get_by_label("Table class").select_option("STANDARD_INFREQUENT_ACCESS")
    expect(page.locator(".supposed")).to_contain_text("Standard-IA")
    page.get_by_label("Keep these assumptions as").fill("Five years")
    page.keyboard.press("Enter")
    scenarios = page.get_by_role("region", name="Scenarios", exact=True)
    expect(scenarios).to_have_count(1)
    expect(scenarios.get_by_role("columnheader", name="Five years")).to_be_visible()
    expect(scenarios.get_by_role("columnheader", name="What if")).to_have_count(0)
    expect(scenarios.locator(".scenarios-frame")).to_be_focused()
    assert "name=" not in page.url
    orders.refresh_from_db()
    assert orders.root["settings.scenarios"] == [
        {"name": "Five years", "class": "STANDARD_INFREQUENT_ACCESS", "calls_growth": 50, "months": 60}
    ]
    scenarios.get_by_role("link", name="Show the design without assumptions").press("Enter")
    expect(amount).to_have_text(before)
    assert "growth=" not in page.url
    scenarios.get_by_role("link", name="Show Five years").press("Enter")
    expect(amount).not_to_have_text(before)
    assert "ahead=60" in page.url
    page.get_by_label("Compare with").select_option("scenario:Five years")
    expect(page.get_by_role("heading", name="Compared with Five years")).to_be_visible()
    scenarios.get_by_role("button", name="Delete Five years").press("Enter")
    expect(page.get_by_role("button", name="Delete Five years")).to_have_count(0)
    orders.refresh_from_db()
    assert "settings.scenarios" not in orders.root


@pytest.mark.pages
def test_a_budget_is_typed_and_a_design_above_it_is_marked(open_as, eve, orders):
    page = open_as(eve)
    page.goto(f"/designs/{orders.pk}/cost/")
    budget = page.locator("#cost-budget")
    budget.fill("$1,000")
    budget.press("Enter")
    expect(page.locator(".budget")).to_contain_text("Within budget")
    budget.fill("10")
    budget.press("Enter")
    expect(page.locator(".budget")).to_contain_text("Over budget")
    budget.fill("much")
    budget.press("Enter")
    expect(budget).to_have_js_property("validity.customError", True)
    orders.refresh_from_db()
    assert orders.root["settings.budget"] == 10
    accessible(page)


@pytest.mark.pages
def test_a_reader_sees_scenarios_and_takes_the_hand_out(open_as, ben, orders):
    page = open_as(ben)
    page.goto(f"/designs/{orders.pk}/cost/?times=10")
    expect(page.get_by_role("columnheader", name="What if")).to_be_visible()
    expect(page.get_by_label("Keep these assumptions as")).to_have_count(0)
    expect(page.locator("#cost-budget")).to_have_count(0)
    address = page.get_by_role("link", name="Hand-out as text").get_attribute("href")
    assert "times=10" in address
    answer = page.request.get(address)
    assert "× 10" in answer.text()
    assert answer.headers["content-type"].startswith("text/plain")
