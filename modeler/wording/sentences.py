"""Text that a page shows as a sentence."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"(?:[a-z]+(?:'[a-z]+)?|on-demand)(?=[ ,?!]|\.(?: |$)|$)")
"""A lowercase word of ours, not a name: `app-main`, `userId`, `by_email` and `orders:` stay as somebody wrote them."""


def as_sentence(text: str) -> str:
    """Return text with a capital letter at its start, unless it starts with what can only be a name."""
    return text[:1].upper() + text[1:] if _WORD.match(text) else text
