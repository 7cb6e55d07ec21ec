"""Webhooks of a workspace: what is told, to whom, how often it is tried, and when it is given up."""

import json
from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.utils import timezone
from standardwebhooks import WebhookVerificationError

from designer.services import workspace_create
from exporter.models import DeliveryState, ProvisioningRun, Webhook
from exporter.webhooks import delivering, outbox, services
from exporter.webhooks.delivering import RETRIES, deliver
from modeler.announcing import EventKind
from modeler.branches.notices import review_request
from modeler.branches.services import branch_approve, branch_merge, branch_open
from modeler.core.edits.changes import set_field
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.job_runner import run
from modeler.models import AuditEvent, AuditKind
from modeler.revision_analysis import analysis_ask
from modeler.services import design_change_under_lock
from tests.exporter.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db
ALL = [kind.value for kind in EventKind]


@pytest.fixture(scope="module")
def running():
    with receiving() as server:
        yield server


@pytest.fixture
def receiver(running, settings):
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    running.got.clear()
    running.answers, running.headers = [], {}
    return running


@pytest.fixture
def made(receiver, workspace, ada):
    """A webhook for everything, and its secret."""
    return services.webhook_create(workspace_id=workspace.pk, by=ada, url=receiver.url, name="CI", kinds=ALL)


@pytest.fixture
def webhook(made):
    return made[0]


def of(webhook, by):
    return {"workspace_id": webhook.workspace_id, "webhook_id": webhook.pk, "by": by}


def later(webhook, **more):
    """As if that much time had passed for what waits."""
    past = timezone.now() - timedelta(**more)
    webhook.deliveries.filter(state=DeliveryState.PENDING).update(due_at=past)
    Webhook.objects.filter(pk=webhook.pk, rests_until__isnull=False).update(rests_until=past)


def told(webhook, kind):
    return list(webhook.deliveries.filter(kind=kind).order_by("at"))


def changed(design, by, part, field, value):
    return design_change_under_lock(design_id=design.pk, make=lambda parts: set_field(parts, part, field, value), by=by)


def renamed(design, by, name):
    return changed(design, by, "design", "name", name)


def analysed(design, revision, by):
    job = analysis_ask(design_id=design.pk, revision=revision, by_id=by.pk)
    run(job.pk)
    assert design.analyses.filter(revision=revision).exists()


def test_a_message_arrives_signed_and_its_body_says_what_happened(made, ada, receiver):
    webhook, secret = made
    message = services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    said = receiver.verified(secret)
    assert said["type"] == "webhook.test"
    assert said["data"]["workspace"]["id"] == str(webhook.workspace_id)
    assert said["timestamp"].startswith(f"{timezone.now():%Y-}")
    assert receiver.got[0][1]["webhook-id"] == message.message_id
    message.refresh_from_db()
    assert (message.state, message.status, message.attempts) == (DeliveryState.DELIVERED, 204, 1)
    with pytest.raises(WebhookVerificationError):
        receiver.verified("whsec_" + "A" * 44)


def test_a_secret_is_stored_encrypted(made):
    webhook, secret = made
    assert secret.startswith("whsec_") and secret not in webhook.secret
    assert secret.removeprefix("whsec_") not in json.dumps(list(Webhook.objects.values()), default=str)


def test_both_secrets_sign_for_a_day_after_a_rotation(made, ada, receiver):
    webhook, old = made
    _, new = services.webhook_secret_rotate(**of(webhook, ada))
    services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    assert receiver.verified(old) == receiver.verified(new)
    Webhook.objects.update(old_secret_until=timezone.now())
    services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    receiver.verified(new)
    with pytest.raises(WebhookVerificationError):
        receiver.verified(old)


def test_another_secret_key_is_said_and_the_old_one_still_opens(made, ada, receiver, settings):
    webhook, secret = made
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    receiver.verified(secret)
    settings.SECRET_KEY_FALLBACKS = []
    message = services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    message.refresh_from_db()
    assert "make a new one" in message.error


def test_a_message_is_tried_again_with_the_same_id_until_it_is_taken(made, ada, receiver):
    webhook, secret = made
    receiver.answers = [500, 0]
    message = services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    deliver(webhook.pk)
    assert len(receiver.got) == 1, "it rests after a failure"
    message.refresh_from_db()
    assert (message.state, message.status) == (DeliveryState.PENDING, 500)
    assert timedelta(0) < message.due_at - timezone.now() <= RETRIES[0]
    for _ in range(2):
        later(webhook, seconds=1)
        deliver(webhook.pk)
    message.refresh_from_db()
    webhook.refresh_from_db()
    assert (message.state, message.attempts, message.error) == (DeliveryState.DELIVERED, 3, "")
    assert (webhook.failures, webhook.failing_since, webhook.rests_until) == (0, None, None)
    assert {headers["webhook-id"] for _, headers, _ in receiver.got} == {message.message_id}
    assert receiver.verified(secret, 0) == receiver.verified(secret, 2)


def test_a_message_fails_after_the_last_attempt_and_is_sent_again_when_an_owner_wants(webhook, ada, receiver):
    message = services.webhook_test(**of(webhook, ada))
    receiver.answers = [503] * (len(RETRIES) + 1)
    for _ in range(len(RETRIES) + 1):
        later(webhook, seconds=1)
        deliver(webhook.pk)
    message.refresh_from_db()
    assert (message.state, message.attempts) == (DeliveryState.FAILED, len(RETRIES) + 1)
    services.delivery_resend(**of(webhook, ada), delivery_id=message.pk)
    deliver(webhook.pk)
    message.refresh_from_db()
    assert (message.state, message.attempts) == (DeliveryState.DELIVERED, 1)


def test_a_receiver_that_takes_nothing_for_three_days_is_turned_off_and_the_owners_are_told(
    webhook, ada, receiver, monkeypatch
):
    heard = []
    monkeypatch.setattr(delivering, "_told", [heard.append])
    monkeypatch.setattr(delivering.transaction, "on_commit", lambda do, robust: do())
    receiver.answers = [500] * 11
    services.webhook_test(**of(webhook, ada))
    for _ in range(10):
        later(webhook, seconds=1)
        deliver(webhook.pk)
    assert not heard, "it failed often, but not for long"
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=3))
    later(webhook, seconds=1)
    deliver(webhook.pk)
    webhook.refresh_from_db()
    assert heard == [webhook]
    assert webhook.disabled_at is not None and "status 500" in webhook.disabled_because
    assert AuditEvent.objects.get(kind=AuditKind.WEBHOOK_TURNED_OFF).by is None
    with pytest.raises(Conflict):
        services.webhook_test(**of(webhook, ada))
    services.webhook_turn(**of(webhook, ada), is_on=True)
    services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    assert webhook.deliveries.latest("at").state == DeliveryState.DELIVERED


def test_gone_turns_off_at_once(webhook, ada, receiver):
    receiver.answers = [410]
    services.webhook_test(**of(webhook, ada))
    services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    webhook.refresh_from_db()
    assert webhook.disabled_at is not None
    assert len(receiver.got) == 1
    assert {one.state for one in webhook.deliveries.all()} == {DeliveryState.FAILED}


def test_an_address_that_leads_inside_later_gets_nothing(webhook, ada, receiver, settings):
    settings.WEBHOOK_NETWORKS = ()
    message = services.webhook_test(**of(webhook, ada))
    deliver(webhook.pk)
    message.refresh_from_db()
    assert "does not allow" in message.error
    assert not receiver.got


def test_owners_alone_have_them(workspace, webhook, eve, ben, cyd, receiver):
    for person, error in ((eve, Forbidden), (ben, Forbidden), (cyd, Missing)):
        with pytest.raises(error):
            services.webhooks_in(workspace.pk, by=person)
        with pytest.raises(error):
            services.webhook_create(workspace_id=workspace.pk, by=person, url=receiver.url, name="x", kinds=ALL)
        with pytest.raises(error):
            services.webhook_secret_rotate(**of(webhook, person))
        with pytest.raises(error):
            services.webhook_remove(**of(webhook, person))


def test_a_webhook_of_another_workspace_is_not_found(webhook, cyd):
    elsewhere = workspace_create(name="Elsewhere", by=cyd)
    with pytest.raises(Missing):
        services.webhook_remove(workspace_id=elsewhere.pk, webhook_id=webhook.pk, by=cyd)


@pytest.mark.parametrize(
    ("field", "value"), [("name", " "), ("kinds", []), ("kinds", ["design.removed"]), ("url", "https://192.168.0.1/")]
)
def test_what_is_wrong_is_said_at_its_field(workspace, ada, receiver, field, value):
    given = {"url": receiver.url, "name": "CI", "kinds": ALL, field: value}
    with pytest.raises(Invalid) as refused:
        services.webhook_create(workspace_id=workspace.pk, by=ada, **given)
    assert refused.value.path == field


def test_ten_are_enough(workspace, ada, receiver):
    for number in range(services.WEBHOOKS_MAX):
        services.webhook_create(workspace_id=workspace.pk, by=ada, url=receiver.url, name=f"w{number}", kinds=ALL)
    with pytest.raises(Conflict):
        services.webhook_create(workspace_id=workspace.pk, by=ada, url=receiver.url, name="more", kinds=ALL)


def test_changes_within_seconds_are_one_message_with_the_first_and_the_last_revision(webhook, design, ada):
    analysed(design, 1, ada)
    for number, name in enumerate(("One", "Two", "Three"), start=2):
        renamed(design, ada, name)
        analysed(design, number, ada)
    [message] = told(webhook, "design.changed")
    data = message.data
    assert (data["from_revision"], data["revision"]) == (0, 4)
    assert data["design"]["name"] == "Three"
    assert data["by"] == ["Ada"]
    assert message.due_at > message.at
    analysed(design, 4, ada)
    assert len(told(webhook, "design.changed")) == 1


def test_an_error_that_a_change_introduces_is_told_once(webhook, design, ada):
    analysed(design, 1, ada)
    before = len(told(webhook, "finding.introduced"))
    changed(design, ada, "p-a1", "operation", "GetItem")
    analysed(design, 2, ada)
    found = told(webhook, "finding.introduced")[before:]
    assert [message.data["revision"] for message in found] == [2]
    [message] = found
    assert message.data["count"] >= 1
    assert {"rule", "path", "message", "fix"} == set(message.data["findings"][0])
    assert message.data["rules_changed"] is False
    renamed(design, ada, "Another")
    analysed(design, 3, ada)
    assert told(webhook, "finding.introduced")[before:] == found


def test_steps_of_a_branch_are_told(webhook, design, ada, eve):
    branch = branch_open(design_id=design.pk, name="Try it", by=ada)
    changed(branch.design, ada, "e-order", "name", "Purchase")
    review_request(design_id=branch.design_id, people=[eve.pk], by=ada)
    review_request(design_id=branch.design_id, people=[eve.pk], by=ada)
    branch_approve(design_id=branch.design_id, revision=2, by=eve)
    branch_merge(design_id=branch.design_id, by=ada, reason="for the test")
    [asked], [approved], [merged] = (
        told(webhook, kind) for kind in ("review.requested", "review.approved", "branch.merged")
    )
    assert asked.data["of"] == ["Eve"] and asked.data["by"] == "Ada"
    assert approved.data["branch_revision"] == 2 and approved.data["by"] == "Eve"
    assert merged.data["design"]["id"] == str(design.pk) and merged.data["revision"] == 2
    assert merged.data["branch"]["id"] == str(branch.design_id)


def test_nothing_is_stored_for_what_nobody_asked_for(receiver, workspace, design, ada):
    some = services.webhook_create(workspace_id=workspace.pk, by=ada, url=receiver.url, name="x", kinds=["run.expired"])
    analysed(design, 1, ada)
    assert not some[0].deliveries.exists()


def test_a_fault_of_storing_stops_nobody(webhook, design, ada, monkeypatch):
    def broken(*_, **__):
        raise ValueError

    monkeypatch.setattr(outbox, "store", broken)
    analysed(design, 1, ada)
    assert not webhook.deliveries.exists()


def test_messages_that_nobody_takes_do_not_pile_up(webhook, ada, monkeypatch):
    monkeypatch.setattr(outbox, "PENDING_MAX", 3)
    for _ in range(5):
        services.webhook_test(**of(webhook, ada))
    states = [one.state for one in webhook.deliveries.order_by("-at")]
    assert states == ["pending"] * 3 + ["failed"] * 2


def test_a_worker_is_asked_once_for_what_is_due(
    webhook, ada, receiver, monkeypatch, django_capture_on_commit_callbacks
):
    asked = []
    monkeypatch.setattr(outbox, "_senders", [asked.append])
    with django_capture_on_commit_callbacks(execute=True):
        services.webhook_test(**of(webhook, ada))
        services.webhook_test(**of(webhook, ada))
    outbox.webhooks_due()
    assert asked == [webhook.pk]
    receiver.answers = [500]
    deliver(webhook.pk)
    outbox.webhooks_due()
    assert asked == [webhook.pk], "it rests"
    later(webhook, seconds=1)
    outbox.webhooks_due()
    assert asked == [webhook.pk] * 2
    deliver(webhook.pk)
    outbox.webhooks_due()
    assert asked == [webhook.pk] * 2, "nothing is left"


def test_the_end_of_a_proof_is_told(webhook, design, ada):
    from exporter.services.provisioning_jobs import _told

    def steps():
        yield from ()
        ProvisioningRun.objects.update(state="ready", results={"rows": [], "agree": 2})
        return {}

    proof = ProvisioningRun.objects.create(design=design, revision=1, endpoint="Built-in sandbox", prefix="", by=ada)
    list(_told(proof, steps()))
    [message] = told(webhook, "proof.finished")
    assert message.data["run"]["state"] == "ready" and message.data["results"]["agree"] == 2
