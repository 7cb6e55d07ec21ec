"""Bundles: every export of one revision in one zip file, created by a worker."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone

from modeler.models import Design, Job


class Bundle(models.Model):
    """A zip file of exports. `job` created it from `revision`; `targets` are in it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    design = models.ForeignKey(Design, models.CASCADE, related_name="bundles")
    job = models.OneToOneField(Job, models.CASCADE, related_name="bundle")
    revision = models.PositiveIntegerField()
    targets = models.JSONField()
    content = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"bundle of revision {self.revision}"
