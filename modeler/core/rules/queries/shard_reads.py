"""Reads of a sharded key that leave shards out. facts/choices#key-suffix, facts/building-blocks#p8."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.fixes import Fix, Put
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule
from modeler.core.servings.binding import shards_of


@rule(
    "query.some_shards",
    ERROR,
    Scope.PATTERN,
    title="Read that leaves out shards of a key",
    why="Items are spread over all shards of a key: those in the other shards are not returned or counted",
    fix="Read every shard, and merge the results",
    sources="facts/choices#key-suffix, facts/building-blocks#p8",
    fixes=True,
    operations={Operation.QUERY, Operation.BATCH_GET, Operation.TRANSACT_GET},
)
def some_shards(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None else None
    if table is None or index is None:
        return
    for entity in context.design.entities_of(pattern):
        for key in context.keys(table, entity, index):
            for element, written in zip(index.keys, key.templates, strict=True):
                asked = next((one for one in pattern.key if one.name == element.name), None)
                if asked is None or asked.operator != "=" or written is None:
                    continue
                name, shards = _sharded_by(entity, parse(asked.templates[0]), written)
                read = _read(pattern, name) if name else 0
                if 1 < read < shards:
                    message = f"{call.label} reads {read} of the {shards} shards of {entity.name} in {element.name}"
                    fixes = _every(pattern, name, shards)
                    yield Spot(message, f"{call.path}.fan_out", call.top.id, "fan_out", {"shards": shards}, fixes=fixes)
                    return


def _sharded_by(entity: Entity, asked: KeyTemplate, written: KeyTemplate) -> tuple[str, int]:
    """The parameter in the place of the shard of a key, and how many shards there are; '' if none is."""
    for mine, theirs in zip(asked.parts, written.parts, strict=False):
        match mine, theirs:
            case LiteralText(text), LiteralText(other) if text == other:
                continue
            case Reference(name), Reference(stored):
                shards = shards_of(theirs, entity.attribute(stored))
                if shards and (mine.is_plain or mine.formats == theirs.formats):
                    # With the sharded value itself, the shard is known.
                    return (name, shards) if mine.is_plain else ("", 0)
            case _:
                break
    return "", 0


def _read(pattern: AccessPattern, name: str) -> int:
    """How many shards are read: as many as the parameter has values, else as many as there are calls."""
    given = pattern.parameters.get(name)
    listed = len({str(one) for one in given}) if isinstance(given, list) else 0
    return max(listed, pattern.fan_out)


def _every(pattern: AccessPattern, name: str, shards: int) -> tuple[Fix, ...]:
    edits = [Put(pattern.id, "fan_out", shards)]
    if isinstance(pattern.parameters.get(name), list):
        edits.append(Put(pattern.id, f"parameters.{name}", [str(shard) for shard in range(shards)]))
    return (Fix(f"Read all {shards} shards", tuple(edits)),)


RULES = (some_shards,)
