"""Input and output of /api/v1/designs/<id>/rehearsals/ and /api/v1/rehearsals/<id>/."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from exporter.models import RunState
from exporter.rehearsals.live_asked import ITEMS as LIVE_ITEMS
from exporter.rehearsals.live_asked import ITEMS_MAX as LIVE_ITEMS_MAX
from exporter.rehearsals.live_asked import RATE, RATE_MAX, UNITS, UNITS_MAX, LiveAsked
from exporter.rehearsals.package import ITEMS_MAX
from exporter.rehearsals.services import ITEMS, SEED_MAX, RehearsalAsked

_NAME_MAX = 200


class LiveAskedSerializer(serializers.Serializer[Any]):
    """Items of the live tables, to be stored too: read by a scan at a rate within a budget, and masked."""

    endpoint = serializers.CharField(
        max_length=_NAME_MAX, default="", allow_blank=True, help_text="Where they are; default: the first endpoint"
    )
    names = serializers.DictField(
        child=serializers.CharField(max_length=255), required=False, help_text="Live names by those of the old design"
    )
    items = serializers.IntegerField(min_value=1, max_value=LIVE_ITEMS_MAX, default=LIVE_ITEMS)
    units = serializers.IntegerField(
        min_value=1, max_value=UNITS_MAX, default=UNITS, help_text="The budget: read units of all tables together"
    )
    units_per_second = serializers.IntegerField(min_value=1, max_value=RATE_MAX, default=RATE)


class RehearsalAskedSerializer(serializers.Serializer[Any]):
    """What to rehearse, and where. The revisions are numbers or names of versions."""

    other = serializers.UUIDField(required=False, help_text="The design before the change; default: this one")
    before = serializers.CharField(max_length=_NAME_MAX, default="", allow_blank=True, help_text="Its revision")
    after = serializers.CharField(max_length=_NAME_MAX, default="", allow_blank=True, help_text="That of this design")
    endpoint = serializers.CharField(
        max_length=_NAME_MAX, default="", allow_blank=True, help_text="An emulator; default: the first that allows it"
    )
    items = serializers.IntegerField(
        min_value=0, max_value=ITEMS_MAX, default=ITEMS, help_text="About so many items more than the samples"
    )
    seed = serializers.IntegerField(
        min_value=0, max_value=SEED_MAX, default=1, help_text="The same seed makes the same items and writes"
    )
    live = LiveAskedSerializer(required=False, help_text="Default: no items of live tables")

    def asked(self) -> RehearsalAsked:
        """Return the wish."""
        given = dict(self.validated_data)
        live = given.pop("live", None)
        return RehearsalAsked(**given, live=None if live is None else LiveAsked(**live))


class RehearsedReadSerializer(serializers.Serializer[Any]):
    """An access pattern that ran during the rehearsal, with either design or with both."""

    pattern = serializers.CharField()
    runs = serializers.IntegerField()
    wrong = serializers.IntegerField(help_text="Runs that lacked an item, returned one too many, or were refused")
    verdict = serializers.CharField()
    finds_fewer = serializers.BooleanField(help_text="It finds fewer of the same items with the new design")


class EvidenceSerializer(serializers.Serializer[Any]):
    """What a rehearsal has shown so far."""

    proved = serializers.BooleanField(
        allow_null=True, help_text="Every comparison was empty, and no read was wrong; null until the end"
    )
    items = serializers.IntegerField(help_text="Stored before the start")
    live = serializers.DictField(
        allow_null=True, help_text="Items of live tables: read, stored, units, and how many were left out by reason"
    )
    kills = serializers.IntegerField(help_text="Commands that were killed with -9 while they worked")
    seconds = serializers.FloatField()
    comparisons = serializers.ListField(child=serializers.DictField())
    counted = serializers.DictField(
        child=serializers.FloatField(), help_text="Units, repeated and refused writes of the commands that ended"
    )
    writer = serializers.DictField(child=serializers.IntegerField())
    reads = RehearsedReadSerializer(many=True)
    steps = serializers.ListField(child=serializers.DictField())


class RehearsalSerializer(serializers.Serializer[Any]):
    """A rehearsal of the migration from one revision to another."""

    id = serializers.UUIDField()
    design = serializers.UUIDField()
    revision = serializers.IntegerField()
    base = serializers.UUIDField(help_text="The design before the change")
    base_revision = serializers.IntegerField()
    endpoint = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    generated_items = serializers.IntegerField()
    seed = serializers.IntegerField()
    live = serializers.DictField(allow_null=True, help_text="Which items of live tables are stored too")
    state = serializers.ChoiceField(RunState.choices)
    problem = serializers.CharField(allow_blank=True)
    progress = serializers.DictField()
    job = serializers.UUIDField(allow_null=True, help_text="DELETE of this job stops the rehearsal")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    evidence = EvidenceSerializer()


class RehearsalsSerializer(serializers.Serializer[Any]):
    """The rehearsals of a design."""

    rehearsals = RehearsalSerializer(many=True)
