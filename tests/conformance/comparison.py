"""What an engine said of a request, what the evaluator says of it, and every way in which the two differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from exporter.provisioning.endpoints import Trust
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.evaluator import Evaluation, IndexChange, IndexEffect, Write
from modeler.core.items.item_collections import entry_reader
from modeler.core.values.attribute_values import AttributeValue, Item
from modeler.core.values.json_values import from_dynamodb_json
from tests.conformance.engines import Refused

PREFIX = "1 validation error detected: "


@dataclass(frozen=True)
class Seen:
    """An engine's answer, or its refusal."""

    answer: Mapping[str, Any] = field(default_factory=dict)
    refused: Refused | None = None


@dataclass(frozen=True)
class Difference:
    """One way in which an engine and the evaluator differ: of what (`aspect`), and what either says."""

    aspect: str
    predicted: Any
    seen: Any


@dataclass(frozen=True)
class Case:
    """One request on the items that were there, with what was said of it."""

    table: Table
    operation: Operation
    request: Mapping[str, Any]
    predicted: Evaluation
    seen: Seen


def item_from(raw: Mapping[str, Any]) -> Item:
    """An item of an engine's answer, comparable: sets in order."""
    return {name: comparable(from_dynamodb_json(one)) for name, one in raw.items()}


def comparable(value: AttributeValue) -> AttributeValue:
    kind, data = value
    match kind:
        case "SS" | "NS" | "BS":
            return AttributeValue(kind, tuple(sorted(data)))
        case "L":
            return AttributeValue(kind, tuple(map(comparable, data)))
        case "M":
            return AttributeValue(kind, tuple((name, comparable(one)) for name, one in data))
    return value


def plain(item: Item) -> Item:
    return {name: comparable(value) for name, value in item.items()}


def differences(case: Case, trust: Trust) -> Iterator[Difference]:
    """What differs, of what the engine is trusted to do right."""
    refusals, refused = case.predicted.refusals, case.seen.refused
    if not trust.refusals and is_ill_formed(case):
        return
    if refused is None and refusals:
        yield Difference("accepted", [refusal.message for refusal in refusals], "accepted")
    elif refused is not None and not refusals:
        yield Difference("refused", "accepted", f"{refused.type}: {refused.message}")
    elif refused is not None:
        yield from _refusal_differences(case, refused)
    else:
        yield from _answer_differences(case)
        yield from _unit_differences(case, trust)


def is_ill_formed(case: Case) -> bool:
    """Is something wrong with the request or with what it would make of the items, beyond conditions that fail?"""
    return any(refusal.exception == "ValidationException" for refusal in case.predicted.refusals)


def _refusal_differences(case: Case, refused: Refused) -> Iterator[Difference]:
    said = {(refusal.exception, refusal.message.removeprefix(PREFIX)) for refusal in case.predicted.refusals}
    if (refused.type, refused.message.removeprefix(PREFIX)) not in said:
        yield Difference("sentence", sorted(said), (refused.type, refused.message))


def _answer_differences(case: Case) -> Iterator[Difference]:
    match case.operation:
        case Operation.QUERY | Operation.SCAN:
            yield from _page_differences(case)
        case Operation.GET:
            raw = case.seen.answer.get("Item")
            seen = [] if raw is None else [item_from(raw)]
            # An item of which the projection leaves nothing may come back empty or not at all.
            yield from _differ("items", [one for one in _returned(case) if one], [one for one in seen if one])
        case Operation.BATCH_GET:
            seen = [item_from(raw) for raw in case.seen.answer["Responses"].get(case.table.name, ())]
            yield from _differ("items", _unordered(_returned(case)), _unordered(seen))
        case Operation.TRANSACT_GET:
            seen = [item_from(one["Item"]) for one in case.seen.answer["Responses"] if one.get("Item")]
            yield from _differ("items", [one for one in _returned(case) if one], seen)


def _returned(case: Case) -> list[Item]:
    return [plain(one.item) for one in case.predicted.returned]


def _unordered(items: Sequence[Item]) -> list[str]:
    return sorted(repr(sorted(one.items())) for one in items if one)


def _differ(aspect: str, predicted: Any, seen: Any) -> Iterator[Difference]:
    if predicted != seen:
        yield Difference(aspect, predicted, seen)


def chooses(case: Case) -> bool:
    """May DynamoDB choose which items a page holds: a Scan that stops, or a Query that stops among equal keys?"""
    stops = "Limit" in case.request or "ExclusiveStartKey" in case.request
    if case.operation is Operation.SCAN:
        return stops
    return stops and not _is_unique(case)


def _is_unique(case: Case) -> bool:
    """Has each entry of the index a key of its own?"""
    index = case.table.index(case.request.get("IndexName"))
    if index is None or index.is_base:
        return True
    read = entry_reader(case.table, index)
    places = [(one.partition, one.sort) for one in map(read, case.predicted.after.items(case.table.name)) if one]
    return len(set(places)) == len(places)


def _page_differences(case: Case) -> Iterator[Difference]:
    answer, free = case.seen.answer, chooses(case)
    if free:
        return
    yield from _differ("count", case.predicted.count, answer["Count"])
    yield from _differ("scanned", len(case.predicted.examined), answer["ScannedCount"])
    if case.request.get("Select") != "COUNT":
        seen = [item_from(raw) for raw in answer["Items"]]
        predicted = _returned(case)
        if case.operation is Operation.SCAN or not _is_unique(case):
            yield from _differ("items", _unordered(predicted), _unordered(seen))
        else:
            yield from _differ("items", predicted, seen)
    raw = answer.get("LastEvaluatedKey")
    last = case.predicted.last_key
    yield from _differ("last key", None if last is None else plain(last), None if raw is None else item_from(raw))


type Units = dict[str | None, Decimal]


def units_seen(consumed: Any, table: str) -> Units:
    """Units by index, None for the table's own share."""
    found: Units = {}
    for one in consumed if isinstance(consumed, list) else [consumed]:
        for group in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
            for name, units in (one.get(group) or {}).items():
                found[name] = found.get(name, Decimal(0)) + Decimal(str(units["CapacityUnits"]))
        own = (one.get("Table") or {}).get("CapacityUnits")
        if own is None:
            own = Decimal(str(one["CapacityUnits"])) - sum(found.values())
        found[None] = found.get(None, Decimal(0)) + Decimal(str(own))
    return {name: units for name, units in found.items() if units}


def units_predicted(case: Case) -> Units:
    found: Units = {None: Decimal(0)}
    for page in case.predicted.pages:
        place = case.request.get("IndexName")
        found[place] = found.get(place, Decimal(0)) + page.units - page.fetched_units
        found[None] += page.fetched_units
    for write in case.predicted.writes:
        found[None] += write.table_units
        for change in write.indexes:
            found[change.index] = found.get(change.index, Decimal(0)) + change.units
    return {name: units for name, units in found.items() if units}


def _unit_differences(case: Case, trust: Trust) -> Iterator[Difference]:
    consumed = case.seen.answer.get("ConsumedCapacity")
    if consumed and trusted(case, trust):
        yield from _differ("units", units_predicted(case), units_seen(consumed, case.table.name))


def trusted(case: Case, trust: Trust) -> bool:
    """Are the units that the engine reports of such a request to be believed? docs/conformance.md."""
    match case.operation:
        case Operation.GET | Operation.BATCH_GET:
            return trust.reads and (trust.empty_reads or all(page.examined for page in case.predicted.pages))
        case Operation.TRANSACT_GET:
            return trust.reads and trust.transactions
        case Operation.QUERY | Operation.SCAN:
            return trust.reads and not chooses(case) and (trust.empty_reads or bool(case.predicted.examined))
        case Operation.TRANSACT_WRITE:
            return trust.transactions and (trust.indexed_transactions or not case.table.indexes)
    return trust.writes


def swaps_halves(table: Table, write: Write, change: IndexChange) -> bool:
    """Does a write give an item that is in no index before or after another half of an index's key?"""
    index = table.index(change.index)
    names = set(index.key_names if index else ()) - set(table.base.key_names)
    before, after = (names & stored.item.keys() if stored else set() for stored in (write.before, write.after))
    return change.effect is IndexEffect.ABSENT and bool(before) and bool(after) and before != after
