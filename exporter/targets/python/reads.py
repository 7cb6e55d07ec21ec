"""The bodies of functions that read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from exporter.targets.access_code.request_expressions import KEY_OPERATORS, key_condition
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.python.code import Code, Key, Loop, named_arguments, written
from exporter.targets.python.members import MemberWriter
from exporter.targets.python.naming import item_class
from exporter.targets.python.texts import Texts
from exporter.targets.support.literals import python_literal
from modeler.core.design.patterns import ALL_ATTRIBUTES, Operation
from modeler.core.expressions.nodes import Condition
from modeler.core.items.item_collections import projected_names


@dataclass(frozen=True, slots=True)
class Body:
    """What a function returns, the lines of its body, and its inputs besides the parameters of the pattern."""

    returns: str
    lines: tuple[str, ...]
    more: tuple[str, ...] = ()


def item_type(member: MemberWriter) -> str:
    """Return the type of one item of the answer: the items of the entities if it is whole, else any item."""
    plan = member.plan
    named = [one for name in plan.pattern.entities if (one := plan.table.entity(name)) is not None]
    paths = [one for one in plan.pattern.projection if one != ALL_ATTRIBUTES]
    if not named or paths or projected_names(plan.table, plan.index) is not None:
        return "Item"
    return " | ".join(item_class(member.entity(one)) for one in named)


def get_body(member: MemberWriter) -> Body:
    """GetItem: the item or None; a list if several keys are requested."""
    if not member.plan.index.is_base:
        raise Unsupported("GetItem reads a table by its complete key, never an index")
    request: dict[str, Code] = {"Key": member.whole_key(), **_projection(member)}
    if member.plan.pattern.consistent:
        request["ConsistentRead"] = "True"
    kind = item_type(member)
    if not member.rounds:
        called = f"{member.table}.get_item({named_arguments(request, 4)})"
        return Body(f"{kind} | None", (f"answer = {called}", f'return cast("{kind} | None", answer.get("Item"))'))
    lines = (
        f"requests: list[dict[str, Any]] = {written([Loop(request, member.clause)], 4)}",
        f"answers = [{member.table}.get_item(**request) for request in requests]",
        f'return [cast("{kind}", answer["Item"]) for answer in answers if "Item" in answer]',
    )
    return Body(f"list[{kind}]", lines)


def _projection(member: MemberWriter) -> dict[str, Code]:
    texts = member.texts
    texts.add("ProjectionExpression", member.plan.paths)
    return texts.request()


def find_body(member: MemberWriter) -> Body:
    """Query and Scan: results page by page; a request for each key if there are several."""
    pattern = member.plan.pattern
    texts = member.texts
    if pattern.operation is Operation.QUERY:
        texts.add("KeyConditionExpression", _key_condition(member, texts))
    elif pattern.key:
        raise Unsupported("a Scan has no key condition; make it a Query, or use a filter")
    texts.add("FilterExpression", member.plan.filter)
    texts.add("ProjectionExpression", member.plan.paths)
    request: dict[str, Code] = {**_index(member), **texts.request(), **_ways(member)}
    return _finding(member, request)


def _key_condition(member: MemberWriter, texts: Texts) -> Condition:
    place = {name: position for position, name in enumerate(member.plan.index.key_names)}
    ordered = sorted(member.plan.pattern.key, key=lambda one: place.get(one.name, len(place)))
    terms = [(one.name, one.operator, [texts.marker("key", code) for code in member.key(one)]) for one in ordered]
    if not terms:
        raise Unsupported("a Query needs the partition key")
    for name, operator, _ in terms:
        if operator not in KEY_OPERATORS:
            raise Unsupported(f"{name}: a key is not compared by {operator}")
    return key_condition(terms)


def _finding(member: MemberWriter, request: dict[str, Code]) -> Body:
    pattern = member.plan.pattern
    method = "query" if pattern.operation is Operation.QUERY else "scan"
    listed: list[Code] = [Loop(request, member.clause)] if member.rounds else [request]
    limit = f"limit: int | None = {pattern.limit}"
    more = (limit,) if member.rounds else (limit, "start: Item | None = None")
    ends = "limit" if member.rounds else "limit, start"
    lines = (
        f"requests: list[dict[str, Any]] = {written(listed, 4)}",
        f"return Found({member.table}.{method}, requests, {ends})",
    )
    return Body(f"Found[{item_type(member)}]", lines, more)


def _index(member: MemberWriter) -> dict[str, Code]:
    index = member.plan.index
    return {} if index.is_base else {"IndexName": python_literal(index.name)}


def _ways(member: MemberWriter) -> dict[str, Code]:
    pattern = member.plan.pattern
    found: dict[str, Code] = {}
    if pattern.consistent:
        found["ConsistentRead"] = "True"
    if pattern.descending:
        found["ScanIndexForward"] = "False"
    if ALL_ATTRIBUTES in pattern.projection and not member.plan.paths:
        found["Select"] = '"ALL_ATTRIBUTES"'
    return found


def batch_get_body(members: list[MemberWriter], *, consistent: bool) -> Body:
    """BatchGetItem: the items that exist, unordered; with their table's name if there are several tables."""
    asked: dict[str, dict[str, Code]] = {}
    for member in members:
        found = keyed(member)
        how: dict[str, Code] = dict(_projection(member))
        if member.plan.pattern.consistent or consistent:
            how["ConsistentRead"] = "True"
        place = Key(f"{member.table}.name")
        request = asked.setdefault(place, {"Keys": [], **how})
        if {name: value for name, value in request.items() if name != "Keys"} != how:
            raise Unsupported("a BatchGetItem reads all items of one table with the same settings")
        request["Keys"] = [*_elements(request["Keys"]), found]
    kinds = " | ".join(dict.fromkeys(kind for member in members for kind in item_type(member).split(" | ")))
    kind = "Item" if "Item" in kinds.split(" | ") else kinds
    table = members[0].table
    first = f"asked: dict[str, dict[str, Any]] = {written(asked, 4)}"
    if len(asked) == 1:
        got = f"[item for _, item in calls.batch_get({table}, asked)]"
        return Body(f"list[{kind}]", (first, f'return cast("list[{kind}]", {got})'))
    return Body("list[tuple[str, Item]]", (first, f"return list(calls.batch_get({table}, asked))"))


def _elements(code: Code) -> Iterator[Code]:
    if isinstance(code, list):
        yield from code


def keyed(member: MemberWriter) -> Code:
    """Return the key of a member, once for each of its rounds."""
    key = member.whole_key()
    return Loop(key, member.clause) if member.rounds else key


def transact_get_body(members: list[MemberWriter]) -> Body:
    """TransactGetItems: the item of each key in order, None if there is none."""
    gets: list[Code] = []
    for member in members:
        get: dict[str, Code] = {"TableName": f"{member.table}.name", "Key": member.whole_key(), **_projection(member)}
        gets.append(Loop(get, member.clause) if member.rounds else get)
    lines = (
        f"gets: list[dict[str, Any]] = {written(gets, 4)}",
        f"return calls.transact_get({members[0].table}, gets)",
    )
    return Body("list[Item | None]", lines)
