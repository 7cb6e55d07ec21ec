"""Turns an update with an explicit expression into one by intent, whose index keys are derived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Action, Add, Dialect, Name, Path, Placeholder, Remove, Set
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.printing import print_node
from modeler.core.fixes import Fix, Put
from modeler.core.rules.support.write_targets import actions_of, resolved


def by_intent(table: Table, pattern: AccessPattern) -> tuple[Fix, ...]:
    """The fix that expresses the update by intent, so that index keys are derived; none if that is impossible."""
    base = set(table.base.key_names)
    own = {name for index in table.indexes for name in index.key_names} - base
    fields: dict[str, Any] = {"set": {}, "remove": [], "add": {}}
    for action in actions_of(pattern):
        path = resolved(action.path, pattern.names, {})
        match path:
            case Path((Name(name),)) if name in own:
                continue
            case Path((Name(name),)) if name not in base and _say(fields, name, action, pattern):
                continue
        return ()
    fields = {name: value for name, value in fields.items() if value}
    condition = _condition(pattern)
    if not fields or condition is None:
        return ()
    text, more = condition
    if text:
        fields["if"] = text
    parameters = {**pattern.parameters, **more}
    edits = [Put(pattern.id, name, None) for name in ("update", "names", "values", "condition")]
    edits += [Put(pattern.id, name, value) for name, value in fields.items()]
    if parameters != pattern.parameters:
        edits.append(Put(pattern.id, "parameters", parameters))
    return (Fix("Write it by intent, so that the index keys follow", tuple(edits)),)


def _say(fields: dict[str, Any], name: str, action: Action, pattern: AccessPattern) -> bool:
    """Put one action into the fields of an intent, if it is of a supported kind."""
    match action:
        case Remove():
            fields["remove"].append(name)
            return True
        case Set(_, Placeholder(marker)):
            found = _given(marker, pattern)
            fields["set"][name] = found
            return found is not None
        case Add(_, Placeholder(marker)):
            found = _given(marker, pattern)
            fields["add"][name] = found
            return found is not None
    return False


def _given(marker: str, pattern: AccessPattern) -> Any:
    """The value of a placeholder, or the parameter; None if there is neither."""
    own: Mapping[str, Any] = {name if name.startswith(":") else f":{name}": raw for name, raw in pattern.values.items()}
    if marker in own:
        return own[marker]
    return marker if marker[1:] in pattern.parameters else None


def _condition(pattern: AccessPattern) -> tuple[str, dict[str, Any]] | None:
    """The condition in the syntax of the document, with the meaning of its placeholders; None if that is unknown."""
    if not pattern.condition.strip():
        return pattern.if_, {}
    try:
        node = parse_condition(pattern.condition, Dialect.DYNAMODB)
    except ExpressionInvalid:
        return None
    used: dict[str, Any] = {}
    text = print_node(resolved(node, pattern.names, {}))
    for name, raw in pattern.values.items():
        marker = name.removeprefix(":")
        if f":{marker}" in text:
            used[marker] = raw
    return text, used
