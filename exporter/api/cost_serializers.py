"""The monthly cost of a design under assumptions, over REST."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from modeler.core.design.cost_scenarios import CAPACITY_MODES, GROWTH_MAX, MONTHS_MAX, TABLE_CLASSES, TIMES_MAX
from modeler.core.design.table_settings import TRAFFIC_SHAPES


class WhatIfSerializer(serializers.Serializer[Any]):
    """Assumptions instead of what the design specifies. Growth is in percent per month."""

    region = serializers.CharField(required=False, max_length=40)
    mode = serializers.ChoiceField(CAPACITY_MODES, required=False)
    table_class = serializers.ChoiceField(TABLE_CLASSES, required=False)
    times = serializers.FloatField(required=False, min_value=0.001, max_value=TIMES_MAX)
    calls_growth = serializers.FloatField(required=False, min_value=0, max_value=GROWTH_MAX)
    items_growth = serializers.FloatField(required=False, min_value=0, max_value=GROWTH_MAX)
    months = serializers.IntegerField(required=False, min_value=0, max_value=MONTHS_MAX)
    traffic = serializers.ChoiceField(TRAFFIC_SHAPES, required=False)


class ScenarioMonthSerializer(serializers.Serializer[Any]):
    """One month in dollars, as exact decimals; `stored` is in GB. `lower_bound`: a rate or a price is not known, so
    `over_budget` is null unless what is known is above the budget.
    """

    name = serializers.CharField()
    assumes = serializers.JSONField()
    region = serializers.CharField()
    modes = serializers.ListField(child=serializers.CharField())
    classes = serializers.ListField(child=serializers.CharField())
    reads = serializers.CharField()
    writes = serializers.CharField()
    rest = serializers.CharField()
    total = serializers.CharField()
    stored = serializers.CharField()
    estimate = serializers.BooleanField()
    lower_bound = serializers.BooleanField()
    throttles = serializers.BooleanField()
    over_budget = serializers.BooleanField(allow_null=True)


class ScenariosSerializer(serializers.Serializer[Any]):
    """The design as it is, under the assumptions of the request if there are any, and in each scenario that it keeps;
    `left_out` counts scenarios that are not listed.
    """

    revision = serializers.IntegerField()
    prices_version = serializers.CharField()
    hours = serializers.IntegerField()
    budget = serializers.CharField(allow_null=True)
    months = ScenarioMonthSerializer(many=True)
    left_out = serializers.IntegerField()
