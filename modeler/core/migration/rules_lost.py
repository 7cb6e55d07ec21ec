"""Attributes that only keys hold, and that new keys no longer tell. facts/procedures#re-keying."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from modeler.core.algebra.template_match import told_by
from modeler.core.design.items import Entity
from modeler.core.design.tables import Table
from modeler.core.fixes import put
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.migration.change import DesignPair
from modeler.core.migration.pairs import EntityPair
from modeler.core.rules.support.context import entity_path
from modeler.core.rules.support.rule import ERROR, Rule, Scope, Spot, rule


@rule(
    "migrate.attribute_lost",
    ERROR,
    Scope.CHANGE,
    title="New keys do not tell an attribute that only keys hold",
    why="It is not stored outside of keys, so an item under its new key has lost it, and no rollback brings it back",
    fix="Store the attribute itself, or keep it in a key by a format that can be read back",
    sources="facts/procedures#re-keying, facts/ordering#sort-key-formats",
    fixes=True,
)
def attribute_lost(change: DesignPair) -> Iterator[Spot]:
    another = {id(move.target) for move in change.moves}
    for pair in change.pairing.entities:
        moves = pair.base_changed or not pair.same_table or id(pair.after_table) in another
        if pair.is_stored and moves:
            yield from _lost(pair)


def _lost(pair: EntityPair) -> Iterator[Spot]:
    had, has = (_told(*side) for side in ((pair.before_table, pair.before), (pair.after_table, pair.after)))
    keys = {name for index in pair.after_table.all_indexes for name in index.key_names}
    for old, new in pair.attributes:
        if old is None or new is None or not new.key_only or new.name in has | keys:
            continue
        if not old.key_only or old.name in had:
            message = f"{new.name} of {pair.after.name} is only in keys, and its new keys do not tell it"
            path = f"{entity_path(pair.after_table, pair.after)}.attributes.{new.name}"
            yield Spot(
                message, path, new.id, "key_only", fixes=put(f"Store {new.name} itself", new.id, "key_only", False)
            )


def _told(table: Table, entity: Entity) -> frozenset[str]:
    """The attributes that every item's keys tell: each case of the table's own key, or an index that lists all."""
    cases = [_of(entity, [key]) for key in written_keys(table, entity, table.base)]
    whole = [key for index in table.indexes for key in written_keys(table, entity, index) if not key.when]
    return frozenset.intersection(*cases) | _of(entity, whole) if cases else _of(entity, whole)


def _of(entity: Entity, keys: Iterable[WrittenKey]) -> frozenset[str]:
    return frozenset(
        name
        for key in keys
        for template in key.templates
        if template is not None
        for name in told_by(template, entity.attributes_by_name)
    )


RULES: Final[tuple[Rule, ...]] = (attribute_lost,)
