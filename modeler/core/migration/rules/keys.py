"""Keys and values of stored items that are not found, or differ, after a change.

facts/limits#indexes, facts/limits#throughput, facts/limits#features.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern
from modeler.core.design.tables import Index
from modeler.core.fixes import Fix, Put, put
from modeler.core.items.sizes import projected_names
from modeler.core.migration.aspects import Aspect, aspects_of
from modeler.core.migration.change import DesignPair, step_path
from modeler.core.migration.fates import Fate, fates, fewer_shards
from modeler.core.migration.pairs import EntityPair, TablePair, same_keys, shapes
from modeler.core.migration.rekeying import Move
from modeler.core.migration.steps import Step, StepAction
from modeler.core.migration.touched import calls
from modeler.core.rules.support.context import cell_path, entity_path, table_path
from modeler.core.rules.support.rule import ERROR, WARNING, Rule, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType


def _stored(pair: EntityPair) -> str:
    count = pair.before.count
    return "stored items" if count is None else f"{count:,} stored items"


@rule(
    "migrate.key_changed",
    WARNING,
    Scope.CHANGE,
    title="Key of stored items changes",
    why=(
        "DynamoDB changes no key in place: stored items stay under the old one, and reads by the new one do not "
        "find them"
    ),
    fix="Move them with a plan: write both, fill, compare, then read the new one",
    sources="facts/procedures#re-keying, facts/limits#index-changes",
    fixes=True,
)
def key_changed(change: DesignPair) -> Iterator[Spot]:
    another = [pair for pair in change.pairing.tables if _another_table(pair)]
    for table in another:
        yield from _of_a_table(change, table)
    whole = {id(table.after) for table in another}
    for pair in change.pairing.entities:
        if not pair.is_stored or id(pair.after_table) in whole or change.treats(pair):
            continue
        if pair.base_changed or not pair.same_table:
            path = cell_path(pair.after_table, pair.after, None)
            facts = {"before": _texts(pair, old=True), "after": _texts(pair), "count": pair.before.count}
            yield Spot(_what_changes(pair), path, pair.after.id, "keys", facts, fixes=(change.take_the_plan(),))


def _another_table(pair: TablePair) -> bool:
    return pair.before.name != pair.after.name or not same_keys(pair.before.base, pair.after.base)


def _of_a_table(change: DesignPair, table: TablePair) -> Iterator[Spot]:
    """Everything in it moves: reported once."""
    pairs = [one for one in change.pairing.entities if one.after_table is table.after and one.is_stored]
    left = [pair for pair in pairs if not change.treats(pair)]
    if not left:
        return
    names = ", ".join(pair.after.name for pair in left)
    if table.before.name != table.after.name:
        message = f"{table.before.name} becomes {table.after.name}, a different table, to which {names} must move"
    else:
        message = f"The key schema of {table.after.name} changes, so {names} must move to a new table"
    facts = {"entities": [pair.after.name for pair in left]}
    path = table_path(table.after)
    yield Spot(message, path, table.after.id, "partition_key", facts, fixes=(change.take_the_plan(),))


def _what_changes(pair: EntityPair) -> str:
    name, stored = pair.after.name, _stored(pair)
    if not pair.same_table:
        return f"{name} goes from table {pair.before_table.name} to {pair.after_table.name}, with {stored}"
    in_what = ", ".join(_aspects(pair, pair.before_table.base, pair.after_table.base))
    become = fates(pair, pair.before_table.base, pair.after_table.base)
    if Fate.MOVES not in become:
        return f"Future items of {name} get another key ({in_what}); {stored} keep theirs, so readers must read both"
    return f"The key of {name} changes ({in_what}), but {stored} are under the old one"


def _aspects(pair: EntityPair, old: Index, new: Index) -> tuple[Aspect, ...]:
    olds = [(key.when, pair.old_shapes(key)) for key in pair.old_keys(old)]
    return aspects_of(olds, [(key.when, shapes(key)) for key in pair.new_keys(new)])


def _texts(pair: EntityPair, *, old: bool = False) -> list[list[str]]:
    keys = pair.old_keys(pair.before_table.base) if old else pair.new_keys(pair.after_table.base)
    return [[str(template) for template in key.templates] for key in keys]


@rule(
    "migrate.shard_count_changed",
    ERROR,
    Scope.CHANGE,
    title="Number of shards changes",
    why="With another count, a stored item is in another shard, so a read by its id looks in the wrong place",
    fix="Read with both counts until stored items have moved, or keep the count",
    sources="facts/building-blocks#p17, facts/building-blocks#x7",
    hides=("migrate.key_changed", "migrate.gsi_needs_backfill"),
    fixes=True,
)
def shard_count_changed(change: DesignPair) -> Iterator[Spot]:
    for pair in change.pairing.entities:
        if not pair.is_stored:
            continue
        yield from _calculated(change, pair)
        if not change.treats(pair):
            yield from _fewer_random(pair)


def _calculated(change: DesignPair, pair: EntityPair) -> Iterator[Spot]:
    olds = {index.name: index for index in pair.before_table.indexes}
    for new in pair.after_table.all_indexes:
        old = pair.before_table.base if new.is_base else olds.get(new.name)
        name = "" if new.is_base else new.name
        if old is None or Aspect.SHARDS not in _aspects(pair, old, new) or change.treats(pair, name):
            continue
        key = next((one for one in pair.new_keys(new) if one.overload), None)
        part = pair.after.id if new.is_base or key is None or key.overload is None else key.overload.id
        place = name or pair.after_table.name
        message = (
            f"The shard count in the key of {pair.after.name} in {place} changes, but {_stored(pair)} are in "
            "the shards of the old count"
        )
        path = cell_path(pair.after_table, pair.after, name or None)
        yield Spot(message, path, part, "keys", {}, fixes=(change.take_the_plan(), *_old_count(pair, old, new)))


def _old_count(pair: EntityPair, old: Index, new: Index) -> tuple[Fix, ...]:
    """The old templates, if the number of cases is the same."""
    olds, news = pair.old_keys(old), pair.new_keys(new)
    if len(olds) != len(news) or old.key_names != new.key_names or pair.renames:
        return ()
    edits = tuple(
        Put(after.overload.id, f"keys.{name}", was.source)
        for before, after in zip(olds, news, strict=True)
        for name, was, will in zip(new.key_names, before.templates, after.templates, strict=True)
        if after.overload and was is not None and will is not None and was.source != will.source
    )
    return (Fix("Keep the old shard count", edits),) if edits else ()


def _fewer_random(pair: EntityPair) -> Iterator[Spot]:
    for new, was, will in fewer_shards(pair):
        message = (
            f"{new.name} of {pair.after.name} has {will} shards instead of {was}: items in shards {will} to "
            f"{was - 1} are no longer read"
        )
        fixes = put(f"Keep {was} shards", new.id, "format", f"shard({was})")
        yield Spot(message, entity_path(pair.after_table, pair.after), pair.after.id, "keys", {}, fixes=fixes)


@rule(
    "migrate.type_changed",
    WARNING,
    Scope.CHANGE,
    title="Attribute that patterns read changes its type",
    why="Readers get text instead of a number: parsing, sorting and adding break after the move",
    fix="Keep the attribute as it was, next to the new key",
    sources="facts/modeling#schema-changes, facts/table-api#item-messages",
    fixes=True,
)
def type_changed(change: DesignPair) -> Iterator[Spot]:
    for pair in change.pairing.entities:
        for old, new in pair.attributes:
            if old is None or new is None or not pair.is_stored:
                continue
            lost = new.key_only and not old.key_only and old.type is not AttributeType.S
            readers = _readers(change, pair, old) if lost or old.type is not new.type else ()
            if readers:
                became = "is kept only inside keys, as text" if lost else f"becomes {new.type}"
                message = f"{old.name} of {pair.after.name} is {old.type} and {became}; {', '.join(readers)} read it"
                path = f"{entity_path(pair.after_table, pair.after)}.attributes.{new.name}"
                yield Spot(message, path, new.id, "type", {"patterns": list(readers)}, fixes=_as_it_was(old, new))


def _as_it_was(old: Attribute, new: Attribute) -> tuple[Fix, ...]:
    edits = [Put(new.id, "type", old.type.value)] if old.type is not new.type else []
    if new.key_only and not old.key_only:
        edits.append(Put(new.id, "key_only", False))
    return (Fix(f"Keep {new.name} as it was", tuple(edits)),)


def _readers(change: DesignPair, pair: EntityPair, attribute: Attribute) -> tuple[str, ...]:
    """Patterns of the design before that return the attribute."""
    found = (
        top.label
        for call, top in calls(change.before)
        if call.operation.is_read and _is_read(change, pair, call, attribute.name)
    )
    return tuple(dict.fromkeys(found))


def _is_read(change: DesignPair, pair: EntityPair, call: AccessPattern, name: str) -> bool:
    table = change.before.table(call.table)
    index = table.index(call.index) if table else None
    if table is not pair.before_table or index is None or (call.entities and pair.before.name not in call.entities):
        return False
    carried = projected_names(table, index)
    if carried is not None and name not in carried:
        return False
    return not call.projection or ALL_ATTRIBUTES in call.projection or name in call.projection


@rule(
    "migrate.ttl_in_flight",
    WARNING,
    Scope.CHANGE,
    title="Items with TTL move while TTL is on",
    why="Either table deletes expired items while they are copied and compared, so counts never match",
    fix="Keep TTL of the target off until reads have moved",
    sources="facts/procedures#re-keying, facts/limits#time-to-live",
    fixes=True,
)
def ttl_in_flight(change: DesignPair) -> Iterator[Spot]:
    for move in change.moves:
        ttl = move.source.options.ttl_attribute
        names = [pair.after.name for pair in move.entities if ttl and pair.before.attribute(ttl)]
        if not names:
            continue
        message = f"{', '.join(names)} with TTL by {ttl} move to {move.name}"
        if change.plan is None:
            path = f"tables.{move.target.name}"
            facts = {"entities": names, "attribute": ttl}
            fixes = (change.take_the_plan(),)
            yield Spot(
                f"{message}, but no plan specifies when TTL is on", path, move.target.id, "settings", facts, fixes=fixes
            )
            continue
        for step in _too_early(change, move):
            fixes = (Fix(f"Leave TTL off in step {step.id}", (Put(step.id, "settings.ttl_attribute", None),)),)
            facts = {"entities": names, "attribute": ttl}
            yield Spot(f"{message}, whose TTL is on before reads have moved", step_path(step), step.id, "settings",
                       facts, fixes=fixes)  # fmt: skip


def _too_early(change: DesignPair, move: Move) -> Iterator[Step]:
    """Steps that turn on TTL of the target before the last one that moves readers to it."""
    assert change.plan is not None  # called only with a plan
    positions = [
        change.plan.position(step) for step in change.plan.of(StepAction.SWITCH_READS) if step.place == move.name
    ]
    for number, step in enumerate(change.steps):
        if step.place == move.name and step.settings.get("ttl_attribute") and positions and number < positions[-1]:
            yield step


RULES: Final[tuple[Rule, ...]] = (key_changed, shard_count_changed, type_changed, ttl_in_flight)
