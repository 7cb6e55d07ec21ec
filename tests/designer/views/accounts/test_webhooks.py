"""The pages of webhooks: what an owner sees and does there."""

import re
from ipaddress import ip_network

import pytest

from exporter.models import DeliveryState, Webhook, WebhookDelivery
from exporter.webhooks.delivering import deliver
from modeler.models import AuditEvent, AuditKind
from tests.exporter.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(client, ada, workspace):
    client.force_login(ada)
    return f"/workspaces/{workspace.pk}/webhooks/"


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
