"""Names of revisions of a design."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.models.designs import Design


class Version(models.Model):
    """A name of one revision. It identifies one revision of its design; a revision can have several names."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    design = models.ForeignKey(Design, models.CASCADE, related_name="versions")
    revision = models.PositiveIntegerField()
    name = models.CharField(max_length=80)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["design", "name"], name="version_once"),)
        indexes = (models.Index(fields=["design", "-revision"], name="version_newest"),)

    def __str__(self) -> str:
        return f"{self.name}: revision {self.revision}"
