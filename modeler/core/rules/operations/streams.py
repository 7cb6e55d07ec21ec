"""Streams: whether one is enabled, which view it has, and who reads it. facts/limits#features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.decisions.keys import STREAM_READERS_MAX, Need, stream_view, view_holds
from modeler.core.design import usage_settings
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.table_settings import Consumer
from modeler.core.design.tables import Table
from modeler.core.fixes import Fix, Put, put
from modeler.core.rules.support.context import RuleContext, entity_path, table_path
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule

_NEEDS: Final = {need.value: need for need in Need}
_NATIVE: Final = frozenset({"lambda", "reader", ""})


@rule(
    "stream.needed_but_off",
    ERROR,
    Scope.DESIGN,
    title="Copy depends on a stream that is turned off",
    why="No change reaches the consumer, so the copy is never updated",
    fix="Enable the stream with the view that its consumers need, or update the copy in a transaction",
    sources="facts/building-blocks#p8, facts/building-blocks#x6",
    fixes=True,
)
def needed_but_off(context: RuleContext) -> Iterator[Spot]:
    for table in context.design.tables:
        native = native_consumers(table)
        if native and not _view(table):
            kept = ", ".join(dict.fromkeys(name for one in native for name in one.maintains))
            names = ", ".join(map(_name, native))
            message = f"{names} read{'s' if len(native) == 1 else ''} the stream of {table.name}, which is off"
            message += f"; {kept} would not be updated" if kept else ""
            yield Spot(message, table_path(table), table.id, "settings.stream", fixes=_enable(table))
    for table, entity in context.design.entities():
        for attribute in entity.attributes:
            source = _source_of(context, attribute)
            if source is not None and not _view(source) and not native_consumers(source):
                yield _stale_copy(table, entity, attribute, source)


def _stale_copy(table: Table, entity: Entity, attribute: Attribute, source: Table) -> Spot:
    message = f"{attribute.name} of {entity.name} is maintained by the stream of {source.name}, which is off"
    return Spot(message, entity_path(table, entity), attribute.id, "copy_of", fixes=_enable(source))


def _source_of(context: RuleContext, attribute: Attribute) -> Table | None:
    """The table whose stream maintains a copied attribute, if `copy_of` names a stream."""
    for table, entity in context.design.entities() if attribute.copy_of.strip() else ():
        found = usage_settings.copied(attribute.copy_of, entity.name)
        if found is not None:
            return table if "stream" in found[1].lower() else None
    return None


def native_consumers(table: Table) -> list[Consumer]:
    """Consumers of the table's own stream; those of a Kinesis data stream read that one."""
    return [one for one in table.options.consumers if one.kind in _NATIVE]


def _view(table: Table) -> str:
    return table.options.stream


def _name(consumer: Consumer) -> str:
    return consumer.name or "a consumer"


def _need(consumer: Consumer) -> Need:
    return _NEEDS.get(consumer.needs, Need.KEYS)


def _enable(table: Table) -> tuple[Fix, ...]:
    made = stream_view([_need(one) for one in native_consumers(table)] or [Need.NEW])
    return put(f"Enable the stream of {table.name} with {made.view}", table.id, "settings.stream", made.view)


@rule(
    "stream.view_too_small",
    ERROR,
    Scope.TABLE,
    title="Stream view lacks what its consumer needs",
    why="A consumer does not get the image that it needs, and the view of a stream cannot be changed in place",
    fix="Disable the stream and enable it with the larger view; changes in between are not in it",
    sources="facts/limits#streams, facts/choices#stream-view",
    fixes=True,
)
def view_too_small(context: RuleContext, table: Table) -> Iterator[Spot]:
    view, native = _view(table), native_consumers(table)
    lacking = [one for one in native if view and not view_holds(view, _need(one))]
    if not lacking:
        yield from _unknown_needs(table, view, native)
        return
    larger = stream_view([_need(one) for one in native]).view
    said = ", ".join(f"{_name(one)} needs {_SAID[_need(one)]}" for one in lacking)
    fixes = (Fix(f"Carry {larger}", (Put(table.id, "settings.stream", larger),)),)
    yield Spot(f"The stream of {table.name} has the view {view}, and {said}", table_path(table), table.id,
               "settings.stream", {"view": larger}, fixes=fixes)  # fmt: skip


def _unknown_needs(table: Table, view: str, native: list[Consumer]) -> Iterator[Spot]:
    """What consumers maintain is made of values, and a stream of keys has none; each can read the items instead."""
    unknown = [one for one in native if one.maintains and not one.needs]
    if not unknown or not view or view_holds(view, Need.NEW) or view_holds(view, Need.OLD):
        return
    kept = ", ".join(dict.fromkeys(name for one in unknown for name in one.maintains))
    names = ", ".join(map(_name, unknown))
    is_one = len(unknown) == 1
    message = (
        f"{names} maintain{'s' if is_one else ''} {kept}, and {'its' if is_one else 'their'} needs are not given; "
        f"the stream of {table.name} has the view {view}: only keys reach {'it' if is_one else 'them'}"
    )
    yield Spot(message, table_path(table), table.id, "settings.stream", severity=ADVICE)


_SAID: Final = {
    Need.KEYS: "the keys",
    Need.NEW: "the new image",
    Need.OLD: "the old image",
    Need.BOTH: "the old and the new image",
}


@rule(
    "stream.too_many_consumers",
    WARNING,
    Scope.TABLE,
    title="Stream has more readers than it supports",
    why="Each shard serves two readers at full rate, or one on a global table; more are throttled and fall behind",
    fix="Let one consumer forward the events, or send them to a Kinesis data stream",
    sources="facts/limits#streams",
)
def too_many_consumers(context: RuleContext, table: Table) -> Iterator[Spot]:
    most = 1 if table.options.replicas else STREAM_READERS_MAX
    native = native_consumers(table)
    if len(native) > most:
        names = ", ".join(map(_name, native))
        kind = "a global table" if most == 1 else "a stream"
        message = f"{len(native)} consumers read the stream of {table.name} ({names}); {kind} supports {most}"
        yield Spot(message, table_path(table), table.id, "settings.stream_consumers", {"consumers": len(native)})


RULES = (needed_but_off, view_too_small, too_many_consumers)
