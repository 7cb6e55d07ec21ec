"""One value that two constraint items guard apart. facts/building-blocks#p2."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import RuleContext, entity_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import base_keys, key_sources
from modeler.core.rules.support.write_targets import writers_of


@rule(
    "write.guarded_apart",
    WARNING,
    Scope.DESIGN,
    title="Two constraint items guard one value apart",
    why="Each keeps the value unique among its own owners: an owner of each kind can have the same value",
    fix="Let both transactions write one constraint item with the same key, and note in it whose value it is",
    sources="facts/building-blocks#p2, facts/choices#write-guard",
)
def guarded_apart(context: RuleContext) -> Iterator[Spot]:
    owners = {entity.name: entity for _, entity in context.design.entities()}
    guards = [(table, one) for table, one in context.design.entities() if one.constraint_of in owners]
    by_value: dict[str, list[tuple[Table, Entity]]] = {}
    for table, one in guards:
        for value in key_sources(one) if len(key_sources(one)) == 1 else ():
            if (value,) in owners[one.constraint_of].unique:
                by_value.setdefault(value, []).append((table, one))
    for value, found in by_value.items():
        yield from _apart(context, value, found)


def _apart(context: RuleContext, value: str, guards: list[tuple[Table, Entity]]) -> Iterator[Spot]:
    for (_, one), (table, other) in combinations(guards, 2):
        names = one.constraint_of, other.constraint_of
        if names[0] == names[1] or _is_same_key(one, other):
            continue
        told, asked = _said_of_both(context, one, other), _asked_together(context, one, other)
        if not (told or asked):
            continue
        how = f": {told}" if told else f", and {asked} asks both for one {value}"
        message = f"{one.name} and {other.name} each keep {value} unique for {and_list(sorted(names))} alone{how}"
        severity = None if told else ADVICE
        yield Spot(message, entity_path(table, other), other.id, "constraint_of", {"other": one.id}, severity)


def _is_same_key(one: Entity, other: Entity) -> bool:
    mine, theirs = base_keys(one), base_keys(other)
    return all(str(mine.get(name)) == str(theirs.get(name)) for name in {*mine, *theirs})


def _said_of_both(context: RuleContext, one: Entity, other: Entity) -> str:
    """The invariant that the writers of both guards declare in the same words; '' if there is none."""
    said = [
        {
            text.strip().lower(): text.strip()
            for call in writers_of(context, guard)
            if call.pattern.operation is Operation.PUT and (text := call.top.facts.invariant) and text.strip()
        }
        for guard in (one, other)
    ]
    return next((text for key, text in said[0].items() if key in said[1]), "")


def _asked_together(context: RuleContext, one: Entity, other: Entity) -> str:
    """The read that asks both guards for the same value: it does not know which of them has it."""
    asked = context.once("gets of a pattern", lambda: _gets(context.design))
    beside = {id(pattern): keys for pattern, keys in asked.get(other.name, ())}
    for pattern, mine in asked.get(one.name, ()):
        found = [*mine, *beside.get(id(pattern), ())]
        if len(found) == 2 and found[0] == found[1]:
            return pattern.label
    return ""


def _gets(design: Design) -> dict[str, list[tuple[AccessPattern, list[set[str]]]]]:
    """By the name of an entity, the patterns that get its items alone, with the attributes in each key."""
    found: dict[str, dict[int, tuple[AccessPattern, list[set[str]]]]] = {}
    for pattern in design.patterns:
        for step in pattern.members:
            if step.operation is Operation.GET and len(step.entities) == 1:
                names = {name for one in step.key for text in one.templates for name in parse(text).attributes}
                held = found.setdefault(step.entities[0], {}).setdefault(id(pattern), (pattern, []))
                held[1].append(names)
    return {name: list(held.values()) for name, held in found.items()}


RULES = (guarded_apart,)
