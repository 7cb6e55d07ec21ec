"""The pages of branches, by HTTP: the list, a review, and its steps."""

import pytest
from django.test import Client

from modeler.branches.services import branch_open
from modeler.core.edits.changes import Delta
from modeler.loading import read_whole
from modeler.services import design_change, design_create

pytestmark = pytest.mark.django_db


def edit(design, by, field, before, after):
    return design_change(design_id=design.pk, by=by, deltas=[Delta("e-order", field, before, after)])


@pytest.fixture
def as_person():
    def client_of(person):
        client = Client()
        client.force_login(person)
        return client

    return client_of


@pytest.fixture
def branch(design, ada):
    return branch_open(design_id=design.pk, name="Pay later", by=ada)


@pytest.fixture
def at(design, branch):
    return f"/designs/{design.pk}/branches/{branch.design_id}/"


def order(design):
    return read_whole(design.pk).parts["e-order"].fields


def test_a_branch_is_created_listed_and_reviewed(as_person, design, eve):
    client = as_person(eve)
    made = client.post(f"/designs/{design.pk}/branches/new/", {"name": "Pay later"})
    assert made.status_code == 302
    listed = client.get(f"/designs/{design.pk}/branches/").content.decode()
    assert "Pay later" in listed
    refused = client.post(f"/designs/{design.pk}/branches/new/", {"name": " "})
    assert refused.status_code == 422
    assert "a branch&#x27;s name has 1 to 80 printable characters" in refused.content.decode()
    shown = client.get(made.url).content.decode()
    assert f'href="/designs/{design.pk}/branches/' in shown
    assert "Review branch" in shown
    assert "Review branch" not in client.get(f"/designs/{design.pk}/").content.decode()


def test_a_review_shows_conflicts_and_a_choice_lets_it_merge(as_person, design, branch, at, ada, eve):
    edit(branch.design, ada, "name", "Order", "Sale")
    edit(design, eve, "name", "Order", "Purchase")
    client = as_person(eve)
    shown = client.get(at).content.decode()
    assert "1 conflict without a choice" in shown
    for value in ("Order", "Purchase", "Sale"):
        assert f'<span class="mono">{value}</span>' in shown
    assert "Merge into" not in shown
    chosen = client.post(f"{at}choose/", {"part": "e-order", "field": "name", "side": "branch"})
    assert chosen.url == at
    assert "Nothing blocks the merge." in client.get(at).content.decode()
    merged = client.post(f"{at}merge/", {"main_revision": "2", "branch_revision": "2"})
    assert merged.status_code == 302
    assert order(design)["name"] == "Sale"
    assert "Merged as" in client.get(at).content.decode()
    client.post(f"{at}revert/")
    assert order(design)["name"] == "Purchase"


def test_a_merge_of_a_stale_page_is_refused_with_the_reason(as_person, design, branch, at, ada):
    edit(branch.design, ada, "name", "Order", "Sale")
    client = as_person(ada)
    refused = client.post(f"{at}merge/", {"main_revision": "1", "branch_revision": "1"})
    assert refused.status_code == 409
    assert "has changed since; review it again" in refused.content.decode()
    assert order(design)["name"] == "Order"
    assert client.post(f"{at}merge/", {"main_revision": "x"}).status_code == 422


def test_the_impact_of_the_merge_has_findings_cost_and_plan(as_person, branch, at, ada):
    change = [Delta("p-a1", "per_second", None, {"average": 5})]
    design_change(design_id=branch.design_id, by=ada, deltas=change)
    shown = as_person(ada).get(f"{at}weight/").content.decode()
    assert "US dollars per month by access pattern, where they differ" in shown
    assert "Units of one call" not in shown


def test_items_that_leave_an_index_are_shown_with_their_keys(as_person, branch, at, ada):
    change = [Delta("o-o-gsi1", "when", None, "status = 'OPEN'")]
    design_change(design_id=branch.design_id, by=ada, deltas=change)
    shown = " ".join(as_person(ada).get(f"{at}weight/").content.decode().split())
    assert "Order: 1 of 2 samples leave" in shown
    assert '<span class="quiet">GSI1PK</span> STATUS#SHIPPED' in shown
    assert "not there" in shown


def test_an_owner_overrides_with_a_reason_and_an_editor_cannot(as_person, design, branch, at, ada, eve):
    edit(branch.design, ada, "count", None, 7)
    design.workspace.approvals_needed = 1
    design.workspace.save()
    sides = {"main_revision": "1", "branch_revision": "2"}
    assert "Override and merge" not in as_person(eve).get(at).content.decode()
    assert as_person(eve).post(f"{at}merge/", {**sides, "reason": "now"}).status_code == 403
    assert "Override and merge" in as_person(ada).get(at).content.decode()
    assert as_person(ada).post(f"{at}merge/", {**sides, "reason": "now"}).status_code == 302
    assert order(design)["count"] == 7


def test_an_approval_counts_for_the_revision_that_was_seen(as_person, design, branch, at, ada, eve):
    edit(branch.design, ada, "count", None, 7)
    design.workspace.approvals_needed = 1
    design.workspace.save()
    client = as_person(eve)
    assert "1 approval missing" in client.get(at).content.decode()
    assert client.post(f"{at}approve/", {"revision": "1", "approved": "yes"}).status_code == 409
    client.post(f"{at}approve/", {"revision": "2", "approved": "yes"})
    assert "Nothing blocks the merge." in client.get(at).content.decode()
    edit(branch.design, ada, "count", 7, 8)
    assert "stale: the branch was edited" in client.get(at).content.decode()


def test_a_branch_is_archived_and_reopened(as_person, branch, at, ada):
    client = as_person(ada)
    client.post(f"{at}archive/", {"archived": "yes"})
    assert "This branch is archived" not in client.get(at).content.decode()
    assert "Reopen" in client.get(at).content.decode()
    client.post(f"{at}archive/", {"archived": ""})
    assert "Archive" in client.get(at).content.decode()


def test_a_branch_of_another_design_is_not_found(as_person, design, branch, ada, workspace):
    other = design_create(workspace=workspace.pk, by=ada, name="Other")
    assert as_person(ada).get(f"/designs/{other.pk}/branches/{branch.design_id}/").status_code == 404
    assert as_person(ada).get(f"/designs/{design.pk}/branches/{other.pk}/").status_code == 404


def test_the_home_page_says_of_which_design_a_branch_is(as_person, design, branch, ada):
    assert f"branch of {design.name}" in as_person(ada).get("/").content.decode()


def test_who_approved_a_revision_is_asked_again_only_after_an_edit(as_person, design, branch, at, ada, eve):
    edit(branch.design, ada, "name", "Order", "Sale")
    client = as_person(eve)
    assert "Approve revision 2" in client.get(at).content.decode()
    client.post(f"{at}approve/", {"revision": 2, "approved": "yes"})
    shown = client.get(at).content.decode()
    assert "Eve approved revision 2" in shown
    assert "Approve revision" not in shown
    edit(branch.design, ada, "name", "Sale", "Deal")
    assert "Approve revision 3" in client.get(at).content.decode()
