"""A CDK stack as data, before it is TypeScript or Python: expressions, statements, and how long ones are wrapped.

Names are those of the constructs library, in camel case as in TypeScript; Python spells them differently. A text of a
design is always a `str` among the values, which the languages quote.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

WIDTH: Final = 110


@dataclass(frozen=True, slots=True)
class Constant:
    """A name that both languages spell alike: ``dynamodb.AttributeType.STRING``. Never a text of a design."""

    path: str


@dataclass(frozen=True, slots=True)
class StackScope:
    """The stack itself: ``this``, ``self``."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A local name, or an attribute of the stack (`is_member`), whose `type` is then declared."""

    name: str
    is_member: bool = False
    type: str = ""


@dataclass(frozen=True, slots=True)
class Get:
    """An attribute: ``orders.tableArn``; `is_optional` if TypeScript must be told that it is defined."""

    target: Variable
    name: str
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Struct:
    """Properties by name; `type` is their class where Python needs it."""

    type: str
    members: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CdkCall:
    """A method of a target, or of a class if the target is a `Constant`; without a `method`, a constructor.

    The members of `options` come last: an object in TypeScript, keywords in Python. Without a target, it is a function
    of the stack's file.
    """

    target: Any
    method: str = ""
    arguments: tuple[Any, ...] = ()
    options: Struct | None = None


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A mapping whose names are data, such as a policy document."""

    members: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Assign:
    """A statement that assigns a value to a name."""

    to: Variable
    value: Any


@dataclass(frozen=True, slots=True)
class Do:
    """A statement that is a call."""

    call: CdkCall


@dataclass(frozen=True, slots=True)
class Note:
    """A comment before what it is about, with an empty line before it."""

    text: str


@dataclass(frozen=True, slots=True)
class When:
    """Statements that run if a flag of the app's context is true."""

    flag: str
    statements: tuple[Do, ...]


type Statement = Assign | Do | Note | When


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack: its class, its contents, and the attributes that it exposes."""

    name: str
    region: str
    description: str
    statements: tuple[Statement, ...]
    has_alarms: bool
    members: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class WrappedGroup:
    """What is wrapped if it is too long: `open` items `close`; each item has a lead such as ``name: ``."""

    open: str
    items: tuple[tuple[str, WrappedGroup | str], ...]
    close: str
    is_padded: bool = False


def layout(doc: WrappedGroup | str, indent: str, depth: int, room: int = 0) -> str:
    """Return a document as text: on one line if it fits, else each item of the outermost group on a separate line.

    `room` is how much of the line precedes and follows it.
    """
    flat = one_line(doc)
    if isinstance(doc, str) or (len(indent) * depth + room + len(flat) <= WIDTH) or not doc.items:
        return flat
    pad = indent * (depth + 1)
    lines = (f"{pad}{lead}{layout(item, indent, depth + 1, len(lead) + 1)},\n" for lead, item in doc.items)
    return f"{doc.open}\n{''.join(lines)}{indent * depth}{doc.close}"


def one_line(doc: WrappedGroup | str) -> str:
    """Return a document on one line, however long."""
    if isinstance(doc, str):
        return doc
    space = " " if doc.is_padded and doc.items else ""
    return doc.open + space + ", ".join(lead + one_line(item) for lead, item in doc.items) + space + doc.close
