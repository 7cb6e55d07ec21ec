"""Output of the API for proof runs and findings, typed; and how work has ended, in the same words everywhere."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from exporter.models import ProvisioningRun, RunKind, RunState, TableState
from exporter.provisioning.rows import Status
from exporter.targets.base import TargetKind
from modeler.core.findings import Severity
from modeler.models import Job
from modeler.models.jobs import JobState

TARGET_KINDS: Final = [(kind.value, kind.value) for kind in TargetKind]
OUTCOMES: Final = ("", "done", "failed", "cancelled")
"""How work has ended; '' while it has not. The words are the end states of a job."""


def outcome_of_job(job: Job | None) -> str:
    """Return how a job has ended; '' while it has not."""
    return str(job.state) if job is not None and job.is_finished else ""


def outcome_of_run(run: ProvisioningRun) -> str:
    """Return how a run has ended: proved is done, wherever its tables are now."""
    if run.standing == RunState.FAILED:
        job = run.current_job
        return "cancelled" if job is not None and job.state == JobState.CANCELLED else "failed"
    return "done" if run.standing in (RunState.READY, RunState.REMOVED, RunState.GONE) else ""


class OutcomeField(serializers.ChoiceField):
    """How it has ended."""

    def __init__(self, **options: Any) -> None:
        """With the words of every outcome."""
        super().__init__(OUTCOMES, help_text="How it has ended: done, failed or cancelled; empty until then", **options)


class FixTextSerializer(serializers.Serializer[Any]):
    """A fix of a finding."""

    label: Any = serializers.CharField()
    edits = serializers.JSONField(required=False)


class FindingSerializer(serializers.Serializer[Any]):
    """One finding of a rule, or one difference of a comparison."""

    rule = serializers.CharField()
    severity = serializers.ChoiceField([one.value for one in Severity])
    path = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    why = serializers.CharField()
    fix = serializers.CharField()
    part = serializers.CharField(allow_blank=True, help_text="The id of the part that it is about")
    field: Any = serializers.CharField(allow_blank=True)
    facts = serializers.DictField()
    fixes = FixTextSerializer(many=True, required=False, help_text="Of a comparison")
    has_fixes = serializers.BooleanField(required=False, help_text="Of an analysis: GET fixes/ lists them")
    page = serializers.CharField(allow_blank=True)


class SeverityCountsSerializer(serializers.Serializer[Any]):
    """How many findings have each severity."""

    error = serializers.IntegerField()
    warning = serializers.IntegerField()
    advice = serializers.IntegerField()


class FindingsSerializer(serializers.Serializer[Any]):
    """The findings of an analysis, the most severe first, and the muted ones."""

    counts = SeverityCountsSerializer()
    findings = FindingSerializer(many=True)
    muted = FindingSerializer(many=True)
    not_compared = serializers.IntegerField(
        default=0, help_text="At least this many comparisons of keys were not made; findings can be missing"
    )


class EndpointSerializer(serializers.Serializer[Any]):
    """A declared endpoint, never its address or keys."""

    name = serializers.CharField()
    kind = serializers.CharField()
    region = serializers.CharField()
    costs_money = serializers.BooleanField()


class EndpointsSerializer(serializers.Serializer[Any]):
    """The declared endpoints."""

    endpoints = EndpointSerializer(many=True)


class PlanSerializer(serializers.Serializer[Any]):
    """What a run would create, seed and cost. Units and dollars are exact decimals as text."""

    endpoint = serializers.CharField()
    tables = serializers.ListField(child=serializers.CharField())
    items = serializers.IntegerField()
    patterns = serializers.IntegerField()
    read_units = serializers.CharField()
    write_units = serializers.CharField()
    dollars = serializers.CharField(allow_null=True, help_text="Of the requests, at list prices")
    dollars_per_day = serializers.CharField(allow_null=True, help_text="Of the storage, as long as the tables exist")
    sentences = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())


class EndpointNamedSerializer(serializers.Serializer[Any]):
    """Which endpoint."""

    endpoint = serializers.CharField(max_length=120, default="", allow_blank=True, help_text="Default: the first")


class PermissionSerializer(serializers.Serializer[Any]):
    """One action of IAM."""

    action = serializers.CharField()
    state = serializers.ChoiceField(["allowed", "denied", "unknown"])
    about = serializers.CharField(allow_blank=True, help_text="What to do, or why it is unknown")


class QuotaSerializer(serializers.Serializer[Any]):
    """One quota of the account."""

    name = serializers.CharField()
    used = serializers.IntegerField(allow_null=True)
    needed = serializers.IntegerField()
    limit = serializers.IntegerField()
    is_read = serializers.BooleanField(help_text="Read from the account; else the default of AWS")
    is_exceeded = serializers.BooleanField()


class EndpointCheckSerializer(serializers.Serializer[Any]):
    """What a check of an endpoint found."""

    endpoint = serializers.CharField()
    problem = serializers.CharField(allow_blank=True, help_text="Why nothing could be checked")
    refusal = serializers.CharField(allow_blank=True, help_text="Why the guard of the operator refuses the account")
    alias = serializers.CharField(allow_null=True)
    permissions = PermissionSerializer(many=True)
    quotas = QuotaSerializer(many=True)


class RunTableSerializer(serializers.Serializer[Any]):
    """A table of a run."""

    table = serializers.CharField(help_text="Its name in the design")
    name = serializers.CharField(help_text="Its name on the endpoint")
    arn = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(TableState.choices)


class RowSerializer(serializers.Serializer[Any]):
    """The result of one access pattern: returned and predicted keys, units as exact decimals by place. Rows of the lab
    also have a step, and what the lab expects.
    """

    pattern = serializers.CharField()
    code = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    operation = serializers.CharField()
    status = serializers.ChoiceField([one.value for one in Status])
    sentence = serializers.CharField(allow_blank=True)
    returned = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    returned_count = serializers.IntegerField()
    predicted = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    predicted_count = serializers.IntegerField()
    units = serializers.DictField(child=serializers.CharField())
    predicted_units = serializers.DictField(child=serializers.CharField())
    units_compared = serializers.BooleanField()
    refused = serializers.CharField(allow_blank=True)
    predicted_refused = serializers.CharField(allow_blank=True)
    step = serializers.CharField(required=False)
    expected = serializers.ListField(child=serializers.CharField(), required=False)
    expected_units = serializers.DictField(child=serializers.CharField(), required=False)


class RowCountsSerializer(serializers.Serializer[Any]):
    """How many rows have each status."""

    agree = serializers.IntegerField()
    empty = serializers.IntegerField()
    differ = serializers.IntegerField()
    not_compared = serializers.IntegerField()


class RunSerializer(serializers.Serializer[Any]):
    """A proof run: its state, its tables, and a row for each access pattern."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(RunKind.choices)
    design = serializers.UUIDField()
    revision = serializers.IntegerField()
    endpoint = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(RunState.choices)
    outcome = OutcomeField()
    problem = serializers.CharField(allow_blank=True)
    progress = serializers.DictField()
    job = serializers.UUIDField(allow_null=True)
    tables = RunTableSerializer(many=True)
    rows = RowSerializer(many=True)
    counts = RowCountsSerializer()
    notes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True, help_text="When the server removes its tables")


class RunsSerializer(serializers.Serializer[Any]):
    """The runs of a design."""

    runs = RunSerializer(many=True)
