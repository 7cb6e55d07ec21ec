"""Webhooks of a workspace, for its owners: made, changed, their secrets rotated, turned on and off, removed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from exporter.models import DeliveryState, Webhook, WebhookDelivery
from exporter.models.webhooks import KINDS, TEST
from exporter.webhooks.addresses import Network, target_of
from exporter.webhooks.outbox import ask, store
from exporter.webhooks.signing import new_secret
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.models import AuditKind
from modeler.permissions import Action
from modeler.quotas import one_at_a_time
from modeler.sealing import seal
from modeler.selectors import require_in

NAME_MAX: Final = 80
WEBHOOKS_MAX: Final = 10
OLD_SECRET_HOURS: Final = 24
SEALED_FOR: Final = "exporter.webhooks"


def webhooks_in(workspace_id: UUID, *, by: Any) -> QuerySet[Webhook]:
    """Return the webhooks of a workspace, the oldest first. Raises Missing; Forbidden for anyone but an owner."""
    require_in(by, workspace_id, Action.MANAGE)
    return Webhook.objects.filter(workspace=workspace_id).select_related("by")


def webhook_in(workspace_id: UUID, webhook_id: UUID, *, by: Any) -> Webhook:
    """Return one of them. Raises Missing, Forbidden."""
    return _found(webhooks_in(workspace_id, by=by), webhook_id)


def webhooks_off_in(workspace_id: UUID) -> int:
    """Return how many webhooks of a workspace the server turned off. The caller has checked the permission."""
    return Webhook.objects.filter(workspace=workspace_id).exclude(disabled_because="").count()


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """Return its messages, the newest first."""
    return webhook.deliveries.all()


@transaction.atomic
def webhook_create(*, workspace_id: UUID, by: Any, url: str, name: str, kinds: Iterable[str]) -> tuple[Webhook, str]:
    """Return a webhook and its secret, which is shown once. Raises Missing, Forbidden; Invalid naming the field, also
    for an address into a network that the operator does not allow; Conflict if there are too many.
    """
    require_in(by, workspace_id, Action.MANAGE)
    checked = _checked(url, name, kinds)
    one_at_a_time("webhooks", workspace_id)
    there = Webhook.objects.filter(workspace=workspace_id)
    if len(there) >= WEBHOOKS_MAX:
        raise Conflict(f"a workspace has at most {WEBHOOKS_MAX} webhooks; remove one first", code="webhook.limit")
    secret = new_secret()
    made = Webhook.objects.create(workspace_id=workspace_id, by=by, secret=seal(SEALED_FOR, secret), **checked)
    audit_note(AuditKind.WEBHOOK_MADE, by=by, workspace=made.workspace_id, detail=f"{made.name}: {_place(made.url)}")
    return made, secret


def webhook_change(
    *, workspace_id: UUID, webhook_id: UUID, by: Any, url: str, name: str, kinds: Iterable[str]
) -> Webhook:
    """Change where it leads, what it is called, or what it asks for. Raises as `webhook_create` does."""

    def change(webhook: Webhook) -> str:
        for field, value in _checked(url, name, kinds).items():
            setattr(webhook, field, value)
        return f"{webhook.name}: {_place(webhook.url)}"

    return _changed(workspace_id, webhook_id, by, AuditKind.WEBHOOK_CHANGED, change)


def webhook_secret_rotate(*, workspace_id: UUID, webhook_id: UUID, by: Any) -> tuple[Webhook, str]:
    """Return the webhook and its new secret; the old one signs too for OLD_SECRET_HOURS. Raises Missing, Forbidden."""
    secret = new_secret()

    def change(webhook: Webhook) -> str:
        webhook.old_secret, webhook.secret = webhook.secret, seal(SEALED_FOR, secret)
        webhook.old_secret_until = timezone.now() + timedelta(hours=OLD_SECRET_HOURS)
        return f"{webhook.name}: a new secret"

    return _changed(workspace_id, webhook_id, by, AuditKind.WEBHOOK_CHANGED, change), secret


def webhook_turn(*, workspace_id: UUID, webhook_id: UUID, by: Any, is_on: bool) -> Webhook:
    """Turn it on, as if nothing had failed, or off. What happens while it is off is not sent later. Raises Missing,
    Forbidden.
    """

    def change(webhook: Webhook) -> str:
        webhook.disabled_at, webhook.disabled_because = (None if is_on else timezone.now()), ""
        webhook.failures, webhook.failing_since, webhook.rests_until = 0, None, None
        if not is_on:
            webhook.deliveries.filter(state=DeliveryState.PENDING).update(
                state=DeliveryState.FAILED, error="the webhook was turned off before this was sent"
            )
        return f"{webhook.name}: turned on" if is_on else webhook.name

    kind = AuditKind.WEBHOOK_CHANGED if is_on else AuditKind.WEBHOOK_TURNED_OFF
    return _changed(workspace_id, webhook_id, by, kind, change)


@transaction.atomic
def webhook_remove(*, workspace_id: UUID, webhook_id: UUID, by: Any) -> None:
    """Remove it with its messages. Raises Missing, Forbidden."""
    webhook = webhook_in(workspace_id, webhook_id, by=by)
    audit_note(AuditKind.WEBHOOK_REMOVED, by=by, workspace=webhook.workspace_id, detail=webhook.name)
    webhook.delete()


@transaction.atomic
def webhook_test(*, workspace_id: UUID, webhook_id: UUID, by: Any) -> WebhookDelivery:
    """Send it a test message. Raises Missing, Forbidden; Conflict if it is off."""
    webhook = _on(webhook_in(workspace_id, webhook_id, by=by))
    return store(webhook, TEST, {"workspace": {"id": str(webhook.workspace_id)}, "by": str(by)})


@transaction.atomic
def delivery_resend(*, workspace_id: UUID, webhook_id: UUID, delivery_id: UUID, by: Any) -> WebhookDelivery:
    """Send a message again, with the same id and all its attempts. Raises Missing, Forbidden; Conflict if the webhook
    is off.
    """
    webhook = _on(webhook_in(workspace_id, webhook_id, by=by))
    found = webhook.deliveries.select_for_update().filter(pk=delivery_id).first()
    if found is None:
        raise Missing("this message does not exist, or is no longer kept", code="delivery.missing")
    found.state, found.attempts, found.due_at = DeliveryState.PENDING, 0, timezone.now()
    found.save(update_fields=["state", "attempts", "due_at"])
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    ask(webhook.pk)
    return found


def networks() -> tuple[Network, ...]:
    """The networks of settings, into which webhooks may lead."""
    return tuple(settings.WEBHOOK_NETWORKS)


@transaction.atomic
def _changed(
    workspace_id: UUID, webhook_id: UUID, by: Any, kind: AuditKind, change: Callable[[Webhook], str]
) -> Webhook:
    """Change a locked webhook; what `change` returns goes into the audit log."""
    webhook_in(workspace_id, webhook_id, by=by)
    webhook = Webhook.objects.select_for_update().get(pk=webhook_id)
    detail = change(webhook)
    webhook.save()
    audit_note(kind, by=by, workspace=webhook.workspace_id, detail=detail)
    return webhook


def _found(webhooks: QuerySet[Webhook], webhook_id: UUID) -> Webhook:
    webhook = webhooks.filter(pk=webhook_id).first()
    if webhook is None:
        raise Missing("this webhook does not exist", code="webhook.missing")
    return webhook


def _on(webhook: Webhook) -> Webhook:
    if webhook.disabled_at is not None:
        raise Conflict("this webhook is off; turn it on first", code="webhook.off")
    return webhook


def _checked(url: str, name: str, kinds: Iterable[str]) -> dict[str, Any]:
    trimmed, wanted = " ".join(name.split()), list(dict.fromkeys(kinds))
    if not trimmed or len(trimmed) > NAME_MAX or not trimmed.isprintable():
        raise Invalid(f"a webhook's name has 1 to {NAME_MAX} printable characters", path="name")
    if not wanted or any(kind not in KINDS for kind in wanted):
        raise Invalid("choose at least one kind of event", path="kinds")
    target_of(url.strip(), networks())
    return {"url": url.strip(), "name": trimmed, "kinds": [kind for kind in KINDS if kind in wanted]}


def _place(url: str) -> str:
    """The address without its query, which can hold a secret of the receiver."""
    return url.partition("?")[0]
