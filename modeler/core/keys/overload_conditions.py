"""The `when` of an overload, compiled: which items it writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import predicate
from modeler.core.expressions.parse import parse_condition
from modeler.core.values.attribute_values import Item

type Condition = Callable[[Item], bool]


@lru_cache(maxsize=4096)
def compile_condition(when: str) -> Condition | None:
    """Return a function that tests whether a condition with literals holds for an item; None if there is no condition.

    An invalid condition holds for nothing, so that no item is shown in a wrong place; a rule reports it.
    """
    if not when.strip():
        return None
    try:
        return predicate(parse_condition(when))
    except ExpressionInvalid:
        return lambda item: False
