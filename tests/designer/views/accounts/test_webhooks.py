"""The pages of webhooks: what an owner sees and does there."""

import re
from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.utils import timezone

from designer.accounts.session_store import ORIGIN
from exporter.models import DeliveryState, Webhook, WebhookDelivery
from exporter.webhooks.delivering import deliver
from modeler.models import AuditEvent, AuditKind
from tests.exporter.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(client, ada, workspace):
    client.force_login(ada)
    signed_in(client, timedelta(0))
    return f"/workspaces/{workspace.pk}/webhooks/"


def signed_in(client, ago):
    """When this browser signed in."""
    session = client.session
    session[ORIGIN] = {"at": (timezone.now() - ago).isoformat(), "address": "", "agent": ""}
    session.save()


def made(client, at, url, **more):
    return client.post(f"{at}new/", {"name": "CI", "url": url, "kinds": ["design.changed"], **more})


def test_an_owner_makes_one_tests_it_and_sends_the_message_again(client, at, settings):
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    with receiving() as receiver:
        page = made(client, at, receiver.url).content.decode()
        secret = re.search(r'value="(whsec_[^"]+)"', page)[1]
        webhook = Webhook.objects.get()
        assert secret not in client.get(f"{at}{webhook.pk}/").content.decode()
        client.post(f"{at}{webhook.pk}/test/")
        log = f"{at}{webhook.pk}/deliveries/"
        assert "every 2s" in client.get(log).content.decode()
        receiver.answers = [500]
        deliver(webhook.pk)
        shown = client.get(log).content.decode()
        assert "pending, 500" in shown and "every 2s" not in shown
        message = WebhookDelivery.objects.get()
        client.post(f"{at}{webhook.pk}/resend/{message.pk}/")
        deliver(webhook.pk)
        assert receiver.verified(secret)["type"] == "webhook.test"
    assert "delivered, 204" in client.get(log).content.decode()
    assert AuditEvent.objects.filter(kind=AuditKind.WEBHOOK_MADE).exists()


def test_where_data_goes_is_changed_only_after_a_sign_in_of_a_short_time_ago(client, at, workspace, settings):
    """Whoever finds an open browser sends the workspace's events nowhere, and what was typed is not lost."""
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    old = Webhook.objects.create(workspace=workspace, name="Old", url="https://ci.invalid/")
    signed_in(client, timedelta(minutes=20))
    for action in ("change", "secret"):
        answer = client.post(f"{at}{old.pk}/{action}/", {"name": "CI", "url": "http://127.0.0.1:9/y"})
        assert answer.headers["Location"].startswith("/account/confirm/"), action
    asked = made(client, at, "http://127.0.0.1:9/x")
    assert asked.headers["Location"].startswith("/account/confirm/?next=")
    assert Webhook.objects.get().url == "https://ci.invalid/"
    client.post(asked.headers["Location"], {"password": "ada-has-a-password", "next": f"{at}new/"})
    new = Webhook.objects.exclude(pk=old.pk).get()
    assert (new.url, new.kinds) == ("http://127.0.0.1:9/x", ["design.changed"])


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"url": "https://192.168.0.1/"}, "does not allow"),
        ({"url": "ftp://example.com/"}, "must be http"),
        ({"name": ""}, "required"),
        ({"kinds": []}, "required"),
        ({"kinds": ["design.removed"]}, "not one of the available"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(client, at, sent, said):
    answer = made(client, at, **{"url": "https://typed.example.com/x", **sent})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page and 'class="errors"' in page
    assert sent.get("url", "https://typed.example.com/x") in page
    assert not Webhook.objects.exists()


def test_one_that_the_server_turned_off_says_why_and_is_turned_on(client, at, workspace):
    why = "nothing was delivered since Monday"
    webhook = Webhook.objects.create(
        workspace=workspace, name="CI", url="https://ci.invalid/", disabled_at="2026-11-28T00:00Z", disabled_because=why
    )
    WebhookDelivery.objects.create(webhook=webhook, kind="webhook.test", state=DeliveryState.FAILED, attempts=3)
    page = client.get(f"{at}{webhook.pk}/").content.decode()
    assert why in page and "Send again" not in page
    assert "Webhooks (1 off)" in client.get(f"/workspaces/{workspace.pk}/members/").content.decode()
    client.post(f"{at}{webhook.pk}/turn/", {"on": "1"})
    assert "Send again" in client.get(f"{at}{webhook.pk}/").content.decode()
    assert "off)" not in client.get(f"/workspaces/{workspace.pk}/members/").content.decode()
