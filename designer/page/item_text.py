"""Values of items as the grid shows them."""

from __future__ import annotations

from typing import Final

from modeler.core.values.attribute_values import AttributeValue
from modeler.core.values.typed_values import full_text

TEXT_MAX: Final = 120
"""Maximum characters of a value in the grid; the rest is opened on demand."""


def value_text(value: AttributeValue) -> str:
    """A value as the grid shows it, truncated if it is long."""
    text = full_text(value)
    return text if len(text) <= TEXT_MAX else text[: TEXT_MAX - 1] + "…"
