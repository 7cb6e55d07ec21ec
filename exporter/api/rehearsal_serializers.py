"""Input and output of /api/v1/designs/<id>/rehearsals/ and /api/v1/rehearsals/<id>/."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from exporter.models import RunState
from exporter.rehearsals.package import ITEMS_MAX
from exporter.rehearsals.services import ITEMS, SEED_MAX

_NAME_MAX = 200


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
