"""One Query or Scan as sent: its key condition, its starting key, one page of its result.

facts/expressions#key-conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from zlib import crc32

from modeler.core.errors import Invalid
from modeler.core.evaluator.asked import RequestPart, item_of
from modeler.core.evaluator.evaluation import Evaluation, Refusal
from modeler.core.evaluator.key_ranges import KeyRange, Term, value_refusals
from modeler.core.evaluator.reads import consistency_refusal, paged, read
from modeler.core.evaluator.views import View, named_paths, view_through
from modeler.core.expressions.key_conditions import key_terms
from modeler.core.expressions.names import value_of
from modeler.core.expressions.nodes import ExpressionKind, Placeholder
from modeler.core.items.item_collections import Entry, values_order
from modeler.core.items.materialize import KeyValues, key_of
from modeler.core.limits import SCAN_SEGMENTS_MAX
from modeler.core.values.attribute_values import Item
from modeler.core.values.json_values import to_dynamodb_json

_NOTHING: Final = KeyRange((), ())
_NO_CONDITION: Final = "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
_START: Final = "The provided starting key"


def query_asked(one: RequestPart) -> Evaluation:
    """One page of a Query."""
    key_range = _range(one)
    refusals = [*key_range.refusals, *_shape_refusals(one)]
    view = _view(one, refusals, may_filter_keys=False)
    start = _start(one, refusals, key_range)
    if one.refusals or refusals or view is None:
        return one.scope.evaluation(refusals=tuple(refusals))
    collections = one.scope.database.collections(one.scope.table, one.scope.index)
    selected = key_range.select(collections.get(key_range.partition, ()))
    return _page(one, selected[::-1] if one.scope.pattern.descending else selected, view, start)


def scan_asked(one: RequestPart) -> Evaluation:
    """One page of a Scan, in a stable order of ours: DynamoDB guarantees none."""
    refusals = [*_shape_refusals(one), *_segment_refusals(one.request)]
    view = _view(one, refusals, may_filter_keys=True)
    start = _start(one, refusals, None)
    if one.refusals or refusals or view is None:
        return one.scope.evaluation(refusals=tuple(refusals))
    collections = one.scope.database.collections(one.scope.table, one.scope.index)
    segment, total = one.request.get("Segment", 0), one.request.get("TotalSegments", 1)
    entries = (
        entry
        for partition, collection in collections.items()
        if _segment_of(partition, total) == segment
        for entry in collection
    )
    return _page(one, tuple(entries), view, start)


def _segment_of(partition: KeyValues, total: int) -> int:
    """The segment of a parallel Scan that reads an item collection, always as a whole. DynamoDB does not document
    which.
    """
    return crc32(repr([to_dynamodb_json(value) for value in partition]).encode("utf-8", "surrogatepass")) % total


def _segment_refusals(request: Mapping[str, Any]) -> Iterator[Refusal]:
    """Segment and TotalSegments must be given together, and segments are counted from 0.

    facts/limits#requests, facts/expressions#key-conditions.
    """
    segment, total = request.get("Segment"), request.get("TotalSegments")
    if segment is not None and total is None:
        word = "The TotalSegments parameter is required but was not present in the request when Segment parameter"
        yield Refusal("scan.segment", f"{word} is present")
    if total is not None and segment is None:
        word = "The Segment parameter is required but was not present in the request when parameter TotalSegments"
        yield Refusal("scan.segment", f"{word} is present")
    for name, value, least, most in (
        ("segment", segment, 0, SCAN_SEGMENTS_MAX - 1),
        ("totalSegments", total, 1, SCAN_SEGMENTS_MAX),
    ):
        if isinstance(value, int) and not least <= value <= most:
            bound = f"greater than or equal to {least}" if value < least else f"less than or equal to {most}"
            word = f"1 validation error detected: Value '{value}' at '{name}' failed to satisfy constraint: "
            yield Refusal("scan.segment", f"{word}Member must have value {bound}")
            return
    if isinstance(segment, int) and isinstance(total, int) and segment >= total:
        word = "The Segment parameter is zero-based and must be less than parameter TotalSegments"
        yield Refusal("scan.segment", f"{word}: Segment: {segment} is not less than TotalSegments: {total}")


def _range(one: RequestPart) -> KeyRange:
    scope, node = one.scope, one.nodes.get(ExpressionKind.KEY_CONDITION)
    if node is None:
        said = "KeyConditionExpression" in one.request
        return replace(_NOTHING, refusals=() if said else (Refusal("key.condition", _NO_CONDITION),))
    index = scope.index
    elements = {key.name: key for key in index.keys}
    partition = [key.name for key in index.partition_key]
    try:
        found = key_terms(node, partition, [key.name for key in index.sort_key], scope.pattern.names)
        terms = [
            Term(
                elements[term.name],
                term.operator,
                tuple(value_of(operand, one.values) for operand in term.operands if isinstance(operand, Placeholder)),
            )
            for term in found
        ]
    except Invalid as error:
        return replace(_NOTHING, refusals=(Refusal(error.code, error.message),))
    equal = tuple(term.values[0] for term in terms if term.element.name in partition)
    sort = tuple(term for term in terms if term.element.name not in partition)
    return KeyRange(equal, sort, tuple(value_refusals(terms, index)))


def _view(one: RequestPart, refusals: list[Refusal], *, may_filter_keys: bool) -> View | None:
    try:
        paths = named_paths(one.projection, one.scope.pattern.names)
        node = one.nodes.get(ExpressionKind.FILTER)
        view = view_through(one.scope, node, paths, one.values, may_filter_keys=may_filter_keys)
    except Invalid:
        return None  # an undefined placeholder, which has a separate message
    refusals += view.refusals
    return view


def _shape_refusals(one: RequestPart) -> Iterator[Refusal]:
    """Errors of the request's other members. facts/expressions#key-conditions."""
    request, scope = one.request, one.scope
    limit, select = request.get("Limit"), request.get("Select")
    if isinstance(limit, int) and limit < 1:
        yield Refusal(
            "query.limit",
            f"1 validation error detected: Value '{limit}' at 'limit' failed to satisfy constraint: "
            "Member must have value greater than or equal to 1",
        )
    if refusal := consistency_refusal(scope):
        yield refusal
    if select == "ALL_PROJECTED_ATTRIBUTES" and scope.index.is_base:
        yield Refusal("query.select", "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")
    has_projection = "ProjectionExpression" in request
    if has_projection and select is not None and select != "SPECIFIC_ATTRIBUTES":
        wanted = "only the Count" if select == "COUNT" else select
        yield Refusal("query.select", f"Cannot specify the ProjectionExpression when choosing to get {wanted}")
    if select == "SPECIFIC_ATTRIBUTES" and not has_projection:
        word = "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES"
        yield Refusal("query.select", word)


def _start(one: RequestPart, refusals: list[Refusal], asked_for: KeyRange | None) -> tuple[Any, ...] | None:
    """Where reading continues, from ExclusiveStartKey: the whole key of the table and of the index."""
    raw = one.request.get("ExclusiveStartKey")
    if raw is None:
        return None
    scope = one.scope
    names = {*scope.table.base.key_names, *scope.index.key_names}
    try:
        item = item_of(raw)
    except Invalid:
        item = {}
    whole = [
        key_of(schema, item) for schema in (scope.index.partition_key, scope.index.sort_key, scope.table.base.keys)
    ]
    partition, sort, key = whole
    if item.keys() != names or partition is None or sort is None or key is None:
        refusals.append(Refusal("start.invalid", f"{_START} is invalid"))
        return None
    if asked_for is None or asked_for.refusals:
        return _place(partition, sort, key)
    if partition != asked_for.partition:
        refusals.append(Refusal("start.outside", f"{_START} is outside query boundaries based on provided conditions"))
    elif not asked_for.select((Entry("", None, key, partition, sort, item),)):
        refusals.append(Refusal("start.outside", f"{_START} does not match the range key predicate"))
    return _place(partition, sort, key)


def _place(partition: KeyValues, sort: KeyValues, key: KeyValues) -> tuple[Any, ...]:
    return values_order(partition), values_order(sort), values_order(key)


def _page(one: RequestPart, selected: Sequence[Entry], view: View, start: tuple[Any, ...] | None) -> Evaluation:
    """The entries after the starting key, up to the limit or 1 MB, whichever comes first. facts/limits#requests."""
    if start is not None:
        is_behind = _behind(start, descending=one.scope.pattern.descending)
        selected = [entry for entry in selected if is_behind(_place(entry.partition, entry.sort, entry.key))]
    limit = one.scope.pattern.limit
    wanted = selected if limit is None else selected[:limit]
    page, _ = next(iter(paged(wanted)))
    found = read(one.scope, page, view)
    stopped = len(page) < len(selected) or (limit is not None and len(page) == limit)
    if not stopped or not page:
        return found
    return replace(found, more=len(page) < len(selected), last_key=_key_of_entry(one, page[-1]))


def _behind(start: tuple[Any, ...], *, descending: bool) -> Callable[[tuple[Any, ...]], bool]:
    return (lambda place: place < start) if descending else (lambda place: place > start)


def _key_of_entry(one: RequestPart, last: Entry) -> Item:
    """LastEvaluatedKey: the table's key and the index's."""
    index, base = one.scope.index, one.scope.table.base
    keys = {key.name: value for key, value in zip(base.keys, last.key, strict=True)}
    return keys | {key.name: value for key, value in zip(index.keys, (*last.partition, *last.sort), strict=True)}
