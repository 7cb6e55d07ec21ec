"""Places for the palette, search over all designs, and a design begun from lines of text."""

import re

import pytest
from django.urls import reverse

from designer.page.home.example_scene import TEACHES
from exporter.services.bundles import BUNDLE
from exporter.targets import TARGETS
from modeler.core.design.parts import PartKind
from modeler.examples import examples
from modeler.loading import read_whole
from modeler.models import Design, Job
from modeler.search import search
from modeler.services import design_create

pytestmark = pytest.mark.django_db
LINES = "customer by id\norders of a customer, newest first (50/s)\nship an order"


def test_every_place_leads_somewhere(client, ben, design):
    client.force_login(ben)
    places = client.get(reverse("design-places", args=[design.pk])).json()["places"]
    assert {"page", "download", "table", "entity", "attribute", "access pattern"} <= {one["kind"] for one in places}
    assert all(("hue" in one) == (one["kind"] == "entity") for one in places)
    formats = [one for one in places if one["kind"] == "export"]
    assert len(formats) == len(TARGETS)
    for address in {one["href"].partition("#")[0] for one in places if one not in formats[3:]}:
        assert client.get(address).status_code == 200, address


def test_every_tab_of_a_design_is_a_place_of_the_palette(client, ada, design):
    client.force_login(ada)
    places = {one["href"] for one in client.get(reverse("design-places", args=[design.pk])).json()["places"]}
    page = client.get(reverse("design", args=[design.pk])).content.decode()
    tabs = re.findall(r'<a (?:class="tab"|hidden)[^>]*?href="([^"?]+)', page)
    assert len(tabs) > 14
    assert {tab for tab in tabs if tab not in places} == set()


def test_search_finds_in_every_design_that_a_person_may_see_and_in_no_other(ben, cyd, design):
    found = search(ben, "order")
    assert {str(hit.kind) for hit in found} >= {"entity"}
    assert all(hit.design == design.pk for hit in found)
    assert search(cyd, "order") == []
    assert search(ben, "no such name") == []
    assert search(ben, "   ") == []
    assert search(ben, "%") == search(ben, "_%_") == []


def test_the_page_of_search_answers_with_places(client, ben, design):
    client.force_login(ben)
    found = client.get(reverse("search"), {"q": design.name}).json()["places"]
    assert found[0] == {
        "label": design.name,
        "kind": "design",
        "where": "",
        "href": reverse("design", args=[design.pk]),
    }


def test_a_design_from_lines_is_empty_and_opens_the_board_with_them(client, ada, workspace):
    client.force_login(ada)
    sent = {"workspace": workspace.pk, "name": "Shop", "text": LINES + "\nsing a song"}
    answer = client.post(reverse("design-from-text"), sent)
    made = Design.objects.get(name="Shop")
    assert answer.headers["Location"] == reverse("design-requirements", args=[made.pk])
    assert [part.kind for part in read_whole(made.pk).parts.values()] == [PartKind.DESIGN]
    shown = client.get(answer.headers["Location"])
    assert shown.context["begun"] == LINES + "\nsing a song"
    assert "sing a song" in shown.content.decode()
    other = design_create(workspace=workspace.pk, by=ada, name="Other")
    assert client.get(reverse("design-requirements", args=[other.pk])).context["begun"] == ""
    client.post(reverse("requirements-begin", args=[other.pk]), {"text": "a parcel by id"})
    assert client.get(reverse("design-requirements", args=[made.pk])).context["begun"] == LINES + "\nsing a song"


def test_lines_that_are_sql_are_reviewed_as_an_import_with_the_name_that_was_typed(client, ada, workspace):
    client.force_login(ada)
    sent = {"workspace": workspace.pk, "name": "Inn", "text": "CREATE TABLE guests (id UUID PRIMARY KEY, name TEXT);"}
    answer = client.post(reverse("design-from-text"), sent, follow=True)
    page = " ".join(answer.content.decode().split())
    assert "read as SQL that creates tables. Nothing is saved yet." in page
    assert 'id="import-name" name="name" value="Inn"' in page
    assert not Design.objects.filter(workspace=workspace).exists()


def test_no_lines_are_refused_with_a_sentence(client, ada, workspace):
    client.force_login(ada)
    sent = {"workspace": workspace.pk, "text": " . "}
    answer = client.post(reverse("design-from-text"), sent)
    assert answer.status_code == 422
    assert Design.objects.filter(workspace=workspace).count() == 0


def test_an_empty_design_takes_its_lines_to_the_board(client, eve, ben, workspace):
    design = design_create(workspace=workspace.pk, by=eve, name="Empty")
    before = read_whole(design.pk).parts
    client.force_login(eve)
    assert client.post(reverse("requirements-begin", args=[design.pk]), {"text": LINES}).status_code == 204
    assert read_whole(design.pk).parts == before
    assert client.get(reverse("design-requirements", args=[design.pk])).context["begun"] == LINES
    client.force_login(ben)
    assert client.post(reverse("requirements-begin", args=[design.pk]), {"text": LINES}).status_code == 403


@pytest.mark.parametrize("name", ["design-document", "design-sheet-document"])
def test_the_design_is_a_pdf_shown_in_the_browser(client, ben, design, name):
    client.force_login(ben)
    answer = client.get(reverse(name, args=[design.pk]))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"].startswith("inline; filename=")
    assert answer.content.startswith(b"%PDF-")
    assert client.get(reverse(name, args=[design.pk])).content == answer.content


def test_a_long_document_is_written_by_a_job(client, ben, design, monkeypatch):
    monkeypatch.setattr("exporter.services.inline_limits.QUICK_PARTS", 1)
    client.force_login(ben)
    answer = client.get(reverse("design-document", args=[design.pk]), follow=True)
    assert answer.redirect_chain == [(reverse("design-export-target", args=[design.pk, "pdf"]), 302)]
    assert Job.objects.get(design=design, kind=BUNDLE.name).payload == {"targets": ["pdf"]}
    assert answer.status_code == 200


def test_each_example_says_what_it_teaches():
    assert set(TEACHES) == {one.key for one in examples()}


def test_the_address_of_a_form_is_a_page_when_somebody_opens_it(client, ben):
    client.force_login(ben)
    answer = client.get(reverse("import"))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This page does not exist" in answer.content.decode()
