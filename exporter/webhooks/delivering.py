"""A worker's part: what is due for one webhook is sent, one message after the other, until one fails."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from exporter.models import DeliveryState, Webhook, WebhookDelivery
from exporter.webhooks.addresses import target_of
from exporter.webhooks.outbox import ask
from exporter.webhooks.posting import NotDelivered, post
from exporter.webhooks.services import SEALED_FOR
from exporter.webhooks.signing import signed_headers
from modeler.auditing.events import audit_note
from modeler.core.errors import Invalid
from modeler.models import AuditKind
from modeler.observing.tracing import span
from modeler.sealing import Unreadable, unseal

log = logging.getLogger(__name__)

RETRIES: Final = tuple(
    timedelta(seconds=one) for one in (5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)
)
"""How long after each failed attempt the message is tried again: over three days. The last attempt is the eleventh."""

REST_MAX: Final = timedelta(minutes=30)
"""A webhook that fails rests as a message does, but not longer than this: a receiver that is back gets new messages."""

GIVEN_UP_AFTER: Final = timedelta(days=3)
GIVEN_UP_ATTEMPTS: Final = len(RETRIES)
TAKEN_FOR: Final = timedelta(seconds=60)
TURN_SECONDS: Final = 20.0
"""How long one webhook may keep a worker."""

GONE: Final = 410
_OK: Final = range(200, 300)
AGENT: Final = "Keysheet-Webhooks/1"

type Told = Callable[[Webhook], None]
_told: Final[list[Told]] = []


def on_turned_off(told: Told) -> Told:
    """A port: `told` gets a webhook that the server turned off. designer.tasks mails its owners."""
    _told[:] = [told]
    return told


def deliver(webhook_id: UUID) -> None:
    """Send what is due for a webhook, the oldest first, until one message fails or its turn is over. What is left is
    asked for again.
    """
    ends, message = time.monotonic() + TURN_SECONDS, None
    while time.monotonic() < ends:
        message = _take(webhook_id)
        if message is None or not _attempt(message):
            break
    Webhook.objects.filter(pk=webhook_id).update(asked_until=None)
    if message is not None and message.state == DeliveryState.DELIVERED:
        ask(webhook_id)


def _take(webhook_id: UUID) -> WebhookDelivery | None:
    """Lease the next message that is due. A worker that dies with it sends it twice at worst, with the same id."""
    now = timezone.now()
    webhook = Webhook.objects.filter(pk=webhook_id, disabled_at=None).first()
    if webhook is None or (webhook.rests_until is not None and webhook.rests_until > now):
        return None
    due = WebhookDelivery.objects.filter(webhook=webhook, state=DeliveryState.PENDING, due_at__lte=now)
    with transaction.atomic():
        found = due.select_for_update(skip_locked=True).order_by("due_at", "at").first()
        if found is None:
            return None
        found.attempts += 1
        found.attempted_at, found.due_at = now, now + TAKEN_FOR
        found.save(update_fields=["attempts", "attempted_at", "due_at"])
    found.webhook = webhook
    return found


def _attempt(message: WebhookDelivery) -> bool:
    """Send it once and store what became of it. Return whether it was delivered."""
    try:
        message.status = _sent(message)
        message.error = "" if message.status in _OK else f"the receiver answered with status {message.status}"
    except NotDelivered as refused:
        message.status, message.error = None, str(refused)
    if message.error:
        _failed(message)
    else:
        _delivered(message)
    return not message.error


def _sent(message: WebhookDelivery) -> int:
    webhook = message.webhook
    said = {"type": message.kind, "timestamp": message.at.isoformat(), "data": message.data}
    body = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    try:
        keys = [unseal(SEALED_FOR, webhook.secret)]
        if webhook.old_secret and webhook.old_secret_until and webhook.old_secret_until > timezone.now():
            keys.append(unseal(SEALED_FOR, webhook.old_secret))
        target = target_of(webhook.url, settings.WEBHOOK_NETWORKS)
    except Unreadable as error:
        raise NotDelivered("its secret was encrypted with another SECRET_KEY; make a new one") from error
    except Invalid as refused:
        raise NotDelivered(refused.message) from refused
    headers = {"Content-Type": "application/json", "User-Agent": AGENT}
    with span(f"webhook {message.kind}", "CLIENT", keysheet__webhook=str(webhook.pk)) as sent:
        status = post(target, body.encode(), headers | signed_headers(message.message_id, timezone.now(), body, keys))
        if sent is not None:
            sent.set_attribute("http.response.status_code", status)
    return status


def _delivered(message: WebhookDelivery) -> None:
    message.state = DeliveryState.DELIVERED
    message.save(update_fields=["state", "status", "error"])
    Webhook.objects.filter(pk=message.webhook_id).update(failures=0, failing_since=None, rests_until=None)


@transaction.atomic
def _failed(message: WebhookDelivery) -> None:
    now = timezone.now()
    if message.attempts > len(RETRIES):
        message.state = DeliveryState.FAILED
    else:
        message.due_at = now + RETRIES[message.attempts - 1]
    message.save(update_fields=["state", "status", "error", "due_at"])
    webhook = Webhook.objects.select_for_update().get(pk=message.webhook_id)
    rest = min(RETRIES[min(webhook.failures, len(RETRIES) - 1)], REST_MAX)
    webhook.failing_since = webhook.failing_since or now
    webhook.rests_until, webhook.failures = now + rest, webhook.failures + 1
    webhook.save(update_fields=["failures", "failing_since", "rests_until"])
    if webhook.disabled_at is None and _is_given_up(webhook, message):
        _turn_off(webhook, message)


def _is_given_up(webhook: Webhook, message: WebhookDelivery) -> bool:
    assert webhook.failing_since is not None
    has_failed_for_long = timezone.now() - webhook.failing_since >= GIVEN_UP_AFTER
    return message.status == GONE or (has_failed_for_long and webhook.failures >= GIVEN_UP_ATTEMPTS)


def _turn_off(webhook: Webhook, message: WebhookDelivery) -> None:
    """The receiver wants nothing any more, or took nothing for days."""
    since = f"{webhook.failing_since:%Y-%m-%d %H:%M} UTC"
    why = message.error if message.status == GONE else f"nothing was delivered since {since}; last, {message.error}"
    webhook.disabled_at, webhook.disabled_because = timezone.now(), why
    webhook.save(update_fields=["disabled_at", "disabled_because"])
    left = webhook.deliveries.filter(state=DeliveryState.PENDING)
    left.filter(error="").update(error="the webhook was turned off before this was sent")
    left.update(state=DeliveryState.FAILED)
    audit_note(AuditKind.WEBHOOK_TURNED_OFF, workspace=webhook.workspace_id, detail=f"{webhook.name}: {why}")
    for told in _told:
        transaction.on_commit(partial(told, webhook), robust=True)
