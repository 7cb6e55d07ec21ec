"""Input and output of the API, for validating bodies and for the OpenAPI document."""

from __future__ import annotations

import base64
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from exporter.api.run_serializers import TARGET_KINDS, FindingsSerializer, OutcomeField, outcome_of_job
from exporter.models import RunKind, TokenScope
from exporter.models.provisioning import PROVING_CHOICES
from exporter.services.runs.standing import HOURS, HOURS_MAX
from exporter.targets import NAMES, ExportFile
from exporter.targets.base import Target
from modeler.models import Job
from modeler.models.jobs import JobState

NO_TARGET: Final = f"there is no target {{input}}; known targets: {', '.join(NAMES)}"


class Text(serializers.CharField):
    """A text, and nothing that can be converted to one: a number is refused, as the document says."""

    def to_internal_value(self, data: Any) -> str:
        """Raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Whole(serializers.IntegerField):
    """A whole number, not digits as text."""

    def to_internal_value(self, data: Any) -> int:
        """Raises ValidationError."""
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """true or false, not a word for one."""

    def to_internal_value(self, data: Any) -> bool:
        """Raises ValidationError."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class ErrorSerializer(serializers.Serializer[Any]):
    """Every refusal has this shape."""

    code = serializers.CharField()
    message = serializers.CharField()
    path = serializers.CharField(allow_blank=True)


class DesignSerializer(serializers.Serializer[Any]):
    """A design without its document."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    workspace = serializers.UUIDField(source="workspace_id")
    workspace_name = serializers.CharField(source="workspace.name")
    role = serializers.CharField()
    revision = serializers.IntegerField()
    is_example = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class CreateSerializer(serializers.Serializer[Any]):
    """A new design: empty with a name, or from Keysheet JSON."""

    workspace = serializers.UUIDField()
    name = Text(min_length=1, max_length=255, required=False)
    document = serializers.DictField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require one of the two."""
        if not attrs.get("name") and "document" not in attrs:
            raise serializers.ValidationError("specify a name or a document")
        return attrs


class WorkspaceSerializer(serializers.Serializer[Any]):
    """A workspace of the caller."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    role = serializers.CharField()


class ReportLineSerializer(serializers.Serializer[Any]):
    """One thing that was dropped, converted, or inferred on import."""

    level = serializers.CharField()
    path = serializers.CharField()
    message = serializers.CharField()


class GuessSerializer(serializers.Serializer[Any]):
    """An inference to confirm."""

    sentence = serializers.CharField()
    part = serializers.CharField()
    path = serializers.CharField()
    confidence = serializers.FloatField()


class ImportedSerializer(serializers.Serializer[Any]):
    """What an import created."""

    design = DesignSerializer()
    importer = serializers.CharField()
    report = ReportLineSerializer(many=True)
    guesses = GuessSerializer(many=True)


class TargetSerializer(serializers.Serializer[Any]):
    """An export format."""

    name = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(TARGET_KINDS, help_text="The purpose of the target")
    filenames = serializers.ListField(child=serializers.CharField())
    media_type = serializers.CharField()
    is_slow = serializers.BooleanField(help_text="A job writes it: the request answers 202 until it is written")
    versions = serializers.SerializerMethodField(help_text="Names of the same format for other versions of its tool")

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_versions(self, target: Target) -> list[str]:
        """Return their names, such as terraform@5."""
        return [one.name for one in target.versions]


class TargetsAskedSerializer(serializers.Serializer[Any]):
    """Which targets are listed."""

    kind = serializers.ChoiceField(TARGET_KINDS, required=False)


class AuditAskedSerializer(serializers.Serializer[Any]):
    """Which events of the audit log are listed."""

    kind = serializers.CharField(required=False, help_text="A kind of event, or its part before the dot")
    by = serializers.CharField(required=False, help_text="Part of the name or the address of the person")
    since = serializers.CharField(required=False, help_text="The first day, in UTC, such as 2026-11-23")
    until = serializers.CharField(required=False, help_text="The last day, in UTC")


class AuditEventSerializer(serializers.Serializer[Any]):
    """One event of the audit log. Text is empty where there is nothing to say."""

    at = serializers.DateTimeField()
    kind = serializers.CharField()
    by = serializers.CharField(help_text="The person, with the address of the account")
    workspace = serializers.CharField(help_text="Empty for an event of an account")
    design = serializers.CharField()
    design_name = serializers.CharField()
    detail = serializers.CharField()
    address = serializers.CharField(help_text="The network address; empty for an event of an account")
    token = serializers.CharField(help_text="The name of the API token that was used")


class FileSerializer(serializers.Serializer[Any]):
    """One exported file."""

    path = serializers.CharField()
    text = serializers.CharField(help_text="Empty if the file is binary")
    base64 = serializers.SerializerMethodField(help_text="The bytes of a binary file; empty for text")

    def get_base64(self, file: ExportFile) -> str:
        """Return the bytes."""
        return base64.b64encode(file.binary).decode()


class LossSerializer(serializers.Serializer[Any]):
    """What a format cannot represent."""

    path = serializers.CharField()
    message = serializers.CharField()


class ExportSerializer(serializers.Serializer[Any]):
    """One target's files."""

    target = serializers.CharField()
    revision = serializers.IntegerField()
    files = FileSerializer(many=True)
    report = LossSerializer(many=True)


class BundleRequestSerializer(serializers.Serializer[Any]):
    """Which targets; none: all."""

    targets = serializers.ListField(
        child=serializers.ChoiceField(NAMES, error_messages={"invalid_choice": NO_TARGET}),
        required=False,
        max_length=100,
    )


class JobSerializer(serializers.Serializer[Any]):
    """A job in progress or done."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    design = serializers.UUIDField(source="design_id", allow_null=True, help_text="null for an import")
    revision = serializers.IntegerField()
    state = serializers.ChoiceField(JobState.choices)
    outcome = serializers.SerializerMethodField()
    progress = serializers.JSONField()
    result = serializers.JSONField(allow_null=True)
    error = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(OutcomeField())
    def get_outcome(self, job: Job) -> str:
        """Return how it has ended; '' until then."""
        return outcome_of_job(job)


class AnalysisSerializer(serializers.Serializer[Any]):
    """Findings, capacity, and cost of a revision."""

    revision = serializers.IntegerField()
    rules_version = serializers.CharField()
    prices_version = serializers.CharField()
    findings = FindingsSerializer()
    capacity = serializers.JSONField()
    cost = serializers.JSONField()


class PlaceSerializer(serializers.Serializer[Any]):
    """Which finding: its rule, and its path as the analysis gives it ('' is the design)."""

    rule = Text(max_length=80)
    path = Text(max_length=20_000, allow_blank=True, trim_whitespace=False)


class OfferSerializer(serializers.Serializer[Any]):
    """A fix that breaks nothing else: its edits, and the findings that it removes and adds."""

    label: Any = serializers.CharField()
    edits = serializers.JSONField()
    consequence = serializers.CharField()
    removes = serializers.JSONField()
    adds = serializers.JSONField()


class FixSerializer(PlaceSerializer):
    """One of the fixes that a GET lists for the finding, by its label."""

    label: Any = Text(max_length=2_000, trim_whitespace=False)


class MuteSerializer(PlaceSerializer):
    """A finding, and why it should not be shown."""

    reason = Text(max_length=500)


class RevisionSerializer(serializers.Serializer[Any]):
    """What a change did: the number of the revision, and the change as text."""

    revision = serializers.IntegerField()
    label: Any = serializers.CharField()


class EvaluateSerializer(serializers.Serializer[Any]):
    """Values for parameters, overriding those of the pattern."""

    parameters = serializers.DictField(required=False)


class EvaluationSerializer(serializers.Serializer[Any]):
    """What an access pattern does over the sample items."""

    operation = serializers.CharField()
    count = serializers.IntegerField()
    returned = serializers.JSONField()
    examined = serializers.ListField(child=serializers.CharField())
    discarded = serializers.ListField(child=serializers.CharField())
    pages = serializers.JSONField()
    more = serializers.BooleanField()
    writes = serializers.JSONField()
    read_units = serializers.FloatField()
    write_units = serializers.FloatField()
    refusals = serializers.JSONField()
    problems = serializers.ListField(child=serializers.CharField())
    notes = serializers.ListField(child=serializers.CharField())


class TokenSerializer(serializers.Serializer[Any]):
    """A token without its secret."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    scope = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenSerializer(serializers.Serializer[Any]):
    """A token to create."""

    name = Text(min_length=1, max_length=80)
    scope = serializers.ChoiceField(
        choices=TokenScope.choices,
        default=TokenScope.READ,
        help_text="read: designs and exports; comment: also comments; write: also edits; provision: also proof runs; "
        "audit: the audit log only",
    )
    days = Whole(min_value=1, max_value=365, default=90)


class MadeTokenSerializer(TokenSerializer):
    """The only response that contains its secret."""

    secret = serializers.CharField()


class RunRequestSerializer(serializers.Serializer[Any]):
    """Where to prove a design, and whether to run its own access patterns or the lab."""

    endpoint = Text(max_length=200, required=False, allow_blank=True, default="")
    kind = serializers.ChoiceField(choices=PROVING_CHOICES, default=RunKind.PROOF)
    hours = Whole(min_value=1, max_value=HOURS_MAX, default=HOURS, help_text="After them, the tables are removed")


class RequirementsAskedSerializer(serializers.Serializer[Any]):
    """Lines of text, one requirement each, or the text of a file: an OpenAPI description, a GraphQL schema, rows of a
    spreadsheet, a log of queries, SQL DDL, or a design. `period` are the seconds in which the calls of a log of
    queries were made, if the log does not say them.
    """

    text = Text(max_length=2_000_000, trim_whitespace=False)
    filename = Text(max_length=255, default="", allow_blank=True)
    period = Whole(min_value=0, max_value=10**10, default=0, help_text="Seconds")


class RequirementsSerializer(serializers.Serializer[Any]):
    """Rows with their slots and questions, the lines that were not understood, and the nouns that are proposed.
    `beginning` is the kind of file: its title, how many lines were left out, and what no line says.
    """

    requirements = serializers.IntegerField()
    rows = serializers.JSONField()
    not_understood = serializers.JSONField()
    proposed = serializers.JSONField()
    beginning = serializers.JSONField(required=False)


class SynthesisAskedSerializer(serializers.Serializer[Any]):
    """Budgets and musts of a synthesis. `keep`: the present keys of the table stay; `keep_keys`: those of the named
    entities. `consistent` are the codes of patterns that must be strongly consistent. `copies`: it may add counts, sums
    and items for unique values. `live`: the table holds items, so an alternative must pay for its migration.
    `multi_attribute_keys`: a GSI of one entity is keyed by the attributes themselves.
    """

    alternatives = Whole(min_value=1, max_value=8, default=3)
    max_gsis = Whole(min_value=0, max_value=20, default=None, allow_null=True)
    keep = serializers.BooleanField(default=False)
    keep_keys = serializers.ListField(child=serializers.CharField(max_length=255), default=list, max_length=1000)
    consistent = serializers.ListField(child=serializers.CharField(max_length=255), default=list, max_length=1000)
    copies = serializers.BooleanField(default=True)
    live = serializers.BooleanField(default=False)
    multi_attribute_keys = serializers.BooleanField(default=False)


class SynthesisSerializer(serializers.Serializer[Any]):
    """Designs that serve the access patterns, the recommended one first, each with its document, its findings, what
    serves each pattern, and what each index is worth. `front` is the least cost for each number of GSIs; `unmet` are
    patterns that no key serves; `unrated` those without a rate, which `dollars` leave out and `compared` and `front`
    count with one call per second.
    """

    exact = serializers.BooleanField()
    alternatives = serializers.JSONField()
    unrated = serializers.ListField(child=serializers.CharField())
    front = serializers.JSONField()
    unmet = serializers.JSONField()
    notes = serializers.ListField(child=serializers.CharField())
