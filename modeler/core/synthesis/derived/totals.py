"""Counts and sums that the writes keep, so that a read of one needs no Query over the items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.lenient import mapping, texts
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.nodes import Name, Path
from modeler.core.expressions.printing import print_node
from modeler.core.synthesis.derived.changing_together import Derived, beside, leaves, replaced, with_changes, writes
from modeler.core.values.attribute_values import AttributeType

COUNT: Final = "count"
KEPT: Final = frozenset({COUNT, "sum"})
"""What a write can keep up to date without reading anything."""
PERIODS: Final = {"year": 10, "month": 36, "date": 1_000}
"""How many values a period of time has, for the count of its totals."""
HOT_WRITES: Final = 800
"""Write units per second that one item may take: 80% of what its partition supports."""


def totals(design: Design) -> Iterator[Callable[[Design], Derived | None]]:
    """For each read of a count or a sum by given values: how to keep it, in the item that these identify, or in an item
    of its own.
    """
    for pattern in design.patterns:
        kept = pattern.facts.intent.returns in KEPT and len(pattern.entities) == 1 and not pattern.filter.strip()
        if kept and not pattern.facts.intent.range and pattern.facts.intent.given:
            yield partial(_totaled, asked=pattern)


def _totaled(design: Design, asked: AccessPattern) -> Derived | None:
    given = asked.facts.intent.given
    child = next((one for _, one in design.entities() if one.name == asked.entities[0]), None)
    of = _summed(asked)
    if child is None or not all(map(child.attribute, given)) or not _is_kept_by_writes(design, child, given, of):
        return None
    held = _holder(design, child, given) or _rollup(design, child, given)
    if held is None or _is_hot(design, child, held):
        return None
    name = _title(held, child, of)
    if held.entity.attribute(name) is not None:
        return None

    def added(write: AccessPattern) -> tuple[AccessPattern, ...]:
        change = 1 if writes(write, Operation.PUT, child) else -1 if writes(write, Operation.DELETE, child) else 0
        return (_increment(write, held, name, f":{of}" if of else change),) if change else ()

    made = Attribute(part_id(held.entity.id, "attribute", name), name, AttributeType.N, "integer", source="counter")
    counted = replace(held.entity, attributes=(*held.entity.attributes, made))
    what = f"the sum of {of} of its {child.name} items" if of else f"the number of its {child.name} items"
    invariant = f"{name} of {counted.name} is {what}"
    patterns = tuple(
        _read(one, held, name) if one.id == asked.id else with_changes(one, added, invariant) for one in design.patterns
    )
    note = f"{asked.label} reads {name} of {counted.name}, which the writes of {child.name} change in a transaction"
    tables = replaced(design, held.entity, counted).tables if not held.is_new else beside(design, child, counted)
    return Derived(replace(design, tables=tables, patterns=patterns), note)


@dataclass(frozen=True, slots=True)
class _Holder:
    """The entity that has a total, and for each attribute of its identity the one of the counted items. `is_rollup`: it
    has only totals, so the first one creates its item; `is_new`: the design lacks it.
    """

    entity: Entity
    given: dict[str, str]
    is_rollup: bool = False
    is_new: bool = False


def _holder(design: Design, child: Entity, given: Sequence[str]) -> _Holder | None:
    """The entity that the given values identify: by a relation, or because its identity has the same names."""
    entities = {entity.name: entity for _, entity in design.entities()}
    for relation in design.relations:
        parent = entities.get(relation.parent)
        counted = relation.join or relation.child
        if parent is None or counted != child.name or set(relation.through) != set(given):
            continue
        if len(parent.identity) == len(relation.through):
            return _Holder(parent, dict(zip(parent.identity, relation.through, strict=True)))
    same = (one for one in entities.values() if one is not child and set(one.identity) == set(given))
    found = next(same, None)
    if found is None:
        return None
    return _Holder(found, {name: name for name in found.identity}, is_rollup=found.id == _rollup_id(child, given))


def _rollup_id(child: Entity, given: Sequence[str]) -> str:
    return part_id(child.id, "rollup", " ".join(sorted(given)))


def _rollup(design: Design, child: Entity, given: Sequence[str]) -> _Holder | None:
    """An entity of its own for the totals, one item for each combination of the given values."""
    taken = {one.name for _, one in design.entities()}
    by = "And".join(name[:1].upper() + name[1:] for name in given)
    title = next((one for one in (f"{child.name}Total", f"{child.name}TotalBy{by}") if one not in taken), "")
    if not title:
        return None
    key = _rollup_id(child, given)
    own = (child.attribute(name) for name in given)
    held = tuple(replace(one, id=part_id(key, "attribute", one.name), optional=1.0) for one in own if one is not None)
    made = Entity(key, title, held, identity=tuple(given), count=_combinations(design, child, given))
    return _Holder(made, {name: name for name in given}, is_rollup=True, is_new=True)


def _combinations(design: Design, child: Entity, given: Sequence[str]) -> int | None:
    """How many combinations of values the items have at most; None if unknown."""
    counts = {one.identity[0]: one.count for _, one in design.entities() if len(one.identity) == 1}
    found = 1
    for name in given:
        attribute = child.attribute(name)
        periods = PERIODS.get(attribute.format) if attribute is not None else None
        values = counts.get(name) or (len(attribute.values) if attribute is not None else 0) or periods
        if not values:
            return child.count
        found *= values
    return min(found, child.count) if child.count is not None else found


def _is_hot(design: Design, child: Entity, held: _Holder) -> bool:
    """Return whether one item would take more changes per second than a partition supports."""
    puts = [one for one in design.patterns if any(writes(leaf, Operation.PUT, child) for leaf in leaves((one,)))]
    peaks = (
        one.per_second.peak * (one.facts.skew.hottest or 0.0 if one.facts.skew is not None else 0.0)
        for one in puts
        if one.per_second is not None
    )
    total = sum(one.per_second.peak for one in puts if one.per_second is not None)
    return max(sum(peaks), total / max(held.entity.count or 1, 1)) * 2 > HOT_WRITES


def _is_kept_by_writes(design: Design, child: Entity, given: Sequence[str], of: str) -> bool:
    """Return whether every write that changes the total knows by how much, and whose total it is."""
    for one in leaves(design.patterns):
        if writes(one, Operation.DELETE, child) and not {*given, *filter(None, (of,))} <= {*one.facts.intent.given}:
            return False
        if writes(one, Operation.UPDATE, child) and {*given, of} & {*one.set, *one.add, *one.remove}:
            return False
        if writes(one, Operation.PUT, child) and "attribute_not_exists" not in one.if_:
            return False  # it may replace an item, whose share of the total is unknown
        if of and writes(one, Operation.DELETE, child):
            return False  # the value of the deleted item is not known before it is read
    return any(writes(one, Operation.PUT, child) for one in leaves(design.patterns))


def _summed(asked: AccessPattern) -> str:
    """The attribute that a read adds up; '' if it counts items."""
    if asked.facts.intent.returns == COUNT:
        return ""
    names = texts(mapping(asked.facts.intent.raw.get("returns")).get("of"))
    return names[0] if names else ""


def _title(held: _Holder, child: Entity, of: str) -> str:
    """A name for the total; of two relations between the same entities, the second one's names its attributes."""
    name = f"{of}Total" if of else f"{child.name[:1].lower()}{child.name[1:]}Count"
    if held.entity.attribute(name) is None:
        return name
    return name + "By" + "And".join(one[:1].upper() + one[1:] for one in held.given.values())


def _read(asked: AccessPattern, held: _Holder, name: str) -> AccessPattern:
    """The total as one attribute of one item."""
    intent = {key: value for key, value in asked.facts.intent.raw.items() if key != "returns"}
    renamed = {mine: own for own, mine in held.given.items()}
    intent["given"] = [renamed[one] for one in asked.facts.intent.given]
    parameters = {renamed.get(one, one): value for one, value in asked.parameters.items()}
    return replace(
        asked,
        operation=Operation.GET,
        entities=(held.entity.name,),
        projection=(name,),
        limit=None,
        items_returned=1,
        parameters=parameters,
        extra={**asked.extra, "intent": intent},
    )


def _increment(write: AccessPattern, held: _Holder, name: str, change: int | str) -> AccessPattern:
    """A change of the total. The first one creates an item that has only totals."""
    parent = held.entity
    renamed = [f"{_quoted(own)} = :{mine}" for own, mine in held.given.items() if own != mine]
    intent: dict[str, Any] = {"given": [own for own, mine in held.given.items() if own == mine]}
    return AccessPattern(
        part_id(write.id, "step", name),
        "",
        "",
        Operation.UPDATE,
        write.table,
        entities=(parent.name,),
        filter=" AND ".join(renamed),
        add={name: change},
        if_="" if held.is_rollup else f"attribute_exists({parent.identity[0]})",
        extra={"intent": {**intent, "upsert": True} if held.is_rollup else intent},
        own_parameters=frozenset(),
    )


def _quoted(name: str) -> str:
    return print_node(Path((Name(name),)))
