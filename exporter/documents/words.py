"""How the document writes counts with their nouns."""

from __future__ import annotations


def plural(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: 1 item, 41 items."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
