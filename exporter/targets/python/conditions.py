"""The condition of a sparse key as a Python expression over the functions of runtime/conditions.py."""

from __future__ import annotations

from typing import Final

from exporter.targets.access_code.condition_writer import (
    ConditionDialect,
    LanguageCondition,
    in_parentheses_where_needed,
    path_steps,
)
from exporter.targets.python.values import literal
from exporter.targets.support.literals import python_literal
from modeler.core.expressions.nodes import Condition, Path

_CONDITIONS: Final = ConditionDialect(
    all_of=" and ",
    any_of=" or ",
    negated="not {}",
    forms={
        "equal": "conditions.equal({}, {})",
        "differs": "conditions.differs({}, {})",
        "ordered": 'conditions.compares({}, "{sign}", {})',
        "size": "conditions.size({})",
        "attribute_exists": "conditions.exists({})",
        "attribute_not_exists": "not conditions.exists({})",
        "attribute_type": "conditions.kind({}) == {}",
        "begins_with": "conditions.begins({}, {})",
        "contains": "conditions.contains({}, {})",
    },
    literal=literal,
    nothing="conditions.ABSENT",
    inner=in_parentheses_where_needed,
    pair="({})",
)


def python_condition(node: Condition, values: str = "values") -> str:
    """Return a condition with literals as a Python expression of the mapping named `values`."""

    def place(path: Path) -> str:
        return f"conditions.at({', '.join([values, *map(python_literal, path_steps(path))])})"

    return LanguageCondition(_CONDITIONS, place).write(node)
