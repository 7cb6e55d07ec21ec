"""Requests of every kind on a table, most of them legal, some spoiled in one place."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from tests.conformance.generating import Json, Writer, chance, item, key, key_value
from tests.conformance.spoiling import spoil

KINDS = (
    *[Operation.QUERY] * 7,
    *[Operation.UPDATE] * 5,
    *[Operation.SCAN] * 2,
    *[Operation.PUT] * 2,
    Operation.GET,
    Operation.DELETE,
    Operation.BATCH_GET,
    Operation.TRANSACT_GET,
    Operation.BATCH_WRITE,
    *[Operation.TRANSACT_WRITE] * 2,
)
ILL_SHARE = 0.2
RANGES = ["=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"]


def request(rnd: Random, of: Table, stored: Sequence[Json], ill_share: float = ILL_SHARE) -> tuple[Operation, Json]:
    """One request, complete but for what the engine calls the table; it names the table as the design does."""
    kind = rnd.choice(KINDS)
    made = _MAKERS[kind](rnd, of, stored)
    if chance(rnd, ill_share):
        spoil(rnd, of, kind, made)
    return kind, made


def get(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    writer = Writer(rnd, of)
    made: Json = {"TableName": of.name, "Key": key(rnd, of, stored)}
    if chance(rnd, 0.4):
        made["ProjectionExpression"] = writer.projection()
    if chance(rnd, 0.4):
        made["ConsistentRead"] = rnd.choice([False, True])
    return writer.into(made)


def query(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    writer = Writer(rnd, of)
    index = rnd.choice(of.all_indexes)
    made: Json = {"TableName": of.name, "KeyConditionExpression": key_condition(writer, index, stored)}
    if chance(rnd, 0.4):
        made["ScanIndexForward"] = rnd.choice([True, False])
    return reading(writer, index, made, stored)


def key_condition(writer: Writer, index: Index, stored: Sequence[Json]) -> str:
    """Equality on each partition key attribute, then sort key attributes from left to right."""
    rnd = writer.rnd
    there = [one for one in stored if all(name in one for name in index.key_names)]
    like = rnd.choice(there) if there and chance(rnd, 0.8) else {}
    terms = []
    for element in index.partition_key:
        found = like.get(element.name) or key_value(rnd, element, first=True)
        terms.append(f"{writer.name(element.name)} = {writer.value(found)}")
    for element in index.sort_key:
        operator = rnd.choice(["", *RANGES, "="])
        if not operator:
            break
        found = like.get(element.name) if operator == "=" else None
        terms.append(sort_term(writer, element, operator, found or key_value(rnd, element)))
        if operator != "=":
            break
    if chance(rnd, 0.1):
        rnd.shuffle(terms)
    return rnd.choice([" AND ", " and "]).join(f"({term})" if chance(rnd, 0.1) else term for term in terms)


def sort_term(writer: Writer, element: KeyAttribute, operator: str, found: Json) -> str:
    name = writer.name(element.name)
    match operator:
        case "BETWEEN":
            return f"{name} BETWEEN {writer.value(found)} AND {writer.value(key_value(writer.rnd, element))}"
        case "begins_with":
            return f"begins_with({name}, {writer.value(found)})"
    if chance(writer.rnd, 0.1):
        return f"{writer.value(found)} {operator} {name}"
    return f"{name} {operator} {writer.value(found)}"


def scan(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    return reading(Writer(rnd, of), rnd.choice(of.all_indexes), {"TableName": of.name}, stored)


def reading(writer: Writer, index: Index, made: Json, stored: Sequence[Json]) -> Json:
    """What a Query and a Scan have in common."""
    rnd = writer.rnd
    if not index.is_base:
        made["IndexName"] = index.name
    if chance(rnd, 0.4):
        made["FilterExpression"] = writer.condition()
    if chance(rnd, 0.3):
        made["ProjectionExpression"] = writer.projection()
    elif chance(rnd, 0.2):
        made["Select"] = rnd.choice(
            ["COUNT", "ALL_ATTRIBUTES", *([] if index.is_base else ["ALL_PROJECTED_ATTRIBUTES"])]
        )
    if chance(rnd, 0.4):
        made["Limit"] = rnd.choice([1, 2, 3, 5, 100])
    if chance(rnd, 0.3):
        made["ConsistentRead"] = rnd.choice([False, True]) if index.kind is not IndexKind.GSI else False
    there = [one for one in stored if all(name in one for name in index.key_names)]
    if there and chance(rnd, 0.3) and "KeyConditionExpression" in made:
        chosen = rnd.choice(there)
        names = dict.fromkeys((*writer.table.base.key_names, *index.key_names))
        made["ExclusiveStartKey"] = {name: chosen[name] for name in names}
    return writer.into(made)


def put(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    writer = Writer(rnd, of)
    made: Json = {"TableName": of.name, "Item": item(rnd, of, stored)}
    return writer.into(conditioned(writer, made))


def conditioned(writer: Writer, made: Json, share: float = 0.4) -> Json:
    """The write with a condition, sometimes."""
    if chance(writer.rnd, share):
        first = writer.table.base.key_names[0]
        usual = [f"attribute_exists({first})", f"attribute_not_exists({first})"]
        made["ConditionExpression"] = writer.rnd.choice(usual) if chance(writer.rnd, 0.4) else writer.condition()
    return made


def update(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    writer = Writer(rnd, of)
    made: Json = {"TableName": of.name, "Key": key(rnd, of, stored)}
    if not chance(rnd, 0.05):
        made["UpdateExpression"] = writer.update()
    return writer.into(conditioned(writer, made))


def delete(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    writer = Writer(rnd, of)
    return writer.into(conditioned(writer, {"TableName": of.name, "Key": key(rnd, of, stored)}))


def batch_get(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    made = get(rnd, of, stored)
    del made["TableName"]
    made["Keys"] = distinct([made.pop("Key"), *(key(rnd, of, stored) for _ in range(rnd.randrange(4)))])
    return {"RequestItems": {of.name: made}}


def transact_get(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    gets = []
    for one in distinct([key(rnd, of, stored) for _ in range(rnd.randrange(1, 4))]):
        made = {**get(rnd, of, stored), "Key": one}
        made.pop("ConsistentRead", None)
        gets.append({"Get": made})
    return {"TransactItems": gets}


def distinct(found: list[Any]) -> list[Any]:
    """Each once, mostly: two of one key are refused."""
    return [one for at, one in enumerate(found) if one not in found[:at]]


def batch_write(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    keys = distinct([key(rnd, of, stored) for _ in range(rnd.randrange(1, 5))])
    actions: list[Json] = []
    for one in keys:
        if chance(rnd, 0.3):
            actions.append({"DeleteRequest": {"Key": one}})
        else:
            actions.append({"PutRequest": {"Item": {**item(rnd, of), **one}}})
    return {"RequestItems": {of.name: actions}}


def transact_write(rnd: Random, of: Table, stored: Sequence[Json]) -> Json:
    actions: list[Json] = []
    for one in distinct([key(rnd, of, stored) for _ in range(rnd.randrange(1, 4))]):
        word = rnd.choice(["Put", "Update", "Update", "Delete", "ConditionCheck"])
        if word == "Put":
            made = put(rnd, of, stored)
            made["Item"] |= one
        elif word == "Update":
            made = {**update(rnd, of, stored), "Key": one}
            made.setdefault("UpdateExpression", "REMOVE newcount")
        elif word == "Delete":
            made = {**delete(rnd, of, stored), "Key": one}
        else:
            writer = Writer(rnd, of)
            made = writer.into(conditioned(writer, {"TableName": of.name, "Key": one}, 1.0))
        actions.append({word: made})
    return {"TransactItems": actions}


_MAKERS: dict[Operation, Callable[[Random, Table, Sequence[Json]], Json]] = {
    Operation.GET: get,
    Operation.QUERY: query,
    Operation.SCAN: scan,
    Operation.PUT: put,
    Operation.UPDATE: update,
    Operation.DELETE: delete,
    Operation.BATCH_GET: batch_get,
    Operation.TRANSACT_GET: transact_get,
    Operation.BATCH_WRITE: batch_write,
    Operation.TRANSACT_WRITE: transact_write,
}
