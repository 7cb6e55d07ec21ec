"""Conditions that the houses use."""

from typing import Final

NEW: Final = "attribute_not_exists(PK)"
THERE: Final = "attribute_exists(PK)"
