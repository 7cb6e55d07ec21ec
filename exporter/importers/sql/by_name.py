"""References that a script without foreign keys has by name only: order_id of order_items is the key of orders.

Many applications declare none (MyISAM, Vitess, mappers of objects). Each is an inference, and not a relation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from exporter.importers.sql.tables import Foreign, SqlTable
from exporter.importers.support.base import Report
from modeler.core.requirements.morphology import singular

_KEY: Final = re.compile(r"(?<=[a-z0-9])(?:_id|_uuid|_guid|Id|ID|Uuid)$")
_WORD: Final = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])")


def add_references_by_name(tables: Mapping[str, SqlTable], report: Report) -> None:
    """Give the tables of a script that declares no foreign key the references that names of columns show."""
    if any(table.foreign for table in tables.values()):
        return
    named: dict[str, list[SqlTable]] = {}
    prefix = _prefix(tables)
    for table in tables.values():
        named.setdefault(_plain(table.name[len(prefix) :]), []).append(table)
    for table in tables.values():
        for column in table.columns.values():
            role = _KEY.sub("", column.name)
            found = named.get(_plain(role), []) if role != column.name else []
            if len(found) != 1 or found[0] is table or not _is_its_key(table, column.name, found[0]):
                continue
            table.foreign.append(Foreign((column.name,), found[0].name, found[0].primary, is_by_name=True))
            said = f"{table.name[:100]}.{column.name[:100]} refers to {found[0].name[:100]}, by its name"
            report.guessed(f"line {table.line}", f"{said}; the file declares no foreign keys", table.line)


def _is_its_key(table: SqlTable, column: str, other: SqlTable) -> bool:
    """Has a column the type of the other table's key, and is it not the whole key of its own table?"""
    if len(other.primary) != 1 or other.primary[0] not in other.columns or table.primary == (column,):
        return False
    return _kind(table.columns[column].type) == _kind(other.columns[other.primary[0]].type)


def _kind(word: str) -> str:
    """Return one word for types that hold the same values: integers of any width, texts of any length."""
    plain = word.removeprefix("U") if word != "UUID" and word != "UNIQUEIDENTIFIER" else "UUID"
    if plain in ("INT", "BIGINT", "SMALLINT", "TINYINT", "MEDIUMINT", "SERIAL", "BIGSERIAL", "SMALLSERIAL", "INT128"):
        return "integer"
    return "text" if plain in ("TEXT", "VARCHAR", "NVARCHAR", "CHAR", "NCHAR", "BPCHAR") else plain


def _prefix(tables: Mapping[str, SqlTable]) -> str:
    """Return the word with which the names of all tables begin: wp_ of wp_posts and wp_users."""
    words = {name.partition("_")[0] for name in tables}
    return f"{words.pop()}_" if len(tables) > 1 and len(words) == 1 else ""


def _plain(name: str) -> str:
    words = [word.lower() for word in _WORD.split(name) if word]
    return "_".join([*words[:-1], singular(words[-1])]) if words else ""
