"""Every page in a real browser, light and dark: no accessibility finding, nothing that the content policy refuses."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

PAGES = (
    "",
    "patterns/",
    "patterns/?shown=matrix",
    "findings/",
    "cost/",
    "comments/",
    "json/",
    "export/terraform/",
    "provision/",
    "history/",
    "history/1/",
    "compare/",
    "share/",
    "?pattern=p-a1&part=p-a1",
)
ELSEWHERE = ("/", "/tokens/", "/inbox/", "/bin/", "/api/v1/", "/nowhere/")


def accessible(page):
    found = Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("at", PAGES)
def test_each_page_of_a_design_has_no_accessibility_finding(open_as, path, ada, at, scheme):
    page = open_as(ada, color_scheme=scheme)
    page.goto(path + at)
    expect(page.locator("#link-state")).to_have_text("live")
    accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_page_elsewhere_has_no_accessibility_finding(open_as, design, ada, scheme):
    page = open_as(ada, color_scheme=scheme)
    for path in ELSEWHERE:
        page.goto(path)
        accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_is_not_signed_in_and_what_opens_over_a_page_have_no_accessibility_finding(open_as, path, ada, scheme):
    page = open_as(ada, color_scheme=scheme)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    for keys, opened in (("Control+k", "dialog.palette"), ("?", "#dialog")):
        page.keyboard.press(keys)
        expect(page.locator(opened)).to_be_visible()
        accessible(page)
        page.keyboard.press("Escape")
    page.context.clear_cookies()
    page.goto("/sign-in/")
    accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_one_column_with_the_panels_over_it(open_as, path, ada, scheme):
    page = open_as(ada, color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    expect(page.locator("#outline")).to_be_hidden()
    accessible(page)
    page.get_by_role("button", name="Outline", exact=True).click()
    expect(page.locator("#outline")).to_be_visible()
    accessible(page)
    page.locator("#outline a.row").first.click()
    expect(page.locator("#outline")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home_and_members_have_no_accessibility_finding(open_as, design, workspace, ada, scheme):
    page = open_as(ada, color_scheme=scheme)
    page.goto("/")
    accessible(page)
    page.goto(f"/workspaces/{workspace.pk}/members/")
    page.get_by_role("button", name="Make a link").press("Enter")
    expect(page.locator("#link")).to_be_visible()
    accessible(page)


def test_a_stranger_is_shown_no_design(open_as, path, cyd):
    page = open_as(cyd)
    page.goto(path)
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    accessible(page)
