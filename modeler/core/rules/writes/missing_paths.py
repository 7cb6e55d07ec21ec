"""Updates that need what an item may lack: the map around a path, or an attribute that is copied.

facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modeler.core.capacity.changes import condition_terms
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import value_at
from modeler.core.expressions.names import Step, name_of, resolved
from modeler.core.expressions.nodes import (
    Action,
    And,
    Comparison,
    Condition,
    Function,
    Node,
    Not,
    Or,
    Path,
    Set,
    children,
    paths_of,
)
from modeler.core.expressions.parse import parse_projection
from modeler.core.fixes import Fix
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import actions_of, add_condition, exists, table_of, written_by


@rule(
    "write.missing_path",
    WARNING,
    Scope.PATTERN,
    title="Update needs a map or an attribute that may be missing",
    why="DynamoDB rejects an update of a path whose parent is missing, and a copy of an attribute that is missing",
    fix="Write the whole map, give a default with if_not_exists, or require the attribute in the condition",
    sources="facts/expressions#updates",
    fixes=True,
    operations={Operation.UPDATE},
)
def missing_path(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern, table = call.pattern, table_of(context, call)
    needed = dict.fromkeys(_needed(pattern))
    if not needed or table is None:
        return
    # Another rule is about writes without the keys of an index.
    terms = condition_terms(pattern)
    asked = {name for term in terms for name in _required(term, pattern)} | context.key_names(table)
    absent = {name for term in terms if _is_absent(term) for name in _names(term, pattern)}
    for field, path, steps in needed:
        name = str(steps[0])
        lacking = [one for one in written_by(context, call) if name not in asked and _may_lack(one, steps)]
        if lacking:
            parent = _text(steps)
            what = f"changes {_text(path)}" if path != steps else f"copies {parent}"
            message = f"{call.label} {what}, and {lacking[0].name} may have no {parent}"
            edits = () if name in absent else add_condition(pattern, exists(name))
            fixes = (Fix(f"Require {name} in {call.label}", edits),) if edits else ()
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name}, fixes=fixes)


def _names(term: Node, pattern: AccessPattern) -> frozenset[str]:
    return frozenset(name_of(path, pattern.names) for path in paths_of(term))


def _required(term: Condition, pattern: AccessPattern) -> frozenset[str]:
    """The attributes without which a condition does not hold: ``attribute_not_exists(gift.price)`` needs none."""
    match term:
        case And(terms):
            return frozenset.union(*(_required(one, pattern) for one in terms))
        case Or(terms):
            return frozenset.intersection(*(_required(one, pattern) for one in terms))
        case Not() | Comparison(operator="<>") | Function("attribute_not_exists"):
            return frozenset()
    return _names(term, pattern)


def _is_absent(term: Condition) -> bool:
    """Is it ``attribute_not_exists`` of a whole attribute?"""
    return (
        isinstance(term, Function)
        and term.name == "attribute_not_exists"
        and all(len(path.parts) == 1 for path in paths_of(term))
    )


type _Steps = tuple[Step, ...]


def _needed(pattern: AccessPattern) -> Iterator[tuple[str, _Steps, _Steps]]:
    """The field, a path, and the part of it that an item must have: all but the end of what is changed."""
    for field in ("set", "remove", "add"):
        for text in getattr(pattern, field):
            path = _path(text)
            if len(path) > 1:
                yield field, path, path[:-1]
    for action in actions_of(pattern):
        path = resolved(action.path, pattern.names)
        if len(path) > 1:
            yield "update", path, path[:-1]
        if isinstance(action, Set):
            for read in _read(action, action.value):
                steps = resolved(read, pattern.names)
                yield "update", steps, steps


def _path(text: str) -> _Steps:
    try:
        return resolved(parse_projection(text)[0], {})
    except ExpressionInvalid:
        return (text,)


def _read(action: Action, value: Node) -> Iterator[Path]:
    """The paths that a SET reads without a default. Another rule is about those that it increments."""
    match value:
        case Path():
            if value != action.path:
                yield value
        case Function("if_not_exists", (_, default)):
            yield from _read(action, default)
        case _:
            for inner in children(value):
                yield from _read(action, inner)


def _may_lack(entity: Entity, steps: _Steps) -> bool:
    """Does a sample lack it, or is the attribute optional? Another rule reports what nothing declares."""
    attribute = entity.attribute(str(steps[0]))
    is_optional = attribute is not None and attribute.optional < 1
    return is_optional or any(value_at(item.values, steps) is None for item in entity.items)


def _text(steps: Sequence[Step]) -> str:
    return "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in steps).removeprefix(".")


RULES = (missing_path,)
