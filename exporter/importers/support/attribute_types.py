"""Attribute types as files spell them."""

from __future__ import annotations

from typing import Any

from exporter.importers.support.base import Report
from modeler.core.values.attribute_values import AttributeType


def attribute_type(raw: Any, path: str, report: Report) -> AttributeType:
    """Return one of the ten types; S, with a report line, if the file specifies none."""
    words = {"string": "S", "number": "N", "binary": "B", "boolean": "BOOL", "map": "M", "list": "L", "null": "NULL",
             "stringset": "SS", "numberset": "NS", "binaryset": "BS"}  # fmt: skip
    text = words.get(str(raw).lower(), str(raw))
    if text in set(AttributeType):
        return AttributeType(text)
    report.converted(path, f"{raw!r} is not a DynamoDB type; read as S")
    return AttributeType.S
