"""Reads: whether an index serves them, DynamoDB accepts them, and they return what was meant.

facts/expressions#conditions, facts/expressions#key-conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modeler.core.arithmetic import plain_number
from modeler.core.design.patterns import ALL_ATTRIBUTES, Operation
from modeler.core.design.tables import Index, IndexKind, ProjectionType
from modeler.core.expressions.checks import filter_key_problems
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.fixes import Fix, put
from modeler.core.items.sizes import projected_names
from modeler.core.rules.queries.returned_entities import unreturned
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.filter_fixes import moved_to_key
from modeler.core.rules.support.read_costs import copied_to_keys, priced
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.servings import include, serving_fixes
from modeler.core.servings.key_legality import ProblemKind, ServingProblem
from modeler.core.servings.known import is_sought

_SEARCHES = frozenset({Operation.QUERY, Operation.SCAN})


def index_of(context: RuleContext, call: Call) -> Index | None:
    """The index that a call names, or that was found for it."""
    table = context.design.table(call.pattern.table)
    return table.index(context.asked(call.pattern).index) if table else None


def _problems(context: RuleContext, call: Call, *kinds: ProblemKind) -> list[ServingProblem]:
    if call.pattern.operation.is_multiple and call.pattern.steps:
        return []  # its steps are separate calls
    return [problem for problem in context.serving(call).problems if problem.kind in kinds]


def _spot(call: Call, problem: ServingProblem) -> Spot:
    field = f"key.{problem.key}" if problem.key else "key"
    path = f"{call.path}.{field}"
    joined = " " if problem.message.startswith("needs ") else ": "
    message = f"{call.label}{joined}{problem.message}"
    return Spot(message, path, call.top.id, field, fix=problem.change)


@rule(
    "pattern.unserved",
    ERROR,
    Scope.PATTERN,
    title="Access pattern without a matching key or index",
    why="Without a key to query by, the application would have to scan the table",
    fix="Give the missing value, or add an index",
    sources="facts/expressions#key-conditions, facts/modeling#access-patterns",
    fixes=True,
)
def unserved(context: RuleContext, call: Call) -> Iterator[Spot]:
    problems = _problems(context, call, ProblemKind.MISSING, ProblemKind.MISMATCH)
    if not problems:
        return
    table = context.design.table(call.pattern.table)
    about = context.about(call.pattern)
    if table is not None and about and all(context.is_keyless(table, entity) for entity in about):
        return  # A rule about the table or the entity says that there are no keys.
    for problem in problems:
        left = unreturned(context, call, problem) if problem.kind is ProblemKind.MISMATCH else problem
        if left is not None:
            yield replace(_spot(call, left), fixes=serving_fixes(context.design, call.pattern))
        return


@rule(
    "query.key_condition_illegal",
    ERROR,
    Scope.PATTERN,
    title="Key condition that DynamoDB rejects",
    why="A Query gives the whole partition key with =, and at most one condition on the sort key",
    fix="Rewrite the condition",
    sources="facts/expressions#key-conditions",
    hides=("pattern.unserved",),
)
def key_condition_illegal(context: RuleContext, call: Call) -> Iterator[Spot]:
    for problem in _problems(context, call, ProblemKind.ILLEGAL):
        yield _spot(call, problem)


@rule(
    "query.multi_attribute_order",
    ERROR,
    Scope.PATTERN,
    title="Gap in the sort keys of a multi-attribute index",
    why="Sort key attributes are used from left to right, all but the last with =",
    fix="Give the preceding attributes with =",
    sources="facts/expressions#multi-attribute-keys",
)
def multi_attribute_order(context: RuleContext, call: Call) -> Iterator[Spot]:
    for problem in _problems(context, call, ProblemKind.ORDER):
        yield _spot(call, problem)


@rule(
    "keys.template_unreadable",
    ERROR,
    Scope.PATTERN,
    title="Key template cannot be parsed",
    why="Until then it produces no key, and its items are not in the index",
    fix="Complete the template",
    sources="docs/glossary.md#key-templates",
)
def template_unreadable(context: RuleContext, call: Call) -> Iterator[Spot]:
    for problem in _problems(context, call, ProblemKind.UNREADABLE):
        yield _spot(call, problem)


@rule(
    "query.consistent_on_gsi",
    ERROR,
    Scope.PATTERN,
    title="Strongly consistent read of a GSI",
    why="A GSI is eventually consistent; DynamoDB rejects ConsistentRead on it",
    fix="Use eventual consistency, or read the table's own key afterward",
    sources="facts/expressions#key-conditions",
    fixes=True,
    operations=_SEARCHES,
)
def consistent_on_gsi(context: RuleContext, call: Call) -> Iterator[Spot]:
    index = index_of(context, call)
    if call.pattern.consistent and index and index.kind is IndexKind.GSI:
        message = f"{call.label} requests a strongly consistent read of the GSI {index.name}, which is not possible"
        fixes = put("Use eventual consistency", call.pattern.id, "consistent", None)
        yield Spot(message, f"{call.path}.consistent", call.top.id, "consistent", {"index": index.id}, fixes=fixes)


@rule(
    "query.filter_on_key",
    ERROR,
    Scope.PATTERN,
    title="Filter on a key attribute of the query",
    why="DynamoDB rejects a Query whose filter names a primary key attribute of the table or index that it reads",
    fix="Move it into the key condition",
    sources="facts/expressions#conditions",
    fixes=True,
    operations={Operation.QUERY},
)
def filter_on_key(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern, index = context.asked(call.pattern), index_of(context, call)
    if not pattern.filter.strip() or index is None:
        return
    if is_sought(pattern) and pattern.index is None:
        return  # unserved: there is no index whose key the filter could name
    try:
        condition = parse_condition(pattern.filter)
        sentences = list(filter_key_problems(condition, index.key_names, pattern.names))
    except ExpressionInvalid:
        return
    fixes = moved_to_key(pattern, index, condition) if sentences else ()
    for sentence in sentences:
        message, path = f"{call.label}: {sentence}", f"{call.path}.filter"
        yield Spot(message, path, call.top.id, "filter", {"index": index.id}, fixes=fixes)


@rule(
    "query.all_attributes_on_thin_gsi",
    ERROR,
    Scope.PATTERN,
    title="All attributes requested from a GSI that does not project them",
    why="Select ALL_ATTRIBUTES works on a GSI only if its projection is ALL",
    fix="Name the attributes that are needed, or project ALL",
    sources="facts/expressions#key-conditions",
    hides=("index.projection_too_thin",),
    fixes=True,
    operations=_SEARCHES,
)
def all_attributes_on_thin_gsi(context: RuleContext, call: Call) -> Iterator[Spot]:
    index = index_of(context, call)
    if index is None or index.kind is not IndexKind.GSI:
        return
    wants_all = ALL_ATTRIBUTES in call.pattern.projection
    if wants_all and index.projection.type is not ProjectionType.ALL:
        message = f"{call.label} requests all attributes of {index.name}, which projects {index.projection.type}"
        fixes = _for_all(context, call, index)
        yield Spot(message, f"{call.path}.projection", call.top.id, "projection", {"index": index.id}, fixes=fixes)


def _for_all(context: RuleContext, call: Call, index: Index) -> tuple[Fix, ...]:
    """Request what the index projects, or project everything."""
    table = context.design.table(call.pattern.table)
    carried = sorted(projected_names(table, index) or ()) if table is not None else []
    asked = put(f"Request only {', '.join(carried)}", call.pattern.id, "projection", carried) if carried else ()
    widened = put(f"Project ALL in {index.name}", index.id, "projection", {"type": "ALL"})
    return (*asked, *widened)


@rule(
    "index.projection_too_thin",
    WARNING,
    Scope.PATTERN,
    title="Index does not project what a pattern needs",
    why="Each item costs an extra GetItem on a GSI; on an LSI, DynamoDB fetches it at the table's price",
    fix="Include the attributes in the projection",
    sources="facts/choices#projection, facts/expressions#key-conditions, facts/throughput#reads",
    fixes=True,
)
def projection_too_thin(context: RuleContext, call: Call) -> Iterator[Spot]:
    if call.pattern.operation.is_multiple:
        return
    made = context.serving(call)
    table = context.design.table(call.pattern.table)
    index = table.index(made.index) if table else None
    if not made.missing or table is None or index is None:
        return
    names = ", ".join(made.missing)
    cost = "each item costs an extra GetItem" if index.kind is IndexKind.GSI else "each item is fetched from the table"
    message = f"{call.label} needs {names}, which {index.name} does not project: {cost}"
    expected = priced(context, call).expected
    if expected is not None and expected.fetches:
        reads = f"{plain_number(round(expected.fetches, 1))} {'GetItem' if index.kind is IndexKind.GSI else 'fetches'}"
        units = f"{plain_number(expected.units)} + {plain_number(expected.fetch_units)} read units"
        message = f"{message} ({reads} per call, {units}, estimate)"
    filtered = [name for name in made.missing if name in _filtered_names(call)] if index.kind is IndexKind.GSI else []
    if filtered:
        message = (
            f"{call.label} filters by {', '.join(filtered)}, which {index.name} does not project: DynamoDB rejects it"
        )
    is_copied = not filtered and set(made.missing) <= copied_to_keys(context, call, table, index)
    if is_copied:
        message = f"{call.label} needs {names}, which {index.name} holds only as a key under another name"
    declared = bool(filtered) or (call.pattern.facts.intent.one_request and index.kind is IndexKind.GSI)
    fact = {"index": index.id, "attributes": list(made.missing)}
    yield Spot(
        message,
        f"{call.path}.projection",
        call.top.id,
        "projection",
        fact,
        ERROR if declared else ADVICE if is_copied else None,
        fix=f"Read {names} from the key, or include it in {index.name}"
        if is_copied
        else f"Include {names} in {index.name}",
        fixes=(include(table, index, made.missing),),
    )


def _filtered_names(call: Call) -> frozenset[str]:
    try:
        return frozenset(attribute_names(parse_condition(call.pattern.filter), call.pattern.names))
    except ExpressionInvalid:
        return frozenset()


@rule(
    "pattern.no_rate",
    ADVICE,
    Scope.PATTERN,
    title="Access pattern with an unknown rate or result size",
    why="Traffic and cost are unknown without calls per second and items returned",
    fix="Specify how often it is called, and how many items it returns",
    sources="facts/modeling#access-patterns",
)
def no_rate(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if pattern is not call.top:
        return
    lacking = []
    if pattern.per_second is None:
        lacking.append("per_second")
    if pattern.operation in _SEARCHES and pattern.items_returned is None:
        lacking.append("items_returned")
    if lacking:
        words = {"per_second": "how often it is called", "items_returned": "how many items it returns"}
        message = f"{call.label} does not specify {' and '.join(words[field] for field in lacking)}"
        yield Spot(message, f"{call.path}.{lacking[0]}", pattern.id, lacking[0], {"fields": lacking})


RULES = (
    unserved,
    key_condition_illegal,
    multi_attribute_order,
    template_unreadable,
    consistent_on_gsi,
    filter_on_key,
    all_attributes_on_thin_gsi,
    projection_too_thin,
    no_rate,
)
