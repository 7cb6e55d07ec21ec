"""Fixes for hot keys: add a shard to the template and to every access pattern that names the key. facts/modeling#rules,
facts/choices#key-suffix, facts/building-blocks#p17.

The shard is derived from the item's identity, so that a call that names one item still reads one key; a Query that does
not know it reads every shard. If a call would lose its key, or read what other entities write there, there is no fix.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.capacity.populations import is_moment, is_now, shards_of
from modeler.core.capacity.sharding import SHARD_UNITS
from modeler.core.design import usage_settings
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.limits import NEAR_LIMIT_SHARE, PARTITION_WRITE_UNITS
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.hot_keys import HotKey, WrittenCell, cells
from modeler.core.rules.support.key_fixes import made_of
from modeler.core.values.attribute_values import AttributeType

ROOMY_UNITS = int(PARTITION_WRITE_UNITS * NEAR_LIMIT_SHARE)
"""Write units/s of one shard that leave half of each partition's limit free."""
_MOST_SHARDS = 1_000


class _Unsafe(Exception):
    """An access pattern would no longer be served as before."""


def shard_fixes(context: RuleContext, hot: HotKey, each: int = SHARD_UNITS) -> tuple[Fix, ...]:
    """Divide the template of a hot key into shards of at most `each` write units/s. Return () if reads are hot, if the
    table is live, or if it is impossible for one of the access patterns.
    """
    read_is_hot = hot.read is not None and hot.read.used > NEAR_LIMIT_SHARE
    if hot.write is None or read_is_hot:
        return ()
    count = math.ceil(hot.write.peak / each)
    return _fixes(context, hot, count) if 1 < count <= _MOST_SHARDS else ()


def slot_fixes(context: RuleContext, hot: HotKey) -> tuple[Fix, ...]:
    """Add a shard with count 1 to the key; () as in `shard_fixes`."""
    return _fixes(context, hot, 1)


def _fixes(context: RuleContext, hot: HotKey, count: int) -> tuple[Fix, ...]:
    sharding = None if usage_settings.is_live(context.design, hot.table) else _sharding(context, hot, count)
    if sharding is None:
        return ()
    try:
        edits = (*sharding.templates(), *sharding.asked())
    except _Unsafe:
        return ()
    many = "one shard for now" if count == 1 else f"{count} shards"
    reads = ", ".join(dict.fromkeys(sharding.fanned)) if count > 1 else ""
    more = f"; {reads} then {'query' if ', ' in reads else 'queries'} every shard" if reads else ""
    return (Fix(f"Divide {sharding.name} by {sharding.attribute}, {many}{more}", edits),)


def _sharding(context: RuleContext, hot: HotKey, count: int) -> _Sharding | None:
    cell, elements = hot.cell, hot.index.partition_key
    if cell is None or cell.has_shard or len(elements) != 1 or elements[0].type is not AttributeType.S:
        return None
    name, attribute = elements[0].name, _told_apart_by(cell)
    written = cell.key.overload is not None and name in cell.key.overload.keys
    carried = any(name in item.stored_keys for item in cell.entity.items)
    return _Sharding(context, hot, cell, name, attribute, count, []) if attribute and written and not carried else None


def _told_apart_by(cell: WrittenCell) -> str:
    """An attribute of the identity that the key lacks and that has many values at any time; '' for none. A time in
    milliseconds is the last resort.
    """
    names = {reference.attribute for reference in cell.references}
    moments = []
    for name in cell.entity.identity:
        attribute, plain = cell.entity.attribute(name), Reference(name)
        if attribute is None or name in names or attribute.values or attribute.optional < 1:
            continue
        if attribute.type not in {AttributeType.S, AttributeType.N} or is_now(attribute, plain):
            continue
        if is_moment(attribute, plain):
            moments.append(name)
        elif not shards_of(attribute, plain):
            return name
    return next(iter(moments), "")


@dataclass(frozen=True, slots=True)
class _Sharding:
    """A partition key that gets a shard of an attribute; `fanned` collects the reads that query every shard."""

    context: RuleContext
    hot: HotKey
    cell: WrittenCell
    name: str
    attribute: str
    count: int
    fanned: list[str]

    def templates(self) -> Iterator[Edit]:
        """The templates of the entity that make this key."""
        for overload in self.cell.entity.overloads:
            before = parse(overload.keys.get(self.name, ""))
            if self.name in overload.keys and before.parts == self.cell.partition[0].parts:
                yield Put(overload.id, f"keys.{self.name}", self._with_shard(before))

    def asked(self) -> Iterator[Edit]:
        """The key conditions of calls on it. Raises _Unsafe if one would no longer be served as before."""
        for call in self.context.calls:
            about = self.context.about(call.pattern)
            if self.context.design.table(call.pattern.table) is not self.hot.table or self.cell.entity not in about:
                continue
            condition = next((one for one in call.pattern.key if one.name == self.name), None)
            if condition is None or condition.operator == "begins_with":
                self._check_write(call.pattern)
            elif condition.operator == "=":
                yield from self._changed(call, condition)
            else:
                raise _Unsafe

    def _with_shard(self, template: KeyTemplate) -> str:
        end = template.parts[-1] if template.parts else None
        between = () if isinstance(end, LiteralText) and end.text.endswith("#") else (LiteralText("#"),)
        shard = Reference(self.attribute, (FormatCall("shard", self.count),))
        return made_of((*template.parts, *between, shard)).source

    def _changed(self, call: Call, condition: KeyCondition) -> Iterator[Edit]:
        pattern, template = call.pattern, parse(condition.templates[0])
        if template.problem or not pattern.id:
            raise _Unsafe
        others = any(_alike(template, one) for one in self._others(pattern))
        if not _alike(template, self.cell.partition[0]):
            if not others:
                raise _Unsafe
            self._check_write(pattern)
            return
        if others or self.context.about(pattern) != (self.cell.entity,):
            raise _Unsafe
        self._check_write(pattern)
        yield Put(pattern.id, f"key.{self.name}", self._with_shard(template))
        if not self._is_bound(pattern):
            if not self._can_fan_out(pattern):
                raise _Unsafe
            self.fanned.append(call.label)
            if self.count > 1:
                yield Put(pattern.id, "fan_out", pattern.fan_out * self.count)

    def _others(self, pattern: AccessPattern) -> Iterator[KeyTemplate]:
        """Other templates of this key attribute, by the entities that a call is about."""
        for index in self.hot.table.all_indexes:
            if any(key.name == self.name for key in index.partition_key):
                for cell in cells(self.context, self.hot.table, index):
                    same = cell.entity is self.cell.entity and cell.partition[0].parts == self.cell.partition[0].parts
                    if cell.entity in self.context.about(pattern) and not same:
                        yield cell.partition[0]

    def _is_bound(self, pattern: AccessPattern) -> bool:
        """Return whether the call names the one attribute that the shard is made of."""
        equal = (parse(one.templates[0]) for one in pattern.key if one.operator == "=" and one.name != self.name)
        return any(Reference(self.attribute) in template.references for template in equal)

    def _can_fan_out(self, pattern: AccessPattern) -> bool:
        index = self.hot.index
        of_index = pattern.index == (None if index.is_base else index.name)
        named = any(self.attribute in text for one in pattern.key for text in one.templates)
        known = self.attribute in pattern.parameters or self.attribute in pattern.filter or named
        return pattern.operation is Operation.QUERY and of_index and not known

    def _check_write(self, pattern: AccessPattern) -> None:
        """A write that spells the key itself, or that changes it without knowing the item's shard, is not safe."""
        spelt = {*pattern.set, *pattern.remove, *pattern.add, *pattern.names.values()}
        if self.name in spelt or self.name in pattern.update:
            raise _Unsafe
        held = {reference.attribute for reference in self.cell.references}
        changes = pattern.operation is Operation.UPDATE and (spelt & held or pattern.update.strip())
        if changes and not self._is_bound(pattern):
            raise _Unsafe


def _alike(one: KeyTemplate, other: KeyTemplate) -> bool:
    """Return whether two templates have the same text with values in the same positions."""
    return len(one.parts) == len(other.parts) and all(
        type(first) is type(second) and (isinstance(first, Reference) or first == second)
        for first, second in zip(one.parts, other.parts, strict=True)
    )
