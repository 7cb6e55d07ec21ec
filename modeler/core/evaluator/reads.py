"""GetItem, Query, Scan, BatchGetItem, TransactGetItems over the items of a design. facts/limits#requests,
facts/throughput#reads, facts/expressions#syntax.

Scan and reads of several keys return a stable order of ours; DynamoDB guarantees none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from modeler.core import limits
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import IndexKind
from modeler.core.evaluator.evaluation import Evaluation, Page, Refusal, ReturnedItem
from modeler.core.evaluator.fan_out import calls
from modeler.core.evaluator.key_ranges import item_key, query_range
from modeler.core.evaluator.scope import PatternScope, members, scope_of
from modeler.core.evaluator.views import View, view_of
from modeler.core.items.item_collections import Entry
from modeler.core.items.materialize import KeyValues
from modeler.core.units import lsi_fetch_units, read_units
from modeler.core.values.attribute_values import item_size

CONSISTENT_ON_GSI = "Consistent reads are not supported on global secondary indexes"


@dataclass(frozen=True, slots=True)
class KeyedRead:
    """One key that a read names: its table, and how its result is shown."""

    scope: PatternScope
    key: KeyValues
    view: View


def get(scope: PatternScope) -> Evaluation:
    """GetItem: one call for each key (several where the pattern fans out)."""
    if not scope.index.is_base:
        refusal = Refusal("get.index", "GetItem reads a table by its whole key, never an index")
        return scope.evaluation(refusals=(refusal,))
    keyed, refusals, problems = _keys_of(scope)
    if refusals or problems:
        return scope.evaluation(refusals=refusals, problems=problems)
    return answered(scope, keyed, transactional=False)


def batch_get(scope: PatternScope) -> Evaluation:
    """BatchGetItem and TransactGetItems: the keys of the pattern itself, then those of its members.

    facts/limits#requests.
    """
    keyed: list[KeyedRead] = []
    refusals: list[Refusal] = []
    problems: list[str] = []
    own = [scope] if scope.pattern.key else []
    for member in (*own, *_member_scopes(scope, problems)):
        found, wrong, unclear = _keys_of(member)
        keyed += found
        refusals += wrong
        problems += unclear
    if not keyed and not refusals and not problems:
        problems.append("the pattern names no keys: it needs a key or steps")
    refusals += batch_get_refusals(scope, keyed)
    if refusals or problems:
        return scope.evaluation(refusals=tuple(refusals), problems=tuple(dict.fromkeys(problems)))
    return answered(scope, keyed, transactional=scope.pattern.operation is Operation.TRANSACT_GET)


def query(scope: PatternScope) -> Evaluation:
    """Query of the table, a GSI or an LSI: key condition, order, limit, then filter and projection.

    facts/expressions#key-conditions.
    """
    found, problems = calls(scope.pattern, scope.bindings)
    if refusal := consistency_refusal(scope):
        return scope.evaluation(refusals=(refusal,), problems=problems)
    collections = scope.database.collections(scope.table, scope.index)
    parts: list[Evaluation] = []
    for call in found:
        view = view_of(scope, call.bindings, may_filter_keys=False)
        key_range = query_range(scope.index, call)
        refusals, unclear = key_range.refusals + view.refusals, key_range.problems + view.problems
        if refusals or unclear:
            return scope.evaluation(refusals=refusals, problems=problems + unclear)
        selected = key_range.select(collections.get(key_range.partition, ()))
        parts.append(read(scope, selected[::-1] if scope.pattern.descending else selected, view))
    return _joined(scope, parts, problems)


def scan(scope: PatternScope) -> Evaluation:
    """Scan of the table or of an index: everything, then the filter. facts/expressions#key-conditions."""
    problems = ("a Scan has no key condition; make it a Query, or a filter",) if scope.pattern.key else ()
    view = view_of(scope, scope.bindings, may_filter_keys=True)
    refusal = consistency_refusal(scope)
    refusals = ((refusal,) if refusal else ()) + view.refusals
    if refusals or problems or view.problems:
        return scope.evaluation(refusals=refusals, problems=problems + view.problems)
    collections = scope.database.collections(scope.table, scope.index)
    return read(scope, tuple(entry for collection in collections.values() for entry in collection), view)


def consistency_refusal(scope: PatternScope) -> Refusal | None:
    """A GSI does not support strongly consistent reads. facts/expressions#key-conditions."""
    if scope.pattern.consistent and scope.index.kind is IndexKind.GSI:
        return Refusal("index.consistent", CONSISTENT_ON_GSI)
    return None


def read(scope: PatternScope, selected: Sequence[Entry], view: View) -> Evaluation:
    """The selected entries, examined up to the limit, page by page, then filtered and projected."""
    limit = scope.pattern.limit
    examined = selected if limit is None else selected[:limit]
    kept: list[ReturnedItem] = []
    discarded: list[str] = []
    for entry in examined:
        item = view.source(scope, entry)
        if view.keeps(item):
            kept.append(ReturnedItem(entry.id, entry.key, view.shown(item)))
        else:
            discarded.append(entry.id)
    return scope.evaluation(
        returned=tuple(kept),
        examined=tuple(entry.id for entry in examined),
        discarded=tuple(discarded),
        pages=tuple(_pages(scope, examined, view)),
        more=len(examined) < len(selected),
    )


def _pages(scope: PatternScope, examined: Sequence[Entry], view: View) -> Iterator[Page]:
    """Pages of 1 MB, each rounded separately; reading nothing costs the minimum of one page.

    facts/limits#requests, facts/throughput#reads.
    """
    consistent = scope.pattern.consistent
    for entries, size in paged(examined):
        fetched = Decimal(0)
        if view.fetches:
            bases = [scope.database.item(scope.table.name, entry.key) for entry in entries]
            fetched = lsi_fetch_units((item_size(base.item) for base in bases if base), consistent=consistent)
        units = read_units(size, consistent=consistent) + fetched
        yield Page(tuple(entry.id for entry in entries), size, units, fetched)


def paged(examined: Sequence[Entry]) -> Iterator[tuple[list[Entry], int]]:
    """The entries of each page and their total bytes: a page ends with the entry that brings it to 1 MB."""
    page: list[Entry] = []
    filled = 0
    for entry in examined:
        if filled >= limits.PAGE_BYTES:
            yield page, filled
            page, filled = [], 0
        page.append(entry)
        filled += entry.size
    yield page, filled


def _joined(scope: PatternScope, parts: Sequence[Evaluation], problems: tuple[str, ...]) -> Evaluation:
    notes: tuple[str, ...] = ()
    if scope.pattern.fan_out > 1 and len(parts) == 1:
        notes = (
            f"the pattern reads {scope.pattern.fan_out} keys but gives parameters for one: the result shows "
            "one of its calls",
        )
    return scope.evaluation(
        returned=tuple(one for part in parts for one in part.returned),
        examined=tuple(one for part in parts for one in part.examined),
        discarded=tuple(one for part in parts for one in part.discarded),
        pages=tuple(page for part in parts for page in part.pages),
        more=any(part.more for part in parts),
        problems=problems,
        notes=notes,
        steps=tuple(parts) if len(parts) > 1 else (),
    )


def _keys_of(scope: PatternScope) -> tuple[list[KeyedRead], tuple[Refusal, ...], tuple[str, ...]]:
    found, problems = calls(scope.pattern, scope.bindings)
    keyed: list[KeyedRead] = []
    for call in found:
        key, refusals, unclear = item_key(scope.table.base, call)
        view = view_of(scope, call.bindings, may_filter_keys=True)
        if key is None or view.refusals or view.problems:
            return [], refusals + view.refusals, problems + unclear + view.problems
        keyed.append(KeyedRead(scope, key, view))
    return keyed, (), problems


def answered(scope: PatternScope, keyed: Iterable[KeyedRead], *, transactional: bool) -> Evaluation:
    """Each key read and rounded separately; a missing item costs the minimum. facts/throughput#reads."""
    returned: list[ReturnedItem] = []
    pages: list[Page] = []
    for one in keyed:
        stored = one.scope.database.item(one.scope.table.name, one.key)
        size = item_size(stored.item) if stored else 0
        consistent = one.scope.pattern.consistent or scope.pattern.consistent
        units = read_units(size, consistent=consistent, transactional=transactional)
        pages.append(Page((stored.id,) if stored else (), size, units))
        if stored:
            returned.append(ReturnedItem(stored.id, one.key, one.view.shown(stored.item)))
    examined = tuple(found for page in pages for found in page.examined)
    return scope.evaluation(returned=tuple(returned), examined=examined, pages=tuple(pages))


def _member_scopes(scope: PatternScope, problems: list[str]) -> Iterator[PatternScope]:
    for member in members(scope.pattern):
        found = scope_of(scope.design, member, scope.given, scope.database)
        if member.operation is not Operation.GET:
            problems.append(f"{scope.pattern.operation} reads only by key, but {member.label} is a {member.operation}")
        elif isinstance(found, PatternScope):
            yield found
        else:
            problems += [*found.problems, *(refusal.message for refusal in found.refusals)]


def batch_get_refusals(scope: PatternScope, keyed: Sequence[KeyedRead]) -> Iterator[Refusal]:
    """Too many keys, or the same key twice. facts/limits#requests, facts/table-api#messages."""
    places = [(one.scope.table.name, one.key) for one in keyed]
    transactional = scope.pattern.operation is Operation.TRANSACT_GET
    if len(places) > limits.BATCH_GET_KEYS_MAX:
        if len({table for table, _ in places}) > 1 and not transactional:
            yield Refusal("batch.size", "Too many items requested for the BatchGetItem call")
        else:
            place = "TransactItems" if transactional else f"RequestItems.{scope.table.name}.member.Keys"
            yield Refusal(
                "batch.size",
                f"1 validation error detected: Value at '{place}' failed to satisfy constraint: "
                "Member must have length less than or equal to 100",
            )
    if len(set(places)) < len(places):
        word = "Transaction request cannot include multiple operations on one item"
        yield Refusal("batch.twice", word if transactional else "Provided list of item keys contains duplicates")
