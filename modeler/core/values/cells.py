"""Text in the cells of a spreadsheet: what it would calculate has a leading apostrophe there."""

from __future__ import annotations

import re
from typing import Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""How a cell begins that a spreadsheet calculates, or that one more apostrophe would turn into one."""

_GUARDED: Final = re.compile(r"'('*[=+\-@\t\r\n＝＋－＠].*)", re.DOTALL)
_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


def guarded(text: str) -> str:
    """Return a text as a cell: with a leading apostrophe if it would be a formula. A number is unchanged."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def is_guarded(cell: str) -> bool:
    """Return whether a cell has an apostrophe that protects it."""
    return _GUARDED.fullmatch(cell) is not None


def unguarded(cell: str) -> str:
    """Return the text of a cell without the apostrophe that protects it."""
    found = _GUARDED.fullmatch(cell)
    return found.group(1) if found else cell
