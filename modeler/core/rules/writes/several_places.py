"""Writes that other writers or Regions can come between. facts/building-blocks#p8, facts/limits#global-tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from modeler.core import limits
from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import BASE, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.fixes import put
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import parse
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.phrases import and_list
from modeler.core.rules.operations.ttl import is_called
from modeler.core.rules.support.context import Call, RuleContext, cell_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.same_item import shared_items, steps_of
from modeler.core.rules.support.version_fixes import guards, is_version
from modeler.core.rules.support.write_targets import (
    changes_of,
    is_conditioned,
    is_of_new_items,
    names_in_terms,
    table_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by
from modeler.core.rules.writes.unique_constraints import identifies

_CLAIMED: Final = frozenset({"token", "idempotency", "idempotent", "dedup", "lock", "lease", "mutex", "claim"})
_WITHOUT_GAPS: Final = re.compile(r"(?i)\bgaps?\b|gapless|consecutive|every number|contiguous|none? (is )?missing")
_VERSIONED: Final = frozenset({Operation.PUT, Operation.UPDATE, Operation.DELETE})


@rule(
    "write.move_not_atomic",
    WARNING,
    Scope.PATTERN,
    title="Delete and put are not one transaction",
    why="If the second request fails, the item is lost or exists twice, and readers see the state in between",
    fix="Write both in one TransactWriteItems",
    sources="facts/building-blocks#p2, facts/choices#write-guard",
    operations={Operation.STEPS},
)
def move_not_atomic(context: RuleContext, call: Call) -> Iterator[Spot]:
    members = call.pattern.members
    for number, one in enumerate(members):
        for other in members[number + 1 :]:
            moves = {one.operation, other.operation} == {Operation.DELETE, Operation.PUT}
            shared = [name for name in one.entities if name in other.entities]
            if moves and shared and one.table == other.table:
                first, second = ("deletes", "puts") if one.operation is Operation.DELETE else ("puts", "deletes")
                message = f"{call.label} {first} {shared[0]} and then {second} it in a second request"
                yield Spot(message, f"{call.path}.steps[{number}]", call.top.id, "steps", {"entity": shared[0]})
                return


@rule(
    "write.invariant_not_atomic",
    WARNING,
    Scope.PATTERN,
    title="Invariant over writes that are not one transaction",
    why="If a later write fails, the earlier ones stay, and the invariant does not hold",
    fix="Write all of them in one TransactWriteItems",
    sources="facts/choices#write-guard, facts/throughput#writes",
    hides=("write.move_not_atomic",),
    fixes=True,
    operations={Operation.STEPS, Operation.BATCH_WRITE},
)
def invariant_not_atomic(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    alone = (pattern,) if pattern.operation is Operation.BATCH_WRITE else ()
    writes = [one for one in pattern.members or alone if not one.operation.is_read]
    count = sum(max(1, one.fan_out) for one in writes)
    if not pattern.facts.invariant.strip() or count < 2:
        return
    if _draws_a_number(call, writes):
        return
    message = f"{call.label} makes {count} writes one by one, and declares: {pattern.facts.invariant.strip()}"
    alike = len(writes) == len(pattern.members) and not any(one.operation.is_multiple for one in writes)
    # A transaction names each item once.
    twice = any(one.always for one in shared_items(context, steps_of(call)))
    fix = "Merge the writes of one item into one write, and make all of them in one TransactWriteItems" if twice else ""
    label, whole = "Make it a transaction", str(Operation.TRANSACT_WRITE)
    is_possible = alike and not twice and count <= limits.TRANSACTION_ACTIONS_MAX
    fixes = put(label, pattern.id, "operation", whole) if is_possible else ()
    yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"writes": count}, fix=fix, fixes=fixes)


def _draws_a_number(call: Call, writes: list[AccessPattern]) -> bool:
    """Return whether it counts up, and then only creates items: if a create fails, a number stays unused, and no two
    items have one.
    """
    if call.pattern.operation is not Operation.STEPS or _WITHOUT_GAPS.search(call.pattern.facts.invariant):
        return False
    first, *later = writes
    counts = first.operation is Operation.UPDATE and bool(first.add) and not first.set and first.fan_out <= 1
    return counts and all(one.operation is Operation.PUT and _is_new(one) for one in later)


def _is_new(pattern: AccessPattern) -> bool:
    return any("attribute_not_exists" in str(term) for term, _ in names_in_terms(pattern))


@rule(
    "write.counter_on_replicas",
    WARNING,
    Scope.NEIGHBOURS,
    title="Counter on a global table loses increments",
    why="Regions replicate whole values and the last writer wins: of two increments in two Regions, one is lost",
    fix="Count in one Region, or in one item per Region and add them when reading",
    sources="facts/limits#global-tables, facts/building-blocks#p8",
    operations={Operation.UPDATE},
)
def counter_on_replicas(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None:
        return
    options = table.options
    if not options.replicas or options.strong or pattern.facts.intent.approximate or is_by_region(pattern):
        return
    regions = 1 + len(options.replicas)
    for name, how in counted_by(table, pattern).items():
        if how != "list_append":
            message = f"{call.label} changes {name} by {how}, and {table.name} is written in {regions} Regions"
            field = "update" if pattern.update.strip() else "add"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})


def is_by_region(pattern: AccessPattern) -> bool:
    """Return whether the key names a Region, as in one item per Region."""
    return any("region" in text.lower() for one in pattern.key for text in one.templates)


@rule(
    "write.unique_on_replicas",
    ADVICE,
    Scope.NEIGHBOURS,
    title="attribute_not_exists does not hold across Regions",
    why="Each Region checks its own replica: two Regions accept one value, and replication then keeps one of the items",
    fix="Write these items in one Region only, or put the Region into the value",
    sources="facts/limits#global-tables, facts/building-blocks#p2",
    operations={Operation.PUT},
)
def unique_on_replicas(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or not table.options.replicas or table.options.strong or is_by_region(pattern):
        return
    for entity in written_by(context, call) if _is_new(pattern) else ():
        keys = [text for one in entity.overloads_of(BASE) for text in one.keys.values()]
        delivered = "at_least_once" in (pattern.facts.delivery, call.top.facts.delivery)
        declared = call.top is pattern and bool(pattern.facts.invariant.strip())
        is_once = entity.constraint_of or delivered or declared or is_called(entity, _CLAIMED) or _is_chosen(entity)
        if is_once and not any("region" in text.lower() for text in keys):
            regions = 1 + len(table.options.replicas)
            message = f"{call.label} keeps {entity.name} unique, and {table.name} is written in {regions} Regions"
            severity = WARNING if declared else None
            yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"entity": entity.id}, severity)
            return


def _is_chosen(entity: Entity) -> bool:
    """Return whether people choose the value that identifies an item, so that two of them can choose the same."""
    return len(entity.identity) == 1 and identifies(entity.attribute(entity.identity[0]))


@rule(
    "write.version_on_replicas",
    WARNING,
    Scope.TABLE,
    title="Version condition does not hold across Regions",
    why="Two Regions accept the same version, each on its own replica, and the last writer wins: one change is lost",
    fix="Write these items in one Region, or give the table multi-Region strong consistency",
    sources="facts/limits#global-tables, facts/choices#write-guard",
)
def version_on_replicas(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.options.replicas or table.options.strong:
        return
    checked: dict[str, str] = {}
    for call in context.calls_on(table):
        names = [name for name in sorted(guards(table, call.pattern)) if is_version(name)]
        if names and call.pattern.operation in _VERSIONED and not is_by_region(call.pattern):
            checked.setdefault(call.label, names[0])
    if checked:
        does = "checks" if len(checked) == 1 else "check"
        yield written_in_regions(table, list(checked), f"{does} {next(iter(checked.values()))}")


def written_in_regions(table: Table, labels: Sequence[str], does: str) -> Spot:
    """The finding about access patterns that do what holds in one Region only. At most three are named."""
    shown = and_list([*labels[:3], *([f"{len(labels) - 3} more"] if len(labels) > 3 else [])])
    message = f"{shown} {does}, and {table.name} is written in {1 + len(table.options.replicas)} Regions"
    return Spot(message, f"tables.{table.name}.settings.replicas", table.id, "settings", {"patterns": list(labels)})


@rule(
    "txn.on_replicas",
    ADVICE,
    Scope.TABLE,
    title="Transactions of a global table hold in one Region only",
    why="Other Regions receive the writes of a transaction one by one, and a read there can see a part of them",
    fix="Send these transactions, and the reads that need all or nothing, to one Region",
    sources="facts/limits#global-tables",
)
def transactions_on_replicas(context: RuleContext, table: Table) -> Iterator[Spot]:
    regions = table.options.replicas
    if not regions or table.options.strong:
        return
    calls = (call.top for call in context.calls_on(table) if call.in_transaction and not call.pattern.operation.is_read)
    labels = list(dict.fromkeys(pattern.label for pattern in calls))
    if labels:
        shown = and_list([*labels[:3], *([f"{len(labels) - 3} more"] if len(labels) > 3 else [])])
        message = f"{shown} {'writes' if len(labels) == 1 else 'write'} {table.name} in transactions, and its replicas"
        message += f" in {and_list([str(one) for one in regions])} receive each item by itself"
        yield Spot(message, f"tables.{table.name}.settings.replicas", table.id, "settings", {"patterns": labels})


@rule(
    "keys.time_only",
    WARNING,
    Scope.ENTITY,
    title="Two items in the same millisecond overwrite each other",
    why="A time is not unique: two writers can write the same key, and the second item replaces the first",
    fix="Append an id to the sort key, or use a ULID",
    sources="facts/modeling#partition-keys, facts/ordering#sort-key-formats",
)
def time_only(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    for key in context.keys(table, entity, table.base):
        if key.complete is None or key.overload is None or not table.sort_key:
            continue
        sort = key.complete[len(table.partition_key) :]
        names = list(dict.fromkeys(name for template in sort for name in template.attributes))
        held = [attribute for name in names if (attribute := entity.attribute(name)) is not None]
        moments = [one for one in held if one.format in _MOMENTS and meaning_of(one) is Meaning.TIME]
        others = [one for one in held if one not in moments and not one.values]
        partition = [
            entity.attribute(name) for one in key.complete[: len(table.partition_key)] for name in one.attributes
        ]
        is_own = any(one is not None and format_of(one).unique and one.name in entity.identity for one in partition)
        coarse = any(part.formats for template in sort for part in template.references)
        is_identity = not entity.identity or any(one.name in entity.identity for one in moments)
        if entity.concurrent and moments and is_identity and not others and not is_own and not coarse:
            name = moments[0].name
            message = f"The sort key of {entity.name} is unique only by {name}, and several clients write"
            path = cell_path(table, entity, None)
            yield Spot(message, path, key.overload.id, f"keys.{table.sort_key[0].name}", {"attribute": name})


_MOMENTS = frozenset({"iso", "epoch_seconds", "epoch_millis"})


@rule(
    "write.upsert_without_index_keys",
    WARNING,
    Scope.NEIGHBOURS,
    title="Upsert creates an item that is missing from an index",
    why="An item without the key attributes of an index is not in it, and queries of the index never return it",
    fix="Also set the key attributes of the index",
    sources="facts/throughput#index-writes, facts/expressions#updates",
    operations={Operation.UPDATE},
)
def upsert_without_index_keys(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    is_new = table is not None and is_of_new_items(table, pattern)
    if table is None or not (pattern.update.strip() or pattern.add or is_new):
        return
    is_upsert = is_new or pattern.facts.intent.upsert or call.top.facts.intent.upsert
    if not is_upsert and not (pattern.add and not is_conditioned(pattern)):
        return
    changed = changes_of(table, pattern).keys() | set(table.base.key_names)
    told = {name for one in pattern.key for text in one.templates for name in parse(text).attributes} | changed
    for entity in written_by(context, call):
        lacking: dict[str, list[str]] = {}
        for index in table.indexes:
            keys = [key for key in context.keys(table, entity, index) if not key.when.strip()]
            # An update by intent writes the keys that follow from what it knows of the item.
            is_told = not pattern.update.strip() and any(_follows(key, told) for key in keys)
            names = index.key_names if keys and not is_told else ()
            if missing := [name for name in names if name not in changed]:
                lacking[index.name] = missing
        if lacking:
            lost = and_list([name for missing in lacking.values() for name in missing])
            where = and_list([*lacking])
            message = f"{call.label} can create an item of {entity.name} without {lost}: it is not in {where}"
            yield Spot(message, f"{call.path}.update", call.top.id, "update", {"indexes": [*lacking]})


def _follows(key: WrittenKey, told: set[str]) -> bool:
    return key.complete is not None and all(told.issuperset(one.attributes) for one in key.complete)


RULES = (
    move_not_atomic, invariant_not_atomic, counter_on_replicas, unique_on_replicas, version_on_replicas,
    transactions_on_replicas, time_only, upsert_without_index_keys,
)  # fmt: skip
