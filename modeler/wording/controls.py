"""Control characters in texts that people read: shown, and without effect."""

from __future__ import annotations

import re
from typing import Final

COMMANDING: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)"
)
"""What commands a terminal, or shows text in another order than it is written. Tabs and line ends do not."""


def inert(text: str) -> str:
    """Return a text with such characters as JSON writes them, so that JSON stays the same."""
    return COMMANDING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
