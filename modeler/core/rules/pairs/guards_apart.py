"""One value that two constraint items guard apart. facts/building-blocks#p2."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.keys.templates import parse
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import RuleContext, entity_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import base_keys, key_sources
from modeler.core.rules.support.write_targets import members, written_by


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
    for (_, one), (table, other) in combinations(guards, 2):
        shared = key_sources(one) & key_sources(other)
        names = one.constraint_of, other.constraint_of
        alike = len(shared) == 1 and key_sources(one) == key_sources(other) and names[0] != names[1]
        if not alike or not all((*shared,) in owners[name].unique for name in names) or _is_same_key(one, other):
            continue
        told, asked = _said_of_both(context, one, other), _asked_together(context, one, other)
        if not (told or asked):
            continue
        (value,) = shared
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
            for pattern in context.design.patterns
            if (text := pattern.facts.invariant) and text.strip() and _puts(context, pattern, guard)
        }
        for guard in (one, other)
    ]
    return next((text for key, text in said[0].items() if key in said[1]), "")


def _puts(context: RuleContext, pattern: AccessPattern, guard: Entity) -> bool:
    return any(
        call.pattern.operation is Operation.PUT and guard in written_by(context, call)
        for call in members(context, pattern)
    )


def _asked_together(context: RuleContext, one: Entity, other: Entity) -> str:
    """The read that asks both guards for the same value: it does not know which of them has it."""
    for pattern in context.design.patterns:
        found = [
            {name for condition in step.key for text in condition.templates for name in parse(text).attributes}
            for guard in (one, other)
            for step in pattern.members
            if step.operation is Operation.GET and step.entities == (guard.name,)
        ]
        if len(found) == 2 and found[0] == found[1]:
            return pattern.label
    return ""


RULES = (guarded_apart,)
