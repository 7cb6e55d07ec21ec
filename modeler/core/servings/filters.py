"""Which share of what a read examines its filter keeps, by expectation: enum shares, optional attributes, samples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import predicate
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.items import Attribute, Entity
from modeler.core.shares import Share, worlds_of
from modeler.core.sizes import Sizes
from modeler.core.spans import Source
from modeler.core.tables import Index, Table
from modeler.core.values import AttributeType, AttributeValue
from modeler.core.wire import from_plain

SAMPLES_ENOUGH = 10
"""Of fewer samples no share is told: one of two is not half of all."""


def kept_share(
    table: Table,
    index: Index,
    entities: tuple[Entity, ...],
    filter_text: str,
    parameters: Mapping[str, Any],
    sizes: Sizes,
    names: Mapping[str, str] | None = None,
) -> Share | None:
    """The share (0 to 1) of the entities' entries in an index that a filter keeps, each entity by its count.

    Parameters stand for their example values. None where nobody can say: a value or an attribute of which nothing is
    known, too few samples, no entity, a filter that cannot be read. An estimate, unless no item differs.
    """
    try:
        node = parse_condition(filter_text)
        needed = frozenset(attribute_names(node, names or {}))
    except ExpressionInvalid:
        return None
    weights = weighted = 0.0
    sources: frozenset[Source] = frozenset()
    for entity in entities:
        made = sizes.entity(table, entity)
        row = made.rows.get(index.name)
        if row is None:
            continue
        worlds = worlds_of(made.facts, needed | row.attributes)
        few = Source.SAMPLES in worlds.sources and len(made.facts.samples) < SAMPLES_ENOUGH
        try:
            holds = predicate(node, names=names or {}, values=_values(parameters, made.facts.attributes))
            held = [world for world in worlds.members if index.is_base or row.chosen(world.item) is not None]
            share = sum(world.weight for world in held if holds(world.item))
        except Invalid:
            return None
        if few or Source.ASSUMED in worlds.sources or not held:
            return None
        count = float(entity.count or 1)
        weights += count * sum(world.weight for world in held)
        weighted += count * share
        sources |= worlds.sources
    return Share(weighted / weights, sources, certain=not sources) if weights else None


def _values(parameters: Mapping[str, Any], attributes: Mapping[str, Attribute]) -> dict[str, AttributeValue]:
    made: dict[str, AttributeValue] = {}
    for name, raw in parameters.items():
        if isinstance(raw, list | dict):
            continue
        attribute = attributes.get(name)
        kind = attribute.type if attribute is not None else AttributeType.NULL
        try:
            made[f":{name}"] = raw if isinstance(raw, AttributeValue) else from_plain(raw, kind)
        except Invalid:
            continue
    return made
