"""Calls resolved against trial tables: with their keys, their filters and how many items they examine."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Table
from modeler.core.items.sizes import Sizes
from modeler.core.keys.templates import parse
from modeler.core.servings.binding import bind
from modeler.core.servings.filters import kept_share
from modeler.core.servings.found import WHOLE_KEY, looked_up
from modeler.core.servings.served import Serving
from modeler.core.servings.wanted import Equal, Other, Term, WantedRange, filter_terms
from modeler.core.synthesis.bucketed_reads import Bucketed, in_buckets
from modeler.core.synthesis.calls import KEYED, PlacedCall
from modeler.core.synthesis.pages import PAGES_MAX, pages_of
from modeler.core.synthesis.words import is_orderable
from modeler.core.synthesis.workshop import Workshop


@dataclass(frozen=True, slots=True)
class ServedCall:
    """A call as it is made against a table: its pattern, and how the table serves it. `filtered`: it examines items
    that a filter discards, and that a key could leave out. `placed`: it reads several periods of time.
    """

    pattern: AccessPattern
    serving: Serving
    filtered: bool = False
    placed: Bucketed | None = None


def resolved_write(workshop: Workshop, table: Table, call: PlacedCall) -> AccessPattern | None:
    """A write against a table; None if it does not give every value of the item's key."""
    asked = replace(call.asked, table=table.name, filter="" if call.is_change else call.asked.filter)
    if not call.is_change or not call.entities:
        return asked
    entity = table.entity(call.entities[0].name)
    if entity is None or not entity.overloads:
        return None
    given = {term.attribute: term for term in call.wanted.terms if isinstance(term, Equal)}
    key = []
    for name, template in entity.overloads[0].keys.items():
        bound = bind(parse(template), given, entity.attributes_by_name)
        if bound.missing:
            return None
        key.append(KeyCondition(name, "=", (bound.text,)))
    return replace(asked, key=tuple(key), index=None)


def resolved_read(
    workshop: Workshop, table: Table, call: PlacedCall, index: str | None, sizes: Sizes
) -> ServedCall | None:
    """A read against one index of a table (None: the table's own key); None if it cannot serve it."""
    entities = tuple(found for one in call.entities if (found := table.entity(one.name)) is not None)
    if call.wanted.problem or not entities:
        return None
    placed = in_buckets(table, call, index)
    if placed is not None:
        made = resolved_read(workshop, placed.table, placed.call, index, sizes)
        if made is None:
            return None
        pattern = placed.resolved(call.asked, made.pattern)
        return ServedCall(pattern, placed.served(made.serving), made.filtered, placed)
    single = KEYED.get(call.asked.operation, call.asked.operation)
    for operation in dict.fromkeys((single, Operation.QUERY)):
        if operation in WHOLE_KEY and index is not None:
            continue
        asked = replace(call.asked, operation=operation, table=table.name, index=None, key=())
        served, _ = looked_up(table, entities, asked, call.wanted, None)
        best = next((one for one in served if one.index == index), None)
        if best is not None and (done := _accepted(workshop, table, call, asked, best, sizes)) is not None:
            kept = call.asked.operation if operation is single else operation
            pattern = replace(done, operation=kept)
            if operation is not single:
                # An index has no whole key to get an item by: each of several keys is a Query of its own.
                many = call.asked.operation in KEYED and call.asked.items_returned
                pattern = replace(
                    pattern,
                    items_returned=1 if many else call.asked.items_returned or 1,
                    fan_out=max(pattern.fan_out, round(many or 1)),
                )
            filtered = any(not is_only_filter(term) for _, term in _terms(pattern.filter))
            return ServedCall(pattern, best, filtered)
    return None


def _accepted(
    workshop: Workshop, table: Table, call: PlacedCall, asked: AccessPattern, made: Serving, sizes: Sizes
) -> AccessPattern | None:
    if made.order_satisfied is False or (asked.consistent and not made.consistent_possible):
        return None
    extra: Mapping[str, Any] = asked.extra
    left = frozenset(term.text for _, term in _terms(made.filter))
    if call.asked.facts.intent.returns and math.isfinite(every := workshop.collection(call, left)):
        extra = {**extra, "examined": _rounded(every)}
    elif made.filter:
        share = _kept(workshop, table, call, made, sizes)
        every = workshop.collection(call, left)
        returned = _returned(call, asked)
        if share is None or (not share and pages_of(table, call.entities, every, sizes) > PAGES_MAX):
            return None
        if share < 1:
            # What the filter keeps is unknown. It examines at most the whole collection.
            examined = min(returned / share, every) if share else every
            # The limit would count examined items: the application reads on until it has what it wants.
            extra = {**extra, "examined": _rounded(max(examined, returned))}
            asked = replace(asked, limit=None, items_returned=returned)
    return replace(
        asked,
        index=made.index,
        key=made.condition,
        filter=made.filter,
        descending=made.descending,
        fan_out=max(asked.fan_out, made.requests),
        extra=extra,
    )


def _terms(text: str) -> tuple[tuple[object, Term], ...]:
    found = filter_terms(text)
    return () if isinstance(found, str) else found


def is_only_filter(term: Term) -> bool:
    """Return whether no key can express a term: a comparison with a parameter other than = or a range."""
    return isinstance(term, Other) and ":" in term.text


def _rounded(value: float) -> float:
    return round(value, 3) if value < 100 else float(round(value))


def _returned(call: PlacedCall, asked: AccessPattern) -> float:
    """Items that a read returns: what it declares, else what it is limited to, else a parent's children."""
    if asked.items_returned is not None:
        return asked.items_returned
    if asked.limit is not None:
        return asked.limit
    return sum(one.per_parent.average for one in call.entities if one.per_parent is not None) or 1.0


def _kept(workshop: Workshop, table: Table, call: PlacedCall, made: Serving, sizes: Sizes) -> float | None:
    """The share of the examined items that the remaining filter keeps; None if it is unknown and a key can do without
    the filter; 0 if it is unknown and no key can: for a BOOL, or the second of two ranges.
    """
    left = filter_terms(made.filter)
    index = table.index(made.index)
    if isinstance(left, str) or index is None:
        return None
    share = 1.0
    for _, term in left:
        if is_only_filter(term):
            continue  # no key can express it, so every index is filtered alike
        if isinstance(term, WantedRange):
            if set(made.bound) & {term.low, term.high} - {""}:
                continue  # the key ends where the range does, apart from the bound itself
            if term.prefix and math.isfinite(every := workshop.collection(call, frozenset())):
                share *= min(_returned(call, call.asked) / every, 1.0)
                continue
            if call.wanted.range is None or term.attribute == call.wanted.range.attribute:
                return None
            share = 0.0
            continue
        owner = workshop.values_of(call.entities[0], term.attribute) if isinstance(term, Equal) else None
        entities = tuple(found for one in call.entities if (found := table.entity(one.name)) is not None)
        known = kept_share(table, table.base, entities, term.text, call.asked.parameters, sizes)
        each = known.value if known is not None and known.value else 1 / owner if owner else None
        attribute = call.entities[0].attribute(term.attribute) if isinstance(term, Equal) else None
        if each is None and (attribute is None or is_orderable(attribute)):
            return None
        share *= each or 0.0
    return share
