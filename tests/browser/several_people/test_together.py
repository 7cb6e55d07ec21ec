"""Several people, each in a browser of their own: nothing typed is lost, and each sees where the others are."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from designer.links import link_create, link_revoke
from modeler.core.edits.changes import Delta
from modeler.loading import read_whole
from modeler.permissions import Role
from modeler.services import design_change
from tests.browser.aside import aside
from tests.waiting import until

KEY = "#cell-o-o-base-keys-PK"
SORT = "#cell-o-o-base-keys-SK"
EDIT = """
import(document.querySelector('script[src$="js/keysheet.js"]').src).then(({ edit }) =>
  void edit([{ put: '%s', field: '%s', value: '%s', base: '%s' }]))
"""


def put(page, part, field, before, after):
    """An edit as every editor of the page makes it."""
    page.evaluate(EDIT % (part, field, after, before))


def stored(design, part, field):
    return aside(read_whole, design_id=design.pk).parts[part].fields.get(field)


def opened(open_as, path, person):
    page = open_as(person)
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    return page


@pytest.mark.pages
def test_what_five_people_type_at_once_is_all_stored(open_as, path, ada, eve, design, workspace):
    from designer.models import Membership
    from tests.people import person

    more = [person(name) for name in ("flo", "gus", "hal")]
    for one in more:
        Membership.objects.create(workspace=workspace, user=one, role="editor")
    pages = [opened(open_as, path, one) for one in (ada, eve, *more)]
    expect(pages[0].locator("#people-count")).to_have_text("5 here")
    changes = [
        ("e-order", "name", "Order", "Purchase"),
        ("e-customer", "name", "Customer", "Client"),
        ("a-c-name", "name", "name", "fullName"),
        ("p-a1", "name", "Orders of a customer", "Purchases of a client"),
        ("i-gsi1", "name", "GSI1", "ByStatus"),
    ]
    for page, change in zip(pages, changes, strict=True):
        put(page, *change)
    for page in pages:
        expect(page.locator("#revision")).to_contain_text("revision 6")
        expect(page.locator("#outline")).to_contain_text("Purchases of a client")
    assert [stored(design, part, field) for part, field, _, _ in changes] == [after for *_, after in changes]


@pytest.mark.pages
def test_what_is_typed_offline_outlives_a_closed_page_and_a_restart(
    open_as, path, ada, eve, design, site_of_the_session
):
    server, _ = site_of_the_session
    page = opened(open_as, path, eve)
    server.kill()
    put(page, "e-order", "name", "Order", "Purchase")
    put(page, "e-customer", "name", "Customer", "Client")
    expect(page.locator("#link-state")).to_contain_text("2 edits kept here")
    context = page.context
    page.close()
    server.start()
    again = context.new_page()
    again.goto(path)
    expect(again.locator("#revision")).to_contain_text("revision 3")
    assert stored(design, "e-order", "name") == "Purchase"
    assert stored(design, "e-customer", "name") == "Client"
    expect(again.locator("#link-state")).to_have_text("live")


@pytest.mark.pages
def test_a_second_edit_of_a_field_outlives_a_page_that_was_closed_offline(
    open_as, path, eve, design, site_of_the_session
):
    server, _ = site_of_the_session
    page = opened(open_as, path, eve)
    server.kill()
    for text in ("#one", "#two"):
        page.locator(KEY).focus()
        page.keyboard.press("Enter")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator("#link-state")).to_contain_text("2 edits kept here")
    context = page.context
    page.close()
    server.start()
    again = context.new_page()
    again.goto(path)
    expect(again.locator("#revision")).to_contain_text("revision 3")
    assert stored(design, "o-o-base", "keys.PK").endswith("#two")
    expect(again.locator(".conflict")).to_have_count(0)


def add_entity(page, name):
    page.locator("#outline").get_by_role("button", name="+ entity").click()
    page.keyboard.type(name)
    page.keyboard.press("Enter")


@pytest.mark.pages
def test_what_cannot_be_done_offline_says_so(open_as, path, eve, site_of_the_session):
    server, _ = site_of_the_session
    page = opened(open_as, path, eve)
    put(page, "e-order", "name", "Order", "Purchase")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    said = page.locator("#said")
    server.kill()
    expect(page.locator("#link-state")).to_contain_text("offline")
    acts = (
        lambda: page.keyboard.press("Control+z"),
        lambda: add_entity(page, "Parcel"),
        lambda: page.locator(".views .tab", has_text="Findings").click(),
    )
    for act in acts:
        page.evaluate("document.getElementById('said').textContent = ''")
        act()
        expect(said).to_contain_text("The server does not respond")
    server.start()


@pytest.mark.pages
def test_two_hands_on_one_field_choose_after_a_cut(open_as, path, ada, eve, design):
    page = opened(open_as, path, eve)
    page.context.set_offline(True)
    put(page, "e-order", "name", "Order", "Mine")
    expect(page.locator("#link-state")).to_contain_text("1 edit kept here")
    saved = page.locator("#revision .all-saved")
    expect(saved).to_be_hidden()
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Theirs")])
    page.context.set_offline(False)
    expect(page.locator(".conflict")).to_contain_text("Theirs")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    expect(saved).to_be_hidden()
    # Neither was chosen: mine is kept aside, and can still be applied.
    page.get_by_role("button", name="1 edit not saved").click()
    expect(page.locator("#dialog .refused")).to_contain_text("Mine")
    page.get_by_role("button", name="Apply again").click()
    expect(page.locator("#revision")).to_contain_text("revision 3")
    expect(saved).to_be_visible()
    assert stored(design, "e-order", "name") == "Mine"


def test_a_conflict_takes_neither_the_focus_nor_what_is_typed(open_as, path, ada, eve, design):
    page = opened(open_as, path, eve)
    page.context.set_offline(True)
    put(page, "e-order", "name", "Order", "Mine")
    expect(page.locator("#link-state")).to_contain_text("1 edit kept here")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Theirs")])
    page.locator(KEY).focus()
    page.keyboard.press("Enter")
    page.keyboard.type("#be")
    page.context.set_offline(False)
    said = page.locator(".conflict")
    for text in ("Ada was first", "Theirs", "Mine"):
        expect(said).to_contain_text(text)
    page.keyboard.type("fore")
    expect(page.locator(f"{KEY} input")).to_have_value(re.compile("#before$"))
    page.keyboard.press("Enter")
    # Later edits do not wait for the choice, and Enter did not choose.
    expect(page.locator("#revision")).to_contain_text("revision 3")
    expect(said).to_be_visible()
    assert stored(design, "e-order", "name") == "Theirs"
    assert stored(design, "o-o-base", "keys.PK").endswith("#before")
    said.get_by_role("button", name="Use mine").click()
    expect(page.locator("#revision")).to_contain_text("revision 4")
    expect(said).to_have_count(0)
    assert stored(design, "e-order", "name") == "Mine"


@pytest.mark.pages
def test_a_value_of_an_item_that_a_colleague_changed_can_be_won(open_as, path, ada, eve, design):
    page = opened(open_as, path, eve)
    page.context.set_offline(True)
    put(page, "s-o1", "values.status", "OPEN", "MINE")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("s-o1", "values.@a-o-status", "OPEN", "THEIRS")])
    page.context.set_offline(False)
    said = page.locator(".conflict")
    expect(said.locator("[data-mine]")).to_have_text("MINE")
    said.get_by_role("button", name="Use mine").click()
    expect(page.locator("#revision")).to_contain_text("revision 3")
    assert stored(design, "s-o1", "values.@a-o-status") == "MINE"


@pytest.mark.pages
def test_the_view_follows_a_colleague_until_one_acts(open_as, path, ada, eve):
    leader, follower = opened(open_as, path, ada), opened(open_as, path, eve)
    follower.get_by_role("button", name=re.compile("Ada.*Follow")).click()
    expect(follower.locator("follow-bar")).to_contain_text("You follow Ada")
    expect(leader.locator("follow-bar")).to_contain_text("Eve follows you")
    leader.locator(".views .tab", has_text="Findings").click()
    expect(follower).to_have_url(re.compile(r"/findings/"))
    leader.locator(".views .tab", has_text="Key sheet").click()
    # A click on a page that is about to leave is lost.
    expect(leader).to_have_url(re.compile(r"/designs/[^/]+/$"))
    expect(follower).to_have_url(re.compile(r"/designs/[^/]+/$"))
    leader.locator("#outline-p-a2").click()
    expect(follower).to_have_url(re.compile("pattern=p-a2"))
    leader.locator(KEY).focus()
    expect(follower.locator("presence-names .name")).to_have_text("Ada")
    # A key right after "Follow" is still part of that act, and does not end it.
    until(lambda: follower.keyboard.press("Escape") or follower.locator("follow-bar").is_hidden(), bool)
    leader.locator(".more-tabs > summary").click()
    leader.locator(".more-tabs a", has_text="History").click()
    expect(leader).to_have_url(re.compile(r"/history/"))
    expect(follower).to_have_url(re.compile("pattern=p-a2"))


@pytest.mark.pages
def test_a_colleague_s_edit_lights_up_and_one_s_own_does_not(open_as, path, ada, eve):
    mine, theirs = opened(open_as, path, ada), opened(open_as, path, eve)
    lit = "document.documentElement.dataset.lit"
    watch = f"document.addEventListener('animationstart', (event) => ({lit} += ` ${{event.target.id}}`))"
    for page in (mine, theirs):
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate(watch)
    put(mine, "o-o-base", "keys.SK", "ORDER#{@a-o-id}", "O#{orderId}")
    expect(theirs.locator(SORT)).to_contain_text("O#")
    # A function that is waited for is evaluated from text, which the content security policy refuses.
    expect(theirs.locator("html")).to_have_attribute("data-lit", re.compile("cell-o-o-base-keys-SK"))
    expect(mine.locator("html")).not_to_have_attribute("data-lit", re.compile("."))


@pytest.mark.pages
def test_a_guest_comes_by_a_link_is_named_and_is_sent_away(open_as, open_page, path, ada, design):
    link, token = aside(link_create, design_id=design.pk, by=ada, role=Role.GUEST_EDITOR)
    mine = opened(open_as, path, ada)
    guest = open_page()
    guest.goto(reverse("link", args=[token]))
    guest.get_by_label("Your name").fill("Gil Guest")
    guest.keyboard.press("Enter")
    expect(guest.locator("#link-state")).to_have_text("live")
    expect(mine.get_by_role("button", name=re.compile(r"Gil Guest \(guest\)"))).to_be_visible()
    put(guest, "e-order", "name", "Order", "Purchase")
    expect(mine.locator("#outline")).to_contain_text("Purchase")
    mine.goto(f"{path}history/")
    expect(mine.locator("#middle")).to_contain_text("Gil Guest (guest)")
    aside(link_revoke, design_id=design.pk, link_id=link.pk, by=ada)
    expect(guest.get_by_role("heading", name="This link does not open the page")).to_be_visible()
