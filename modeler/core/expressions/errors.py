"""How an expression is refused: in DynamoDB's own words, with the place in the text."""

from __future__ import annotations

from modeler.core.errors import Invalid
from modeler.core.expressions.nodes import Node, Projection


class ExpressionInvalid(Invalid):
    """An expression is no expression, or DynamoDB would refuse it. `position` counts characters from 0, None where
    no single place is to blame; `node` is what was read, where only the meaning is wrong. Message texts:
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
    """An update is well formed and this item does not take it: a missing parent, a missing operand, a wrong type."""

    code = "expression.update.refused"
