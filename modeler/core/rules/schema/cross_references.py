"""Facts that name what the design does not have, and numbers that contradict each other. facts/modeling#rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import BASE, Entity, SizeFact
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.read_costs import SEARCHES
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

_COPY: Final = re.compile(r"([^\s.,;]+)\.([^\s,;]+)")


@rule(
    "model.unknown_part",
    WARNING,
    Scope.DESIGN,
    title="Reference to a part that does not exist",
    why="What depends on the reference is not checked: copies, constraints, follow-up reads and relations",
    fix="Correct the name, or add the part",
    sources="facts/modeling#rules",
)
def unknown_part(context: RuleContext) -> Iterator[Spot]:
    design = context.design
    entities = {entity.name: entity for _, entity in design.entities()}
    for table, entity in design.entities():
        yield from _of_entity(table, entity, entities)
    for relation in design.relations:
        for field in ("parent", "child", "join"):
            name = getattr(relation, field)
            if name and name not in entities:
                message = f"The relation {relation.label} names {name}, which is not an entity"
                yield Spot(message, f"relations.{relation.label}.{field}", relation.id, field)
    for pattern in design.patterns:
        follows = pattern.facts.follows
        if follows is not None and design.pattern(follows.code) is None:
            message = f"{pattern.label} follows {follows.code}, which is not an access pattern"
            yield Spot(message, f"patterns.{pattern.label}.follows", pattern.id, "follows")


def _of_entity(table: Table, entity: Entity, entities: dict[str, Entity]) -> Iterator[Spot]:
    path = entity_path(table, entity)
    if entity.constraint_of and entity.constraint_of not in entities:
        message = f"{entity.name} is a constraint of {entity.constraint_of}, which is not an entity"
        yield Spot(message, path, entity.id, "constraint_of")
    for names in entity.unique:
        unknown = [name for name in names if entity.attribute(name) is None]
        if unknown:
            message = f"{' and '.join(unknown)} of {entity.name} must be unique, but it has no such attribute"
            yield Spot(message, path, entity.id, "unique")
    for attribute in entity.attributes:
        found = _COPY.match(attribute.copy_of.strip())
        if found is None:
            continue
        source = entities.get(found[1])
        if source is None or (source.attributes and source.attribute(found[2]) is None):
            message = f"{attribute.name} of {entity.name} is a copy of {found[0]}, which does not exist"
            yield Spot(message, path, attribute.id, "copy_of")


@rule(
    "model.estimates_disagree",
    WARNING,
    Scope.ENTITY,
    title="Estimates that contradict each other",
    why="Sizes, units, costs and limits are computed from these numbers, so the results are wrong too",
    fix="Correct one of the numbers",
    sources="facts/modeling#rules",
)
def entity_estimates(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    path = entity_path(table, entity)
    if _is_reversed(entity.per_parent):
        message = f"{entity.name} has more items per parent on average than at most"
        yield Spot(message, path, entity.id, "per_parent")
    for attribute in entity.attributes:
        if attribute.range is not None and attribute.range[0] > attribute.range[1]:
            message = f"The range of {attribute.name} of {entity.name} begins above its end"
            yield Spot(message, path, attribute.id, "range")
        for field, word in (("size", "bytes"), ("elements", "elements")):
            if _is_reversed(getattr(attribute, field)):
                message = f"{attribute.name} of {entity.name} has more {word} on average than at most"
                yield Spot(message, path, attribute.id, field)


def _is_reversed(fact: SizeFact | None) -> bool:
    return fact is not None and fact.maximum is not None and fact.average > fact.maximum


@rule(
    "model.estimates_disagree",
    WARNING,
    Scope.PATTERN,
    title=entity_estimates.title,
    why=entity_estimates.why,
    fix=entity_estimates.fix,
    sources=entity_estimates.sources,
)
def pattern_estimates(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern, rate = call.pattern, call.pattern.per_second
    if rate is not None and rate.peak < rate.average and pattern is call.top:
        message = f"{call.label} has a peak of {rate.peak:g} calls/s, below its average of {rate.average:g}"
        yield Spot(message, f"{call.path}.per_second", call.top.id, "per_second")
    examined = pattern.facts.examined
    if examined is not None and pattern.items_returned is not None and examined < pattern.items_returned:
        message = f"{call.label} returns {pattern.items_returned:g} items, more than the {examined:g} that it examines"
        yield Spot(message, f"{call.path}.examined", call.top.id, "examined")
    returned, limit = pattern.items_returned, pattern.limit
    if returned is not None and limit is not None and pattern.operation in SEARCHES:
        most = limit * _requests(context, call)
        if returned > most:
            message = f"{call.label} returns {returned:g} items, more than its limit of {limit:,} lets through"
            yield Spot(message, f"{call.path}.items_returned", call.top.id, "items_returned")


def _requests(context: RuleContext, call: Call) -> float:
    """The requests of one call of a read that is served; each has its own limit."""
    return max(call.pattern.fan_out, context.serving(call).requests)


@rule(
    "model.estimates_disagree",
    WARNING,
    Scope.TABLE,
    title=entity_estimates.title,
    why=entity_estimates.why,
    fix=entity_estimates.fix,
    sources=entity_estimates.sources,
)
def family_estimates(context: RuleContext, table: Table) -> Iterator[Spot]:
    """More children than the parents of the same collection can have, by the most that each of them has."""
    parents = {
        base[0]: entity
        for entity in table.entities
        if (base := _base(table, entity)) and entity.count and not parse(base[1]).attributes
    }
    for entity in table.entities:
        base, most = _base(table, entity), entity.per_parent.maximum if entity.per_parent is not None else None
        parent = parents.get(base[0]) if base else None
        if parent is None or parent is entity or most is None or not entity.count or not parent.count:
            continue
        if entity.count > most * parent.count and parse(base[1]).attributes:
            message = (
                f"There are {entity.count:,} {entity.name} items, more than {most:,.0f} for each of the "
                f"{parent.count:,} {parent.name} items"
            )
            yield Spot(message, entity_path(table, entity), entity.id, "count")


def _base(table: Table, entity: Entity) -> tuple[str, ...]:
    """The templates of an entity's own key, if it has one of two attributes."""
    overloads, names = entity.overloads_of(BASE), table.base.key_names
    if len(overloads) != 1 or len(names) != 2 or not all(name in overloads[0].keys for name in names):
        return ()
    return overloads[0].keys[names[0]], overloads[0].keys[names[1]]


RULES = (unknown_part, entity_estimates, family_estimates, pattern_estimates)
