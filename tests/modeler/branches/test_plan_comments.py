"""Comments on a step of a branch's migration plan: the place, the gate of the merge, notices, and REST."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from exporter.services.tokens import token_create
from modeler.branches.plan_steps import steps_of
from modeler.branches.review import Blocker, review_of
from modeler.branches.services import branch_open
from modeler.comments import thread_open
from modeler.core.design.parts import PartKind, living
from modeler.core.edits.changes import Delta
from modeler.core.errors import Invalid, Missing
from modeler.loading import read_whole
from modeler.models import NoticeKind
from modeler.selectors import notices_of
from modeler.services import design_change
from modeler.wording.part_label import STEP, CommentedSpot

pytestmark = pytest.mark.django_db


def edit(design_id, by, part, field, after):
    before = read_whole(design_id).parts[part].fields.get(field)
    return design_change(design_id=design_id, by=by, deltas=[Delta(part, field, before, after)])


@pytest.fixture
def branch(design, eve):
    """The key of an entity changes, so that stored items have to move."""
    made = branch_open(design_id=design.pk, name="Other keys", by=eve)
    parts = living(read_whole(made.design_id).parts)
    cell = next(
        one
        for one in parts.values()
        if one.kind is PartKind.OVERLOAD and one.parent == "e-order" and not one.fields.get("index")
    )
    field = next(name for name in cell.fields if name.startswith("keys."))
    edit(made.design_id, eve, cell.id, field, f"{cell.fields[field]}#V2")
    return made


def steps(branch, by):
    return steps_of(review_of(design_id=branch.design_id, by=by))


def on_step(step):
    return CommentedSpot(rule=STEP, path=step.fingerprint)


def client_of(person):
    _, secret = token_create(by=person, name="test", scope="write")
    made = APIClient(raise_request_exception=False)
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return made


def test_a_thread_on_a_step_blocks_the_merge_and_tells_who_opened_the_branch(branch, ada, eve):
    step = steps(branch, ada)[1]
    comment = thread_open(design_id=branch.design_id, by=ada, spot=on_step(step), text="Why before the backfill?")
    assert comment.thread.label == f"step 2: {step.do}"[:300]
    assert comment.thread.kind == "step of the plan"
    review = review_of(design_id=branch.design_id, by=eve)
    assert Blocker.THREADS in [one.blocker for one in review.blocked]
    assert review.threads_on_steps == {step.fingerprint: 1}
    assert [one.kind for one in notices_of(eve)] == [NoticeKind.COMMENT]


def test_a_step_that_the_plan_does_not_have_is_refused(design, branch, ada):
    with pytest.raises(Missing, match="no longer has this step"):
        thread_open(design_id=branch.design_id, by=ada, spot=CommentedSpot(rule=STEP, path="0" * 32), text="?")
    with pytest.raises(Missing):
        thread_open(design_id=design.pk, by=ada, spot=on_step(steps(branch, ada)[0]), text="not a branch")
    with pytest.raises(Invalid):
        CommentedSpot("e-order", rule=STEP, path="0" * 32).refuse_odd()


def test_the_review_shows_the_comments_of_each_step_and_their_list_leads_back(design, branch, ada, eve):
    step = steps(branch, ada)[0]
    comment = thread_open(design_id=branch.design_id, by=ada, spot=on_step(step), text="Which queries?")
    client = Client()
    client.force_login(eve)
    review = f"/designs/{design.pk}/branches/{branch.design_id}/"
    weight = client.get(f"{review}weight/").content.decode()
    assert f'id="step-{step.fingerprint}"' in weight
    assert f'data-comments-of="/designs/{branch.design_id}/comments/"' in weight
    listed = client.get(f"/designs/{branch.design_id}/comments/").content.decode()
    assert f"{review}#step-{step.fingerprint}" in listed
    at = {"part": "design", "rule": STEP, "path": step.fingerprint}
    assert "Which queries?" in client.get(f"/designs/{branch.design_id}/comments/at/", at).content.decode()
    assert str(comment.thread_id) in listed


def test_threads_over_rest(branch, ada, ben):
    address = f"/api/v1/designs/{branch.design_id}/threads/"
    step, api = steps(branch, ada)[0], client_of(ada)
    asked = {"rule": STEP, "path": step.fingerprint, "text": "Which queries?"}
    made = api.post(address, asked, format="json")
    assert made.status_code == 201
    thread = made.json()
    assert (thread["kind"], thread["is_resolved"]) == ("step of the plan", False)
    replied = api.post(f"{address}{thread['id']}/comments/", {"text": "A1 and A2"}, format="json").json()
    assert [one["text"] for one in replied["comments"]] == ["Which queries?", "A1 and A2"]
    settled = api.post(f"{address}{thread['id']}/resolve/", {}, format="json").json()
    assert (settled["is_resolved"], settled["resolved_by"]) == (True, str(ada))
    assert [one["id"] for one in client_of(ben).get(address).json()] == [thread["id"]]
    assert api.post(address, {"text": "on nothing", "part": "gone"}, format="json").status_code == 404


@pytest.mark.parametrize(("scope", "status"), [("read", 403), ("comment", 201), ("write", 201), ("audit", 403)])
def test_a_token_comments_within_its_scope(branch, ada, scope, status):
    _, secret = token_create(by=ada, name="pipeline", scope=scope)
    api = APIClient(headers={"authorization": f"Bearer {secret}"})
    answer = api.post(f"/api/v1/designs/{branch.design_id}/threads/", {"text": "Costs $3 more"}, format="json")
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "token.scope"
        assert "comment or write" in answer.json()["message"]


def test_a_token_that_comments_neither_edits_nor_approves(branch, ada):
    _, secret = token_create(by=ada, name="pipeline", scope="comment")
    api = APIClient(headers={"authorization": f"Bearer {secret}"})
    address = f"/api/v1/designs/{branch.design_id}/"
    for answer in (
        api.delete(address),
        api.post(
            f"/api/v1/designs/{branch.main_id}/branches/{branch.design_id}/approval/", {"revision": 1}, format="json"
        ),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "token.scope")
