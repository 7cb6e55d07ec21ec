"""From an access pattern to the requests of boto3's low-level client, exactly as they are sent. Pure.

All decisions are made by the evaluator's own functions (calls, keys, ranges, the item of a put, the update that an
intent means), so that prediction and request cannot diverge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.provisioning.expressions import NotExpressible, RequestExpressions, key_condition, request_key
from exporter.provisioning.wire import item_to_client
from exporter.provisioning.write_requests import batch_write_request, transact_write_request, write_requests
from modeler.core.design.model import Design
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import expression_values
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.fan_out import KeyRequest, calls
from modeler.core.evaluator.scope import PatternScope, members, scope_of
from modeler.core.evaluator.views import filter_of, projection_paths
from modeler.core.expressions.nodes import Name, Path, Projection

CAPACITY: Final[Mapping[str, str]] = {"ReturnConsumedCapacity": "INDEXES"}


@dataclass(frozen=True, slots=True)
class Request:
    """One call: the method of the client, and its keyword arguments."""

    method: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RequestNaming:
    """How requests differ from the design: real table names by those of the design, and whether a projection also
    includes the table's key, which costs nothing and identifies items uniquely.
    """

    tables: Mapping[str, str]
    keys_too: bool = False

    def table(self, name: str) -> str:
        """Return the real name of a table."""
        return self.tables.get(name, name)


def requests_of(
    design: Design, pattern: AccessPattern, database: Database, naming: RequestNaming
) -> tuple[Request, ...]:
    """Return the requests that a pattern makes when the tables hold `database`, in order; for `Steps`, call it for each
    step.

    Raises NotExpressible if the pattern is incomplete, or if no request can express it.
    """
    if pattern.operation is Operation.STEPS:
        raise NotExpressible("a sequence is run step by step")
    scope = scope_of(design, pattern, None, database)
    if not isinstance(scope, PatternScope):
        raise NotExpressible(f"{pattern.label} does not name a table or index of this design")
    try:
        return tuple(_MAKERS[pattern.operation](scope, naming))
    except NotExpressible:
        raise
    except Invalid as error:
        raise NotExpressible(error.message) from error


def calls_of(scope: PatternScope) -> tuple[KeyRequest, ...]:
    """Return the calls that the evaluator makes. Raises NotExpressible."""
    found, problems = calls(scope.pattern, scope.bindings)
    for problem in (*scope.bindings.problems, *problems):
        raise NotExpressible(problem)
    return found


def paths_of(scope: PatternScope, naming: RequestNaming) -> Projection:
    """Return the projection, plus the table's key if it is wanted and missing."""
    paths = projection_paths(scope)
    if not paths or not naming.keys_too:
        return paths
    leading = {path.parts[0] for path in paths}
    return paths + tuple(Path((Name(name),)) for name in scope.table.base.key_names if Name(name) not in leading)


def _target(scope: PatternScope, naming: RequestNaming) -> dict[str, Any]:
    target: dict[str, Any] = {"TableName": naming.table(scope.table.name)}
    if not scope.index.is_base:
        target["IndexName"] = scope.index.name
    return target


def _consistency(consistent: bool) -> dict[str, bool]:
    return {"ConsistentRead": True} if consistent else {}


def _expressions(scope: PatternScope, call: KeyRequest) -> RequestExpressions:
    return RequestExpressions(scope.pattern.names, expression_values(scope.pattern, call.bindings))


def _get(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    if not scope.index.is_base:
        raise NotExpressible("GetItem reads a table by its complete key, never an index")
    for call in calls_of(scope):
        expressions = _expressions(scope, call)
        expressions.add("ProjectionExpression", paths_of(scope, naming))
        key = item_to_client(request_key(scope.table.base, call))
        target = {**_target(scope, naming), "Key": key, **_consistency(scope.pattern.consistent)}
        yield Request("get_item", {**target, **expressions.arguments(), **CAPACITY})


def _query(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    for call in calls_of(scope):
        expressions = _expressions(scope, call)
        expressions.add("KeyConditionExpression", key_condition(scope.index, call))
        expressions.add("FilterExpression", filter_of(scope))
        expressions.add("ProjectionExpression", paths_of(scope, naming))
        arguments = {**_target(scope, naming), **expressions.arguments(), **_consistency(scope.pattern.consistent)}
        if scope.pattern.descending:
            arguments["ScanIndexForward"] = False
        yield Request("query", {**arguments, **_bounds(scope), **CAPACITY})


def _scan(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    expressions = RequestExpressions(scope.pattern.names, expression_values(scope.pattern, scope.bindings))
    expressions.add("FilterExpression", filter_of(scope))
    expressions.add("ProjectionExpression", paths_of(scope, naming))
    arguments = {**_target(scope, naming), **expressions.arguments(), **_consistency(scope.pattern.consistent)}
    yield Request("scan", {**arguments, **_bounds(scope), **CAPACITY})


def _bounds(scope: PatternScope) -> dict[str, Any]:
    """Return how many items to read, and whether the pattern requests all of their attributes by name.

    facts/expressions#key-conditions.
    """
    found: dict[str, Any] = {} if scope.pattern.limit is None else {"Limit": scope.pattern.limit}
    if ALL_ATTRIBUTES in scope.pattern.projection and not projection_paths(scope):
        found["Select"] = "ALL_ATTRIBUTES"
    return found


def _keyed_scopes(scope: PatternScope) -> Iterator[PatternScope]:
    """Return the pattern itself if it names keys, then its members."""
    if scope.pattern.key:
        yield scope
    for member in members(scope.pattern):
        found = scope_of(scope.design, member, scope.given, scope.database)
        if member.operation is not Operation.GET or not isinstance(found, PatternScope):
            raise NotExpressible(f"{member.label} is not a GetItem of a table of this design")
        yield found


def _batch_get(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    asked: dict[str, dict[str, Any]] = {}
    for member in _keyed_scopes(scope):
        for call in calls_of(member):
            expressions = RequestExpressions(member.pattern.names, {})
            expressions.add("ProjectionExpression", paths_of(member, naming))
            how = {
                **expressions.arguments(),
                **_consistency(member.pattern.consistent or scope.pattern.consistent),
            }
            request = asked.setdefault(naming.table(member.table.name), {"Keys": [], **how})
            if {name: value for name, value in request.items() if name != "Keys"} != how:
                raise NotExpressible("a BatchGetItem reads all items of one table with the same settings")
            request["Keys"].append(item_to_client(request_key(member.table.base, call)))
    yield Request("batch_get_item", {"RequestItems": asked, **CAPACITY})


def _transact_get(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    gets: list[dict[str, Any]] = []
    for member in _keyed_scopes(scope):
        for call in calls_of(member):
            expressions = RequestExpressions(member.pattern.names, {})
            expressions.add("ProjectionExpression", paths_of(member, naming))
            key = item_to_client(request_key(member.table.base, call))
            table = naming.table(member.table.name)
            gets.append({"Get": {"TableName": table, "Key": key, **expressions.arguments()}})
    yield Request("transact_get_items", {"TransactItems": gets, **CAPACITY})


def _write(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    for method, arguments in write_requests(scope, naming.table):
        yield Request(method, {**arguments, **CAPACITY})


def _batch_write(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    yield Request("batch_write_item", {"RequestItems": batch_write_request(scope, naming.table), **CAPACITY})


def _transact_write(scope: PatternScope, naming: RequestNaming) -> Iterator[Request]:
    yield Request("transact_write_items", {"TransactItems": transact_write_request(scope, naming.table), **CAPACITY})


_MAKERS: Final[Mapping[Operation, Callable[[PatternScope, RequestNaming], Iterator[Request]]]] = {
    Operation.GET: _get,
    Operation.QUERY: _query,
    Operation.SCAN: _scan,
    Operation.BATCH_GET: _batch_get,
    Operation.TRANSACT_GET: _transact_get,
    Operation.PUT: _write,
    Operation.UPDATE: _write,
    Operation.DELETE: _write,
    Operation.CHECK: _write,
    Operation.BATCH_WRITE: _batch_write,
    Operation.TRANSACT_WRITE: _transact_write,
}
