"""Totals that a consumer of the table's stream keeps, where the writes themselves do not know how a total changes: of
items in one state, after a delete without the value, after a replacement. facts/building-blocks#x6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation, Rate
from modeler.core.servings.wanted import Equal, filter_terms
from modeler.core.synthesis.derived.changing_together import Derived, leaves, writes
from modeler.core.synthesis.derived.consuming import code_for, with_consumer
from modeler.core.synthesis.derived.holders import Holder, counter_of, holder_of, rollup_of, with_counters
from modeler.core.synthesis.derived.totals import HOT_WRITES, KEPT, increment_of, parts_of, read_of
from modeler.core.values.attribute_values import AttributeValue

LAG: Final = 5.0
"""Seconds by which a consumer of a stream can be late: a read that must see newer writes does not use its totals."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A read of a total, what has the total, and of which items: `states` are what attributes are compared with."""

    asked: AccessPattern
    child: Entity
    held: Holder
    states: Mapping[str, str]

    @property
    def counters(self) -> tuple[Attribute, ...]:
        """The attributes of the totals."""
        return tuple(counter_of(self.held, self.child, of, self.states) for of in parts_of(self.asked))

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(one.name for one in self.counters)


def stream_totals(design: Design, unrated: frozenset[str]) -> Iterator[Callable[[Design], Derived | None]]:
    """For each read of a total that may lag: how a consumer of the stream keeps it. `unrated` are the patterns whose
    rate is supposed: how much such a consumer writes is unknown then.
    """
    for pattern in design.patterns:
        facts = pattern.facts
        may_lag = not pattern.consistent and (facts.fresh is None or facts.fresh >= LAG)
        listed = facts.intent.given and not facts.intent.range and len(pattern.entities) == 1
        if may_lag and listed and facts.intent.returns in KEPT and parts_of(pattern):
            yield partial(_streamed, asked=pattern, unrated=unrated)


def _streamed(design: Design, asked: AccessPattern, unrated: frozenset[str]) -> Derived | None:
    now = next((one for one in design.patterns if one.id == asked.id), None)
    kept = _kept(design, asked) if now is not None and now.facts.intent.returns else None
    if kept is None:
        return None
    changing = [one for one in design.patterns if any(_may_change(leaf, kept) for leaf in leaves((one,)))]
    rates = [one.per_second for one in changing if one.per_second is not None and one.id not in unrated]
    held, names = kept.held, kept.names
    if not rates or len(rates) < len(changing) or any(held.entity.attribute(name) is not None for name in names):
        return None
    peak = sum(one.peak for one in rates)
    skews = [one.facts.skew.hottest or 0.0 for one in changing if one.facts.skew is not None]
    if peak * max([1 / max(held.entity.count or 1, 1), *skews]) > HOT_WRITES:
        return None
    keeping = _keeping(design, kept, Rate(sum(one.average for one in rates), peak))
    counted = with_counters(design, kept.child, held, kept.counters)
    tables = with_consumer(counted, f"totals of {held.entity.name}", [f"{held.entity.name}.{name}" for name in names])
    if tables is None:
        return None
    patterns = (*(read_of(one, held, names) if one.id == asked.id else one for one in design.patterns), keeping)
    note = (
        f"{asked.label} reads {' and '.join(names)} of {held.entity.name}, which a consumer of the stream keeps by "
        f"{keeping.label}: the total lags by a second or more, and a record delivered twice must not count twice"
    )
    return Derived(replace(design, tables=tables, patterns=patterns), note)


def _kept(design: Design, asked: AccessPattern) -> _Kept | None:
    child = next((one for _, one in design.entities() if one.name == asked.entities[0]), None)
    given, states = asked.facts.intent.given, _states(asked)
    if child is None or states is None or not all(map(child.attribute, (*given, *states))):
        return None
    held = holder_of(design, child, given) or rollup_of(design, child, given)
    return _Kept(asked, child, held, states) if held is not None else None


def _states(asked: AccessPattern) -> dict[str, str] | None:
    """What the filter compares attributes with; None if it is more than comparisons with constants."""
    terms = filter_terms(asked.filter) if asked.filter.strip() else ()
    if isinstance(terms, str):
        return None
    found = {}
    for _, term in terms:
        if not isinstance(term, Equal) or not isinstance(term.value, AttributeValue):
            return None
        found[term.attribute] = str(term.value.data)
    return found


def _may_change(write: AccessPattern, kept: _Kept) -> bool:
    """Return whether a write can change the total."""
    if writes(write, Operation.PUT, kept.child) or writes(write, Operation.DELETE, kept.child):
        return True
    named = {*kept.asked.facts.intent.given, *kept.states, *filter(None, parts_of(kept.asked))}
    return writes(write, Operation.UPDATE, kept.child) and bool(named & {*write.set, *write.add, *write.remove})


def _keeping(design: Design, kept: _Kept, rate: Rate) -> AccessPattern:
    """The write of the consumer, at most as often as the items change."""
    names = kept.names
    parameters: dict[str, Any] = {f"{name}Change": 1 for name in names}
    step = increment_of(kept.asked, kept.held, {name: f":{name}Change" for name in names})
    name = f"Keep {' and '.join(names)} of {kept.held.entity.name}"
    # The consumer names the item by its own identity, not by the attributes of the items that are counted.
    intent = {**step.facts.intent.raw, "given": list(kept.held.given)}
    return replace(
        step,
        id=part_id(kept.asked.id, "pattern", name),
        code=code_for(design, f"Keep{names[0][:1].upper()}{names[0][1:]}"),
        name=name,
        per_second=rate,
        parameters=parameters,
        own_parameters=frozenset(parameters),
        filter="",
        extra={**step.extra, "intent": intent, "purpose": "job"},
    )
