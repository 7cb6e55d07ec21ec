"""Conditions and filters as OneTable's `where` texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exporter.targets.access_code.condition_writer import ConditionWriter
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.typescript.library_project import resolve_parameter
from exporter.targets.typescript.nodes import Code, Object, constant
from exporter.targets.typescript.onetable_models import model_name
from modeler.core.expressions.nodes import Condition, Function, Literal, Name, Node, Operand, Path, Placeholder


def where(pattern: PatternPlan, node: Condition | None) -> list[tuple[str, Any]]:
    """The members `where` and `substitutions` of a call; none without a condition. Raises Unsupported."""
    if node is None:
        return []
    writer = _OneTableCondition(pattern)
    found: list[tuple[str, Any]] = [("where", writer.write(node))]
    return found + ([("substitutions", Object(list(writer.values.items())))] if writer.values else [])


class _OneTableCondition(ConditionWriter[str]):
    """`values` are the values of the text's holes, by name."""

    def __init__(self, pattern: PatternPlan) -> None:
        self._pattern = pattern
        self._entity = pattern.entities[0]
        self.values: dict[str, Any] = {}

    def term(self, node: Condition) -> str:
        return f"({self.write(node)})"

    def all_of(self, terms: Sequence[str]) -> str:
        return " and ".join(terms)

    def any_of(self, terms: Sequence[str]) -> str:
        return " or ".join(terms)

    def negated(self, term: str) -> str:
        return f"not {term}"

    def comparison(self, sign: str, left: Operand, right: Operand) -> str:
        return f"{self._operand(left)} {sign} {self._operand(right)}"

    def between(self, operand: Operand, lower: Operand, upper: Operand) -> str:
        return f"{self._operand(operand)} between {self._operand(lower)} and {self._operand(upper)}"

    def one_of(self, operand: Operand, choices: Sequence[Operand]) -> str:
        return f"{self._operand(operand)} in ({', '.join(map(self._operand, choices))})"

    def function(self, name: str, arguments: Sequence[Operand]) -> str:
        return f"{name}({', '.join(map(self._operand, arguments))})"

    def _operand(self, node: Node) -> str:
        match node:
            case Path((Name(name),)) if name in self._entity.fields or name in self._entity.made:
                own = model_name(self._entity, name)
                if own.isidentifier():
                    return f"${{{own}}}"
            case Function("size", (argument,)):
                return f"size({self._operand(argument)})"
            case Literal(value):
                return self._hole(constant(value))
            case Placeholder(text):
                known = self._pattern.values.get(text)
                return self._hole(constant(known) if known else Code(resolve_parameter(self._pattern)(text[1:])))
        raise Unsupported("its condition uses something inside a document, or that the model does not have")

    def _hole(self, code: Any) -> str:
        self.values[f"v{len(self.values) + 1}"] = code
        return f"@{{v{len(self.values)}}}"
