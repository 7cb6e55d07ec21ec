"""The pages of the history, by HTTP: pages of changes, one revision, versions, comparison, branches, the trash."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client

from designer.services import workspace_create
from modeler.core.edits.changes import Delta
from modeler.examples import NAMES
from modeler.gallery import example_create
from modeler.history.log import authors_of, changes_page
from modeler.history.versions import version_name
from modeler.loading import read_whole
from modeler.models import Design
from modeler.services import design_change, design_create, design_duplicate, design_remove, part_remove

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_person():
    def client_of(person):
        client = Client()
        client.force_login(person)
        return client

    return client_of


def describe(design, by, number, part="e-order"):
    held = read_whole(design.pk).parts[part].fields.get("description")
    return design_change(design_id=design.pk, by=by, deltas=[Delta(part, "description", held, f"take {number}")])


def text_of(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_thousands_of_changes_are_read_by_pages_and_by_person(design, ada, eve):
    for number in range(12):
        describe(design, eve if number % 3 == 0 else ada, number)
    design.refresh_from_db()
    first = changes_page(design, size=5)
    assert ([change.revision for change in first.changes], first.older, first.newer) == ([13, 12, 11, 10, 9], 8, None)
    second = changes_page(design, start=8, size=5)
    assert ([change.revision for change in second.changes], second.older, second.newer) == ([8, 7, 6, 5, 4], 3, 13)
    last = changes_page(design, start=3, size=5)
    assert ([change.revision for change in last.changes], last.older, last.newer) == ([3, 2, 1], None, 8)
    hers = changes_page(design, by=eve.pk, size=3)
    assert [change.revision for change in hers.changes] == [11, 8, 5]
    assert [(author.name, author.changes) for author in authors_of(design)] == [("Ada", 9), ("Eve", 4)]


def test_changes_of_somebody_who_left_are_theirs_still(design, ada, eve):
    describe(design, eve, 1)
    eve.delete()
    design.refresh_from_db()
    assert [(author.id, author.changes) for author in authors_of(design) if author.id == 0] == [(0, 1)]
    assert [change.revision for change in changes_page(design, by=0).changes] == [2]


def test_a_single_revision_is_not_offered_for_comparison(as_person, workspace, ada):
    design = design_create(workspace=workspace.pk, by=ada, name="New")
    page = as_person(ada).get(f"/designs/{design.pk}/history/").content.decode()
    assert page.count('class="change"') == 1
    assert 'name="before"' not in page
    design_change(design_id=design.pk, by=ada, deltas=[Delta("design", "description", None, "first")])
    page = as_person(ada).get(f"/designs/{design.pk}/history/").content.decode()
    assert page.count('name="before"') == page.count('name="after"') == 2
    chosen = re.findall(r'name="(before|after)"\s+value="(\d+)"[^>]*checked', page)
    assert sorted(chosen) == [("after", "2"), ("before", "1")]


def test_the_history_shows_one_persons_changes(as_person, design, ada, eve):
    describe(design, ada, 1)
    describe(design, eve, 2)
    client = as_person(ada)
    assert "to take 1" in text_of(client.get(f"/designs/{design.pk}/history/"))
    hers = text_of(client.get(f"/designs/{design.pk}/history/?by={eve.pk}"))
    assert "take 2" in hers
    assert "to take 1" not in hers  # Her change names the value before it.
    for odd in ("?by=x&from=y", "?from=99999999999999999999", "?by=999999999", "?from=0"):
        assert client.get(f"/designs/{design.pk}/history/{odd}").status_code == 200


def test_the_undo_button_says_what_it_would_undo(as_person, design, ada, eve):
    client = as_person(ada)
    address = f"/designs/{design.pk}/"
    assert b"Nothing to undo" in client.get(address).content
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Sale")])
    describe(design, eve, 1)
    assert b"Undo: renamed entity Order to Sale" in client.get(address).content
    assert client.get(address + "undo/steps/").json() == {"undo": "renamed entity Order to Sale", "redo": ""}
    client.post(address + "undo/")
    assert client.get(address + "undo/steps/").json() == {"undo": "", "redo": "renamed entity Order to Sale"}


def test_a_refused_undo_names_who_built_on_it(as_person, design, ada, eve):
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Sale")])
    design_change(design_id=design.pk, by=eve, deltas=[Delta("e-order", "name", "Sale", "Deal")])
    refused = as_person(ada).post(f"/designs/{design.pk}/undo/", headers={"HX-Request": "true"})
    assert refused.status_code == 409
    assert "(Eve, revision 3)" in text_of(refused)


def test_a_revision_is_shown_as_it_was_and_cannot_be_edited(as_person, design, ada):
    design_change(design_id=design.pk, by=ada, deltas=[Delta("e-order", "name", "Order", "Sale")])
    part_remove(design_id=design.pk, part="e-customer", by=ada)
    client = as_person(ada)
    then, now = (client.get(f"/designs/{design.pk}/history/{n}/").content.decode() for n in (2, 3))
    for page in (then, now):
        assert 'data-may-edit="false"' in page
        assert "data-part=" not in page.partition('class="past')[2].partition('id="inspector"')[0]
    assert "was Order" in then
    assert "PROFILE" in then.partition('id="grid"')[0]
    assert "PROFILE" not in now.partition('class="past')[2].partition('id="grid"')[0]
    for beyond in (0, 4, 99999999999999999999):
        assert client.get(f"/designs/{design.pk}/history/{beyond}/").status_code == 404


def test_a_change_of_thousands_of_parts_is_told_in_part(as_person, workspace, ada):
    from tests.factories.documents import big_document

    design = design_create(workspace=workspace.pk, by=ada, document=big_document(600))
    shown = text_of(as_person(ada).get(f"/designs/{design.pk}/history/1/"))
    assert re.search(r"And \d{3,} more\.", shown)


def test_a_version_is_named_renamed_and_removed_on_the_page(as_person, design, eve):
    client, address = as_person(eve), f"/designs/{design.pk}/"
    client.post(address + "versions/new/", {"revision": "1", "name": "First review"})
    version = design.versions.get()
    assert "First review" in text_of(client.get(address + "history/"))
    taken = client.post(address + "versions/new/", {"revision": "1", "name": "First review"})
    assert (taken.status_code, "revision 1 is already named First review" in text_of(taken)) == (409, True)
    empty = client.post(address + f"versions/{version.pk}/rename/", {"name": " "})
    assert empty.status_code == 422
    client.post(address + f"versions/{version.pk}/rename/", {"name": "Second"})
    assert "Second" in text_of(client.get(address + "history/1/"))
    client.post(address + f"versions/{version.pk}/remove/")
    assert not design.versions.exists()


def test_a_revision_is_restored_from_its_page(as_person, design, eve):
    describe(design, eve, 1)
    answer = as_person(eve).post(f"/designs/{design.pk}/history/1/restore/")
    assert answer.headers["Location"] == f"/designs/{design.pk}/history/"
    assert "description" not in read_whole(design.pk).parts["e-order"].fields
    assert Design.objects.get(pk=design.pk).revision == 3


def test_a_branch_leads_back_to_where_it_came_from(as_person, design, eve, cyd):
    client = as_person(eve)
    made = client.post(f"/designs/{design.pk}/branch/", {"revision": "1", "name": "Try it"})
    branch = Design.objects.get(name="Try it")
    assert made.headers["Location"] == f"/designs/{branch.pk}/"
    page = client.get(f"/designs/{branch.pk}/history/").content.decode()
    assert f"compare/?other={design.pk}&amp;before=1" in page
    design_remove(design_id=design.pk, by=design.workspace.memberships.get(role="owner").user)
    assert "a design that is not shared with you" in text_of(client.get(f"/designs/{branch.pk}/history/"))


def test_two_versions_are_compared_with_cost_findings_and_plan(as_person, workspace, ada):
    design = example_create(workspace=workspace.pk, by=ada, key="parcel-tracking")
    client, asked = as_person(ada), "?before=Before+the+incident&after="
    page = client.get(f"/designs/{design.pk}/compare/{asked}")
    shown = text_of(page)
    assert "ScanEvent writes a different key into the table" in shown
    assert "added entity Milestone" in shown
    assert page.content.count(b"mark-new") >= 4
    assert page.content.count(b"mark-gone") == 2
    weight = text_of(client.get(f"/designs/{design.pk}/compare/weight/{asked}"))
    assert "1. Set" in weight or "Set contributor_insights of tracking-main" in weight
    assert "heat.partition_over_limit" in weight
    assert "migrate.key_changed" in weight
    assert "On demand" in weight
    assert "Templates of each deployment" in weight
    assert "Breaks readers change.base_key_of_future_items" in shown
    packed = client.get(f"/designs/{design.pk}/compare/templates/?before=1&after=2&target=sam")
    assert packed["Content-Type"] == "application/zip"
    assert "deployments.zip" in packed["Content-Disposition"]
    with ZipFile(BytesIO(packed.content)) as archive:
        assert "deployments/README.md" in archive.namelist()


@pytest.mark.parametrize("key", [key for key in NAMES if key != "order-management"])
def test_the_weight_of_any_comparison_is_shown(as_person, workspace, ada, key):
    design = example_create(workspace=workspace.pk, by=ada, key="order-management")
    other = example_create(workspace=workspace.pk, by=ada, key=key)
    answer = as_person(ada).get(f"/designs/{design.pk}/compare/weight/?other={other.pk}")
    assert answer.status_code == 200
    assert 'id="weight-plan"' in answer.content.decode()


def test_two_designs_without_a_common_past_are_compared_by_name(as_person, workspace, design, ada):
    other = design_create(workspace=workspace.pk, by=ada, document=renamed_ids())
    shown = text_of(as_person(ada).get(f"/designs/{design.pk}/compare/?other={other.pk}"))
    assert "There are no differences" in shown


def test_designs_of_one_name_are_told_apart_where_one_is_chosen(as_person, workspace, design, ada):
    elsewhere = workspace_create(name="Elsewhere", by=ada)
    alone = design_create(workspace=workspace.pk, by=ada, name="Parcels")
    for place in (workspace, workspace, elsewhere):
        design_create(workspace=place.pk, by=ada, name="Returns")
    for page in ("compare", "rehearsals"):
        shown = as_person(ada).get(f"/designs/{design.pk}/{page}/").content.decode()
        labels = re.findall(r'<option value="[0-9a-f-]{36}"\s*>(.*?)</option>', shown)
        assert len(set(labels)) == len(labels) == 4, labels
        assert "Parcels" in labels and "Returns, Elsewhere" in labels
        assert any(label.startswith("Returns, Orders team, revision 1, created ") for label in labels)
        chosen = as_person(ada).get(f"/designs/{design.pk}/{page}/?other={alone.pk}").content.decode()
        assert re.search(rf'<option value="{alone.pk}" selected>Parcels<', chosen)


def renamed_ids():
    """The small document without its ids: the same design, made by somebody else."""
    from tests.factories.documents import small_document

    def bare(value):
        if isinstance(value, dict):
            return {name: bare(member) for name, member in value.items() if name != "id"}
        return [bare(member) for member in value] if isinstance(value, list) else value

    return bare(small_document())


def test_a_comparison_refuses_with_a_sentence_and_keeps_strangers_out(as_person, workspace, design, ada, cyd):
    hers = design_create(workspace=workspace_create(name="Elsewhere", by=cyd).pk, by=cyd, name="Secret plan")
    client = as_person(ada)
    for asked in ("before=77", "before=Nothing", "after=-3", f"other={hers.pk}", "other=x"):
        for door, status in (("compare/", 422), ("compare/weight/", 404)):
            answer = client.get(f"/designs/{design.pk}/{door}?{asked}")
            assert (asked, answer.status_code) == (asked, status)
            assert b"Secret plan" not in answer.content


def test_the_bin_restores_and_asks_before_it_purges(as_person, design, ada, eve):
    client, address = as_person(ada), f"/trash/{design.pk}/"
    version_name(design_id=design.pk, revision=1, name="Live", by=ada)
    design_duplicate(design_id=design.pk, by=ada)
    assert client.get(address).status_code == 404
    client.post(f"/designs/{design.pk}/delete/")
    assert "to the trash" in text_of(client.get("/"))
    assert design.name in text_of(client.get("/trash/"))
    assert design.name not in text_of(as_person(eve).get("/trash/"))
    client.post(address + "restore/")
    assert client.get(f"/designs/{design.pk}/").status_code == 200
    client.post(f"/designs/{design.pk}/delete/")
    question = text_of(client.get(address))
    assert "1 revision, by 1 person" in question
    assert "1 named version" in question
    assert "1 design made from it remains" in question
    client.post(address + "purge/")
    assert not Design.objects.filter(pk=design.pk).exists()
    assert "was permanently deleted" in text_of(client.get("/trash/"))
