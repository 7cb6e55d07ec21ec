"""Conditions as code: one walk over the nodes, and for each language or library how each form reads.

`ConditionWriter` walks. `LanguageCondition` writes a boolean expression over an item in the host language; a
`ConditionDialect` holds the language's spellings. A library with separate conditions subclasses `ConditionWriter`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from modeler.core.expressions.nodes import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Node,
    Not,
    Operand,
    Or,
    Path,
)
from modeler.core.values.attribute_values import AttributeValue


class ConditionWriter[Code](ABC):
    """Walks a condition. Subclasses raise Unsupported for a form that their library does not have."""

    def write(self, node: Condition) -> Code:
        """The code of a condition."""
        match node:
            case And(terms):
                return self.all_of([self.term(one) for one in terms])
            case Or(terms):
                return self.any_of([self.term(one) for one in terms])
            case Not(term):
                return self.negated(self.term(term))
            case Comparison(sign, left, right):
                return self.comparison(sign, left, right)
            case Between(operand, lower, upper):
                return self.between(operand, lower, upper)
            case In(operand, choices):
                return self.one_of(operand, choices)
            case Function(name, arguments):
                return self.function(name, arguments)
        raise TypeError(f"{type(node).__name__} is not a condition")

    def term(self, node: Condition) -> Code:
        """A condition inside another one."""
        return self.write(node)

    @abstractmethod
    def all_of(self, terms: Sequence[Code]) -> Code:
        """Every term holds."""

    @abstractmethod
    def any_of(self, terms: Sequence[Code]) -> Code:
        """At least one term holds."""

    @abstractmethod
    def negated(self, term: Code) -> Code:
        """The term does not hold."""

    @abstractmethod
    def comparison(self, sign: str, left: Operand, right: Operand) -> Code:
        """``left sign right``."""

    @abstractmethod
    def between(self, operand: Operand, lower: Operand, upper: Operand) -> Code:
        """``operand BETWEEN lower AND upper``."""

    @abstractmethod
    def one_of(self, operand: Operand, choices: Sequence[Operand]) -> Code:
        """``operand IN (choices)``."""

    @abstractmethod
    def function(self, name: str, arguments: Sequence[Operand]) -> Code:
        """One of the functions of conditions."""


_TURNED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def turned(sign: str) -> str:
    """The sign of a comparison whose sides change places."""
    return _TURNED.get(sign, sign)


@dataclass(frozen=True, slots=True)
class ConditionDialect:
    """How a language spells a condition over an item that it holds. Forms are format strings over code.

    `forms`: equal, differs, ordered (with `sign`), size, and the functions of conditions by name. `inner` puts a term
    inside another condition, `pair` a BETWEEN or an IN. `nothing` is a value that no item holds.
    """

    all_of: str
    any_of: str
    negated: str
    forms: Mapping[str, str]
    literal: Callable[[AttributeValue], str]
    nothing: str
    inner: Callable[[Condition, str], str]
    pair: str = "{}"


class LanguageCondition(ConditionWriter[str]):
    """A condition with literals as a boolean expression, as DynamoDB would answer it. facts/expressions#conditions.

    `place` gives the code of a document path. `used` collects the forms that the code needs.
    """

    def __init__(self, dialect: ConditionDialect, place: Callable[[Path], str]) -> None:
        self._dialect = dialect
        self._place = place
        self.used: set[str] = set()

    def term(self, node: Condition) -> str:
        return self._dialect.inner(node, self.write(node))

    def all_of(self, terms: Sequence[str]) -> str:
        return self._dialect.all_of.join(terms)

    def any_of(self, terms: Sequence[str]) -> str:
        return self._dialect.any_of.join(terms)

    def negated(self, term: str) -> str:
        return self._dialect.negated.format(term)

    def comparison(self, sign: str, left: Operand, right: Operand) -> str:
        form = {"=": "equal", "<>": "differs"}.get(sign, "ordered")
        return self._form(form, left, right, sign=sign)

    def between(self, operand: Operand, lower: Operand, upper: Operand) -> str:
        ends = [self.comparison(">=", operand, lower), self.comparison("<=", operand, upper)]
        return self._dialect.pair.format(self.all_of(ends))

    def one_of(self, operand: Operand, choices: Sequence[Operand]) -> str:
        return self._dialect.pair.format(self.any_of([self.comparison("=", operand, one) for one in choices]))

    def function(self, name: str, arguments: Sequence[Operand]) -> str:
        return self._form(name, *arguments)

    def _form(self, form: str, *operands: Operand, sign: str = "") -> str:
        self.used.add(form)
        return self._dialect.forms[form].format(*map(self._operand, operands), sign=sign)

    def _operand(self, node: Node) -> str:
        match node:
            case Literal(value):
                return self._dialect.literal(value)
            case Function("size", (argument,)):
                return self._form("size", argument)
            case Path():
                return self._place(node)
        # A condition with literals has no parameters; a placeholder in one never equals a value of an item.
        return self._dialect.nothing


def in_parentheses(node: Condition, code: str) -> str:
    """A term in parentheses, of any kind."""
    return f"({code})"


def in_parentheses_where_needed(node: Condition, code: str) -> str:
    """A term in parentheses where it is an AND or an OR."""
    return f"({code})" if isinstance(node, And | Or) else code


def path_steps(path: Path) -> list[str | int]:
    """The attribute's name and what follows it: names and positions. A condition with literals has no placeholders."""
    return [step if isinstance(step, int) else step.text for step in path.parts]
