"""How often one item is written, for rules about growth and change."""

from __future__ import annotations

from math import prod

from modeler.core.capacity.partition_keys import asked_keys
from modeler.core.capacity.skew import hottest_share
from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.keys.templates import KeyTemplate, parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.transaction_members import base_keys
from modeler.core.servings.binding import shards_of


def item_rate(context: RuleContext, table: Table, entity: Entity, call: Call) -> float | None:
    """Average calls per second that write the same item: the hottest one if a skew is given, else spread evenly over
    the entity's count. None if neither is known.
    """
    rate = call.top.per_second
    if rate is None:
        return None
    names = _key_names(context, table, entity, call)
    if not names:
        return rate.average  # a constant key is one item
    skew = call.pattern.facts.skew or call.top.facts.skew
    if skew is not None and skew.attribute and set(entity.identity) != {skew.attribute}:
        skew = None
    if skew is not None and entity.identity and not set(entity.identity) <= _partition_names(table, entity, call):
        skew = None  # the partition is hot, and the item is one of many in it
    share = hottest_share(skew, None if not entity.count else float(entity.count))
    return None if share is None else rate.average * share


def _key_names(context: RuleContext, table: Table, entity: Entity, call: Call) -> set[str]:
    templates: list[KeyTemplate] = [parse(text) for one in call.pattern.key for text in one.templates]
    if not templates:
        keys = context.keys(table, entity, table.base)
        templates = [template for key in keys[:1] for template in key.templates if template is not None]
    return {name for template in templates for name in template.attributes}


def _partition_names(table: Table, entity: Entity, call: Call) -> set[str]:
    asked = asked_keys(table.base, call.pattern) or ()
    return {name for template in asked for name in template.attributes}


def share_of_one(entity: Entity, call: Call) -> float | None:
    """The share of the calls that go to the hottest item; None if unknown."""
    templates = [parse(text) for one in call.pattern.key for text in one.templates]
    if templates and all(template.is_constant for template in templates):
        return 1.0
    skew = call.pattern.facts.skew or call.top.facts.skew
    share = hottest_share(skew, float(entity.count) if entity.count else None)
    return None if share is None else share / _shards(entity)


def _shards(entity: Entity) -> int:
    """Return over how many items an entity spreads the writes of one thing: by attributes of the format `shard(n)`."""
    parts = (part for template in base_keys(entity).values() for part in template.references if part.is_plain)
    return prod(max(1, shards_of(part, entity.attribute(part.attribute))) for part in parts)
