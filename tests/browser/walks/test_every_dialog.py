"""Every dialog, opened as a person opens it: no accessibility finding in light and dark, all of it in reach at 200%
zoom and on a phone.
"""

import json
import re
from pathlib import Path
from pprint import pformat

import pytest
from playwright.sync_api import expect

from designer.models import Membership
from modeler.broadcast import close_member
from modeler.core.edits.changes import Delta
from modeler.gallery import example_create
from modeler.services import design_change
from tests.browser.accessibility import accessible
from tests.browser.aside import aside
from tests.browser.key_sheet.sheets import cell, go, put_on_clipboard
from tests.browser.several_people.test_together import put
from tests.browser.walks.reach import HALVES, OUT_OF_REACH, PHONE
from tests.ground.browser import VIEWPORT

CHECKOUT = Path(__file__).parents[3]


class Looks:
    """What is wrong with each dialog that was opened on a page, by the file that holds its title."""

    def __init__(self, page, address):
        self.page = page
        self.found = {}
        self.at(address)

    def at(self, address):
        self.page.goto(address)
        expect(self.page.locator("#link-state")).to_have_text("live")

    def look(self, name, opened="#dialog", is_closed=True):
        expect(self.page.locator(opened)).to_be_visible()
        try:
            accessible(self.page, opened)
        except AssertionError as error:
            self.found[name, "accessibility"] = str(error)
        for size in (HALVES[0], PHONE, VIEWPORT):
            self.page.set_viewport_size(size)
            if lost := self.page.evaluate(OUT_OF_REACH):
                self.found[name, size["width"]] = lost
        if is_closed:
            self.page.keyboard.press("Escape")
            expect(self.page.locator(opened)).to_be_hidden()

    def act(self, name):
        """Run a command of the palette."""
        self.page.locator("#middle").focus()
        self.page.keyboard.press("Control+k")
        expect(self.page.locator("dialog.palette")).to_be_visible()
        self.page.keyboard.type(name)
        expect(self.page.locator("dialog.palette [role=option]").first).to_contain_text(name)
        self.page.keyboard.press("Enter")


@pytest.fixture
def shop(workspace, ada):
    return aside(example_create, workspace=workspace.pk, by=ada, key="order-management")


def test_each_dialog_has_its_place_in_this_walk():
    walks = Path(__file__).read_text()
    places = (*CHECKOUT.glob("templates/**/*.html"), *CHECKOUT.glob("static/js/**/*.js"))
    titled = {one.stem for one in places if 'id="dialog-title"' in one.read_text()}
    assert {one for one in titled if f'look("{one}"' not in walks} == set()


@pytest.mark.pages
def test_dialogs_over_the_key_sheet(open_as, shop, ada):
    page = open_as(ada)
    looks = Looks(page, f"/designs/{shop.pk}/")
    page.locator("#middle").focus()
    page.keyboard.press("Control+k")
    looks.look("palette", "dialog.palette")
    page.keyboard.press("?")
    looks.look("keys_help")
    page.keyboard.press("Control+h")
    looks.look("dialog")
    looks.act("Change types of attributes")
    looks.look("dialog")
    page.locator("key-cell").first.focus()
    page.keyboard.press("Shift+F2")
    looks.look("at_place")
    page.locator("term-hint button").first.press("Enter")
    looks.look("term")
    page.locator("inbox-bell button, inbox-bell [type=button]").first.press("Enter")
    looks.look("inbox")
    page.locator("#people-count").press("Enter")
    looks.look("people-here")
    page.locator("[data-answers]").first.press("Enter")
    looks.look("answers")
    put_on_clipboard(page, "Thing\tPK\tnote\tmore\nBox\tBOX#{boxId}\ta\tb\nCrate\tCRATE#{boxId}\tc\td")
    page.locator("key-cell").last.focus()
    page.keyboard.press("Control+v")
    looks.look("design")
    page.locator("#outline").get_by_role("link", name=re.compile("^A2")).press("Enter")
    page.get_by_role("button", name="As code").press("Enter")
    looks.look("code")
    assert not looks.found, pformat(looks.found)


@pytest.mark.pages
def test_dialogs_over_the_items(open_as, shop, ada):
    page = open_as(ada)
    looks = Looks(page, f"/designs/{shop.pk}/")
    for name in ("Generate samples", "Paste rows"):
        page.get_by_role("button", name="Items", exact=True).press("Enter")
        page.get_by_role("menuitem", name=name).press("Enter")
        looks.look("samples" if name == "Generate samples" else "paste", is_closed=name == "Generate samples")
    page.locator("#dialog textarea").fill("customerId\torderId\nc1\to7\n\to8")
    page.get_by_role("button", name="Read rows").press("Enter")
    expect(page.locator("#dialog .preview")).to_be_visible()
    looks.look("paste")
    item = {"PK": {"S": "CUST#a1b2"}, "SK": {"S": "PROFILE"}, "customerId": {"S": "a1b2"}}
    put_on_clipboard(page, json.dumps(item))
    page.locator("#grid .item .key-rest").first.focus()
    page.keyboard.press("Control+v")
    looks.look("paste_json")
    looks.at(f"/designs/{shop.pk}/cost/")
    page.locator("[data-open='mode/on-demand']").press("Enter")
    looks.look("sum")
    assert not looks.found, pformat(looks.found)


@pytest.mark.pages
def test_dialogs_over_the_findings(open_as, workspace, ada, celery_worker_process):
    port = aside(example_create, workspace=workspace.pk, by=ada, key="relational-port")
    page = open_as(ada)
    looks = Looks(page, f"/designs/{port.pk}/findings/?group=rule")
    page.locator("#findings [data-fix]").first.press("Enter")
    looks.look("fixes")
    page.locator("#findings [data-mute]").first.press("Enter")
    looks.look("mute_form")
    page.get_by_role("button", name=re.compile("^Fix all of")).first.press("Enter")
    looks.look("rule_fixes")
    page.get_by_role("button", name=re.compile("^Mute all of")).first.press("Enter")
    looks.look("mute_form")
    assert not looks.found, pformat(looks.found)


@pytest.mark.pages
def test_the_dialog_of_a_whole_value(open_as, path, ben, ada, design):
    long = Delta("s-c1", "values.@a-c-name", "Ann", "Ann " * 200)
    aside(design_change, design_id=design.pk, by=ada, deltas=[long])
    page = open_as(ben)
    looks = Looks(page, path)
    page.locator("#row-s-c1 [data-name=name]").focus()
    page.keyboard.press("Enter")
    looks.look("item-cell")
    assert not looks.found, pformat(looks.found)


@pytest.mark.pages
def test_dialogs_of_what_was_not_saved(open_as, path, ada, eve, design, workspace):
    page = open_as(eve)
    looks = Looks(page, path)
    page.context.set_offline(True)
    put(page, "e-order", "name", "Order", "Mine")
    expect(page.locator("#link-state")).to_contain_text("1 edit kept here")
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Theirs")])
    page.context.set_offline(False)
    page.get_by_role("button", name="1 edit not saved").click()
    looks.look("refused_edits")
    page.locator("body").press("j")
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.press("Control+f")
    page.keyboard.type('"name": "Theirs",')
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.type('\n"count": 41,')
    aside(design_change, design_id=design.pk, deltas=[Delta("e-order", "count", None, 5)], by=ada)
    expect(page.locator("#json-said")).to_contain_text("Others have changed the design")
    page.keyboard.press("Control+s")
    looks.look("json")
    looks.at(path)
    go(page, cell(page, "Theirs", "PK"))
    page.keyboard.press("Enter")
    page.keyboard.type("#mine")
    aside(Membership.objects.filter(workspace=workspace, user=eve).delete)
    aside(close_member, user_id=eve.pk, workspace=workspace.pk)
    looks.look("lost_texts", is_closed=False)
    assert not looks.found, pformat(looks.found)
