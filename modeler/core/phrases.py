"""Parts of English sentences that every part of the core puts together in one way."""

from __future__ import annotations

from collections.abc import Sequence


def and_list(parts: Sequence[str]) -> str:
    """Return "day, restaurantId and time"; '' for no parts."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
