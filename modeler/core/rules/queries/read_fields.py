"""Calls whose fields do not fit their operation, and filters that lose items without an attribute.

facts/expressions#conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core import limits
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import And, Between, Comparison, Condition, Function, Or, Path
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.printing import print_node
from modeler.core.fixes import Fix, Put, put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import SEARCHES
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.servings.wanted import conjuncts

_ORDERING: Final = frozenset({"<", "<=", ">", ">="})
_WRITES: Final = frozenset({Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.CHECK})
_MEMBERS: Final = {
    Operation.TRANSACT_WRITE: (Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.CHECK),
    Operation.TRANSACT_GET: (Operation.GET,),
    Operation.BATCH_GET: (Operation.GET,),
}
"""What a call can consist of; of BatchWriteItem, `batch.not_expressible` reports it."""
_UPDATE_FIELDS: Final = ("set", "remove", "add", "update")


@rule(
    "ap.fields_do_not_fit",
    ERROR,
    Scope.PATTERN,
    title="Field that the operation does not support",
    why="DynamoDB rejects an unknown parameter, or the application loses the intended effect",
    fix="Remove the field, or use the operation that supports it",
    sources="facts/expressions#conditions, facts/expressions#key-conditions, facts/limits#requests",
    hides=("pattern.unserved", "expr.syntax"),
    fixes=True,
)
def fields_do_not_fit(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    for field, why in _misfits(pattern):
        if field == "key":
            yield Spot(f"{call.label}: {why}", f"{call.path}.{field}", call.top.id, field, severity=WARNING)
            continue
        if field in ("segment", "steps"):
            yield Spot(f"{call.label}: {why}", f"{call.path}.{field}", call.top.id, field)
            continue
        fixes = put(f"Remove {field} from {call.label}", pattern.id, field, None)
        if field == "index" and not _names_base_key(context, pattern):
            fixes = put(f"Make {call.label} a Query", pattern.id, "operation", str(Operation.QUERY))
            fixes = fixes if pattern.operation is Operation.GET else ()
        yield Spot(f"{call.label}: {why}", f"{call.path}.{field}", call.top.id, field, fixes=fixes)


def _names_base_key(context: RuleContext, pattern: AccessPattern) -> bool:
    """Return whether the key of a call is that of its table, so that it needs no index."""
    table = context.design.table(pattern.table)
    return table is None or {one.name for one in pattern.key} <= set(table.base.key_names)


def _misfits(pattern: AccessPattern) -> Iterator[tuple[str, str]]:
    operation = pattern.operation
    if operation is Operation.STEPS:
        return
    if pattern.index and operation not in SEARCHES and not operation.is_multiple:
        yield "index", f"{operation} uses the table's own key, never an index"
    if operation.is_read:
        for field, text in (("if", pattern.if_), ("condition", pattern.condition)):
            if text.strip():
                yield field, f"{operation} has no condition; a Query or Scan can have a filter"
        for field in _UPDATE_FIELDS:
            if getattr(pattern, field):
                yield field, f"{operation} changes nothing"
    if pattern.filter.strip() and operation not in SEARCHES:
        yield "filter", f"{operation} has no filter; only Query and Scan have one"
    if pattern.limit is not None and operation not in SEARCHES:
        yield "limit", f"{operation} has no limit; only Query and Scan have one"
    if operation is Operation.DELETE and (pattern.set or pattern.add or pattern.remove or pattern.update):
        field = next(name for name in _UPDATE_FIELDS if getattr(pattern, name))
        yield field, "DeleteItem changes no attributes"
    if pattern.consistent and operation in _WRITES:
        yield "consistent", f"{operation} is not a read"
    yield from _segments(pattern)
    if operation is Operation.BATCH_WRITE and pattern.key and not pattern.steps:
        yield "key", "a BatchWriteItem without steps puts items; to delete by key, give it a DeleteItem as a step"
    for number, step in enumerate(pattern.steps, 1):
        if step.operation not in _MEMBERS.get(operation, (step.operation,)):
            supported = ", ".join(_MEMBERS[operation])
            yield "steps", f"member {number} is a {step.operation}; the members of {operation} are {supported}"
            return


def _segments(pattern: AccessPattern) -> Iterator[tuple[str, str]]:
    segment, total = pattern.facts.segment, pattern.facts.total_segments
    if segment is None and total is None:
        return
    if pattern.operation is not Operation.SCAN:
        yield "segment", f"{pattern.operation} has no segments; only Scan has them"
    elif segment is None or total is None:
        yield "segment", "a segment needs the number of segments, and vice versa"
    elif not 1 <= total <= limits.SCAN_SEGMENTS_MAX or not 0 <= segment < total:
        yield (
            "segment",
            f"the number of segments is 1 to {limits.SCAN_SEGMENTS_MAX}, and a segment is less than that number",
        )


@rule(
    "expr.missing_attribute_drops",
    WARNING,
    Scope.PATTERN,
    title="Filter loses items without the attribute",
    why="A comparison with a missing attribute is false, so the item is filtered out",
    fix="Let items without it pass: attribute_not_exists(...) OR ...",
    sources="facts/expressions#conditions",
    fixes=True,
    operations=SEARCHES,
)
def missing_attribute_drops(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    if not pattern.filter.strip():
        return
    try:
        terms = list(conjuncts(parse_condition(pattern.filter)))
        compared = [(term, _compared(term, pattern)) for term in terms]
    except ExpressionInvalid:
        return
    always = _keys_read(context, pattern)
    for place, (term, name) in enumerate(compared):
        lacking = [
            entity.name
            for entity in context.design.entities_of(pattern)
            if name and name not in always and _lacks(context, entity, name)
        ]
        if not lacking or _demanded(terms, name, pattern):
            continue
        guarded = Or((Function("attribute_not_exists", (_path(term),)), term))
        made: tuple[Condition, ...] = (*terms[:place], guarded, *terms[place + 1 :])
        text = print_node(made[0] if len(made) == 1 else And(made))
        message = f"{call.label} filters by {print_node(term)}, but some items of {', '.join(lacking)} have no {name}"
        fixes = (Fix(f"Let items without {name} pass", (Put(pattern.id, "filter", text),)),)
        yield Spot(message, f"{call.path}.filter", call.top.id, "filter", {"attribute": name}, fixes=fixes)
        return


def _keys_read(context: RuleContext, pattern: AccessPattern) -> frozenset[str]:
    """The keys of what is read: every item has them."""
    table = context.design.table(pattern.table)
    if table is None:
        return frozenset()
    index = table.index(context.asked(pattern).index)
    return frozenset((*table.base.key_names, *(index.key_names if index is not None else ())))


def _compared(term: Condition, pattern: AccessPattern) -> str:
    """The attribute that a term compares with a value; '' if it is not such a comparison. Raises ExpressionInvalid."""
    match term:
        case Comparison(operator, left, right) if operator in _ORDERING:
            paths = [side for side in (left, right) if isinstance(side, Path)]
        case Between(Path() as path):
            paths = [path]
        case _:
            paths = []
    return name_of(paths[0], pattern.names) if len(paths) == 1 else ""


def _path(term: Condition) -> Path:
    sides = (term.left, term.right) if isinstance(term, Comparison) else (getattr(term, "operand", None),)
    return next(side for side in sides if isinstance(side, Path))


def _lacks(context: RuleContext, entity: Entity, name: str) -> bool:
    """Return whether an item of the entity can lack the attribute, by declaration or in a sample."""
    attribute = entity.attribute(name)
    if attribute is not None and attribute.optional < 1:
        return True
    return any(name not in item.values for item in entity.items) if attribute is not None else True


def _demanded(terms: list[Condition], name: str, pattern: AccessPattern) -> bool:
    """Return whether another term requires the attribute."""
    for term in terms:
        match term:
            case Function("attribute_exists", (Path() as path,)) if name_of(path, pattern.names) == name:
                return True
    return False


RULES = (fields_do_not_fit, missing_attribute_drops)
