"""Decrements that another write of the same transaction allows once for each increment. facts/expressions#updates."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.transaction_members import together
from modeler.core.rules.support.write_targets import (
    asked_names,
    changes_of,
    is_conditioned,
    table_of,
    writers_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by


def takes_back(context: RuleContext, call: Call, name: str) -> bool:
    """Return whether an update takes back what a put in one transaction with an increment counted: its own transaction
    deletes that item only if it exists, or moves it out of the state that its condition requires.
    """
    return call.in_transaction and any(
        other is not call and _counts(context, other, name)
        for entity in _consumed(context, call)
        for put in writers_of(context, entity)
        if put.pattern.operation is Operation.PUT
        for other in together(context, put)
    )


def _consumed(context: RuleContext, call: Call) -> Iterator[Entity]:
    """Yield the entities whose item can be deleted, or leave its state, only once."""
    for one in together(context, call):
        table, pattern = table_of(context, one), one.pattern
        if one is call or table is None or not is_conditioned(pattern):
            continue
        if pattern.operation is Operation.DELETE:
            yield from written_by(context, one)
        elif pattern.operation is Operation.UPDATE:
            asked = asked_names(pattern)
            if asked & changes_of(table, pattern).keys():
                yield from written_by(context, one)


def _counts(context: RuleContext, call: Call, name: str) -> bool:
    table = table_of(context, call)
    is_update = call.in_transaction and call.pattern.operation is Operation.UPDATE
    return table is not None and is_update and name in counted_by(table, call.pattern)
