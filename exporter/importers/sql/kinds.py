"""Types of SQL columns as types and formats of attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from exporter.importers.sql.tables import SqlColumn

_NUMBERS: Final = frozenset(
    {"INT", "BIGINT", "SMALLINT", "TINYINT", "MEDIUMINT", "UINT", "UBIGINT", "USMALLINT", "UTINYINT", "UMEDIUMINT",
     "SERIAL", "BIGSERIAL", "SMALLSERIAL", "YEAR", "INT128", "BIT"}
)  # fmt: skip
_DECIMALS: Final = frozenset(
    {"DECIMAL", "FLOAT", "DOUBLE", "MONEY", "UDECIMAL", "BIGDECIMAL", "REAL", "UDOUBLE", "SMALLMONEY"}
)
_BYTES: Final = frozenset(
    {"BINARY", "VARBINARY", "BLOB", "LONGBLOB", "MEDIUMBLOB", "TINYBLOB", "BYTEA", "IMAGE", "ROWVERSION"}
)
_UUID_BYTES: Final = 16
_FURTHER: Final = re.compile(r"(?<![\w.])[2-9](?![\w.])")
_TIMES: Final = frozenset(
    {
        "TIMESTAMP",
        "TIMESTAMPTZ",
        "TIMESTAMPLTZ",
        "DATETIME",
        "TIMESTAMPNTZ",
        "DATETIME2",
        "SMALLDATETIME",
        "DATETIME64",
        "DATETIMEOFFSET",
    }
)
_FORMATS: Final[Mapping[str, str]] = {
    "UUID": "uuid4", "DATE": "date", "ENUM": "enum", "TEXT": "text", "LONGTEXT": "text", "MEDIUMTEXT": "text",
    "UNIQUEIDENTIFIER": "uuid4", "NTEXT": "text",
}  # fmt: skip


def kind_of(column: SqlColumn) -> tuple[str, str]:
    """Return DynamoDB's type and our format for a column's type."""
    word = column.type
    if column.is_array:
        return "L", ""
    if word in ("BOOLEAN", "BOOL") or _is_flag(column):
        return "BOOL", ""
    if word in _NUMBERS:
        return "N", "integer"
    if word in _DECIMALS:
        return "N", "decimal"
    if word in _BYTES and column.length == _UUID_BYTES:
        return "S", "uuid4"  # MySQL has no other type for them, and a key of text cannot be made of bytes.
    if word in _BYTES:
        return "B", ""
    if word in ("JSON", "JSONB", "HSTORE", "OBJECT", "MAP", "STRUCT", "VARIANT"):
        return "M", ""
    if word in _TIMES:
        return "S", "iso"
    if word == "SET":
        return "SS", ""
    if column.type in ("VARCHAR", "TEXT", "CHAR") and column.name.lower().endswith(("email", "e_mail")):
        return "S", "email"
    return "S", _FORMATS.get(word, "")


def _is_flag(column: SqlColumn) -> bool:
    """Is a number of one bit or digit true or false? Not if the comment of its column counts further than 1."""
    if column.type == "BIT":
        return column.length <= 1
    return column.type == "TINYINT" and column.length == 1 and not _FURTHER.search(column.comment)
