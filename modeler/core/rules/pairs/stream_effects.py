"""What consumers of a stream write: totals that need the old value, and writes that call the consumer again.

facts/limits#streams, facts/building-blocks#p8.
"""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.decisions.keys import Need, view_holds
from modeler.core.design.items import Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.table_settings import Consumer
from modeler.core.design.tables import Table
from modeler.core.rules.operations.streams import native_consumers
from modeler.core.rules.support.context import Call, RuleContext, table_path
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import asked_names, changes_of, table_of, written_by
from modeler.core.rules.writes.counters import counted_by


@rule(
    "stream.total_without_old",
    WARNING,
    Scope.DESIGN,
    title="Total is kept from a stream without the old values",
    why="A change or a deletion takes nothing back: the consumer does not see the value that it added before",
    fix="Use NEW_AND_OLD_IMAGES, and add the difference",
    sources="facts/limits#streams, facts/choices#stream-view",
)
def total_without_old(context: RuleContext) -> Iterator[Spot]:
    for table, consumer in _consumers(context):
        view = table.options.stream
        if not view or view_holds(view, Need.OLD):
            continue
        for total in _maintained(context, consumer):
            changed = next(_changed_parts(context, table, total), None) if _is_total(context, total) else None
            if changed is not None:
                name = consumer.name or "A consumer"
                message = (
                    f"{name} adds to {total.name}, and {changed.top.label} reaches it as {view}, without the old value"
                )
                yield Spot(message, table_path(table), table.id, "settings.stream", {"entity": total.id})
                break


def _consumers(context: RuleContext) -> Iterator[tuple[Table, Consumer]]:
    """Yield the consumers of each table's own stream; a Kinesis data stream has both images, whatever its view."""
    for table in context.design.tables:
        for consumer in native_consumers(table):
            yield table, consumer


def _maintained(context: RuleContext, consumer: Consumer) -> list[Entity]:
    return [entity for _, entity in context.design.entities() if entity.name in consumer.maintains]


def _is_total(context: RuleContext, entity: Entity) -> bool:
    """Return whether an update adds to it."""
    for call in context.calls:
        table = table_of(context, call)
        if table is not None and call.pattern.operation is Operation.UPDATE and entity in written_by(context, call):
            counted = counted_by(table, call.pattern).values()
            if any(how != "list_append" for how in counted):
                return True
    return False


def _changed_parts(context: RuleContext, table: Table, total: Entity) -> Iterator[Call]:
    """Yield updates and deletions of the items that the total is of: they have the attributes that identify it."""
    for call in context.calls_on(table):
        if call.pattern.operation not in {Operation.UPDATE, Operation.DELETE}:
            continue
        for entity in written_by(context, call):
            if entity is not total and total.identity and set(total.identity) <= entity.attributes_by_name.keys():
                yield call


@rule(
    "stream.calls_itself",
    WARNING,
    Scope.DESIGN,
    title="Consumer's own write calls it again",
    why="The write is a change in the same stream: the consumer runs again, writes again, and never ends",
    fix="Write only if what it computes differs, without a new time, and filter its own changes out of the events",
    sources="facts/limits#streams",
)
def calls_itself(context: RuleContext) -> Iterator[Spot]:
    for table, consumer in _consumers(context):
        kept = set(consumer.maintains)
        for call in context.calls_on(table) if kept else ():
            if call.pattern.operation is not Operation.UPDATE:
                continue
            changed = changes_of(table, call.pattern).keys()
            asked = asked_names(call.pattern)
            fresh = [
                name for entity in written_by(context, call) for name in changed if _is_fresh(table, entity, name, call)
            ]
            if changed & kept and changed <= kept | set(fresh) and fresh and not asked & kept:
                name = consumer.name or "a consumer"
                writes = f"{call.top.label} writes a new {fresh[0]} each time"
                message = f"{writes}, and {name} reads it from the stream of {table.name}"
                yield Spot(message, table_path(table), table.id, "settings.stream_consumers", {"pattern": call.top.id})
                break


def _is_fresh(table: Table, entity: Entity, name: str, call: Call) -> bool:
    """Return whether each run of a write gives the attribute another value: a time, or a number that grows."""
    attribute = entity.attribute(name)
    is_time = attribute is not None and meaning_of(attribute) is Meaning.TIME
    return is_time or name in counted_by(table, call.pattern)


RULES = (total_without_old, calls_itself)
