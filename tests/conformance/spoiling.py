"""One thing made wrong with a request: what DynamoDB refuses, and says why."""

from collections.abc import Callable
from random import Random
from typing import Any

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import IndexKind, Table
from tests.conformance.generating import OTHER_TYPES, RESERVED, TYPES, Json, any_value, chance, scalar

EXPRESSIONS = (
    "KeyConditionExpression",
    "FilterExpression",
    "ConditionExpression",
    "UpdateExpression",
    "ProjectionExpression",
)


def spoil(rnd: Random, of: Table, kind: Operation, made: Json) -> None:
    """Make one thing wrong with a request, in place."""
    part = made
    if kind in (Operation.TRANSACT_GET, Operation.TRANSACT_WRITE):
        (part,) = rnd.choice(made["TransactItems"]).values()
    elif kind is Operation.BATCH_GET:
        part = made["RequestItems"][of.name]
    elif kind is Operation.BATCH_WRITE:
        (part,) = rnd.choice(made["RequestItems"][of.name]).values()
    wrongs: list[Callable[[], Any]] = []
    texts = [name for name in EXPRESSIONS if name in part]
    if texts:
        text = rnd.choice(texts)
        wrongs += [lambda: spoil_text(rnd, part, text)] * 3 + [lambda: spoil_placeholders(rnd, part)] * 2
    if "Key" in part:
        wrongs.append(lambda: spoil_key(rnd, part["Key"]))
    if "Item" in part:
        wrongs += [lambda: spoil_key(rnd, part["Item"]), lambda: spoil_item(rnd, of, part["Item"])]
    if "UpdateExpression" in part:
        wrongs += [lambda: spoil_update(rnd, of, part)] * 2
    if kind in (Operation.QUERY, Operation.SCAN):
        wrongs.append(lambda: spoil_reading(rnd, of, part))
    if kind is Operation.QUERY:
        wrongs.append(lambda: spoil_key_condition(rnd, part))
    if not wrongs:
        wrongs.append(lambda: part.update(Keys=[*part["Keys"], part["Keys"][0]]))
    rnd.choice(wrongs)()


def spoil_text(rnd: Random, part: Json, field: str) -> None:
    """An expression that is no longer one, or names what may not be named."""
    text = str(part[field])
    wrongs = [
        "",
        text[: len(text) // 2],
        f"{text},",
        f"{text} AND",
        f"(({text}))",
        f"{text} {text}",
        text.replace(" = ", " == ", 1),
        f"{text} 5",
        f"{text} AND a = 'x'",
        f"{text} AND {rnd.choice(RESERVED)} = {next(iter(part.get('ExpressionAttributeValues', {})), ':v0')}",
        f"{text} AND exists(a)",
        f"{text} AND attribute_exists(a, n)",
        f"{text} AND size(a)",
        f"{text} AND attribute_exists(m" + ".k" * 32 + ")",
        f"{text}, {rnd.choice(RESERVED)}",
        f"{text}, a, a",
        text + " " * (4097 - len(text.encode())),
        f"{text} AND " + " AND ".join(["attribute_exists(a)"] * 301)[: 3000 - len(text)],
    ]
    part[field] = rnd.choice(wrongs)


def spoil_placeholders(rnd: Random, part: Json) -> None:
    """Placeholders that nobody uses, or that nobody defines, or values that are none."""
    names, values = part.get("ExpressionAttributeNames"), part.get("ExpressionAttributeValues")
    wrongs: list[Callable[[], Any]] = [
        lambda: part.update(ExpressionAttributeNames={**(names or {}), "#unused": "x"}),
        lambda: part.update(ExpressionAttributeNames={}),
    ]
    if any(field in part for field in EXPRESSIONS[:-1]):
        wrongs += [
            lambda: part.update(ExpressionAttributeValues={**(values or {}), ":unused": {"S": "x"}}),
            lambda: part.update(ExpressionAttributeValues={}),
        ]
    if names:
        wrongs.append(lambda: part.update(ExpressionAttributeNames={"#other": "x"}))
    if values:
        wrongs += [lambda: values.pop(next(iter(values))), lambda: part.pop("ExpressionAttributeValues")]
        wrongs += [lambda: values.update({next(iter(values)): ill_value(rnd)})] * 3
    rnd.choice(wrongs)()


def ill_value(rnd: Random) -> Json:
    """A value that DynamoDB refuses."""
    return rnd.choice(
        [
            {"SS": []},
            {"NS": []},
            {"BS": []},
            {"SS": ["a", "a"]},
            {"NS": ["1", "1.0"]},
            {"NULL": False},
            {"N": "x"},
            {"N": " 1"},
            {"N": "1" * 39},
            {"N": "1E126"},
            {"N": "1E-131"},
            {},
            {"S": "a", "N": "1"},
            {"L": [{"SS": []}]},
            {"M": {"x": {"N": "x"}}},
        ]
    )


def spoil_key(rnd: Random, found: Json) -> None:
    """A key with one attribute missing, empty, of another type, or too many."""
    name = next((one for one in found if one in TYPES), next(iter(found)))
    wrongs: list[Callable[[], Any]] = [
        lambda: found.pop(name),
        lambda: found.update({name: {"S": ""}}),
        lambda: found.update({name: {"B": ""}}),
        lambda: found.update({name: any_value(rnd)}),
        lambda: found.update({name: {"S": "x" * rnd.choice([1025, 2049])}}),
        lambda: found.update({name: {"N": "x"}}),
    ]
    if len(found) < 3:
        wrongs.append(lambda: found.update(extra={"S": "x"}))
    rnd.choice(wrongs)()


def spoil_item(rnd: Random, of: Table, found: Json) -> None:
    """An item with a value that is none, or an index key that cannot be one."""
    keys = [name for index in of.indexes for name in index.key_names if name not in of.base.key_names]
    name = rnd.choice(keys) if keys and chance(rnd, 0.5) else "a"
    deep: Json = {"S": "x"}
    for _ in range(32):
        deep = {"L": [deep]}
    wrong = [
        ill_value(rnd),
        any_value(rnd),
        {"S": ""},
        {"B": ""},
        {"S": "x" * 2049},
        {"S": "x" * 409_600},
        {"S": "x" * 205_000},
        deep,
    ]
    found[name] = rnd.choice(wrong)


def spoil_update(rnd: Random, of: Table, part: Json) -> None:
    """An update that changes the table's key, gives an index a key that cannot be one, or contradicts itself."""
    values = part.setdefault("ExpressionAttributeValues", {})
    base = rnd.choice(of.base.key_names)
    keys = [name for index in of.indexes for name in index.key_names if name not in of.base.key_names] or ["a"]
    wrongs = [
        (f"SET {base} = :ill", scalar(rnd, "S")),
        (f"REMOVE {base} SET zz = :ill", scalar(rnd, "S")),
        (f"SET {rnd.choice(keys)} = :ill", any_value(rnd)),
        (f"SET {rnd.choice(keys)} = :ill", {"S": ""}),
        ("SET a = :ill, a.b = :ill", scalar(rnd, "S")),
        ("SET a = :ill SET n = :ill", scalar(rnd, "S")),
        ("SET a = :ill REMOVE a", scalar(rnd, "S")),
        ("SET m.k = :ill, m[0] = :ill", scalar(rnd, "S")),
        ("SET a = a + :ill", {"S": "1"}),
        ("SET a = list_append(a, :ill)", {"S": "1"}),
        ("SET a = list_append(list_append(l, :ill), :ill)", {"L": [{"S": "1"}]}),
        ("SET a = if_not_exists(a, list_append(l, :ill))", {"L": [{"S": "1"}]}),
        ("SET a = list_append(if_not_exists(nothing, if_not_exists(l, :ill)), :ill)", {"L": [{"S": "1"}]}),
        ("SET a = size(n) + :ill", {"N": "1"}),
        ("ADD a :ill", any_value(rnd)),
        ("DELETE a :ill", any_value(rnd)),
        ("SET nothing.there = :ill", scalar(rnd, "S")),
        ("SET a = nothing + :ill", {"N": "1"}),
        ("SET n = n + :ill", {"N": "9.99E+125"}),
        ("SET a = if_not_exists(:ill, n)", {"N": "1"}),
        ("SET a = :ill + :ill + :ill", {"N": "1"}),
        ("SET filler = :ill", {"S": "x" * 409_400}),
    ]
    text, value = rnd.choice(wrongs)
    part["UpdateExpression"] = text
    values[":ill"] = value
    used = part.get("ConditionExpression", "")
    part["ExpressionAttributeValues"] = {name: one for name, one in values.items() if name == ":ill" or name in used}
    names = {name: one for name, one in part.pop("ExpressionAttributeNames", {}).items() if name in used}
    if names:
        part["ExpressionAttributeNames"] = names


def spoil_reading(rnd: Random, of: Table, part: Json) -> None:
    """A Query or Scan whose other members do not fit."""
    gsis = [index.name for index in of.indexes if index.kind is IndexKind.GSI]
    wrongs: list[Callable[[], Any]] = [
        lambda: part.update(Limit=rnd.choice([0, -1])),
        lambda: part.update(IndexName="nowhere"),
        lambda: part.update(Select="SPECIFIC_ATTRIBUTES"),
        lambda: part.update(Select="ALL_PROJECTED_ATTRIBUTES"),
        lambda: part.update(Select="ALL_ATTRIBUTES", ProjectionExpression="a"),
        lambda: part.update(Select="COUNT", ProjectionExpression="a"),
        lambda: part.update(ExclusiveStartKey={"PK": {"S": "p"}}),
        lambda: part.update(TableName="nowhere"),
    ]
    if gsis:
        wrongs += [lambda: part.update(IndexName=rnd.choice(gsis), ConsistentRead=True)] * 2
    rnd.choice(wrongs)()


def spoil_key_condition(rnd: Random, part: Json) -> None:
    """A key condition that is none, by its shape, its operators or its values."""
    text = str(part["KeyConditionExpression"])
    first = text.partition(" AND ")[0]
    marker = next(iter(part.get("ExpressionAttributeValues", {":v0": {}})))
    wrongs = [
        text.replace(" = ", f" {rnd.choice(['<>', '<', '>='])} ", 1),
        f"{text} OR a = {marker}",
        f"NOT {first}",
        f"{text} AND a = {marker}",
        f"{text} AND {first}",
        f"a = {marker}",
        f"{first} AND size(SK) = {marker}",
        f"{first} AND SK IN ({marker})",
        f"{first} AND contains(SK, {marker})",
        f"{first} AND attribute_exists(SK)",
        f"{first} AND SK.a = {marker}",
        f"{first} AND SK = PK",
        f"{first} AND begins_with({marker}, SK)",
        f"{first} AND SK BETWEEN {marker} AND PK",
    ]
    if chance(rnd, 0.3):
        kinds = part.get("ExpressionAttributeValues", {})
        last = list(kinds)[-1:] or [":v0"]
        kinds[last[0]] = rnd.choice(
            [{"S": ""}, {"B": ""}, scalar(rnd, rnd.choice("SNB")), {rnd.choice(OTHER_TYPES[4:5]): True}]
        )
        part["ExpressionAttributeValues"] = kinds
    else:
        part["KeyConditionExpression"] = rnd.choice(wrongs)
