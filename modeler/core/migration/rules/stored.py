"""Stored items that cannot be migrated, or not in time: found before the start, from templates and samples.

facts/procedures#re-keying, facts/limits#item-size, facts/limits#streams.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core.algebra.twins import twins
from modeler.core.arithmetic import plain_number
from modeler.core.decisions.operations import BackfillWay
from modeler.core.design.items import SampleItem
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.items.materialize import StoredItem, item_writer
from modeler.core.limits import ITEM_BYTES_MAX
from modeler.core.migration.change import DesignPair, step_path
from modeler.core.migration.overlap.splits import splits
from modeler.core.migration.pairs import EntityPair
from modeler.core.migration.steps import StepAction
from modeler.core.rules.keys.collisions import item_json, side_of, values_text
from modeler.core.rules.keys.key_identity import has_unique, told_apart
from modeler.core.rules.support.context import cell_path
from modeler.core.rules.support.rule import ERROR, WARNING, Rule, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeValue, item_size

STREAM_HOURS: Final = 24.0
"""How long a stream keeps records. facts/limits#streams."""

type _Key = tuple[AttributeValue, ...]


def _rekeyed(change: DesignPair) -> Iterator[EntityPair]:
    """Entities with stored items that get another key in their table, or go to another table."""
    another = {id(move.target) for move in change.moves}
    for pair in change.pairing.entities:
        if pair.is_stored and (pair.base_changed or not pair.same_table or id(pair.after_table) in another):
            yield pair


def carried_over(pair: EntityPair) -> Iterator[tuple[SampleItem, StoredItem]]:
    """Each sample item of the design before, and what the design after makes of it."""
    write = item_writer(pair.after_table, pair.after)
    for sample in pair.before.items:
        values = {pair.renames.get(name, name): value for name, value in sample.values.items()}
        yield sample, write(replace(sample, values=values, stored_keys={}))


@rule(
    "migrate.keys_collide",
    ERROR,
    Scope.CHANGE,
    title="Two stored items get the same new key",
    why="The second overwrites the first during the backfill, and no rollback brings it back",
    fix="Add an attribute of the old key to the new one, or merge these items before the start",
    sources="facts/procedures#re-keying, facts/modeling#partition-keys",
)
def keys_collide(change: DesignPair) -> Iterator[Spot]:
    known: dict[str, dict[_Key, tuple[str, _Key]]] = {}
    for pair in _rekeyed(change):
        spot = _of_samples(pair, known.setdefault(pair.after_table.name, {})) or _of_templates(pair)
        if spot is not None:
            yield spot


def _of_samples(pair: EntityPair, known: dict[_Key, tuple[str, _Key]]) -> Spot | None:
    """Two samples with different old keys and one new key; `known` has the new keys of the table's other entities."""
    was = item_writer(pair.before_table, pair.before)
    for sample, stored in carried_over(pair):
        old = was(sample).key
        if stored.key is None or old is None:
            continue
        entity, other = known.setdefault(stored.key, (pair.before.name, old))
        if other != old:
            message = (
                f"{_key_text(other)} ({entity}) and {_key_text(old)} ({pair.before.name}) both get the key "
                f"{_key_text(stored.key)}"
            )
            return _at_key(
                pair, message, {"old_keys": [_key_text(other), _key_text(old)], "new_key": _key_text(stored.key)}
            )
    return None


def _of_templates(pair: EntityPair) -> Spot | None:
    """An attribute that identifies items in the old key and is not in the new one."""
    if pair.after.count == 1:
        return None
    olds = [key for key in pair.old_keys(pair.before_table.base) if key.complete is not None]
    held = {name for key in olds for shape in pair.old_shapes(key) for name in _names(shape)}
    for key in pair.new_keys(pair.after_table.base):
        if key.complete is None:
            continue
        kept = told_apart(key.complete)
        identity = set(pair.after.identity) or held
        if identity <= kept or has_unique(pair.after, kept):
            continue
        answer = twins(side_of(pair.after, key.complete, key.when), sorted(held - kept))
        if answer.is_yes:
            left, right = (values_text(item_json(one)) for one in (answer.left, answer.right))
            lost, made = sorted(held - kept), " / ".join(answer.keys)
            message = (
                f"The new key of {pair.after.name} does not contain {', '.join(lost)}: {left} and {right} get {made}"
            )
            return _at_key(pair, message, {"attributes": lost, "new_key": made})
    return None


def _names(shape: object) -> Iterator[str]:
    for part in shape if isinstance(shape, tuple) else ():
        if hasattr(part, "attribute"):
            yield part.attribute


def _at_key(pair: EntityPair, message: str, facts: dict[str, object]) -> Spot:
    return Spot(message, cell_path(pair.after_table, pair.after, None), pair.after.id, "keys", facts)


def _key_text(key: _Key) -> str:
    return " / ".join(value.data.hex() if isinstance(value.data, bytes) else str(value.data) for value in key)


@rule(
    "migrate.source_missing",
    WARNING,
    Scope.CHANGE,
    title="Stored items lack an attribute of the new key",
    why="Without its attributes the new key cannot be made: the item stays behind, or is missing from the index",
    fix="Fill the attribute in for stored items first, or make the key from attributes that all of them have",
    sources="facts/procedures#backfill, facts/modeling#schema-changes",
)
def source_missing(change: DesignPair) -> Iterator[Spot]:
    rekeyed = {id(pair.after) for pair in _rekeyed(change)}
    for pair in change.pairing.entities:
        if not pair.is_stored:
            continue
        if id(pair.after) in rekeyed:
            yield from _lacking(pair, pair.after_table.base)
        olds = {index.name: index for index in pair.before_table.indexes}
        for index in pair.after_table.indexes:
            old = olds.get(index.name)
            if index.kind is IndexKind.GSI and (old is None or not pair.writes_the_same(old, index)):
                yield from _lacking(pair, index)


def _lacking(pair: EntityPair, index: Index) -> Iterator[Spot]:
    """One finding for an index: which attributes of its key stored items do not have, or not all of them."""
    stored = {new.name: old for old, new in pair.attributes if old is not None and new is not None}
    told: list[str] = []
    severity = WARNING
    for name in _sources(pair, index):
        old = stored.get(name)
        samples = [one for one in pair.before.items if _before(pair, name) not in one.values]
        if old is None:
            told.append(f"{name} is new")
            severity = ERROR if index.is_base else WARNING
        elif old.optional < 1:
            told.append(f"{plain_number(round(old.optional * 100, 1))}% have {name}")
        elif samples and not old.key_only:
            told.append(f"{len(samples)} of {len(pair.before.items)} sample items lack {name}")
    if told:
        place = "the table" if index.is_base else index.name
        message = f"The key of {pair.after.name} in {place} needs attributes that stored items lack: {'; '.join(told)}"
        path = cell_path(pair.after_table, pair.after, None if index.is_base else index.name)
        yield Spot(message, path, pair.after.id, "keys", {"index": index.name, "lacking": told}, severity=severity)


def _sources(pair: EntityPair, index: Index) -> list[str]:
    """The attributes that every key of the index needs; a condition can leave items out on purpose."""
    found: dict[str, None] = {}
    olds = {key for table in [pair.before_table] for one in table.all_indexes for key in _shapes_of(pair, one)}
    for key in pair.new_keys(index):
        if key.when or key.complete is None or not key.overload:
            continue
        for template in key.complete:
            if template.parts not in olds:
                found |= dict.fromkeys(template.attributes)
    return list(found)


def _shapes_of(pair: EntityPair, index: Index) -> Iterator[object]:
    """What stored items have as keys already: an index that is made of the same needs nothing more."""
    for key in pair.old_keys(index):
        if not key.when:
            yield from (shape for shape in pair.old_shapes(key) if shape is not None)


def _before(pair: EntityPair, name: str) -> str:
    return next((old for old, new in pair.renames.items() if new == name), name)


@rule(
    "migrate.entity_split",
    WARNING,
    Scope.CHANGE,
    title="Stored items become another entity that nothing writes",
    why="A migration writes all stored items of an entity as one, so these get its keys, and reads of the new entity "
    "do not find them",
    fix="Write them as the new entity and delete them as the old one before the start, or keep one entity whose key "
    "contains the attribute that tells them apart",
    sources="facts/procedures#re-keying",
)
def entity_split(change: DesignPair) -> Iterator[Spot]:
    for one in splits(change.pairing):
        old = one.source.before.name
        message = (
            f"{one.shown} of {old} are {one.entity.name} in the new design, but the migration writes every stored item "
            f"of {old} as {one.source.after.name}"
        )
        facts = {"from": old, "items": one.items}
        yield Spot(message, cell_path(one.table, one.entity, None), one.entity.id, "items", facts)


@rule(
    "migrate.item_too_large",
    ERROR,
    Scope.CHANGE,
    title="Item exceeds 400 KB once it has both keys",
    why="DynamoDB rejects the write that adds the new keys, so the item is never migrated",
    fix="Move large attributes to another item or to S3 before the start",
    sources="facts/limits#item-size",
)
def item_too_large(change: DesignPair) -> Iterator[Spot]:
    for pair in change.pairing.entities:
        if not pair.is_stored or not _gets_keys(pair):
            continue
        extra = _old_key_names(pair.before_table)
        was = item_writer(pair.before_table, pair.before)
        for sample, stored in carried_over(pair):
            old = was(sample).item
            kept = {name: value for name, value in old.items() if name in extra and name not in stored.item}
            size = item_size({**kept, **stored.item})
            if size > ITEM_BYTES_MAX >= item_size(old):
                message = (
                    f"Sample item {sample.id} of {pair.after.name} has {size:,} bytes with the keys of both designs; "
                    f"the limit is {ITEM_BYTES_MAX:,}"
                )
                path = f"{cell_path(pair.after_table, pair.after, None)}.items.{sample.id}"
                yield Spot(message, path, pair.after.id, "items", {"item": sample.id, "bytes": size})
                break


def _gets_keys(pair: EntityPair) -> bool:
    olds = {index.name: index for index in pair.before_table.all_indexes}
    news = pair.after_table.all_indexes
    return any(index.name not in olds or not pair.writes_the_same(olds[index.name], index) for index in news)


def _old_key_names(table: Table) -> frozenset[str]:
    return frozenset(name for index in table.indexes for name in index.key_names)


@rule(
    "migrate.backfill_outlasts_stream",
    WARNING,
    Scope.CHANGE,
    title="Backfill takes longer than the stream keeps changes",
    why="A stream keeps changes for 24 hours: a consumer that is stopped longer, such as until the end, loses some",
    fix="Raise the rate, split the backfill by entity, or export the table to S3 and import it",
    sources="facts/limits#streams, facts/procedures#backfill",
)
def backfill_outlasts_stream(change: DesignPair) -> Iterator[Spot]:
    for step in change.steps:
        if step.action is not StepAction.BACKFILL or step.work is None or step.work.hours is None:
            continue
        hours = float(step.work.hours.value)
        scans = step.backfill is not None and step.backfill.way == BackfillWay.SCAN
        if scans and hours > STREAM_HOURS:
            message = (
                f"Step {step.id} takes about {plain_number(round(hours, 1))} hours at its rate; the stream keeps "
                f"changes for {plain_number(STREAM_HOURS)}"
            )
            yield Spot(message, step_path(step), step.id, "backfill", {"hours": round(hours, 1)})


RULES: Final[tuple[Rule, ...]] = (
    keys_collide, source_missing, entity_split, item_too_large, backfill_outlasts_stream
)  # fmt: skip
