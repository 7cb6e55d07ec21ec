"""The page of a design and its regions."""

import json
import re

import pytest
from django.urls import reverse

from modeler.core.edits.changes import Delta
from modeler.services import design_change, design_create
from tests.factories.documents import big_document, careless_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def seen(client, ben, design):
    """The page at a query, as text."""
    client.force_login(ben)
    return lambda query="", name="design", of=design: client.get(reverse(name, args=[of.pk]) + query).content.decode()


def test_the_page_shows_the_sheet_and_the_grid(seen):
    said = seen()
    assert 'id="cell-o-o-base-keys-PK"' in said
    assert 'id="row-s-o1"' in said


def test_the_keys_of_all_tables_stand_below_each_other_in_order(seen, workspace, ada):
    document = careless_document()
    (table,) = document["tables"]
    document["tables"] = [{**table, "name": "Bikes"}, {**table, "id": "t2", "name": "Riders", "entities": []}]
    document["access_patterns"] = []
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    (link,) = re.findall(r'<h3>\s*<a href="[^"]*(\?table=[^"]+)" >Riders</a>', seen(of=made))
    for query, current in (("", "Bikes"), (link.replace("&amp;", "&"), "Riders")):
        said = seen(query, of=made)
        assert re.findall(r'aria-label="Key sheet of (\w+)"', said) == ["Bikes", "Riders"]
        assert re.findall(r'<h3>\s*<a href="[^"]*" aria-current="true">(\w+)</a>', said) == [current]
        assert len(re.findall(r"<key-sheet[^>]* data-current", said)) == 1


def test_the_grid_looks_through_the_chosen_index(seen):
    said = seen("?table=t-main&index=i-gsi1")
    assert "STATUS#OPEN" in said
    assert "Not in GSI1" in said


def test_a_chosen_pattern_lights_and_numbers_what_it_returns(seen):
    said = seen("?pattern=p-a1")
    assert said.count("returned") == 2
    assert "A1 reads 2 items, 0.5 RRU" in said


def test_what_an_address_names_wrongly_is_left_out(seen):
    assert 'id="row-s-o1"' in seen("?table=nobody&index=nobody&pattern=nobody&part=nobody&first=-5")


def test_names_cannot_break_out_of_the_page(seen, design, ada):
    hostile = "<script>alert(1)</script>\"'"
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", hostile)])
    assert "<script>alert" not in seen()


def test_a_long_grid_comes_by_windows(seen, workspace, ada):
    many = design_create(workspace=workspace.pk, by=ada, document=big_document(1_000))
    first = seen(of=many)
    assert 40 < first.count("data-item") < 60
    later = seen("?first=3000", "design-grid", many)
    assert 2950 < int(re.search(r'data-first="(\d+)"', later)[1]) <= 3000
    assert 40 < later.count("data-item") < 60
    last = seen("?first=99999", "design-grid", many)
    assert 'data-after="0"' in last and 40 < last.count("data-item") < 60


def test_only_what_differs_is_sent_to_whoever_was_away(client, ben, design, ada):
    client.force_login(ben)
    address = reverse("design-fragments", args=[design.pk])
    everything = client.get(address + "?has=outline=&has=sheet=&has=findings_count=&has=nobody=").json()["fragments"]
    assert set(everything) == {"outline", "sheet", "findings_count"}
    has = "".join(f"&has={name}={one['version']}" for name, one in everything.items())
    assert client.get(f"{address}?{has}").json()["fragments"] == {}
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Purchase")])
    assert set(client.get(f"{address}?{has}").json()["fragments"]) == {"outline", "sheet"}


def test_fragments_hold_nothing_personal(client, ada, ben, design):
    address = reverse("design-fragments", args=[design.pk]) + "?has=outline=&has=grid=&has=status=&has=inspector="
    for person in (ada, ben):
        client.force_login(person)
        said = json.dumps(client.get(address).json())
        assert "csrf" not in said.lower() and person.email not in said


def test_history_says_who_did_what(seen, design, ada):
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Purchase")])
    said = seen(name="design-history")
    assert "renamed entity Order to Purchase" in said and "Ada" in said


def test_the_content_policy_allows_no_inline_code(client, ben, design):
    client.force_login(ben)
    answer = client.get(reverse("design", args=[design.pk]))
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    said = answer.content.decode()
    assert " style=" not in said and " onclick=" not in said and "<script>" not in said


def test_items_that_cannot_be_stored_are_counted_with_their_reason(seen, design, ada):
    ill = [Delta("o-o-base", "keys.PK", "CUST#{@a-o-cust}", "CUST#{nobody}")]
    design_change(design_id=design.pk, by=ada, deltas=ill)
    said = seen()
    assert "2 cannot be stored" in said
    assert "PK: the item has no nobody" in said


@pytest.mark.parametrize(
    "page", ["cost", "findings", "loads", "map", "provision", "rehearsals", "traffic", "worksheet"]
)
def test_a_page_of_an_empty_design_leads_to_where_one_begins(client, ada, workspace, page):
    made = design_create(workspace=workspace.pk, by=ada, name="Empty")
    client.force_login(ada)
    text = client.get(f"/designs/{made.pk}/{page}/").content.decode()
    assert f'href="/designs/{made.pk}/requirements/">Start from requirements</a>' in text


def test_a_revision_is_not_compared_with_itself(client, ada, design):
    client.force_login(ada)
    text = client.get(f"/designs/{design.pk}/compare/", {"before": "1", "after": "1"}).content.decode()
    assert "A and B are the same revision." in text
    assert "Differences only" not in text
