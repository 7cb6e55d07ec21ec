"""Key templates as code: the parts common to all languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from exporter.targets.access_code.entity_plan import Resolve
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, Reference

TIMES: Final = frozenset({"iso", "year", "month", "date", "hour", "minute"})
"""Formats that read a time."""

_CLOCKS: Final = frozenset({"epoch_seconds", "epoch_millis"})


def clock_of(attribute_format: str) -> str:
    """How an attribute represents a time as a number; '' if it is a text."""
    return attribute_format if attribute_format in _CLOCKS else ""


def through_formats(
    part: Reference, resolve: Resolve, formats: Mapping[str, str], spell: Callable[[FormatCall, str, str], str]
) -> str:
    """Return one reference with its formats, ``pad(item.n, 6)``. `spell` writes a call from its code and the clock."""
    code = resolve(part.attribute)
    for call in part.formats:
        code = spell(call, code, clock_of(formats.get(part.attribute, "")))
    return code


def constant_text(template: KeyTemplate) -> str:
    """The text of a template without references."""
    return "".join(getattr(part, "text", "") for part in template.parts)
