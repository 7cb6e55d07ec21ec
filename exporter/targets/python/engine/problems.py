"""What keeps an item from being migrated. Problems are data: they are counted, listed, and block the cut-over."""

from __future__ import annotations

from enum import StrEnum


class Trouble(StrEnum):
    """The kinds of problems of items."""

    UNRECOGNISED = "unrecognised"
    AMBIGUOUS = "ambiguous"
    NO_KEY = "no_key"
    COLLISION = "collision"
    TOO_LARGE = "too_large"
    REFUSED = "refused"


class Problem(Exception):
    """One item cannot be migrated, and why. Everything else continues."""

    def __init__(self, trouble: Trouble, message: str) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.message = message


class Stopped(Exception):
    """A command cannot go on; the message says what to do. Nothing was changed by the step that raised it."""
