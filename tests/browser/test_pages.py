"""Every page in a real browser, light and dark: no accessibility finding, nothing that the content policy refuses."""

import json
import re
import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import expect

from designer.services import invitation_create
from modeler.gallery import example_create
from modeler.services import design_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.factories.documents import small_document
from tests.ground.browser import VIEWPORT
from tests.ground.providers.openid_provider import identity_provider

PAGES = (
    "",
    "requirements/",
    "alternatives/",
    "patterns/",
    "patterns/?shown=matrix",
    "map/",
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
ELSEWHERE = (
    "/",
    "/account/",
    "/account/second-step/",
    "/account/confirm/",
    "/tokens/",
    "/inbox/",
    "/trash/",
    "/api/v1/",
    "/nowhere/",
)


@pytest.mark.pages
def test_the_content_can_be_skipped_to_after_a_move_to_another_view(open_as, path, ada):
    page = open_as(ada)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.get_by_role("link", name="Map", exact=True).click()
    expect(page.locator("#view-map")).to_be_visible()
    page.get_by_role("link", name="Skip to content").press("Enter")
    expect(page.locator("#view-map")).to_be_focused()
    accessible(page)


@pytest.mark.pages(cases=3)
@pytest.mark.parametrize("at", PAGES)
def test_each_page_of_a_design_has_no_accessibility_finding(open_as, path, ada, at):
    page = open_as(ada)
    page.goto(path + at)
    expect(page.locator("#link-state")).to_have_text("live")
    accessible(page)


WIDTHS = (1440, 1280, 853, 640, 390)
"""Of a window: two of a desktop, the second at 150% and at 200% zoom, and a phone."""


@pytest.mark.pages
def test_no_page_is_wider_than_its_window(open_as, path, ada, workspace):
    page = open_as(ada)
    wide = []
    for at in (
        *(path + one for one in PAGES),
        *ELSEWHERE,
        "/account/",
        "/help/",
        "/import/live/",
        f"/workspaces/{workspace.pk}/audit/",
    ):
        page.goto(at)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.scrollingElement.scrollWidth > document.documentElement.clientWidth"):
                wide.append((at, width))
    assert wide == []
    # Labels of the last page are beside their fields, on a phone too.
    for width in (1280, WIDTHS[-1]):
        page.set_viewport_size({"width": width, "height": 800})
        for label in page.locator("main form label").all():
            field, words = page.locator(f"#{label.get_attribute('for')}").bounding_box(), label.bounding_box()
            assert field["y"] <= words["y"] <= field["y"] + field["height"]
            assert 0 <= field["x"] - words["x"] - words["width"] <= 16
    # The code of an event follows its words, also those that need two lines.
    page.goto(f"/workspaces/{workspace.pk}/webhooks/")
    for code in page.locator(".event-kinds code").all():
        words, its = code.locator("xpath=../..").bounding_box(), code.bounding_box()
        assert its["x"] - words["x"] < 32 or abs(its["y"] - words["y"]) < 6


def test_a_printed_sheet_is_cut_nowhere(open_as, path, ada):
    page = open_as(ada)
    page.set_viewport_size({"width": 420, "height": 800})
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    page.emulate_media(media="print")
    places = ".sheet td[data-of]:not([data-absent]), key-cell .shown, .items .value"
    cut = (
        "places => places.filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.textContent)"
    )
    found, spaces = page.locator(places).evaluate_all(cut), page.locator(".spacer").first.is_visible()
    page.emulate_media(media="null")
    assert (found, spaces) == ([], False)


@pytest.mark.pages
def test_a_panel_stays_folded_in_its_view_and_open_in_others(open_as, path, ada):
    page = open_as(ada)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    inspector = page.locator(".inspector")
    page.locator("#middle").focus()
    page.keyboard.press("]")
    expect(inspector).to_be_hidden()
    page.keyboard.press("g")
    page.keyboard.press("p")
    expect(page.locator("pattern-board")).to_be_visible()
    expect(inspector).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("s")
    expect(page.locator("key-sheet")).to_be_visible()
    expect(inspector).to_be_hidden()
    # Where no part is edited in it, it is folded until a person opens it.
    page.locator("#middle").focus()
    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(page.get_by_role("heading", name="Requirements as text")).to_be_visible()
    expect(inspector).to_be_hidden()
    page.locator("#middle").focus()
    page.keyboard.press("g")
    page.keyboard.press("c")
    expect(page.locator("cost-page")).to_be_visible()
    expect(inspector).to_be_hidden()
    page.keyboard.press("]")
    expect(inspector).to_be_visible()


@pytest.mark.pages
def test_tabs_that_do_not_fit_are_in_a_menu(open_as, path, ada):
    """By keyboard, in a narrow window; a wide one has no menu."""
    page = open_as(ada)
    page.goto(path)
    tabs, more = page.locator(".views .tabs > a.tab"), page.locator(".more-tabs > summary")
    page.set_viewport_size({"width": 1000, "height": 800})
    expect(more).to_be_visible()
    expect(page.locator(".views .tabs > a.tab[aria-current=page]")).to_be_visible()
    shown = [tab for tab in tabs.all() if tab.is_visible()]
    more.focus()
    page.keyboard.press("Enter")
    moved = page.locator(".more-tabs a")
    assert tabs.count() == len(shown) + moved.count()
    accessible(page)
    page.keyboard.press("Escape")
    expect(moved.last).to_be_hidden()
    expect(more).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(moved.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(moved.last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/history/"))
    page.set_viewport_size({"width": 1900, "height": 800})
    expect(more).to_be_hidden()
    page.set_viewport_size(VIEWPORT)


@pytest.mark.pages
def test_only_panels_scroll_on_the_views_of_a_design(open_as, workspace, ada):
    """At 1280 x 800 the document stays where it is, whatever is scrolled: the header never leaves."""
    made = aside(example_create, workspace=workspace.pk, by=ada, key="order-management")
    page = open_as(ada)
    scrolled = {}
    for at in (*PAGES[:-1], "?part=t-orders", "drift/", "update/", "export/"):
        page.goto(f"/designs/{made.pk}/{at}")
        expect(page.locator("#workbench")).to_be_visible()
        found = page.evaluate(
            """() => {
              const root = document.scrollingElement;
              for (const one of document.querySelectorAll(".panel, item-grid")) one.scrollTo(0, one.scrollHeight);
              root.scrollTo(1e6, 1e6);
              return { top: root.scrollTop, left: root.scrollLeft, taller: root.scrollHeight - root.clientHeight };
            }"""
        )
        if any(found.values()):
            scrolled[at] = found
    assert scrolled == {}


@pytest.mark.pages
def test_each_page_elsewhere_has_no_accessibility_finding(open_as, design, ada):
    page = open_as(ada)
    for path in ELSEWHERE:
        page.goto(path)
        accessible(page)


@pytest.mark.pages
def test_who_is_not_signed_in_and_what_opens_over_a_page_have_no_accessibility_finding(open_as, path, ada):
    page = open_as(ada)
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


@pytest.mark.pages
def test_a_phone_shows_one_column_with_the_panels_over_it(open_as, path, ada):
    page = open_as(ada)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    expect(page.locator("#outline")).to_be_hidden()
    accessible(page)
    page.get_by_role("button", name="Inspector", exact=True).click()
    expect(page.locator("aside.inspector")).to_be_visible()
    page.get_by_role("button", name="Outline", exact=True).click()
    expect(page.locator("#outline")).to_be_visible()
    expect(page.locator("aside.inspector")).to_be_hidden()
    accessible(page)
    page.locator("#outline a.row").first.click()
    expect(page.locator("#outline")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.pages
def test_home_and_members_have_no_accessibility_finding(open_as, design, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    accessible(page)
    page.goto(f"/workspaces/{workspace.pk}/members/")
    page.get_by_role("button", name="Create link").press("Enter")
    expect(page.locator("#link")).to_be_visible()
    accessible(page)
    page.goto(f"/workspaces/{workspace.pk}/webhooks/")
    page.get_by_label("Name", exact=True).fill("Chat")
    page.get_by_label("Address").fill("http://127.0.0.1:9/")
    page.get_by_role("button", name="Create webhook").press("Enter")
    expect(page.get_by_label("Address")).to_be_focused()
    accessible(page)


@pytest.mark.pages
def test_an_example_opens_on_a_click_lights_what_a_pattern_reads_and_has_no_accessibility_finding(
    open_as, workspace, ada
):
    page = open_as(ada)
    page.goto("/")
    page.get_by_role("link", name="Order management").press("Enter")
    expect(page.get_by_role("heading", name="Order management")).to_be_visible()
    expect(page.locator("#grid .item").first).to_be_visible()
    accessible(page)
    page.get_by_role("navigation", name="Access patterns on the grid").get_by_role("link").nth(1).press("Enter")
    expect(page.locator("#grid .item.returned").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_role("button", name="Copy and edit").press("Enter")
    expect(page.locator("#link-state")).to_have_text("live")


@pytest.mark.pages
def test_times_are_shown_in_the_time_zone_of_the_person(open_as, design, ada):
    page = open_as(ada, timezone_id="Asia/Kathmandu")
    page.goto("/")
    expect(page.locator(".card-change local-time")).to_contain_text("GMT+5:45")
    page.evaluate("document.querySelector('local-time').textContent = 'as a morph writes it'")
    expect(page.locator(".card-change local-time")).to_contain_text("GMT+5:45")


def test_a_stranger_is_shown_no_design(open_as, path, cyd):
    page = open_as(cyd)
    page.goto(path)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    accessible(page)


@pytest.mark.pages
def test_a_link_what_it_opens_and_a_comment_have_no_accessibility_finding(open_as, open_page, path, ada):
    page = open_as(ada)
    page.goto(f"{path}share/")
    page.get_by_role("button", name="Create link").press("Enter")
    address = page.locator("#link").input_value()
    accessible(page)
    guest = open_page()
    guest.goto(address)
    accessible(guest)
    guest.get_by_label("Your name").fill("Noor")
    guest.get_by_role("button", name="Open the design").press("Enter")
    expect(guest.locator("#link-state")).to_have_text("live")
    accessible(guest)
    guest.locator("#cell-o-o-base-keys-PK").focus()
    guest.keyboard.press("Shift+F2")
    expect(guest.locator("#dialog comment-box[data-new] textarea")).to_be_focused()
    guest.keyboard.type("Why not @ad")
    expect(guest.get_by_role("option", name="Ada")).to_be_visible()
    accessible(guest)
    guest.keyboard.press("Enter")
    guest.keyboard.press("Control+Enter")
    expect(guest.locator("#dialog .thread .text")).to_have_text("Why not @Ada")
    accessible(guest)
    guest.goto(f"{path}comments/")
    expect(guest.locator("#comments .thread")).to_be_visible()
    accessible(guest)
    page.goto("/inbox/")
    expect(page.locator(".notice.unread")).to_be_visible()
    accessible(page)


@pytest.mark.pages
def test_the_doors_have_no_accessibility_finding(open_page, workspace, ada):
    page = open_page()
    page.goto("/sign-in/")
    accessible(page)
    page.get_by_label("Email").fill("ada@example.com")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    accessible(page)
    _, token = aside(invitation_create, workspace_id=workspace.pk, role="editor", by=ada)
    page.goto(f"/join/{token}/")
    expect(page.get_by_role("heading", name="Join")).to_be_visible()
    accessible(page)
    page.goto("/s/no-such-link/")
    expect(page.get_by_text("This link is no longer valid")).to_be_visible()
    accessible(page)


@pytest.mark.pages
def test_a_person_comes_by_a_provider_and_adds_an_authenticator_app(open_page, live_server, settings):
    page = open_page()  # of a server in this process, which has the settings of the test
    with identity_provider() as provider:
        settings.SINGLE_SIGN_ON = provider.settings()
        provider.person = {"sub": "u-1", "email": "nia@example.com", "email_verified": True, "name": "Nia"}
        page.goto(f"{live_server.url}/sign-in/?next=/account/")
        page.get_by_role("button", name="Sign in with Example ID").press("Enter")
        expect(page.get_by_text("You can sign in with Example ID.")).to_be_visible()
        page.get_by_role("link", name="Add a second step").press("Enter")
        page.get_by_role("link", name="Add an authenticator app").press("Enter")
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        secret = page.locator("main code").inner_text()
        page.get_by_label("Authenticator code").fill(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
        page.get_by_role("button", name="Add").press("Enter")
        expect(page.locator(".recovery-codes li")).to_have_count(10)
        code = page.locator(".recovery-codes li").first.inner_text()
        page.context.clear_cookies()
        page.goto(f"{live_server.url}/sign-in/?next=/help/")
        page.get_by_role("button", name="Sign in with Example ID").press("Enter")
        page.get_by_label("Code").fill(code)
        page.get_by_role("button", name="Sign in").press("Enter")
        expect(page).to_have_url(re.compile("/help/$"))


@pytest.mark.pages
def test_an_import_and_a_design_without_a_table_have_no_accessibility_finding(open_as, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    page.locator("drop-zone textarea").fill(json.dumps(small_document()))
    page.get_by_role("button", name="Import", exact=True).press("Enter")
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible()
    accessible(page)
    made = aside(design_create, workspace=workspace.pk, by=ada, document={"keysheet": 1, "name": "Nothing yet"})
    for at in ("", "patterns/", "findings/", "cost/"):
        page.goto(f"/designs/{made.pk}/{at}")
        expect(page.locator("#link-state")).to_have_text("live")
        accessible(page)
