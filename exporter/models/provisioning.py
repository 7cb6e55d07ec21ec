"""Provisioning runs: what was created on which endpoint, table by table, and what the proof found."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.models import Design, Job
from modeler.models.jobs import JobState


class RunKind(models.TextChoices):
    """What a run is for."""

    PROOF = "proof"
    LAB = "lab"
    REHEARSAL = "rehearsal"
    LOAD = "load"


PROVING: Final = (RunKind.PROOF, RunKind.LAB)
"""The kinds that run access patterns on tables of one design."""

PROVING_CHOICES: Final = [(one.value, one.label) for one in PROVING]


class RunState(models.TextChoices):
    """The state of a run. `gone`: its tables no longer exist, and Keysheet did not remove them."""

    WAITING = "waiting"
    CREATING = "creating"
    SEEDING = "seeding"
    PROVING = "proving"
    READY = "ready"
    FAILED = "failed"
    REMOVING = "removing"
    REMOVED = "removed"
    GONE = "gone"


MOVING: Final = (RunState.WAITING, RunState.CREATING, RunState.SEEDING, RunState.PROVING, RunState.REMOVING)
OVER: Final = (RunState.REMOVED, RunState.GONE)


class ProvisioningRun(models.Model):
    """One proof run, one run of the lab, one rehearsal of the migration to a revision, or one load proof, on an
    endpoint.

    `endpoint` is the name of a declared one; `prefix` begins the names of its tables. `results` is ``{"rows": [...],
    "agree": n, "empty": n, "differ": n, "not_compared": n}``, of a rehearsal ``{"told":
    [...]}``: what it printed, of a load proof the report. `asked` has the other side of a rehearsal, the design and the
    revision before the change, with the number of items and the seed of chance; of a load proof, the fields of
    `exporter.loads.asked.LoadAsked`. `notes` are sentences. `job` creates the tables and
    proves, `teardown_job` removes them. After `expires_at` the server removes them; runs of earlier versions have none.
    At `noticed_at` somebody was told that this is near.
    `table_count` and `dollars` are what the plan creates and what its requests cost at list prices, `dollars_per_day`
    is what its tables cost while they exist (None: nothing is billed, or no price is known).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=9, choices=RunKind, default=RunKind.PROOF)
    design = models.ForeignKey(Design, models.CASCADE, related_name="provisioning_runs")
    revision = models.PositiveIntegerField()
    endpoint = models.CharField(max_length=120)
    prefix = models.CharField(max_length=120)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=8, choices=RunState, default=RunState.WAITING)
    error = models.TextField(blank=True)
    results = models.JSONField(default=dict)
    asked = models.JSONField(default=dict)
    notes = models.JSONField(default=list)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    teardown_job = models.ForeignKey(Job, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)
    noticed_at = models.DateTimeField(null=True)
    table_count = models.PositiveIntegerField(default=0)
    dollars = models.DecimalField(max_digits=20, decimal_places=10, null=True)
    dollars_per_day = models.DecimalField(max_digits=20, decimal_places=10, null=True)

    class Meta:
        ordering = ("-created_at",)
        indexes = (models.Index(fields=["design", "-created_at"], name="run_newest"),)

    def __str__(self) -> str:
        return f"{self.kind} of revision {self.revision} on {self.endpoint}: {self.standing}"

    @property
    def current_job(self) -> Job | None:
        """The job that works on the run now, or did last."""
        return self.teardown_job or self.job

    @property
    def standing(self) -> str:
        """The state; `failed` if the job that should change it has ended without doing so."""
        job = self.current_job
        is_stuck = self.state in MOVING and job is not None and job.is_finished and job.state != JobState.DONE
        return RunState.FAILED if is_stuck or self.has_late_tables else self.state

    @property
    def has_late_tables(self) -> bool:
        """Return whether a table was created after all were removed: by a request that was on its way."""
        return self.state in OVER and any(one.state in MADE for one in self.tables.all())

    @property
    def is_over(self) -> bool:
        """Return whether nothing of it is left to remove. The tables decide, not the state of the run alone."""
        return self.state in OVER and not self.has_late_tables

    @property
    def problem(self) -> str:
        """Why it failed, as a sentence; '' if it did not."""
        if self.standing != RunState.FAILED:
            return ""
        if self.has_late_tables:
            return "a table of this run was created after it was removed"
        job = self.current_job
        if job is not None and job.state == JobState.CANCELLED:
            return "this was stopped before it finished"
        return self.error or (job.error if job is not None else "")


class TableState(models.TextChoices):
    """What is known of one table. `intended` is saved before it is created, `removing` before it is deleted; `foreign`
    turned out not to be ours, `gone` was removed by somebody else.
    """

    INTENDED = "intended"
    CREATED = "created"
    REMOVING = "removing"
    FOREIGN = "foreign"
    REMOVED = "removed"
    GONE = "gone"


MADE: Final = (TableState.CREATED, TableState.REMOVING)
"""The states of a table that exists, as far as it is known."""


class ProvisionedTable(models.Model):
    """One table of a run: `table` is its name in the design, `name` and `arn` are the endpoint's.

    The row is stored before the table is requested, so that a table created by a killed worker is known too. Nothing
    without such a row is ever deleted.
    """

    run = models.ForeignKey(ProvisioningRun, models.CASCADE, related_name="tables")
    table = models.TextField()
    name = models.CharField(max_length=255)
    arn = models.TextField(blank=True)
    state = models.CharField(max_length=8, choices=TableState, default=TableState.INTENDED)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["run", "name"], name="provisioned_table_once"),)

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"


class EndpointUse(models.Model):
    """What a person requested of an endpoint, for the limits of a day. It outlives the design that it was for."""

    endpoint = models.CharField(max_length=120)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    tables = models.PositiveIntegerField(default=0)
    indexes = models.PositiveIntegerField(default=0)
    units = models.DecimalField(max_digits=20, decimal_places=1, default=0)
    dollars = models.DecimalField(max_digits=20, decimal_places=10, default=0)

    class Meta:
        indexes = (models.Index(fields=["by", "endpoint", "at"], name="endpoint_use_of_a_day"),)

    def __str__(self) -> str:
        return f"{self.by}: {self.tables} tables, {self.units} units on {self.endpoint}"
