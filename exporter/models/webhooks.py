"""Webhooks of workspaces: where events are sent, and each delivery with what became of it."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.announcing import EventKind
from modeler.models import Design

TEST: Final = "webhook.test"
KINDS: Final = tuple(kind.value for kind in EventKind)
"""The kinds that a webhook can ask for."""


class Webhook(models.Model):
    """An address that gets the events of a workspace. `kinds` are those that it asked for.

    Secrets are stored encrypted; `old_secret` signs too until `old_secret_until`. `failures` counts the attempts that
    failed since the last delivery, the first of them at `failing_since`; nothing is sent before `rests_until`. A
    webhook that is off has `disabled_at` and, if the server did it, the sentence why. `asked_until`: the webhook is
    in the queue, and is not put there again before that.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey("designer.Workspace", models.CASCADE, related_name="webhooks")
    url = models.TextField()
    name = models.CharField(max_length=80)
    kinds = models.JSONField(default=list)
    secret = models.TextField()
    old_secret = models.TextField(blank=True)
    old_secret_until = models.DateTimeField(null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(null=True)
    asked_until = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)
    disabled_because = models.TextField(blank=True)

    class Meta:
        ordering = ("created_at",)

    def __str__(self) -> str:
        return self.name


class DeliveryState(models.TextChoices):
    """Pending ones are tried until they are delivered, or until all attempts have failed."""

    PENDING = "pending"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookDelivery(models.Model):
    """One message for one webhook. Its id is that of the message: a repeated attempt, and a message that is sent again,
    have the same. `data` is what happened, at `at`. `status` is the HTTP status of the last answer, `error` why the
    last attempt failed; what the receiver answered beyond that is not read.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=40)
    design = models.ForeignKey(Design, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    data = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=DeliveryState, default=DeliveryState.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    attempted_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (
            models.Index(fields=["webhook", "-at"], name="delivery_newest"),
            models.Index(fields=["due_at"], name="delivery_due", condition=models.Q(state="pending")),
        )

    def __str__(self) -> str:
        return f"{self.kind}: {self.state}"

    @property
    def message_id(self) -> str:
        """What the receiver knows the message by."""
        return f"msg_{self.pk.hex}"

    @property
    def design_name(self) -> str:
        """The name that the design had then; '' for a message about none."""
        return str(self.data.get("design", {}).get("name", ""))
