"""Reads of a window of time in a table whose partition keys have a period of it: one request for each period."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from modeler.core.decisions.throughput import DAY, Bucket, window_requests
from modeler.core.design.items import Attribute, Entity, Overload
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.keys.key_formats import FormatCall, apply_formats
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template
from modeler.core.servings.served import Serving
from modeler.core.servings.wanted import Equal, WantedRange
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.values.attribute_values import AttributeType
from modeler.core.values.json_values import from_plain

_LAYOUTS: Final = {"year": "%Y", "month": "%Y-%m", "date": "%Y-%m-%d", "hour": "%Y-%m-%dT%H"}
_EXAMPLE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The example value of a period whose window has none: a parameter without one is a name that nothing explains."""
PERIODS_MAX: Final = 100
"""Periods that example values of a window are listed for."""


@dataclass(frozen=True, slots=True)
class Bucketed:
    """A call whose window lies in periods. `table` and `call` are the same with the period as an attribute that the
    call gives, named `parameter`; `requests` is the number of periods of a window.
    """

    table: Table
    call: PlacedCall
    parameter: str
    time: Attribute
    grain: str
    window: WantedRange
    requests: int

    def resolved(self, asked: AccessPattern, found: AccessPattern) -> AccessPattern:
        """The resolved call as a pattern: it gives the periods as a list, and makes a request for each of them."""
        extra = {**found.extra, **{name: value for name, value in asked.extra.items() if name == "intent"}}
        periods = self.periods(asked.parameters) or [_EXAMPLE.strftime(_LAYOUTS[self.grain])]
        parameters = {**asked.parameters, self.parameter: periods}
        return replace(found, parameters=parameters, fan_out=max(found.fan_out, self.requests), extra=extra)

    def served(self, made: Serving) -> Serving:
        """What serves the call, with the number of its requests."""
        if self.requests == 1:
            return made
        reason = f"{made.reason}, in {self.requests} calls, one for each {self.grain}"
        return replace(made, requests=max(made.requests, self.requests), reason=reason)

    def periods(self, parameters: Mapping[str, Any]) -> list[str]:
        """The periods that the example values of a window lie in; none if there are no such values."""
        ends = [self._period(parameters.get(name)) for name in (self.window.low, self.window.high)]
        if ends[0] is None or ends[1] is None:
            return []
        layout = _LAYOUTS[self.grain]
        at, last = (datetime.strptime(f"{one}+0000", f"{layout}%z") for one in ends if one is not None)
        found: dict[str, None] = {}
        while at <= last and len(found) < PERIODS_MAX:
            found[at.strftime(layout)] = None
            at += timedelta(hours=1) if self.grain == "hour" else timedelta(days=1)
        return list(found)

    def _period(self, raw: Any) -> str | None:
        try:
            value = from_plain(raw, self.time.type)
        except Invalid:
            return None
        return apply_formats(value, (FormatCall(self.grain),), self.time.format)


def in_buckets(table: Table, call: PlacedCall, index: str | None) -> Bucketed | None:
    """The call against a table whose own key, or that of an index, has a period of the time of its window; None if
    there is no such period, or no window of known length.
    """
    entity = table.entity(call.entities[0].name) if len(call.entities) == 1 else None
    held = table.index(index)
    overloads = entity.overloads_of(index) if entity is not None else ()
    if entity is None or held is None or len(overloads) != 1:
        return None
    (overload,) = overloads
    first = held.key_names[0]
    parts = parse(overload.keys.get(first, "")).parts
    period = next((one for one in parts if isinstance(one, Reference) and _grain(one)), None)
    if period is None or any(isinstance(one, Equal) and one.attribute == period.attribute for one in call.wanted.terms):
        return None
    window, days = call.wanted.range_of(period.attribute), call.asked.facts.intent.window_days
    time = entity.attribute(period.attribute)
    if window is None or not (window.low and window.high) or not days or time is None:
        return None
    grain = _grain(period)
    name = f"{period.attribute}{grain.title()}"
    keys = {**overload.keys, first: print_template(tuple(_by_name(one, period, name) for one in parts))}
    made = _with_period(entity, name, overload, keys)
    swapped = replace(table, entities=tuple(made if one is entity else one for one in table.entities))
    intent = call.asked.facts.intent
    given = {**intent.raw, "given": [*intent.given, name]}
    asked = replace(call.asked, extra={**call.asked.extra, "intent": given})
    requests = window_requests(Bucket(grain), days * DAY)
    return Bucketed(swapped, replace(call, asked=asked, entities=(made,)), name, time, grain, window, requests)


def _grain(part: Reference) -> str:
    last = part.formats[-1].name if part.formats else ""
    return last if last in _LAYOUTS else ""


def _by_name(part: LiteralText | Reference, period: Reference, name: str) -> LiteralText | Reference:
    return Reference(name) if part == period else part


def _with_period(entity: Entity, name: str, overload: Overload, keys: Mapping[str, str]) -> Entity:
    attribute = Attribute(part_id(entity.id, "attribute", name), name, AttributeType.S, "month")
    made = replace(overload, keys=dict(keys))
    overloads = tuple(made if one is overload else one for one in entity.overloads)
    return replace(entity, attributes=(*entity.attributes, attribute), overloads=overloads)
