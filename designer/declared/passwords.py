"""What a password may not be, as the operator declares it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from django.core.exceptions import ValidationError

OWN_WORDS: Final = ("keysheet", "dynamodb")
SHORTEST_WORD: Final = 3
LEAST_BESIDE: Final = 8
"""Characters that a password has besides such words."""

_OF_DJANGO: Final = (
    "UserAttributeSimilarityValidator",
    "MinimumLengthValidator",
    "CommonPasswordValidator",
    "NumericPasswordValidator",
)


def password_validators(words: Iterable[str]) -> list[dict[str, Any]]:
    """Return AUTH_PASSWORD_VALIDATORS with the operator's words."""
    found = [{"NAME": f"django.contrib.auth.password_validation.{name}"} for name in _OF_DJANGO]
    own = {"NAME": f"{__name__}.WordsValidator", "OPTIONS": {"words": [*OWN_WORDS, *words]}}
    return [*found, own]


class WordsValidator:
    """Refuses a password that is little more than words which everybody here knows: of the product, of the company."""

    def __init__(self, words: Iterable[str]) -> None:
        known = sorted({word.casefold() for word in words if len(word) >= SHORTEST_WORD}, key=len, reverse=True)
        self._words = re.compile("|".join(map(re.escape, known)))

    def validate(self, password: str, user: object = None) -> None:
        """Raise ValidationError."""
        found = password.casefold()
        rest = self._words.sub("", found)
        if rest != found and len(rest) < LEAST_BESIDE:
            raise ValidationError(self.get_help_text(), code="password_known_word")

    def get_help_text(self) -> str:
        """Return the sentence for the person."""
        return "This password is little more than a word that everybody here knows; use others, or more of them."
