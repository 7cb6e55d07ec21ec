"""Expressions of code as data. python_code.py and typescript_code.py write them, each in its language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

type Node = str | int | float | bool | Decimal | NameCode | CallCode | Sequence[Node] | Mapping[str, Node] | None
"""A value, whose texts the writer escapes, or one of our expressions."""

WIDTH: Final = 100
"""What does not fit into a line of this many characters is split into one line per member."""


@dataclass(frozen=True, slots=True)
class NameCode:
    """Code written as it is: a reference such as ``orders.name``. Never a text of a design."""

    code: str


@dataclass(frozen=True, slots=True)
class CallCode:
    """``function(arguments, name=named)``; only Python has named ones. `function` is code as in `NameCode`."""

    function: str
    arguments: tuple[Node, ...] = ()
    named: Mapping[str, Node] = field(default_factory=dict)
