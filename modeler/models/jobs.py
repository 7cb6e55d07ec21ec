"""Jobs: work that outlives a request, with a lease, so that another worker takes over a dead worker's job."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.models.designs import Design
from modeler.observing.tracing import here


class JobState(models.TextChoices):
    """The state of a job."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNFINISHED = (JobState.QUEUED, JobState.RUNNING)


class Job(models.Model):
    """One piece of work on a revision, in repeatable steps.

    Work without a design (an import before it is accepted) has no `design`: it has the `workspace` of the future
    design, and only the person who requested it can see it.

    `progress` is ``{"done": int, "total": int, "message": str}``. While it runs, `lease_until` is in the future; a
    running job with an expired lease has lost its worker. `notes` are written by its steps, so that a second attempt
    knows the results of the first. `error` is a sentence for the person who requested it. `trace` is where
    that was, for modeler.observing.tracing.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    design = models.ForeignKey(Design, models.CASCADE, null=True, related_name="jobs")
    workspace = models.ForeignKey("designer.Workspace", models.CASCADE, null=True, related_name="+")
    revision = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    queue = models.CharField(max_length=20)
    state = models.CharField(max_length=9, choices=JobState, default=JobState.QUEUED)
    payload = models.JSONField(default=dict)
    progress = models.JSONField(default=dict)
    notes = models.JSONField(default=dict)
    result = models.JSONField(null=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    queued_at = models.DateTimeField(default=timezone.now)
    heartbeat_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    trace = models.CharField(max_length=55, blank=True, default=here, db_default="")

    class Meta:
        indexes = (
            models.Index(fields=["design", "-created_at"], name="job_newest"),
            models.Index(fields=["queued_at"], name="job_unfinished", condition=models.Q(state__in=UNFINISHED)),
            models.Index(fields=["queue", "heartbeat_at"], name="job_served"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["design"],
                name="analysis_one_in_flight",
                condition=models.Q(kind="analyse", state__in=UNFINISHED),
            ),
            models.CheckConstraint(
                name="job_of_a_design_or_a_workspace",
                condition=models.Q(design__isnull=False, workspace=None)
                | models.Q(design=None, workspace__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of revision {self.revision}: {self.state}"

    @property
    def is_finished(self) -> bool:
        """Is it done, failed or cancelled?"""
        return self.state not in UNFINISHED
