"""Every page in a real browser, light and dark: no accessibility finding, nothing that the content policy refuses."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

PAGES = ("", "findings/", "cost/", "export/", "export/terraform/", "provision/", "history/", "?pattern=p-a1&part=p-a1")


def accessible(page):
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("at", PAGES)
def test_each_page_of_a_design_has_no_accessibility_finding(open_as, path, ada, at, scheme):
    page = open_as(ada, color_scheme=scheme)
    page.goto(path + at)
    expect(page.locator("#link-state")).to_have_text("live")
    accessible(page)


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
