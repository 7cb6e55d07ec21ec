"""What has to be told, stored as messages for each webhook that asked for it, in the transaction of what happened."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from exporter.models import DeliveryState, Webhook, WebhookDelivery
from modeler.announcing import Event, EventKind, on_event
from modeler.models import Design, Job

log = logging.getLogger(__name__)

COLLECTED: Final = timedelta(seconds=10)
"""Changes of a design within this time are one message."""

ASKED_FOR: Final = timedelta(seconds=60)
KEPT: Final = timedelta(days=30)
PENDING_MAX: Final = 1000
PRUNE_EVERY: Final = 3600

type Sender = Callable[[UUID], None]
_senders: Final[list[Sender]] = []


def on_due(sender: Sender) -> Sender:
    """A port: `sender` brings a webhook with messages that are due to a worker. exporter.tasks fills it with Celery."""
    _senders[:] = [sender]
    return sender


@on_event
def store_event(event: Event) -> None:
    """Store a message for each webhook that asked for this kind. What goes wrong here stops nobody's work."""
    try:
        with transaction.atomic():
            _store_event(event)
    except (DatabaseError, LookupError, TypeError, ValueError):
        log.exception("%s of design %s could not be stored for webhooks", event.kind, event.design)


def _store_event(event: Event) -> None:
    wanting = Webhook.objects.filter(workspace=event.workspace, disabled_at=None, kinds__contains=[event.kind.value])
    if not (webhooks := list(wanting)) or (told := event.details()) is None:
        return
    design = Design.objects.get(pk=event.design)
    page = f"{settings.KEYSHEET_URL}/designs/{design.pk}/" if settings.KEYSHEET_URL else None
    data = {
        "design": {"id": str(design.pk), "name": design.name, "url": page},
        "workspace": {"id": str(event.workspace)},
        **told,
    }
    for webhook in webhooks:
        if event.kind is not EventKind.DESIGN_CHANGED:
            store(webhook, event.kind.value, data, design=design)
        elif not _collected(webhook, design, data):
            store(webhook, event.kind.value, data, design=design, wait=COLLECTED)


def _collected(webhook: Webhook, design: Design, data: Mapping[str, Any]) -> bool:
    """Add a change to the message about the design that was not tried yet, if there is one."""
    waiting = webhook.deliveries.select_for_update(skip_locked=True).filter(
        design=design, kind=EventKind.DESIGN_CHANGED.value, state=DeliveryState.PENDING, attempts=0
    )
    if (found := waiting.first()) is None:
        return False
    people = dict.fromkeys([*found.data["by"], *data["by"]])
    found.data = {**data, "from_revision": found.data["from_revision"], "by": list(people)}
    found.save(update_fields=["data"])
    return True


def store(
    webhook: Webhook,
    kind: str,
    data: Mapping[str, Any],
    *,
    design: Design | None = None,
    wait: timedelta = timedelta(0),
) -> WebhookDelivery:
    """Store a message. The webhook is put into the queue after the commit, or by the reaper once the message is due.
    The oldest messages of a receiver that takes none are given up for new ones.
    """
    waiting = webhook.deliveries.filter(state=DeliveryState.PENDING)
    beyond = waiting.order_by("-at", "-pk").values_list("pk", flat=True)[PENDING_MAX - 1 :]
    webhook.deliveries.filter(pk__in=list(beyond)).update(
        state=DeliveryState.FAILED, error=f"more than {PENDING_MAX:,} messages were waiting"
    )
    made = WebhookDelivery.objects.create(
        webhook=webhook, kind=kind, data=dict(data), design=design, due_at=timezone.now() + wait
    )
    if not wait:
        ask(webhook.pk)
    return made


def ask(webhook_id: UUID) -> None:
    """Put a webhook into the queue after the commit, unless it is there already."""
    transaction.on_commit(partial(_ask, webhook_id), robust=True)


def _ask(webhook_id: UUID) -> None:
    now = timezone.now()
    if not _ready(now).filter(pk=webhook_id).update(asked_until=now + ASKED_FOR):
        return
    for sender in _senders:
        try:
            sender(webhook_id)
        except OSError:
            log.exception("webhook %s waits: the queue cannot be reached", webhook_id)


def _ready(now: datetime) -> QuerySet[Webhook]:
    """The webhooks that are on, do not rest, and are not in the queue."""
    rested = Q(rests_until=None) | Q(rests_until__lte=now)
    return Webhook.objects.filter(rested, Q(asked_until=None) | Q(asked_until__lt=now), disabled_at=None)


def webhooks_due() -> list[Job]:
    """Ask for each webhook with a message that is due; forget old messages, at most once per hour. Returns no jobs."""
    now = timezone.now()
    due = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), state=DeliveryState.PENDING, due_at__lte=now)
    for identity in _ready(now).filter(Exists(due)).values_list("pk", flat=True):
        _ask(identity)
    if cache.add("webhooks:pruned", 1, timeout=PRUNE_EVERY):
        WebhookDelivery.objects.filter(at__lt=now - KEPT).delete()
    return []
