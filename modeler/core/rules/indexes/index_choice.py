"""The choice of indexes: fewer, different, or of the other kind. facts/choices#index-kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from modeler.core.arithmetic import plain_number
from modeler.core.capacity.growth import largest_gb
from modeler.core.decisions.indexes import IndexNeed, index_kind
from modeler.core.design import usage_settings
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.fixes import Edit, Fix, Put, RemovePart, put
from modeler.core.rules.support.context import Call, RuleContext, index_path
from modeler.core.rules.support.hot_keys import population
from modeler.core.rules.support.read_costs import calls_of
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_FEW: int = 3
"""From this many indexes on, merging is worth considering."""


def readers(context: RuleContext, table: Table, index: Index) -> list[Call]:
    """The calls that read an index, explicitly or by resolution."""
    found = context.memo.get(f"readers {table.name}", (context.design,), lambda: _readers(context, table))
    return found.get(index.name, [])


def _readers(context: RuleContext, table: Table) -> dict[str, list[Call]]:
    found: dict[str, list[Call]] = {}
    for call in calls_of(context, table):
        if call.pattern.operation.is_read:
            name = context.serving(call).index or call.pattern.index
            found.setdefault(name or "", []).append(call)
    return found


@rule(
    "index.one_per_pattern",
    ADVICE,
    Scope.TABLE,
    title="One index per access pattern",
    why="A table can have 20 GSIs; entities that never meet can share one, each with its own templates",
    fix="Merge them into the first index",
    sources="facts/anti-patterns#a7, facts/modeling#indexes",
    fixes=True,
)
def one_per_pattern(context: RuleContext, table: Table) -> Iterator[Spot]:
    single = [
        index
        for index in table.indexes
        if index.kind is IndexKind.GSI and len({call.top.id for call in readers(context, table, index)}) == 1
    ]
    if len(single) < _FEW:
        return
    for first, second in combinations(single, 2):
        if _can_merge(context, table, first, second):
            message = (
                f"{len(single)} GSIs of {table.name} are each read by one pattern; {second.name} could move "
                f"into {first.name}: their entities differ and their keys have the same types"
            )
            fixes = () if usage_settings.is_live(context.design, table) else (_merge(context, table, first, second),)
            yield Spot(message, index_path(table, second), second.id, "", {"into": first.id}, fixes=fixes)
            return


def _can_merge(context: RuleContext, table: Table, first: Index, second: Index) -> bool:
    """Return whether they have the same number and types of keys, the same projection, different entities, and keys
    that only templates write.
    """
    shapes = [
        (tuple(key.type for key in index.partition_key), tuple(key.type for key in index.sort_key), index.projection)
        for index in (first, second)
    ]
    if shapes[0] != shapes[1]:
        return False
    holders = []
    for index in (first, second):
        found = [(entity, context.keys(table, entity, index)) for entity in table.entities]
        written = {entity.name for entity, keys in found if keys}
        if any(key.overload is None for _, keys in found for key in keys):
            return False
        if any(entity.attribute(name) for entity, _ in found for name in index.key_names):
            return False
        holders.append(written)
    own = set(table.base.key_names)
    shared = [name for index in table.indexes if index is not second for name in index.key_names]
    alone = not set(second.key_names) & {*own, *shared}
    return bool(holders[0] and holders[1]) and not holders[0] & holders[1] and alone


def _merge(context: RuleContext, table: Table, first: Index, second: Index) -> Fix:
    named = dict(zip(second.key_names, first.key_names, strict=True))
    edits: list[Edit] = []
    for entity in table.entities:
        for overload in entity.overloads_of(second.name):
            edits.append(Put(overload.id, "index", first.name))
            edits.extend(Put(overload.id, f"keys.{name}", None) for name in overload.keys if name in named)
            edits.extend(Put(overload.id, f"keys.{named[n]}", t) for n, t in overload.keys.items() if n in named)
    for pattern in _all(context.design.patterns):
        if context.design.table(pattern.table or "") is table and pattern.index == second.name:
            edits.append(Put(pattern.id, "index", first.name))
            edits.extend(_renamed(pattern, named))
    return Fix(f"Move {second.name} into {first.name}", (*edits, RemovePart(second.id)))


def _all(patterns: tuple[AccessPattern, ...]) -> Iterator[AccessPattern]:
    for pattern in patterns:
        yield pattern
        yield from _all(pattern.steps)


def _renamed(pattern: AccessPattern, named: dict[str, str]) -> Iterator[Edit]:
    for condition in pattern.key:
        if condition.name in named:
            templates = list(condition.templates)
            value = templates[0] if condition.operator == "=" else {
                condition.operator: templates if condition.operator == "between" else templates[0]
            }  # fmt: skip
            yield Put(pattern.id, f"key.{condition.name}", None)
            yield Put(pattern.id, f"key.{named[condition.name]}", value)


@rule(
    "index.same_as_base",
    WARNING,
    Scope.TABLE,
    title="Index that duplicates the table",
    why="It holds the same items under the same keys: a second copy to write and to store",
    fix="Remove it, and read the table",
    sources="facts/modeling#indexes",
    hides=("index.unused",),
    fixes=True,
)
def same_as_base(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.sort_key:
        return
    for index in table.indexes:
        is_alike = len(index.keys) == len(table.base.keys) and index.key_names != table.base.key_names
        if is_alike and _all_as_base(context, table, index):
            message = f"{index.name} gives each of its entities the same keys that it already has in {table.name}"
            fixes = () if usage_settings.is_live(context.design, table) else (_without(context, table, index),)
            yield Spot(message, index_path(table, index), index.id, fixes=fixes)


def _all_as_base(context: RuleContext, table: Table, index: Index) -> bool:
    """Return whether entities write the index, each with a key that it has in the table."""
    is_written = False
    for entity in table.entities:
        for key in context.keys(table, entity, index):
            texts = None if key.complete is None else [str(one) for one in key.complete]
            if texts not in [[str(t) for t in base.complete or ()] for base in context.keys(table, entity, table.base)]:
                return False
            is_written = True
    return is_written


def _without(context: RuleContext, table: Table, index: Index) -> Fix:
    named = dict(zip(index.key_names, table.base.key_names, strict=True))
    edits: list[Edit] = []
    for pattern in _all(context.design.patterns):
        if context.design.table(pattern.table or "") is table and pattern.index == index.name:
            edits.append(Put(pattern.id, "index", None))
            edits.extend(_renamed(pattern, named))
            edits.extend(_narrowed(context, table, pattern))
    edits.extend(RemovePart(one.id) for entity in table.entities for one in entity.overloads_of(index.name))
    return Fix(f"Remove {index.name} and read {table.name}", (*edits, RemovePart(index.id)))


def _narrowed(context: RuleContext, table: Table, pattern: AccessPattern) -> Iterator[Edit]:
    """In the table, other entities may share the collection: query the prefix of the intended entities."""
    sort = table.sort_key[0].name
    starts = {
        key.templates[-1].literal_prefix
        for entity in context.design.entities_of(pattern)
        for key in context.keys(table, entity, table.base)
        if key.templates[-1] is not None
    }
    if len(pattern.key) == 1 and len(starts) == 1 and (start := starts.pop()):
        yield Put(pattern.id, f"key.{sort}", {"begins_with": start})


@rule(
    "index.lsi_where_gsi",
    WARNING,
    Scope.TABLE,
    title="Local secondary index where a GSI would do",
    why="An LSI exists as long as its table, and limits each collection to 10 GB and one partition",
    fix="Make it a GSI; for a strongly consistent read, read the item itself afterward",
    sources="facts/anti-patterns#a6, facts/choices#index-kind",
    fixes=True,
)
def lsi_where_gsi(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not context.design.patterns:
        # Without read patterns, it is unknown whether anyone needs strong consistency.
        return
    for index in table.indexes:
        if index.kind is not IndexKind.LSI:
            continue
        strong = [call for call in readers(context, table, index) if call.pattern.consistent]
        most = collection_gb(context, table)
        choice = index_kind(IndexNeed(True, bool(strong), False, bool(table.sort_key), 0, most))
        if choice.kind is IndexKind.LSI:
            continue
        if not strong:
            why = "no access pattern reads it with strong consistency"
        elif most is None:
            why = "the size of a collection is unknown (count or per_parent of its entities is not given)"
        else:
            why = f"a collection can reach {plain_number(round(most, 1))} GB (estimate)"
        fixes: tuple[Fix, ...] = ()
        if not strong and not usage_settings.is_live(context.design, table):
            fixes = put(f"Make {index.name} a GSI", index.id, "kind", str(IndexKind.GSI))
        message = f"{index.name} is an LSI, and {why}: {choice.reason}"
        yield Spot(message, index_path(table, index), index.id, "kind", {"case": choice.case}, fixes=fixes)


def collection_gb(context: RuleContext, table: Table) -> float | None:
    """The maximum total size of the items and LSI entries of one partition key value; None if that is not certain."""
    return largest_gb(table, context.sizes, population(context, table))


RULES = (one_per_pattern, same_as_base, lsi_where_gsi)
