"""The expected share of examined items that a filter keeps: from enum shares, optional attributes, samples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Index, Table
from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import predicate
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.items.index_shares import Share, ShareRow
from modeler.core.items.item_states import worlds_of
from modeler.core.items.sizes import EntitySizes, Sizes
from modeler.core.items.value_bounds import SizeSource
from modeler.core.keys.overload_conditions import Condition
from modeler.core.values.attribute_values import AttributeType, AttributeValue
from modeler.core.values.json_values import from_plain

SAMPLES_ENOUGH = 10
"""Fewer samples give no share: one of two is not half of all."""


def kept_share(
    table: Table,
    index: Index,
    entities: tuple[Entity, ...],
    filter_text: str,
    parameters: Mapping[str, Any],
    sizes: Sizes,
    names: Mapping[str, str] | None = None,
    values: Mapping[str, Any] | None = None,
) -> Share | None:
    """The share (0 to 1) of the entities' entries in an index that a filter keeps, each entity by its count.

    Parameters have their example values; `names` and `values` are those of a filter in DynamoDB syntax. None if
    unknown: an unknown value or attribute, too few samples, no entity, a filter that cannot be parsed. An estimate,
    unless no item differs.
    """
    try:
        node = parse_condition(filter_text)
        needed = frozenset(attribute_names(node, names or {}))
    except ExpressionInvalid:
        return None
    given = {**parameters, **{name.removeprefix(":"): raw for name, raw in (values or {}).items()}}
    tallies = []
    for entity in entities:
        made = sizes.entity(table, entity)
        row = made.row(index)
        if needed & {*table.base.key_names, *index.key_names} - made.facts.attributes.keys():
            return None  # a rendered key is not among the attributes that are counted
        try:
            holds = predicate(node, names=names or {}, values=_values(given, made.facts.attributes))
            tally = _tally(made, None if index.is_base else row, needed | row.attributes, holds)
        except Invalid:
            return None
        if tally is None:
            return None
        tallies.append(tally)
    held = sum(tally.held for tally in tallies)
    sources = frozenset[SizeSource]().union(*(tally.sources for tally in tallies))
    return Share(sum(tally.kept for tally in tallies) / held, sources, certain=not sources) if held else None


class _Tally(NamedTuple):
    """For one entity: how many entries the index holds, how many of them the filter keeps, and the source of these
    numbers.
    """

    held: float
    kept: float
    sources: frozenset[SizeSource]


def _tally(made: EntitySizes, row: ShareRow | None, needed: frozenset[str], holds: Condition) -> _Tally | None:
    """Count the items that a row writes (None: all); None if unknown. Raises Invalid as the filter does."""
    worlds = worlds_of(made.facts, needed)
    few = SizeSource.SAMPLES in worlds.sources and len(made.facts.samples) < SAMPLES_ENOUGH
    held = [world for world in worlds.members if row is None or row.chosen(world.item) is not None]
    kept = sum(world.weight for world in held if holds(world.item))
    if few or SizeSource.ASSUMED in worlds.sources or not held:
        return None
    count = float(made.facts.entity.count or 1)
    return _Tally(count * sum(world.weight for world in held), count * kept, worlds.sources)


def _values(parameters: Mapping[str, Any], attributes: Mapping[str, Attribute]) -> dict[str, AttributeValue]:
    made: dict[str, AttributeValue] = {}
    for name, raw in parameters.items():
        if isinstance(raw, list) or (isinstance(raw, dict) and len(raw) != 1):
            continue
        attribute = attributes.get(name)
        kind = attribute.type if attribute is not None else AttributeType.NULL
        try:
            made[f":{name}"] = raw if isinstance(raw, AttributeValue) else from_plain(raw, kind)
        except Invalid:
            continue
    return made
