"""Input and output of /api/v1/designs/<id>/loads/ and /api/v1/loads/<id>/."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from exporter.api.simulation_serializers import SimulationRunSerializer
from exporter.loads.asked import BOUNDS, HELP
from exporter.models import RunState
from modeler.core.simulation.scenario import BY_NAME

_NAME_MAX = 200


def _number(name: str, **more: Any) -> Any:
    low, high = BOUNDS[name]
    return serializers.IntegerField(min_value=low, max_value=high, help_text=HELP[name], **more)


class LoadAskedSerializer(serializers.Serializer[Any]):
    """What to send, where, and the budget of units, which has no default: it is what you agree to pay for."""

    read_units = _number("read_units")
    write_units = _number("write_units")
    scenario = serializers.ChoiceField(list(BY_NAME), default="steady")
    seconds = _number("seconds", default=30)
    calls_per_second = _number("calls_per_second", default=50)
    items = _number("items", default=500)
    seed = _number("seed", default=1)
    endpoint = serializers.CharField(
        max_length=_NAME_MAX, default="", allow_blank=True, help_text="Default: the first that allows loads"
    )


class LoadStockSerializer(serializers.Serializer[Any]):
    """What is stored before the calls."""

    items = serializers.IntegerField()
    write_units = serializers.FloatField(help_text="Part of the budget of write units; entries of indexes included")


class LoadPlanSerializer(serializers.Serializer[Any]):
    """What a load would do and at most cost."""

    endpoint = serializers.CharField()
    dollars = serializers.CharField(allow_null=True, help_text="null: nothing is billed, or no list price is known")
    seeded = LoadStockSerializer()
    sentences = serializers.ListField(child=serializers.CharField())


class LoadUnitsSerializer(serializers.Serializer[Any]):
    """Units of the calls that were served."""

    consumed = serializers.FloatField(help_text="As the endpoint reported; `trusted` says whether to believe it")
    predicted = serializers.FloatField(help_text="By the evaluator, for exactly these calls on the stored items")
    simulated = serializers.FloatField(help_text="By the sizes and counts that the design declares")


class LoadBothUnitsSerializer(serializers.Serializer[Any]):
    """Read and write units."""

    read = LoadUnitsSerializer()
    write = LoadUnitsSerializer()


class LoadPatternSerializer(serializers.Serializer[Any]):
    """What the calls of one access pattern have shown."""

    pattern = serializers.CharField(help_text="Its id")
    label: Any = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    keys = serializers.IntegerField(help_text="Partition keys that were drawn from")
    hottest_share = serializers.FloatField(allow_null=True, help_text="Share of calls of the hottest key, as simulated")
    planned = serializers.IntegerField()
    sent = serializers.IntegerField()
    served = serializers.IntegerField()
    throttled = serializers.IntegerField(help_text="Each call is tried once")
    reasons = serializers.DictField(child=serializers.IntegerField(), help_text="Throttled calls by DynamoDB's reason")
    refused = serializers.DictField(child=serializers.IntegerField(), help_text="Refused calls by code")
    latency = serializers.DictField(
        child=serializers.FloatField(), allow_null=True, help_text="p50, p90 and p99 in ms; null below 100 served calls"
    )
    longest_ms = serializers.FloatField(allow_null=True)
    units = LoadBothUnitsSerializer()
    trusted = serializers.DictField(child=serializers.BooleanField(), help_text="Whether its consumed units are right")


class LoadReportSerializer(serializers.Serializer[Any]):
    """What a load has measured, beside the simulation of the same seconds."""

    scenario = serializers.CharField()
    title = serializers.CharField()
    minute = serializers.IntegerField(help_text="The minute of the scenario from which on it was sent: its busiest")
    share = serializers.FloatField(help_text="The part of the scenario's calls")
    seconds = serializers.FloatField()
    sent = serializers.IntegerField()
    late = serializers.IntegerField(help_text="Calls that the sender did not send in time")
    budget_ended_it = serializers.BooleanField()
    budget = serializers.DictField(child=serializers.IntegerField())
    seeded = serializers.DictField(child=serializers.FloatField(), help_text="Items, and what storing them consumed")
    units = LoadBothUnitsSerializer()
    trusted = serializers.DictField(child=serializers.BooleanField())
    trusted_for = serializers.ListField(child=serializers.CharField())
    patterns = LoadPatternSerializer(many=True)
    left_out = serializers.ListField(child=serializers.CharField())
    simulated = SimulationRunSerializer()


class LoadSerializer(serializers.Serializer[Any]):
    """A load proof."""

    id = serializers.UUIDField()
    design = serializers.UUIDField()
    revision = serializers.IntegerField()
    endpoint = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    asked = LoadAskedSerializer()
    state = serializers.ChoiceField(RunState.choices)
    problem = serializers.CharField(allow_blank=True)
    progress = serializers.DictField()
    job = serializers.UUIDField(allow_null=True, help_text="DELETE of this job stops the load")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    report = LoadReportSerializer(allow_null=True, help_text="null until the end")


class LoadsSerializer(serializers.Serializer[Any]):
    """The load proofs of a design."""

    loads = LoadSerializer(many=True)
