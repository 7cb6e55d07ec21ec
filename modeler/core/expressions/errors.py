"""How an expression is rejected: with DynamoDB's own message, and the position in the text."""

from __future__ import annotations

from modeler.core.errors import Invalid
from modeler.core.expressions.nodes import Node, Projection


class ExpressionInvalid(Invalid):
    """The text is not an expression, or DynamoDB would reject it. `position` counts characters from 0, None if no
    single position is the cause; `node` is what was parsed, if only the meaning is wrong. Messages:
    facts/expressions#syntax.
    """

    code = "expression.invalid"

    def __init__(
        self, message: str, *, path: str = "", position: int | None = None, node: Node | Projection | None = None
    ) -> None:
        super().__init__(message, path=path)
        self.position = position
        self.node = node


class UpdateRefused(ExpressionInvalid):
    """An update is well formed but not applicable to this item: a missing parent, a missing operand, a wrong type."""

    code = "expression.update.refused"
