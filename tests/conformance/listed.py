"""Every difference between an engine and the evaluator that is known, and why: the engine is wrong, or may choose.

Nothing else is tolerated. docs/conformance.md tells them to people; test_listed.py holds the two together.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from exporter.provisioning.endpoints import EndpointKind
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import IndexKind, ProjectionType
from modeler.core.errors import Invalid
from modeler.core.evaluator import IndexChange, IndexEffect, Write
from modeler.core.expressions.nodes import Comparison, Dialect, Function, In, Node, Placeholder, Update, walk
from modeler.core.expressions.parse import parse_condition, parse_update
from modeler.core.expressions.update import apply_update
from modeler.core.items.item_collections import entry_reader, projected_names
from modeler.core.items.materialize import StoredItem, key_of
from modeler.core.units import ZERO, index_write_units, read_units, write_units
from modeler.core.values.attribute_values import item_size
from modeler.core.values.json_values import from_dynamodb_json
from tests.conformance.comparison import Case, Difference, Units, swaps_halves, units_predicted

LOCAL, MINISTACK = EndpointKind.DYNAMODB_LOCAL, EndpointKind.MINISTACK


@dataclass(frozen=True)
class Listed:
    """A known difference: the name that docs/conformance.md tells of it under, the engines that have it, what it is."""

    name: str
    engines: tuple[EndpointKind, ...]
    holds: Callable[[Case, Difference], bool]


@dataclass(frozen=True)
class Wording:
    """How an engine says what DynamoDB says in other words."""

    engine: str
    service: str

    def holds(self, case: Case, difference: Difference) -> bool:
        return (
            difference.aspect == "sentence"
            and re.search(self.engine, difference.seen[1]) is not None
            and any(re.search(self.service, said) for _, said in difference.predicted)
        )


INVALID = "One or more parameter values were invalid: "
LOCAL_WORDINGS = (
    Wording("^Consistent read cannot be true when", "^Consistent reads are not supported on global"),
    Wording(
        "^The number of conditions on the keys is invalid$", "^The provided key element does not match the schema$"
    ),
    Wording(f"^{INVALID}Type mismatch for key$", f"^({INVALID}Type mismatch for key|The provided key element)"),
    Wording(f"^{INVALID}Type mismatch for Index Key$", f"^{INVALID}Type mismatch for Index Key"),
    Wording("^Query condition missed key schema element$", "^Query condition missed key schema element: "),
    Wording(f"^{INVALID}Size limit exceeded$", f"^{INVALID}(Size of hashkey|Aggregated size of all range keys)"),
    Wording("^Hash primary key values must be under 2048", f"^{INVALID}(Size of hashkey|Aggregated size)"),
    Wording("starting key does not match the range key predicate$", "starting key is outside query boundaries"),
    Wording(
        "^Exclusive Start Key must have same size as table's key schema$", "^The provided starting key is invalid$"
    ),
    Wording(
        "A value provided cannot be converted into a number", "The parameter cannot be converted to a numeric value"
    ),
    Wording("DynamoDB only supports precision up to 38 digits", "more than 38 significant digits"),
    Wording("Two document paths (overlap|conflict) with each other", "Two document paths (overlap|conflict)"),
    Wording("^One of the required keys was not given a value$", f"^{INVALID}Missing the key"),
    Wording("Input collection .*contains duplicates", "Input collection .*contains duplicates"),
    Wording("^Key attributes must be scalars;", "cannot have conditions on nested attributes$"),
    Wording("^Limit must be greater than or equal to 1$", "Member must have value greater than or equal to 1$"),
    Wording("^Conditions can be of length 1 or 2 only$", "^Query key condition not supported$"),
    Wording("Invalid attribute type name found", "Invalid attribute type name found"),
    Wording("^Cannot do operations on a non-existent table$", "^Requested resource not found$"),
    Wording("^Invalid attribute value type$", "(Type mismatch for|element does not match|to unsupported type$)"),
    Wording("maximum allowed size;$", "maximum allowed size; expression size: [0-9]+$"),
    Wording("^Invalid .*The BETWEEN operator requires", "^Invalid .*The BETWEEN operator requires"),
)


def _says_otherwise(case: Case, difference: Difference) -> bool:
    return any(wording.holds(case, difference) for wording in LOCAL_WORDINGS)


def _is_unprojected(case: Case, difference: Difference) -> bool:
    """A Query or Scan of an index that names what the index does not project."""
    if case.request.get("IndexName") is None:
        return False
    if difference.aspect in ("refused", "sentence"):
        return "does not project" in str(difference.seen)
    return case.operation is Operation.SCAN and "FilterExpression" in case.request and not units_alone(difference)


def units_alone(difference: Difference) -> bool:
    return difference.aspect == "units"


def _is_wrapped_otherwise(case: Case, difference: Difference) -> bool:
    """A transaction in which a member is invalid: the one cancels it, the other refuses it, or with other reasons."""
    if case.operation is not Operation.TRANSACT_WRITE or difference.aspect != "sentence":
        return False
    said = [*difference.predicted, difference.seen]
    return all(kind == "ValidationException" or "ValidationError" in text for kind, text in said)


def _names_another(case: Case, difference: Difference) -> bool:
    """Several things are wrong with an update: the engine names another of them, which an action alone has too."""
    if difference.aspect != "sentence":
        return False
    parts = [case.request] if case.operation is Operation.UPDATE else []
    if case.operation is Operation.TRANSACT_WRITE:
        parts = [action["Update"] for action in case.request["TransactItems"] if "Update" in action]
    return any(difference.seen[1] in set(_alone(case, part)) for part in parts)


def _alone(case: Case, part: Mapping[str, Any]) -> Iterator[str]:
    try:
        whole = parse_update(part["UpdateExpression"], Dialect.DYNAMODB)
        key = {name: from_dynamodb_json(raw) for name, raw in part["Key"].items()}
        values = {name: from_dynamodb_json(raw) for name, raw in part.get("ExpressionAttributeValues", {}).items()}
        stored = case.predicted.after.item(case.table.name, key_of(case.table.base.keys, key) or ())
    except (Invalid, KeyError):
        return
    for action in whole.actions:
        try:
            names = part.get("ExpressionAttributeNames", {})
            apply_update(Update((action,)), stored.item if stored else key, names, values, keys=key.keys())
        except Invalid as error:
            yield error.message


LSI_OVERHEAD = 100


def _local_units(case: Case) -> Units:
    """What DynamoDB Local reports: as predicted, but for four faults."""
    found = dict(units_predicted(case))
    if case.operation is Operation.SCAN and "IndexName" in case.request:
        sizes = sum(item_size(stored.item) for stored in _examined(case))
        consistent = bool(case.request.get("ConsistentRead"))
        return {case.request["IndexName"]: read_units(sizes, consistent=consistent)}
    if case.operation is Operation.QUERY:
        found[None] = found.get(None, ZERO) + _fetched_in_vain(case)
    for write in case.predicted.writes:
        for change in write.indexes:
            found[change.index] = found.get(change.index, ZERO) + _local_index_units(case, write, change) - change.units
        if case.operation is Operation.BATCH_WRITE and write.operation is Operation.DELETE and write.before is None:
            found[None] = found.get(None, ZERO) + 1
    return {name: units for name, units in found.items() if units}


def _examined(case: Case) -> Iterator[StoredItem]:
    index = case.table.index(case.request["IndexName"])
    assert index is not None
    read = entry_reader(case.table, index)
    return (stored for stored in case.predicted.after.items(case.table.name) if read(stored))


def _fetched_in_vain(case: Case) -> Decimal:
    """A Query of an LSI that does not project everything pays for fetching items whatever its projection names."""
    index = case.table.index(case.request.get("IndexName"))
    is_partial_lsi = (
        index is not None and index.kind is IndexKind.LSI and index.projection.type is not ProjectionType.ALL
    )
    if not is_partial_lsi or "ProjectionExpression" not in case.request:
        return ZERO
    if any(page.fetched_units for page in case.predicted.pages):
        return ZERO
    consistent = bool(case.request.get("ConsistentRead"))
    items = [case.predicted.after.item(case.table.name, one.key) for one in case.predicted.returned]
    return sum((read_units(item_size(one.item), consistent=consistent) for one in items if one), ZERO)


def _starts_at_the_edge(case: Case, difference: Difference) -> bool:
    """A starting key that equals the bound of the key condition, with nothing behind it."""
    is_edge = not case.predicted.examined and "ExclusiveStartKey" in case.request
    return (
        difference.aspect in ("refused", "sentence") and is_edge and "the range key predicate" in str(difference.seen)
    )


def _spells_a_number_otherwise(case: Case, difference: Difference) -> bool:
    """Two members name one item: a number of its key is 100 in the one and 1E+2 in the other."""
    codes = {refusal.code for refusal in case.predicted.refusals}
    if not codes or not codes <= {"transaction.twice", "batch.twice"}:
        return False
    spelled = [str(sorted(raw.items())) for raw in _keys_named(case)]
    return len(set(spelled)) == len(spelled)


def _keys_named(case: Case) -> Iterator[Mapping[str, Any]]:
    names = case.table.base.key_names
    wanted = case.request.get("RequestItems", {}).get(case.table.name, ())
    if isinstance(wanted, dict):
        yield from wanted["Keys"]
        return
    for action in case.request.get("TransactItems", wanted):
        for part in action.values():
            found = part.get("Key") or part["Item"]
            yield {name: found[name] for name in names}


def _local_index_units(case: Case, write: Write, change: IndexChange) -> Decimal:
    if change.kind is IndexKind.LSI:
        sizes = [one.size + LSI_OVERHEAD if one else None for one in (change.before, change.after)]
        moves = change.effect is IndexEffect.MOVES
        return index_write_units(*sizes, key_changed=moves, changed=change.effect is not IndexEffect.UNCHANGED)
    if swaps_halves(case.table, write, change) and write.before:
        index = case.table.index(change.index)
        names = projected_names(case.table, index) if index else None
        item = write.before.item
        return write_units(item_size({name: item[name] for name in names or item if name in item}))
    return change.units


def _ends_at_the_bound(case: Case, difference: Difference) -> bool:
    """A full page after which no key could meet the condition: no second item of a table without a sort key, or the
    last one has the very value of the bound.
    """
    index = case.table.index(case.request.get("IndexName"))
    if difference.aspect != "last key" or difference.seen is not None or index is None or case.predicted.more:
        return False
    given = [from_dynamodb_json(raw) for raw in case.request.get("ExpressionAttributeValues", {}).values()]
    return all(difference.predicted[key.name] in given for key in index.sort_key)


def _counts_otherwise(case: Case, difference: Difference) -> bool:
    return difference.aspect == "units" and difference.seen == _local_units(case)


def _takes_an_index_key_as_no_key_is(case: Case, difference: Difference) -> bool:
    """An update gave an index a key of a type or a length that it cannot have, and was accepted."""
    codes = {refusal.code for refusal in case.predicted.refusals} - {"transaction.cancelled"}
    if not codes or not codes <= {"index.key_type", "index.key_size"} or "Update" not in str(case.request):
        return False
    if difference.aspect == "sentence":
        return any(text.replace("ValidationError", "None") == difference.seen[1] for _, text in difference.predicted)
    return difference.aspect == "accepted"


ANSWERS = ("items", "count", "scanned", "last key")


def _never_fetches(case: Case, difference: Difference) -> bool:
    """An index that does not project everything is asked for an attribute, or to filter by one."""
    index = case.table.index(case.request.get("IndexName"))
    if index is None or index.is_base or index.projection.type is ProjectionType.ALL:
        return False
    asks = {"FilterExpression", "ProjectionExpression"} & case.request.keys() or "Select" in case.request
    return difference.aspect in ANSWERS and bool(asks)


def _compares_the_missing(case: Case, difference: Difference) -> bool:
    """Two missing attributes are equal to ministack, and a number has a size: for DynamoDB neither."""
    failed = difference.aspect == "refused" and "ConditionalCheckFailed" in difference.seen
    asked = failed or difference.aspect in ("accepted", "sentence", *ANSWERS)
    return asked and any(map(_may_compare_missing, _conditions(case)))


def _conditions(case: Case) -> Iterator[Node]:
    parts = [part for action in case.request.get("TransactItems", ()) for part in action.values()]
    for part in (case.request, *parts):
        for field in ("ConditionExpression", "FilterExpression"):
            if field in part:
                yield from walk(parse_condition(part[field], Dialect.DYNAMODB))


def _may_compare_missing(node: Node) -> bool:
    match node:
        case Comparison(_, left, right):
            return not isinstance(left, Placeholder) and not isinstance(right, Placeholder)
        case In(operand, choices):
            return not isinstance(operand, Placeholder) and any(not isinstance(one, Placeholder) for one in choices)
        case Function("size"):
            return True
    return False


def _refuses_begins_with(case: Case, difference: Difference) -> bool:
    """begins_with of an attribute that is no text: for DynamoDB it is false."""
    return difference.aspect in ("refused", "sentence") and "function: begins_with" in str(difference.seen)


def _condition_comes_second(case: Case, difference: Difference) -> bool:
    """What is wrong with an update is said before its condition is looked at, which does not hold."""
    codes = {refusal.code for refusal in case.predicted.refusals}
    says = "ValidationError" in str(difference.seen) or "ValidationException" in str(difference.seen)
    return difference.aspect == "sentence" and says and codes <= {"condition.failed", "transaction.cancelled"}


LISTED: tuple[Listed, ...] = (
    Listed("attributes that an index does not project", (MINISTACK,), _never_fetches),
    Listed("what is missing or has no size", (MINISTACK,), _compares_the_missing),
    Listed("begins_with on a value that is not a text", (MINISTACK,), _refuses_begins_with),
    Listed("a condition after what is wrong with the update", (MINISTACK,), _condition_comes_second),
    Listed("other words", (LOCAL,), _says_otherwise),
    Listed("attributes that an index does not project", (LOCAL,), _is_unprojected),
    Listed("an invalid member of a transaction", (LOCAL,), _is_wrapped_otherwise),
    Listed("one of several faults", (LOCAL,), _names_another),
    Listed("units", (LOCAL,), _counts_otherwise),
    Listed("no last key where nothing can follow", (LOCAL,), _ends_at_the_bound),
    Listed("one number spelled in two ways", (LOCAL,), _spells_a_number_otherwise),
    Listed("a starting key at the bound of its range", (LOCAL,), _starts_at_the_edge),
    Listed("an index key of another type or too long by an update", (LOCAL,), _takes_an_index_key_as_no_key_is),
)


def listed(engine: EndpointKind, case: Case, difference: Difference) -> str | None:
    """The name of the known difference that this is."""
    return next((one.name for one in LISTED if engine in one.engines and one.holds(case, difference)), None)
