"""Notices about branches: requested reviews, approvals, merges and comments; per person, read or not."""

import pytest
from rest_framework.test import APIClient

from exporter.services.tokens import token_create
from modeler.branches.notices import requested_of, review_request, reviewers_of
from modeler.branches.review import review_of
from modeler.branches.services import branch_approve, branch_archive, branch_merge, branch_open
from modeler.comments import notices_read, thread_open
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.models import NoticeKind
from modeler.selectors import notices_of
from modeler.services import design_change, design_remove
from modeler.wording.part_label import CommentedSpot

pytestmark = pytest.mark.django_db


@pytest.fixture
def branch(design, eve):
    made = branch_open(design_id=design.pk, name="Pay later", by=eve)
    design_change(design_id=made.design_id, by=eve, deltas=[Delta("e-order", "count", None, 7)])
    return made


def told(person):
    return [(one.kind, str(one.by or one.comment.by)) for one in notices_of(person)]


def request(branch, by, *people):
    return review_request(design_id=branch.design_id, people=[one.pk for one in people], by=by)


def approve(branch, by):
    review = review_of(design_id=branch.design_id, by=by)
    branch_approve(design_id=branch.design_id, revision=review.branch_now.revision, by=by)


def client_of(person):
    _, secret = token_create(by=person, name="test", scope="write")
    made = APIClient(raise_request_exception=False)
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return made


def test_only_people_who_can_approve_are_asked(branch, ada, eve, ben, cyd):
    assert [one.pk for one in reviewers_of(review_of(design_id=branch.design_id, by=eve))] == [ada.pk]
    for other in (eve, ben, cyd):
        with pytest.raises(Invalid, match="can edit the main line"):
            request(branch, eve, other)
    with pytest.raises(Invalid):
        request(branch, eve)
    assert request(branch, eve, ada) == [ada]
    assert told(ada) == [(NoticeKind.REVIEW, str(eve))]
    assert requested_of(branch) == [str(ada)]


def test_a_second_request_waits_until_the_first_is_read(branch, ada, eve):
    request(branch, eve, ada)
    request(branch, eve, ada)
    assert len(told(ada)) == 1
    notices_read(by=ada)
    request(branch, eve, ada)
    assert len(told(ada)) == 2
    assert notices_of(ada).filter(read_at=None).count() == 1


def test_a_reader_and_a_stranger_cannot_ask_and_a_closed_branch_is_not_reviewed(branch, ada, eve, ben, cyd):
    with pytest.raises(Forbidden):
        request(branch, ben, ada)
    with pytest.raises(Missing):
        request(branch, cyd, ada)
    branch_archive(design_id=branch.design_id, by=eve)
    with pytest.raises(Conflict, match="archived"):
        request(branch, eve, ada)


def test_the_opener_learns_of_comments_the_approval_and_the_merge(branch, ada, eve, ben):
    thread_open(design_id=branch.design_id, by=ben, spot=CommentedSpot("e-order"), text="Why 7?")
    approve(branch, ada)
    assert told(eve) == [(NoticeKind.APPROVED, str(ada)), (NoticeKind.COMMENT, str(ben))]
    branch.design.threads.all().delete()
    branch_merge(design_id=branch.design_id, by=ada)
    assert told(eve)[0] == (NoticeKind.MERGED, str(ada))
    assert told(ada) == []


def test_who_approved_learns_of_the_merge(branch, ada, eve):
    approve(branch, ada)
    branch_merge(design_id=branch.design_id, by=eve)
    assert told(ada) == [(NoticeKind.MERGED, str(eve))]


def test_a_mention_on_a_branch_is_one_notice_and_a_comment_elsewhere_is_none(branch, design, ada, eve, ben):
    thread_open(design_id=branch.design_id, by=ben, spot=CommentedSpot("e-order"), text=f"@{eve.display_name}, why 7?")
    thread_open(design_id=design.pk, by=ben, spot=CommentedSpot("e-order"), text="Not on a branch")
    assert told(eve) == [(NoticeKind.MENTION, str(ben))]
    assert told(ada) == []


def test_notices_of_a_removed_branch_are_not_shown(branch, ada, eve):
    request(branch, eve, ada)
    design_remove(design_id=branch.design_id, by=ada)
    assert told(ada) == []


def test_the_inbox_shows_it_and_links_to_the_review(client, branch, design, ada, eve):
    request(branch, eve, ada)
    client.force_login(ada)
    shown = " ".join(client.get(f"/designs/{design.pk}/inbox/").content.decode().split())
    assert "asks for your review of the branch" in shown
    assert f'href="/designs/{design.pk}/branches/{branch.design_id}/"' in shown


def test_the_review_page_offers_the_people_and_names_who_was_asked(client, branch, design, ada, eve):
    address = f"/designs/{design.pk}/branches/{branch.design_id}/"
    client.force_login(eve)
    assert f'name="people" value="{ada.pk}"' in client.get(address).content.decode()
    assert client.post(f"{address}request/", {"people": [str(ada.pk)]}).status_code == 302
    shown = " ".join(client.get(address).content.decode().split())
    assert f"Review requested from {ada}." in shown
    refused = client.post(f"{address}request/", {})
    assert refused.status_code == 422
    assert "choose people who can edit the main line" in refused.content.decode()


def test_over_rest_reviews_are_requested_and_notices_are_read(branch, design, ada, eve, ben):
    address = f"/api/v1/designs/{design.pk}/branches/{branch.design_id}/reviewers/"
    assert client_of(eve).get(address).json() == [{"id": ada.pk, "name": str(ada)}]
    assert client_of(eve).post(address, {"people": [ben.pk]}, format="json").status_code == 422
    assert client_of(eve).post(address, {"people": [ada.pk]}, format="json").json()[0]["id"] == ada.pk
    thread_open(
        design_id=branch.design_id, by=ben, spot=CommentedSpot("e-order"), text=f"@{ada.display_name}, see this"
    )
    found = client_of(ada).get("/api/v1/notices/").json()
    assert [(one["kind"], one["by"], one["is_read"]) for one in found] == [
        ("mention", str(ben), False), ("review", str(eve), False)]  # fmt: skip
    assert (found[1]["branch"], found[1]["text"]) == (str(branch.design_id), "Pay later")
    assert client_of(ada).post("/api/v1/notices/", {"notice": found[0]["id"]}, format="json").json() == {"unread": 1}
    # Another person's notice stays unread.
    assert client_of(eve).post("/api/v1/notices/", {"notice": found[1]["id"]}, format="json").json() == {"unread": 1}
    assert [one["is_read"] for one in client_of(ada).get("/api/v1/notices/").json()] == [True, False]
    assert client_of(ada).post("/api/v1/notices/", {}, format="json").json() == {"unread": 0}
    assert client_of(ben).get("/api/v1/notices/").json() == []
