"""Text in the cells of a spreadsheet."""

from __future__ import annotations

import re
from typing import Final

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""How a cell begins that a spreadsheet calculates, or that one more apostrophe would turn into one."""

_NUMBER: Final = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?")


def guarded(text: str) -> str:
    """Return a text as a cell: with a leading apostrophe if it would be a formula. A number is unchanged."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
