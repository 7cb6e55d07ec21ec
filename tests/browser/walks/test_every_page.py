"""Every address that answers with a page: no accessibility finding in light and dark at 1280 and 1920 px, all of it in
reach at 200% zoom and on a phone. A new page is walked as soon as it has an address.
"""

from dataclasses import replace
from pprint import pformat

import pytest
from django.test import Client
from playwright.sync_api import ViewportSize, expect

from modeler.gallery import example_create
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.walks.reach import HALVES, OUT_OF_REACH, PHONE
from tests.ground.browser import VIEWPORT
from tests.guards.doors.addresses import doors
from tests.guards.doors.visits import everybody_in_a_design

pytestmark = pytest.mark.pages

MORE = ("?part=t-orders", "?pattern=p-a1&part=p-a1", "patterns/?shown=matrix", "findings/?group=rule")
"""Of a design: other contents of an address."""
WIDE: ViewportSize = {"width": 1920, "height": 1080}
"""Where columns stand side by side that are below one another, or folded, in a smaller window."""
PARTS = 8
"""Tests for the pages of a design: on a busy machine, one would take minutes."""


def everybody():
    """The people of every address, in a design that has more to show than the small one."""
    made = everybody_in_a_design()
    shop = example_create(workspace=made.workspace.pk, by=made.people["ada"], key="order-management")
    return replace(made, design=shop)


def pages(ground, within, part=0, parts=1):
    """The addresses of a design, of a workspace, or of neither, at which Ada gets a whole page; or a part of them."""
    client = Client(raise_request_exception=False)
    client.force_login(ground.people["ada"])
    found = []
    for door in doors()[part::parts]:
        of = next((one for one in ("designs", "workspaces") if door.route.startswith(f"{one}/<")), "")
        if of != within or door.name == "sign-out" or (door.is_api and door.parameters):
            continue
        ground.made.pop("token", None)  # of another kind at each address
        address = ground.address(door)
        if is_page(client.get(address)):
            found.append(address)
    return found


def wrong(page):
    """What a person cannot read or reach on the page, by window."""
    found = {}
    for size in (VIEWPORT, WIDE):
        page.set_viewport_size(size)
        try:
            accessible(page)
        except AssertionError as error:
            found[f"accessibility at {size['width']}"] = str(error)
    for size in (*HALVES, PHONE):
        page.set_viewport_size(size)
        if lost := page.evaluate(OUT_OF_REACH):
            found[size["width"]] = lost
    page.set_viewport_size(VIEWPORT)
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_everything_on_every_page_of_a_design_is_read_and_reached(open_as, transactional_db, part):
    ground = aside(everybody)
    addresses = aside(pages, ground=ground, within="designs", part=part, parts=PARTS)
    assert addresses
    walk(open_as, ground, [*addresses, *(f"/designs/{ground.design.pk}/{one}" for one in MORE[part::PARTS])])


@pytest.mark.parametrize("within", ["workspaces", ""])
def test_everything_on_every_other_page_is_read_and_reached(open_as, transactional_db, within):
    ground = aside(everybody)
    addresses = aside(pages, ground=ground, within=within)
    assert len(addresses) > 4
    walk(open_as, ground, addresses)


def walk(open_as, ground, addresses):
    page = open_as(ground.people["ada"])
    found = {}
    for address in addresses:
        page.goto(address)
        expect(page.locator("main, #middle").first).to_be_visible()
        if lost := wrong(page):
            found[address] = lost
    assert not found, pformat(found)


def test_who_has_not_signed_in_reads_and_reaches_everything(open_page, transactional_db):
    ground = aside(everybody)
    page = open_page()
    found = {}
    for address in aside(open_to_all, ground=ground):
        page.goto(address)
        if lost := wrong(page):
            found[address] = lost
    assert not found, pformat(found)


def open_to_all(ground):
    client = Client(raise_request_exception=False)
    named = [door for door in doors() if not door.is_api]
    return [address for address in map(ground.address, named) if is_page(client.get(address))]


def is_page(answer):
    return answer.status_code == 200 and not answer.streaming and b"<body" in answer.content
