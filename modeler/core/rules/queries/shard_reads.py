"""Reads of a sharded key that leave shards out. facts/choices#key-suffix, facts/building-blocks#p8."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.fixes import Fix, Put
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.servings.binding import shards_of

_OF_A_SHARD: Final = re.compile(r"(?i)\b(shards?|partitions?|buckets?|segments?|slices?|slots?|workers?)\b")
_OF_ALL: Final = re.compile(r"(?i)\b(all|every|total|count|sum|number of)\b")


@rule(
    "query.some_shards",
    ERROR,
    Scope.PATTERN,
    title="Read that leaves out shards of a key",
    why="Items are spread over all shards of a key: those in the other shards are not returned or counted",
    fix="Read every shard, and merge the results",
    sources="facts/choices#key-suffix, facts/building-blocks#p8",
    fixes=True,
    operations={Operation.QUERY, Operation.GET, Operation.BATCH_GET, Operation.TRANSACT_GET},
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
                name, shards, computed = _sharded_by(entity, parse(asked.templates[0]), written)
                read = computed or (_read(pattern, name) if name else 0)
                if 1 < read < shards or (read == 1 and shards > 1 and _means_all(call, entity, name)):
                    message = f"{call.label} reads {read} of the {shards} shards of {entity.name} in {element.name}"
                    fixes = _every(pattern, name, shards)
                    severity = WARNING if read == 1 else None
                    path, facts = f"{call.path}.fan_out", {"shards": shards}
                    yield Spot(message, path, call.top.id, "fan_out", facts, severity, fixes=fixes)
                    return


def _means_all(call: Call, entity: Entity, name: str) -> bool:
    """Return whether a read of one shard is meant to return what all of them hold. A caller knows the shard of an item
    that it has seen, and a worker may have a shard of its own.
    """
    pattern = call.pattern
    if call.top is not pattern or pattern.facts.follows is not None or pattern.facts.purpose == "job":
        return False
    if _OF_A_SHARD.search(f"{pattern.name} {pattern.description}"):
        return False
    if pattern.operation is Operation.GET:
        return name in entity.identity  # the shards are items: parts of one count
    held = entity.attribute(name)
    drawn = held is not None and held.source == "random"  # no reader can compute it
    return pattern.operation is Operation.QUERY and (drawn or _OF_ALL.search(pattern.name) is not None)


def _sharded_by(entity: Entity, asked: KeyTemplate, written: KeyTemplate) -> tuple[str, int, int]:
    """The parameter in the place of the shard of a key, and how many shards there are; '' if none is. Then the number
    of shards that the reader computes, if it is another one.
    """
    for mine, theirs in zip(asked.parts, written.parts, strict=False):
        match mine, theirs:
            case LiteralText(text), LiteralText(other) if text == other:
                continue
            case Reference(name), Reference(stored):
                shards = shards_of(theirs, entity.attribute(stored))
                if shards and (mine.is_plain or mine.formats == theirs.formats):
                    # With the sharded value itself, the shard is known.
                    return (name, shards, 0) if mine.is_plain else ("", 0, 0)
                if shards and (computed := shards_of(mine, None)):
                    return name, shards, computed
            case _:
                break
    return "", 0, 0


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
