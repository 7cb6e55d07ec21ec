"""The nodes of an expression. The same nodes serve both dialects.

A node represents meaning, not spelling: blanks, redundant parentheses and the case of keywords are not kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from modeler.core.values.attribute_values import AttributeValue


class Dialect(StrEnum):
    """The syntax of an expression. `LITERAL`, the design document's, is DynamoDB's with literals and quoted names."""

    DYNAMODB = "dynamodb"
    LITERAL = "literal"


class ExpressionKind(StrEnum):
    """Which of a request's expressions it is; the value is its name in DynamoDB's messages."""

    CONDITION = "ConditionExpression"
    FILTER = "FilterExpression"
    KEY_CONDITION = "KeyConditionExpression"
    PROJECTION = "ProjectionExpression"
    UPDATE = "UpdateExpression"


@dataclass(frozen=True, slots=True)
class Name:
    """An attribute name, or a key of a map, as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Placeholder:
    """`#name` (in a path) or `:value` (an operand, or a pattern's parameter), including its sign."""

    text: str


type PathPart = Name | Placeholder | int


@dataclass(frozen=True, slots=True)
class Path:
    """A document path: `a.b[0]` is (Name a, Name b, 0). The first part is never an index."""

    parts: tuple[PathPart, ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant written into the text. Of the types S, N, BOOL and NULL."""

    value: AttributeValue


@dataclass(frozen=True, slots=True)
class Function:
    """A call. `size` is an operand, the other five of conditions are conditions; updates have two of their own."""

    name: str
    arguments: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`left + right` or `left - right`, in SET only."""

    operator: str
    left: Operand
    right: Operand


type Operand = Path | Placeholder | Literal | Function | Arithmetic


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left operator right`; operator is one of = <> < <= > >=."""

    operator: str
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Between:
    """`operand BETWEEN lower AND upper`, both bounds inclusive."""

    operand: Operand
    lower: Operand
    upper: Operand


@dataclass(frozen=True, slots=True)
class In:
    """`operand IN (choice, ...)`."""

    operand: Operand
    choices: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class And:
    """All of two or more conditions."""

    terms: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """One of two or more conditions."""

    terms: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    term: Condition


type Condition = Comparison | Between | In | Function | And | Or | Not


@dataclass(frozen=True, slots=True)
class Set:
    """`SET path = value`."""

    path: Path
    value: Operand


@dataclass(frozen=True, slots=True)
class Remove:
    """`REMOVE path`."""

    path: Path


@dataclass(frozen=True, slots=True)
class Add:
    """`ADD path value`: a number is added, a set is united."""

    path: Path
    value: Operand


@dataclass(frozen=True, slots=True)
class Delete:
    """`DELETE path value`: members are removed from a set."""

    path: Path
    value: Operand


type Action = Set | Remove | Add | Delete


@dataclass(frozen=True, slots=True)
class Update:
    """The actions of an update expression, section by section in the order written."""

    actions: tuple[Action, ...]


type Projection = tuple[Path, ...]
type Node = Condition | Operand | Update | Action

NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})
NO_VALUES: Final[Mapping[str, AttributeValue]] = MappingProxyType({})

CONDITION_FUNCTIONS: Final[Mapping[str, int]] = MappingProxyType(
    {"attribute_exists": 1, "attribute_not_exists": 1, "attribute_type": 2, "begins_with": 2, "contains": 2}
)
"""Functions that are conditions, with their number of operands. facts/expressions#conditions."""

OPERAND_FUNCTIONS: Final[Mapping[str, int]] = MappingProxyType({"size": 1})
UPDATE_FUNCTIONS: Final[Mapping[str, int]] = MappingProxyType({"if_not_exists": 2, "list_append": 2})
FUNCTIONS: Final[Mapping[str, int]] = MappingProxyType({**CONDITION_FUNCTIONS, **OPERAND_FUNCTIONS, **UPDATE_FUNCTIONS})


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside a node, in the order written."""
    match node:
        case Path() | Literal() | Placeholder():  # most nodes are these
            return ()
        case Comparison() | Arithmetic():
            return (node.left, node.right)
        case Between():
            return (node.operand, node.lower, node.upper)
        case In():
            return (node.operand, *node.choices)
        case Function():
            return node.arguments
        case And() | Or():
            return node.terms
        case Not():
            return (node.term,)
        case Update():
            return node.actions
        case Set() | Add() | Delete():
            return (node.path, node.value)
        case Remove():
            return (node.path,)


def walk(node: Node | Projection) -> Iterator[Node]:
    """The node and everything inside it, outer before inner, left before right."""
    waiting: list[Node] = list(reversed(node)) if isinstance(node, tuple) else [node]
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(children(here)))


def paths_of(node: Node | Projection) -> Iterator[Path]:
    """Every document path in a node, in the order written, repeated where it is."""
    return (part for part in walk(node) if isinstance(part, Path))
