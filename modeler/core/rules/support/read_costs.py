"""Facts about a read that several rules need: its index, its serving with units, its entities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.servings import Serving, servings
from modeler.core.servings.found import with_expected

SEARCHES: Final = frozenset({Operation.QUERY, Operation.SCAN})
_ONE_WAY: Final = frozenset({Operation.GET, Operation.QUERY})
"""Reads that are served in one way if they name their key."""
KEYED_READS: Final = frozenset({Operation.GET, Operation.BATCH_GET, Operation.TRANSACT_GET})


def priced(context: RuleContext, call: Call) -> Serving:
    """How a call is served, with its expected units: by the index that `context.serving` chose without units, as the
    pages do.
    """

    def answer(call: Call) -> Serving:
        pattern, chosen = call.pattern, context.serving(call)
        if pattern.key and pattern.operation in _ONE_WAY:
            place = read_index(context, call)
            entities = context.about(pattern)
            return with_expected(*place, entities, pattern, chosen, context.sizes) if place is not None else chosen
        found = servings(context.design, pattern, context.sizes)
        same = (one for one in found if (one.index, one.condition) == (chosen.index, chosen.condition))
        return next(same, found[0])

    return context.kept_of_same_calls("priced serving", call, answer)


def read_index(context: RuleContext, call: Call) -> tuple[Table, Index] | None:
    """The table and the index that a call reads, once it is served; None if it is not."""
    made = context.serving(call)
    table = context.design.table(call.pattern.table)
    index = table.index(made.index) if table is not None and made.served else None
    return None if table is None or index is None else (table, index)


def purpose_of(call: Call) -> str:
    """The purpose of a call: its own, else that of the call it is a step of."""
    return call.pattern.facts.own_purpose or call.top.facts.purpose


def filter_of(context: RuleContext, call: Call) -> str:
    """The filter of a call: its own, or for a call by intent what the chosen index leaves to filter."""
    made = context.serving(call)
    return made.filter if made.found else call.pattern.filter.strip()


def written(context: RuleContext, call: Call, table: Table, index: Index) -> Iterator[tuple[Entity, WrittenKey]]:
    """What the entities of a call write into an index, complete keys only."""
    for entity in context.about(call.pattern):
        for key in context.keys(table, entity, index):
            if key.complete is not None:
                yield entity, key


def calls_of(context: RuleContext, table: Table) -> list[Call]:
    """The calls on a table, without those made of steps: their steps are listed instead."""
    return [call for call in context.calls_on(table) if not (call.pattern.operation.is_multiple and call.pattern.steps)]


def by_code(context: RuleContext, code: str) -> AccessPattern | None:
    """The access pattern with that code, name or id."""
    return context.design.pattern(code) if code else None


def copied_to_keys(context: RuleContext, call: Call, table: Table, index: Index) -> set[str]:
    """The attributes whose values are whole keys of every entity, under other names."""
    found: list[set[str]] = []
    for entity in context.design.entities_of(call.pattern):
        keys = [key for place in (index, table.base) for key in context.keys(table, entity, place)]
        plain = [one.plain_reference for key in keys for one in key.complete or ()]
        found.append({one.attribute for one in plain if one is not None})
    return set.intersection(*found) if found else set()
