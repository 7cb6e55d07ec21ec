"""Reads that see items under the old key and under the new one while both are in one index, and attributes that only
old keys hold.

facts/procedures#re-keying, facts/ordering#sort-key-formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from modeler.core.algebra.collisions import TemplateSide
from modeler.core.algebra.template_match import told_by
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import put
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.migration.change import DesignPair
from modeler.core.migration.moves import is_remade
from modeler.core.migration.pairs import EntityPair, same_keys, shapes
from modeler.core.migration.touched import calls
from modeler.core.rules.keys.collisions import side_of
from modeler.core.rules.support.context import RuleContext, entity_path
from modeler.core.rules.support.requested_keys import asked_attributes, asked_keys, caught_by, is_known
from modeler.core.rules.support.rule import ERROR, WARNING, Rule, Scope, Spot, rule


@rule(
    "migrate.reads_both_shapes",
    WARNING,
    Scope.CHANGE,
    title="Read returns items under the old key and the new one",
    why="Until the last item has moved, the read returns a mixture: order, pages and item keys are of two designs",
    fix="Give the new keys a prefix that the condition of the read excludes, or move the items to another table",
    sources="facts/procedures#re-keying, facts/ordering#sort-key-formats",
)
def reads_both_shapes(change: DesignPair) -> Iterator[Spot]:
    remade = {id(pair.after) for pair in change.pairing.tables if is_remade(pair)}
    contexts = RuleContext(change.before), RuleContext(change.after)
    for pair in change.pairing.entities:
        if not pair.is_stored or not pair.same_table or id(pair.after_table) in remade:
            continue
        for old, new in _rewritten(pair):
            yield from _mixed(contexts, pair, old, new)


def _rewritten(pair: EntityPair) -> Iterator[tuple[Index, Index]]:
    """The indexes that stay, and into which the entity writes other keys: the table's own among them."""
    olds = {index.name: index for index in pair.before_table.indexes}
    for new in pair.after_table.all_indexes:
        old = pair.before_table.base if new.is_base else olds.get(new.name)
        if old is not None and same_keys(old, new) and not pair.writes_the_same(old, new):
            yield old, new


def _mixed(contexts: tuple[RuleContext, RuleContext], pair: EntityPair, old: Index, new: Index) -> Iterator[Spot]:
    left, made = _left_and_made(pair, old, new)
    sides = (("deployed", contexts[0], pair.before_table, old), ("new", contexts[1], pair.after_table, new))
    told: dict[str, list[str]] = {}
    for version, context, table, index in sides:
        entity = pair.before if table is pair.before_table else pair.after
        for call, top in _reads(context.design, table, index, entity):
            sees_old = any(_matches(context, table, index, call, pair.before, key) for key in left)
            if sees_old and any(_matches(context, table, index, call, pair.after, key) for key in made):
                told.setdefault(top.label, []).append(version)
    for label, versions in told.items():
        place = pair.after_table.name if new.is_base else new.name
        which = " and ".join(versions)
        message = f"{label} ({which} version) returns {pair.after.name} items under the old and the new key of {place}"
        yield Spot(message, f"patterns.{label}", pair.after.id, f"keys.{label}", {"pattern": label, "index": new.name})


def _left_and_made(pair: EntityPair, old: Index, new: Index) -> tuple[list[WrittenKey], list[WrittenKey]]:
    """The old keys that are no longer written, and the new ones that were not."""
    was, becomes = pair.old_keys(old), pair.new_keys(new)
    stays, stayed = [shapes(key) for key in becomes], [pair.old_shapes(key) for key in was]
    left = [key for key in was if pair.old_shapes(key) not in stays]
    return left, [key for key in becomes if shapes(key) not in stayed]


def _reads(design: Design, table: Table, index: Index, entity: Entity) -> Iterator[tuple[AccessPattern, AccessPattern]]:
    name = None if index.is_base else index.name
    for call, top in calls(design):
        is_here = call.operation is Operation.QUERY and call.index == name and design.table(call.table) is table
        if is_here and (not call.entities or entity.name in call.entities):
            yield call, top


def _matches(
    context: RuleContext, table: Table, index: Index, call: AccessPattern, entity: Entity, key: WrittenKey
) -> bool:
    """Whether a key that an entity writes can match the condition of a call. What is not known does not count."""
    asked = asked_keys(index, call)
    if asked is None or key.complete is None or len(key.complete) < asked.elements:
        return False
    side = TemplateSide(asked.templates, asked_attributes(context, table, index, call, asked))
    other = side_of(entity, key.complete[: asked.elements], key.when)
    return is_known(asked, side) and caught_by(asked, side, other).is_yes


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


RULES: Final[tuple[Rule, ...]] = (reads_both_shapes, attribute_lost)
