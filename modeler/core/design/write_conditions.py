"""The condition of a write, explicit or by intent."""

from __future__ import annotations

from modeler.core.design.patterns import AccessPattern
from modeler.core.expressions.nodes import Condition, Dialect
from modeler.core.expressions.parse import parse_condition


def condition_of(pattern: AccessPattern) -> Condition | None:
    """The pattern's own condition, else that of its intent; None if there is none. Raises ExpressionInvalid."""
    if pattern.condition.strip():
        return parse_condition(pattern.condition, Dialect.DYNAMODB)
    return parse_condition(pattern.if_) if pattern.if_.strip() else None
