"""Input and output of the API for imports: previews, decisions, results."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from exporter.api.run_serializers import FindingSerializer
from exporter.api.serializers import Flag, GuessSerializer, JobSerializer, ReportLineSerializer, Text, Whole
from exporter.api.version_serializers import ToldSerializer
from exporter.services.live_imports import ITEMS, ITEMS_MAX, TABLES_READ, UNITS, UNITS_MAX


class ImporterSerializer(serializers.Serializer[Any]):
    """An import format."""

    name = serializers.CharField()
    title = serializers.CharField(help_text="The format's name, with its article")


class LineSerializer(ReportLineSerializer):
    """One thing that was dropped, converted, or assumed, with its place."""

    line = serializers.IntegerField(allow_null=True, help_text="From 1; null if the format has no lines")


class CountsSerializer(serializers.Serializer[Any]):
    """How many there are of each kind."""

    tables = serializers.IntegerField()
    indexes = serializers.IntegerField()
    entities = serializers.IntegerField()
    attributes = serializers.IntegerField()
    patterns = serializers.IntegerField()
    items = serializers.IntegerField()


class EntityMadeSerializer(serializers.Serializer[Any]):
    """An entity that would be created."""

    name = serializers.CharField()
    items = serializers.IntegerField()


class TableMadeSerializer(serializers.Serializer[Any]):
    """A table that would be created."""

    name = serializers.CharField()
    indexes = serializers.ListField(child=serializers.CharField())
    entities = EntityMadeSerializer(many=True)
    unassigned = serializers.IntegerField(help_text="Items that match no entity")


class PatternMadeSerializer(serializers.Serializer[Any]):
    """An access pattern that would be created."""

    code = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)


class ParameterSerializer(serializers.Serializer[Any]):
    """A value that the file leaves to its deployment, and that something in the design depends on."""

    name = serializers.CharField()
    value = serializers.CharField(allow_blank=True, help_text="The value that was read; empty if it is unknown")
    choices = serializers.ListField(
        child=serializers.CharField(), help_text="The values that the file allows, if it says"
    )
    description = serializers.CharField(allow_blank=True)
    is_known = serializers.BooleanField(help_text="false: assumed or left open")
    is_given = serializers.BooleanField(help_text="true: from this request")


class PreviewSerializer(serializers.Serializer[Any]):
    """What an import would create."""

    importer = serializers.CharField()
    name = serializers.CharField()
    counts = CountsSerializer()
    tables = TableMadeSerializer(many=True)
    patterns = PatternMadeSerializer(many=True)
    report = LineSerializer(many=True)
    lines = serializers.IntegerField(help_text="Length of the report; at most 1,000 of its lines are shown")
    parameters = ParameterSerializer(many=True)
    guesses = GuessSerializer(many=True)
    revision = serializers.IntegerField(allow_null=True, help_text="Of the design that would change")
    changes = ToldSerializer(many=True, allow_null=True, help_text="For an import into an existing design")


class MadeSerializer(serializers.Serializer[Any]):
    """What an accepted import created."""

    design = serializers.UUIDField()
    revision = serializers.IntegerField()
    is_new = serializers.BooleanField()


class ImportSerializer(serializers.Serializer[Any]):
    """An import that is held until it is accepted, for half an hour at most. Its token is for its sender only."""

    token = serializers.CharField()
    state = serializers.ChoiceField(["working", "ready", "stored", "failed"])
    filename = serializers.CharField(allow_blank=True)
    workspace = serializers.UUIDField(allow_null=True)
    design = serializers.UUIDField(allow_null=True)
    expires_at = serializers.DateTimeField()
    problem = serializers.CharField(allow_blank=True, help_text="Why it failed")
    job = JobSerializer(allow_null=True)
    preview = PreviewSerializer(allow_null=True)
    made = MadeSerializer(allow_null=True)


class AcceptSerializer(serializers.Serializer[Any]):
    """Decisions about inferences, by the `part` that they are about; parts that are not named are kept.

    A decision is "keep", "drop", {"name": "..."} for a table, an index, or an entity, or {"keys": {"PK": "CUST#{id}"},
    "when": "..."} for key templates.
    """

    revision = Whole(min_value=0, max_value=10**9, required=False, help_text="Of the design, as the preview showed it")
    decisions = serializers.DictField(child=serializers.JSONField(), required=False)


class LiveTablesSerializer(serializers.Serializer[Any]):
    """The tables of an endpoint that may be read."""

    endpoint = serializers.CharField()
    tables = serializers.ListField(child=serializers.CharField())
    has_more = serializers.BooleanField()


class LiveSerializer(serializers.Serializer[Any]):
    """Which live tables are read, how much of them, and into what: a workspace or a design."""

    workspace = serializers.UUIDField(required=False)
    design = serializers.UUIDField(required=False)
    endpoint = Text(max_length=120)
    tables = serializers.ListField(child=Text(max_length=255), min_length=1, max_length=TABLES_READ)
    items = Whole(min_value=0, max_value=ITEMS_MAX, default=ITEMS, help_text="Maximum per table")
    units_per_second = Whole(min_value=1, max_value=UNITS_MAX, default=UNITS, help_text="Maximum read units")
    is_masked = Flag(default=True, help_text="Contents of values are replaced; formats and sizes stay")


class DriftSerializer(serializers.Serializer[Any]):
    """Where a design and what is deployed differ: findings like those of an analysis, and what an
    update would change.
    """

    revision = serializers.IntegerField()
    findings = FindingSerializer(many=True)
    changes = ToldSerializer(many=True)
    report = LineSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        """`with` is a Python keyword."""
        return {"with": serializers.CharField(help_text="What it was compared with"), **super().get_fields()}


class DriftWaitingSerializer(serializers.Serializer[Any]):
    """A comparison that takes long. The job reports its progress, or why there is no result."""

    token = serializers.CharField()
    job = JobSerializer()
