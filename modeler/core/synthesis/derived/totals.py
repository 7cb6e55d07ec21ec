"""Counts and sums that the writes keep, so that a read of one needs no Query over the items."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from modeler.core.design.items import Entity
from modeler.core.design.lenient import mapping, texts
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.nodes import Name, Path
from modeler.core.expressions.printing import print_node
from modeler.core.synthesis.derived.changing_together import Derived, leaves, with_changes, writes
from modeler.core.synthesis.derived.holders import Holder, counter_of, holder_of, rollup_of, with_counters

COUNT: Final = "count"
AVERAGE: Final = "average"
KEPT: Final = frozenset({COUNT, "sum", AVERAGE})
"""What a write can keep up to date without reading anything; an average as a sum and a count."""
HOT_WRITES: Final = 800
"""Write units per second that one item may take: 80% of what its partition supports."""


def totals(design: Design) -> Iterator[Callable[[Design], Derived | None]]:
    """For each read of a count or a sum by given values: how to keep it, in the item that these identify, or in an item
    of its own.
    """
    for pattern in design.patterns:
        kept = pattern.facts.intent.returns in KEPT and len(pattern.entities) == 1 and not pattern.filter.strip()
        if kept and parts_of(pattern) and not pattern.facts.intent.range and pattern.facts.intent.given:
            yield partial(_totaled, asked=pattern)


def _totaled(design: Design, asked: AccessPattern) -> Derived | None:
    given = asked.facts.intent.given
    child = next((one for _, one in design.entities() if one.name == asked.entities[0]), None)
    of = summed_by(asked)
    if child is None or not all(map(child.attribute, given)) or not _is_kept_by_writes(design, child, given, of):
        return None
    held = holder_of(design, child, given) or rollup_of(design, child, given)
    if held is None or _is_hot(design, child, held):
        return None
    parts = parts_of(asked)
    made = [counter_of(held, child, each) for each in parts]
    if any(held.entity.attribute(one.name) not in (None, one) for one in made):
        return None
    names = {one.name: each for one, each in zip(made, parts, strict=True)}
    new = [one for one in made if held.entity.attribute(one.name) is None]

    def added(write: AccessPattern) -> tuple[AccessPattern, ...]:
        change = 1 if writes(write, Operation.PUT, child) else -1 if writes(write, Operation.DELETE, child) else 0
        changes: dict[str, int | str] = {one.name: f":{of}" if (of := names[one.name]) else change for one in new}
        return (increment_of(write, held, changes),) if change and changes else ()

    kept = (f"{name} of {held.entity.name} is {_meant(each, child)}" for name, each in names.items())
    invariant = ", and ".join(kept)
    patterns = tuple(
        read_of(one, held, tuple(names)) if one.id == asked.id else with_changes(one, added, invariant)
        for one in design.patterns
    )
    spoken = " and ".join(names)
    note = (
        f"{asked.label} reads {spoken} of {held.entity.name}, which the writes of {child.name} change in a transaction"
    )
    tables = with_counters(design, child, held, new)
    return Derived(replace(design, tables=tables, patterns=patterns), note)


def parts_of(asked: AccessPattern) -> tuple[str, ...]:
    """What is kept for a read: the attribute whose sum it is, '' for a count; of an average both. Nothing if the read
    does not say of what.
    """
    of, returns = summed_by(asked), asked.facts.intent.returns
    if returns == COUNT:
        return ("",)
    return () if not of else (of, "") if returns == AVERAGE else (of,)


def _meant(of: str, child: Entity) -> str:
    return f"the sum of {of} of its {child.name} items" if of else f"the number of its {child.name} items"


def _is_hot(design: Design, child: Entity, held: Holder) -> bool:
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


def summed_by(asked: AccessPattern) -> str:
    """The attribute that a read adds up; '' if it counts items."""
    if asked.facts.intent.returns == COUNT:
        return ""
    names = texts(mapping(asked.facts.intent.raw.get("returns")).get("of"))
    return names[0] if names else ""


def read_of(asked: AccessPattern, held: Holder, names: tuple[str, ...]) -> AccessPattern:
    """The totals as attributes of one item."""
    intent = {key: value for key, value in asked.facts.intent.raw.items() if key != "returns"}
    renamed = {mine: own for own, mine in held.given.items()}
    intent["given"] = [renamed[one] for one in asked.facts.intent.given]
    parameters = {renamed.get(one, one): value for one, value in asked.parameters.items()}
    return replace(
        asked,
        operation=Operation.GET,
        entities=(held.entity.name,),
        projection=names,
        filter="",
        limit=None,
        items_returned=1,
        parameters=parameters,
        extra={**asked.extra, "intent": intent},
    )


def increment_of(write: AccessPattern, held: Holder, changes: dict[str, int | str]) -> AccessPattern:
    """A change of totals of one item. The first one creates an item that has only totals."""
    parent = held.entity
    renamed = [f"{_quoted(own)} = :{mine}" for own, mine in held.given.items() if own != mine]
    intent: dict[str, Any] = {"given": [own for own, mine in held.given.items() if own == mine]}
    return AccessPattern(
        part_id(write.id, "step", " ".join(changes)),
        "",
        "",
        Operation.UPDATE,
        write.table,
        entities=(parent.name,),
        filter=" AND ".join(renamed),
        add=changes,
        if_="" if held.is_rollup else f"attribute_exists({parent.identity[0]})",
        extra={"intent": {**intent, "upsert": True} if held.is_rollup else intent},
        own_parameters=frozenset(),
    )


def _quoted(name: str) -> str:
    return print_node(Path((Name(name),)))
