"""What a template has beside a table and a design has in it: alarms, and functions that read its stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exporter.importers.described.operations import NAMESPACE, with_alarm, with_consumer
from exporter.importers.described.tables import Context, text_of
from exporter.importers.support.line_numbers import members
from modeler.core.design.tables import Table

_ALARM: Final = "AWS::CloudWatch::Alarm"
_MAPPING: Final = "AWS::Lambda::EventSourceMapping"
_FUNCTION: Final = "AWS::Serverless::Function"
READS: Final = frozenset({_ALARM, _MAPPING, _FUNCTION})
MEMBERS: Final = ("AlarmName", "Namespace", "Dimensions", "Metrics", "EventSourceArn", "FunctionName", "Events")
"""The properties that are read of these resources."""


class StackTables:
    """The tables, and what other resources add to them; `places` are the tables by logical id."""

    def __init__(self, tables: Sequence[Table], places: Mapping[str, int], context: Context) -> None:
        self.tables = list(tables)
        self.context = context
        self._places = places

    def take(self, kind: str, logical: str, found: Mapping[str, Any]) -> bool:
        """Add a resource to the table that it is about. False if it is about none, or about more than a table."""
        if kind == _ALARM:
            return self._alarm(logical, found)
        if kind == _MAPPING:
            return self._consumer(text_of(found.get("EventSourceArn")), text_of(found.get("FunctionName")) or logical)
        events = found.get("Events")
        for event in events.values() if isinstance(events, Mapping) else ():
            properties = event.get("Properties") if isinstance(event, Mapping) else None
            if isinstance(properties, Mapping) and text_of(event.get("Type")) == "DynamoDB":
                self._consumer(text_of(properties.get("Stream")), text_of(found.get("FunctionName")) or logical)
        return False

    def _alarm(self, logical: str, found: Mapping[str, Any]) -> bool:
        places = {self._by_name(name) for name in _tables_of(found)} - {None}
        for place in places:
            if place is not None:
                self.tables[place] = with_alarm(self.tables[place], text_of(found.get("AlarmName")) or logical)
        return bool(places)

    def _by_name(self, name: str) -> int | None:
        return next((at for at, table in enumerate(self.tables) if table.name == name), self._places.get(name))

    def _consumer(self, stream: str, function: str) -> bool:
        logical, _, attribute = stream.partition(".")
        name = stream.partition(":table/")[2].partition("/")[0]
        place = self._places.get(logical) if attribute == "StreamArn" else self._by_name(name) if name else None
        if place is None:
            return False
        function = function.removesuffix(".Arn").rpartition(":")[2]
        self.tables[place] = with_consumer(self.tables[place], function, "lambda")
        return True


def _tables_of(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the tables that an alarm watches, by one metric or by several."""
    metrics = [found]
    for _, one in members(found.get("Metrics")):
        metric = one.get("MetricStat", {}).get("Metric") if isinstance(one, Mapping) and isinstance(
            one.get("MetricStat"), Mapping) else None  # fmt: skip
        metrics += [metric] if isinstance(metric, Mapping) else []
    for metric in metrics:
        if text_of(metric.get("Namespace")) != NAMESPACE:
            continue
        for _, dimension in members(metric.get("Dimensions")):
            if isinstance(dimension, Mapping) and text_of(dimension.get("Name")) == "TableName":
                yield text_of(dimension.get("Value"))


def say_policies(resource: Mapping[str, Any], path: str, context: Context) -> None:
    """Report what happens to a table with its stack, where that differs from the templates of an export."""
    for member in ("DeletionPolicy", "UpdateReplacePolicy"):
        word = text_of(resource.get(member))
        if not word and resource.get(member) is not None:
            said = "known only at deployment: a design does not have this; exported templates keep the table (Retain)"
            context.note(f"{path}.{member}", said, resource, member)
        elif word and word != "Retain":
            said = f"{word[:40]}: a design does not have this; exported templates keep the table (Retain)"
            context.note(f"{path}.{member}", said, resource, member)
