"""What an endpoint answered, compared with what the evaluator predicted. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import groupby
from typing import Final

from exporter.provisioning.endpoints import Trust
from exporter.provisioning.rows import ProofRow, Status, key_texts, unit_texts
from modeler.core.design.model import Design
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.design.tables import IndexKind, ProjectionType
from modeler.core.errors import Invalid
from modeler.core.evaluator import Evaluation
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import CONDITIONAL
from modeler.core.evaluator.scope import PatternScope, scope_of
from modeler.core.evaluator.views import filter_of, projection_paths
from modeler.core.expressions.references import attribute_names
from modeler.core.expressions.value_comparison import equal
from modeler.core.items.item_collections import projected_names
from modeler.core.items.materialize import KeyValues
from modeler.core.values.attribute_values import Item

NOTHING: Final = {True: "nothing to return, which proves nothing", False: "nothing to change, which proves nothing"}
"""What a row says first if the sample items give a read (True) or a write nothing to do."""
_TRANSACTIONS: Final = frozenset({Operation.TRANSACT_WRITE, Operation.CHECK})

type Key = tuple[str, KeyValues]
"""A design table's name and a key in it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was observed of one call: items with their keys in the order of the answer, units by `table` or
    `table/index`, the endpoint's refusal ('' for none), and each written key with the item stored there afterwards.
    """

    returned: tuple[tuple[Key, Item], ...] = ()
    units: Mapping[str, Decimal] = field(default_factory=dict)
    refused: str = ""
    written: tuple[tuple[Key, Item | None], ...] = ()


def compare(
    design: Design, pattern: AccessPattern, database: Database, evaluation: Evaluation, seen: Seen, trust: Trust
) -> ProofRow:
    """Compare one call (not `Steps`) that was predicted and sent while the tables held `database`."""
    predicted_units = places(design, pattern, evaluation)
    trusted = trusted_units(design, pattern, evaluation, trust)
    row = ProofRow(
        pattern.id,
        pattern.code,
        pattern.name,
        str(pattern.operation),
        Status.AGREE,
        "",
        tuple(key for (_, key), _ in seen.written or seen.returned),
        tuple(one.key for one in evaluation.writes or evaluation.returned),
        dict(seen.units),
        predicted_units,
        trusted and not seen.refused and not evaluation.refusals,
        seen.refused,
        evaluation.refusals[0].message if evaluation.refusals else "",
    )
    if not trust.unprojected and asks_unprojected(design, pattern, database):
        sentence = (
            f"it reads attributes that {pattern.index} does not project; endpoints differ here, so it is not compared"
        )
        return replace(row, status=Status.NOT_COMPARED, sentence=sentence, units_compared=False)
    if evaluation.refusals or seen.refused:
        row = _refused(row, evaluation, trust)
        wrong = "" if row.status is Status.DIFFER else _written_difference(design, evaluation, seen)
    else:
        found = _returned_difference(design, pattern, database, evaluation, seen)
        if found is None:
            sentence = "DynamoDB is free to choose which items it returns here, so they are not compared"
            return replace(row, status=Status.NOT_COMPARED, sentence=sentence)
        wrong = found or _written_difference(design, evaluation, seen)
        row = replace(row, sentence=_agreement(row, seen))
    if not wrong and row.units_compared:
        wrong = _unit_difference(row)
    return replace(row, status=Status.DIFFER, sentence=wrong) if wrong else _or_empty(row, pattern, evaluation)


def _or_empty(row: ProofRow, pattern: AccessPattern, evaluation: Evaluation) -> ProofRow:
    """Return a row that agrees as one that proves nothing, if there was nothing to return or to change."""
    if row.status is not Status.AGREE or not evaluation.proves_nothing:
        return row
    return replace(row, status=Status.EMPTY, sentence=f"{NOTHING[pattern.operation.is_read]}: {row.sentence}")


def asks_unprojected(design: Design, pattern: AccessPattern, database: Database) -> bool:
    """Does a read of an index filter or project an attribute that the index does not project?"""
    scope = scope_of(design, pattern, None, database)
    if not isinstance(scope, PatternScope) or scope.index.is_base or not pattern.operation.is_read:
        return False
    projected = projected_names(scope.table, scope.index)
    try:
        node, paths = filter_of(scope), projection_paths(scope)
    except Invalid:
        return False
    named = {*(attribute_names(node, pattern.names) if node else ()), *(attribute_names(paths) if paths else ())}
    return projected is not None and not named <= set(projected)


def _refused(row: ProofRow, evaluation: Evaluation, trust: Trust) -> ProofRow:
    if row.refused and row.predicted_refused:
        return replace(row, sentence=f"refused, as predicted: {row.refused}")
    if row.refused:
        sentence = f"the endpoint refused a call that should succeed: {row.refused}"
        return replace(row, status=Status.DIFFER, sentence=sentence)
    predicted = f"DynamoDB refuses this ({row.predicted_refused})"
    if trust.refusals or any(refusal.code in CONDITIONAL for refusal in evaluation.refusals):
        return replace(row, status=Status.DIFFER, sentence=f"{predicted}, but this endpoint accepted it")
    sentence = f"{predicted}, but this endpoint accepted it and is not trusted to refuse what DynamoDB refuses"
    return replace(row, status=Status.NOT_COMPARED, sentence=sentence)


def _agreement(row: ProofRow, seen: Seen) -> str:
    if seen.written:
        kept = f"{_counted(len(seen.written), 'item')} as predicted after the write"
    else:
        kept = f"{_counted(len(row.returned), 'item')} returned as predicted"
    if row.units_compared:
        return f"{kept}, with the predicted units"
    return f"{kept}; units are not compared, because this endpoint does not report them correctly"


def _counted(count: int, word: str) -> str:
    return f"{count or 'no'} {word}{'' if count == 1 else 's'}"


def _unit_difference(row: ProofRow) -> str:
    seen = {place: units for place, units in row.units.items() if units}
    predicted = {place: units for place, units in row.predicted_units.items() if units}
    if seen == predicted:
        return ""
    return f"units consumed: {_spelled(seen)}; predicted: {_spelled(predicted)}"


def _spelled(units: Mapping[str, Decimal]) -> str:
    return ", ".join(f"{place} {value}" for place, value in unit_texts(units).items()) or "none"


def places(design: Design, pattern: AccessPattern, evaluation: Evaluation) -> dict[str, Decimal]:
    """Return predicted units by `table` or `table/index`; reads of several tables at once by their sum, as ''."""
    found: dict[str, Decimal] = {}
    for write in evaluation.writes:
        found[write.table] = found.get(write.table, Decimal(0)) + write.table_units
        for change in write.indexes:
            place = f"{write.table}/{change.index}"
            found[place] = found.get(place, Decimal(0)) + change.units
    if evaluation.pages:
        table = design.table(pattern.table)
        name = table.name if table else ""
        fetched = sum((page.fetched_units for page in evaluation.pages), Decimal(0))
        place = f"{name}/{pattern.index}" if pattern.index else name
        found[place] = evaluation.read_units - fetched
        found[name] = found.get(name, Decimal(0)) + fetched
    return {place: units for place, units in found.items() if units}


def trusted_units(design: Design, pattern: AccessPattern, evaluation: Evaluation, trust: Trust) -> bool:
    """Does this endpoint report the units of such a call correctly?"""
    operation = pattern.operation
    if operation.is_read and _several_tables(pattern):
        return False
    if operation.is_read:
        # Of several calls, one per shard, some can find nothing: their minimum is in the sum.
        found = bool(evaluation.pages) and all(page.examined for page in evaluation.pages)
        whole = trust.partial_indexes or not _reads_less(design, pattern)
        return trust.reads and whole and (trust.empty_reads or found)
    if operation in _TRANSACTIONS:
        tables = [design.table(write.table) for write in evaluation.writes]
        indexed = any(table is not None and table.indexes for table in tables)
        return trust.transactions and (trust.indexed_transactions or not indexed)
    return trust.writes


def _reads_less(design: Design, pattern: AccessPattern) -> bool:
    """Is it a Scan of an index with entries smaller than the items, or a Query of such an LSI with a projection?"""
    table = design.table(pattern.table) if pattern.index else None
    index = table.index(pattern.index) if table else None
    if index is None or index.projection.type is ProjectionType.ALL:
        return False
    projects = bool(pattern.projection) and ALL_ATTRIBUTES not in pattern.projection
    return pattern.operation is Operation.SCAN or (index.kind is IndexKind.LSI and projects)


def _returned_difference(
    design: Design, pattern: AccessPattern, database: Database, evaluation: Evaluation, seen: Seen
) -> str | None:
    """Return '' if the answer is what was predicted, else how it differs; None if the answer cannot be predicted."""
    predicted = [((_table_of(design, pattern), one.key), one.item) for one in evaluation.returned]
    groups = _tie_groups(design, pattern, database, evaluation)
    if groups is None:
        return None
    mine, theirs = [key for key, _ in predicted], [key for key, _ in seen.returned]
    if _several_tables(pattern):
        mine, theirs = [("", key) for _, key in mine], [("", key) for _, key in theirs]
    if not _same_in_groups(mine, theirs, groups):
        if sorted(map(repr, mine)) == sorted(map(repr, theirs)):
            return "the same items came back in a different order"
        return f"{_counted(len(theirs), 'item')} returned, {len(mine)} predicted, with different keys"
    left = dict(zip([repr(key) for key in mine], (item for _, item in predicted), strict=True))
    hidden = _keys_of(design, pattern) if pattern.projection else frozenset()
    for key, (_, item) in zip(theirs, seen.returned, strict=True):
        if name := _differing(left[repr(key)], item, hidden):
            return f"the item {', '.join(key_texts(key[1]))} came back with a different {name}"
    return ""


def _several_tables(pattern: AccessPattern) -> bool:
    return len({step.table for step in pattern.steps if step.table}) > 1


def _table_of(design: Design, pattern: AccessPattern) -> str:
    table = design.table(pattern.table)
    return table.name if table else ""


def _keys_of(design: Design, pattern: AccessPattern) -> frozenset[str]:
    table = design.table(pattern.table)
    return frozenset(table.base.key_names) if table else frozenset()


def _differing(predicted: Item, found: Item, hidden: frozenset[str]) -> str:
    """Return the name of the first attribute that is not as predicted; '' if there is none."""
    for name in sorted((predicted.keys() | found.keys()) - hidden):
        mine, theirs = predicted.get(name), found.get(name)
        if mine is None or theirs is None or not equal(mine, theirs):
            return name
    return ""


def _same_in_groups(mine: Sequence[Key], theirs: Sequence[Key], groups: Sequence[int]) -> bool:
    """Are the lists equal, apart from the order within each group of consecutive members?"""
    if len(mine) != len(theirs):
        return False
    start = 0
    for count in groups:
        part = slice(start, start + count)
        if sorted(map(repr, mine[part])) != sorted(map(repr, theirs[part])):
            return False
        start += count
    return True


def _tie_groups(design: Design, pattern: AccessPattern, database: Database, evaluation: Evaluation) -> list[int] | None:
    """Return how many consecutive predicted items have an order that DynamoDB does not guarantee.
    facts/ordering#key-order.

    None if a limit lets DynamoDB choose among such items.
    """
    count = len(evaluation.returned)
    match pattern.operation:
        case Operation.SCAN:
            return None if evaluation.more else [count]
        case Operation.BATCH_GET:
            return [count]
        case Operation.QUERY:
            scope = scope_of(design, pattern, None, database)
            if not isinstance(scope, PatternScope) or scope.index.is_base:
                return [1] * count
            return _query_ties(scope, evaluation)
    return [1] * count


def _query_ties(scope: PatternScope, evaluation: Evaluation) -> list[int] | None:
    collections = scope.database.collections(scope.table, scope.index)
    entries = {entry.key: entry for collection in collections.values() for entry in collection}
    places = {entry.id: (entry.partition, entry.sort) for entry in entries.values()}
    groups: list[int] = []
    for part in evaluation.steps or (evaluation,):
        if part.more and _is_cut(part, places):
            return None
        keyed = [(entries[one.key].partition, entries[one.key].sort) for one in part.returned]
        groups += [len(list(members)) for _, members in groupby(keyed)]
    return groups


def _is_cut(part: Evaluation, places: Mapping[str, tuple[KeyValues, KeyValues]]) -> bool:
    """Does an entry that was not examined share its key with the last one that was?"""
    last = places.get(part.examined[-1]) if part.examined else None
    if last is None:
        return False
    return list(places.values()).count(last) > sum(places.get(one) == last for one in part.examined)


def _written_difference(design: Design, evaluation: Evaluation, seen: Seen) -> str:
    """Return '' if every written key holds what was predicted, else the key that does not."""
    for (table, key), item in seen.written:
        stored = evaluation.after.item(table, key)
        label = ", ".join(key_texts(key))
        if (stored is None) != (item is None):
            return f"after the call, the item {label} {'is gone' if item is None else 'still exists'}"
        if stored is not None and item is not None and (name := _differing(stored.item, item, frozenset())):
            return f"after the call, the item {label} holds a different {name}"
    return ""
