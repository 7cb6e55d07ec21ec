"""Names that try to become markup: they are seen as they are, on every page, and nothing of them runs."""

import json

import pytest
from playwright.sync_api import expect

from exporter.services.imports import design_import
from modeler.core.edits.changes import Delta
from modeler.services import design_change
from tests.browser.aside import aside

HOSTILE = "\"><img src=x onerror=alert(1)>{{7*7}}${7*7}'`</script>"
PAGES = ("", "findings/", "cost/", "export/", "export/terraform/", "export/workbench/", "provision/", "history/")


def document():
    """A design whose every name is hostile."""
    key = {"name": f"{HOSTILE}PK", "type": "S"}
    entity = {
        "name": f"{HOSTILE}E",
        "identity": [f"{HOSTILE}A"],
        "attributes": [{"name": f"{HOSTILE}A", "type": "S"}, {"name": "id", "type": "S"}],
        "overloads": [{"index": None, "keys": {f"{HOSTILE}PK": "T#{id}"}, "when": f"id <> '{HOSTILE[:20]}'"}],
        "items": [{f"{HOSTILE}A": f"{HOSTILE}v", "id": "</td><script>alert(2)</script>"}],
    }
    pattern = {
        "code": f"{HOSTILE}c",
        "name": f"{HOSTILE}p",
        "table": f"{HOSTILE}T",
        "operation": "Query",
        "entities": [f"{HOSTILE}E"],
        "key": {f"{HOSTILE}PK": "{" + HOSTILE + "}"},
        "filter": HOSTILE,
    }
    table = {"name": f"{HOSTILE}T", "partition_key": [key], "entities": [entity]}
    return {"keysheet": 1, "name": f"{HOSTILE}D", "tables": [table], "access_patterns": [pattern]}


@pytest.fixture
def hostile(workspace, ada):
    raw = json.dumps(document()).encode()
    made, _ = design_import(workspace=workspace.pk, by=ada, raw=raw, filename=f"{HOSTILE}.json")
    return made


@pytest.mark.pages
def test_a_design_of_hostile_names_is_shown_as_text_on_every_page(open_as, hostile, ada):
    page = open_as(ada)
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for path in (*(f"/designs/{hostile.pk}/{one}" for one in PAGES), "/"):
        page.goto(path)
        expect(page.locator("main").first).to_be_visible()
        assert page.locator("img").count() == 0, path
    page.goto(f"/designs/{hostile.pk}/")
    expect(page.locator("#revision")).to_contain_text(f"{HOSTILE}D")
    page.locator("#outline a.row").last.click()
    expect(page.locator("#inspector")).to_contain_text(f"{HOSTILE}p")
    assert dialogs == []
    # The next test would go on with a page that dismisses dialogs.
    page.context.close()


@pytest.mark.pages
def test_a_refusal_is_shown_as_it_is_said(open_as, path, eve, ada, design):
    theirs, hers = "Bob's", "<b>Ada's</b>"
    aside(design_change, design_id=design.pk, by=eve, deltas=[Delta("e-order", "name", "Order", theirs)])
    aside(design_change, design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", theirs, hers)])
    page = open_as(eve)
    page.goto(path)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#said")).to_contain_text(f"name of entity {hers} was changed since")
