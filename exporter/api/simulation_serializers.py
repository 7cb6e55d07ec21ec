"""Input and output of /api/v1/designs/<id>/simulation/."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from exporter.simulation_asked import CHANGES, MODES, NEW_KEY, PARAMETERS, SCENARIOS, SHARDS_MAX, options_of
from modeler.core.errors import Invalid
from modeler.core.limits import UNITS_BOUND

_WORDS_MAX: Final = 1024
_NUMBERS: Final = {one.name: one for one in PARAMETERS}


def _units(name: str) -> Any:
    return serializers.IntegerField(min_value=1, max_value=UNITS_BOUND, required=False, help_text=CHANGES[name])


def _parameter(name: str) -> Any:
    one = _NUMBERS[name]
    return serializers.FloatField(min_value=one.low, max_value=one.high, default=one.default, help_text=one.help)


def _text_field(name: str) -> Any:
    return serializers.CharField(max_length=_WORDS_MAX, required=False, help_text=NEW_KEY[name])


class SimulationAskedSerializer(serializers.Serializer[Any]):
    """The scenario with its parameters, and the changes of a second run beside the first (none: only one run)."""

    scenario = serializers.ChoiceField(SCENARIOS, default="steady")
    traffic = _parameter("traffic")
    assumed_rate = _parameter("assumed_rate")
    factor = _parameter("factor")
    ramp = _parameter("ramp")
    share = _parameter("share")
    hours = _parameter("hours")
    mode = serializers.ChoiceField(MODES, required=False, help_text="the capacity mode of every table")
    read_units = _units("read_units")
    write_units = _units("write_units")
    warm_read = _units("warm_read")
    warm_write = _units("warm_write")
    shards = serializers.IntegerField(
        min_value=1, max_value=SHARDS_MAX, required=False, help_text="how many keys each hot key is divided over"
    )
    key_entity = _text_field("key_entity")
    key_index = _text_field("key_index")
    key_template = _text_field("key_template")
    live = serializers.CharField(
        max_length=200,
        required=False,
        help_text="An endpoint whose live tables are read: the open shards of a stream are the partitions of its table",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse changes that contradict each other; return parameters and changes apart."""
        given = {name: attrs[name] for name in _NUMBERS}
        changes = {name: attrs[name] for name in ("mode", *CHANGES, *NEW_KEY) if name in attrs}
        try:
            options_of(given, changes)
        except Invalid as refusal:
            raise serializers.ValidationError({refusal.path or "scenario": refusal.message}) from None
        live = {"live": attrs["live"]} if "live" in attrs else {}
        return {"scenario": attrs["scenario"], "given": given, "changes": changes, **live}


class BandSerializer(serializers.Serializer[Any]):
    """The lowest, the median and the highest figure of all seeds."""

    low = serializers.FloatField()
    median = serializers.FloatField()
    high = serializers.FloatField()


class SimulatedPatternSerializer(serializers.Serializer[Any]):
    """What happens to the calls of one access pattern. Shares are from 0 to 1."""

    pattern = serializers.CharField(help_text="Its id")
    label: Any = serializers.CharField()
    calls = serializers.FloatField(help_text="Calls in the whole scenario")
    given_up = BandSerializer(help_text="Share of its calls that fail after all retries")
    refused_per_call = BandSerializer(help_text="Throttled attempts per call")
    added_ms = BandSerializer(help_text="Milliseconds that retries add to a served call on average")
    worst_ms = BandSerializer(help_text="The same in the worst minute")
    reasons = serializers.DictField(
        child=BandSerializer(), help_text="Share of its calls that fail, by the throttling reason that DynamoDB returns"
    )


class SimulatedPlaceSerializer(serializers.Serializer[Any]):
    """The partitions of a table, or of a GSI."""

    table = serializers.CharField()
    index = serializers.CharField(allow_null=True, help_text="null for the table itself")
    partitions_at_start = serializers.IntegerField()
    partitions_at_end = BandSerializer()
    reads_per_second = BandSerializer(help_text="The most read units per second that are served")
    writes_per_second = BandSerializer(help_text="The most write units per second that are served")
    waiting_units = BandSerializer(help_text="Write units of entries that still wait to be written to the GSI")
    heat = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()),
        help_text="One list per partition, in the order of hash values, at most 64 (more are grouped, and the hottest "
        "counts): its traffic in equal parts of the time as a share of its limit. 1 is the limit",
    )


class SimulationRunSerializer(serializers.Serializer[Any]):
    """One run. Every figure is an estimate; `assumed` and `unknown` say from what."""

    estimate = serializers.BooleanField(help_text="Always true")
    scenario = serializers.ChoiceField(SCENARIOS)
    title = serializers.CharField()
    minutes = serializers.IntegerField()
    seeds = serializers.IntegerField(help_text="How many runs with other random numbers a band is made of")
    given_up = BandSerializer(help_text="Share of all calls that fail after all retries")
    patterns = SimulatedPatternSerializer(many=True)
    places = SimulatedPlaceSerializer(many=True)
    given_up_over_time = serializers.ListField(
        child=serializers.FloatField(), help_text="Share of calls that fail in each part of the time of `heat`"
    )
    assumed = serializers.ListField(child=serializers.CharField())
    unknown = serializers.ListField(child=serializers.CharField())


class SimulationSerializer(SimulationRunSerializer):
    """A scenario of a design, and the run with changes beside it."""

    revision = serializers.IntegerField()
    second = SimulationRunSerializer(allow_null=True, help_text="The run with the changes; null without changes")
