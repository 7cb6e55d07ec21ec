"""The types of PynamoDB's attributes: its own classes, those of pynamodb_attributes, and classes of the source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TYPES: Final[Mapping[str, tuple[str, str]]] = {
    "UnicodeAttribute": ("S", ""), "NumberAttribute": ("N", ""), "BinaryAttribute": ("B", ""),
    "BooleanAttribute": ("BOOL", ""), "UTCDateTimeAttribute": ("S", "iso"), "TTLAttribute": ("N", "epoch_seconds"),
    "JSONAttribute": ("S", "text"), "ListAttribute": ("L", ""), "MapAttribute": ("M", ""),
    "DynamicMapAttribute": ("M", ""), "UnicodeSetAttribute": ("SS", ""), "NumberSetAttribute": ("NS", ""),
    "BinarySetAttribute": ("BS", ""), "VersionAttribute": ("N", "integer"), "NullAttribute": ("NULL", ""),
    "DiscriminatorAttribute": ("S", ""), "LegacyBooleanAttribute": ("BOOL", ""),
    "UUIDAttribute": ("S", "uuid4"), "TimestampAttribute": ("N", "epoch_seconds"),
    "TimestampMsAttribute": ("N", "epoch_millis"), "TimestampUsAttribute": ("N", "integer"),
    "IntegerAttribute": ("N", "integer"), "IntegerEnumAttribute": ("N", "integer"),
    "IntegerDateAttribute": ("N", "integer"), "FloatAttribute": ("N", ""), "TimedeltaAttribute": ("N", ""),
    "TimedeltaMsAttribute": ("N", ""), "TimedeltaUsAttribute": ("N", ""), "UnicodeEnumAttribute": ("S", ""),
    "UnicodeDatetimeAttribute": ("S", "iso"), "UnicodeDelimitedTupleAttribute": ("S", ""),
    "UnicodeProtobufEnumAttribute": ("S", ""),
}  # fmt: skip
WORDS: Final[Mapping[str, str]] = {
    "STRING": "S", "NUMBER": "N", "BINARY": "B", "BOOLEAN": "BOOL", "LIST": "L", "MAP": "M", "STRING_SET": "SS",
    "NUMBER_SET": "NS", "BINARY_SET": "BS", "NULL": "NULL",
}  # fmt: skip
"""The constants of pynamodb.constants that a class of one's own names as its ``attr_type``."""
