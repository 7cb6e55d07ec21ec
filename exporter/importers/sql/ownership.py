"""Which reference of a table is its owner: the row by which reads request it, and that bounds its rows.

No DDL says it. A reference counts by what the DDL shows: rows end with their owner, a name begins with the owner's, an
index finds the rows of one owner. A small table of names, such as languages or kinds, owns nothing: its rows would hold
a large part of every other table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from exporter.importers.sql.tables import Foreign, SqlTable

_CASCADES, _NAMED, _REQUIRED, _INDEXED, _PERSON, _STAFF, _PLAIN = 3.0, 4.0, 2.0, 1.0, 1.5, -1.5, 0.5
_FINER: Final = 1.0
_LOOKUP_COLUMNS: Final = 2
"""A lookup table has at most so many columns besides its key and the times of its changes."""
_OF_CHANGE: Final = re.compile(r"(last_?)?(update|modif|change|creat)\w*|rowguid", re.IGNORECASE)
_OF_LISTS: Final = re.compile(r"(is_?)?(active|enabled|visible|default)|(sort|display)_?(order|index)", re.IGNORECASE)
"""What lists of names have besides names: whether one is offered, and in which order."""
_KINDS: Final = re.compile(
    r"(^|_)(types?|status(es)?|state|category|categories|language|country|countries|currency|currencies|genre|role|"
    r"kind|unit|culture|region|color|title|reason|method|level|priority)s?$",
    re.IGNORECASE,
)
_PEOPLE: Final = re.compile(
    r"(customer|client|user|member|patient|student|tenant|account|organi[sz]ation|company|owner)s?$", re.I
)
_WORKERS: Final = re.compile(
    r"(staff|employee|manager|shipper|store|shop|supplier|vendor|warehouse|agent|creator)s?$", re.I
)


def is_lookup(table: SqlTable) -> bool:
    """Is it a list of names that others refer to: no references of its own, and hardly a column beside its key?"""
    if table.foreign:
        return False
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", table.name)
    not_said = (one for one in table.columns if one not in table.primary and not _OF_CHANGE.fullmatch(one))
    rest = [one for one in not_said if not _OF_LISTS.fullmatch(one)]
    return 0 < len(rest) <= _LOOKUP_COLUMNS and (bool(_KINDS.search(name)) or _is_short(table))


def _is_short(table: SqlTable) -> bool:
    """Does the type of a table's key allow few rows only: TINYINT, CHAR(2)?"""
    keys = [table.columns[name] for name in table.primary if name in table.columns]
    return len(keys) == 1 and (
        keys[0].type in ("TINYINT", "UTINYINT") or (keys[0].type in ("CHAR", "NCHAR") and 0 < keys[0].length <= 3)
    )


def links_of(table: SqlTable, tables: Mapping[str, SqlTable]) -> list[Foreign]:
    """Return the references of a table to others of the file, with columns that it has."""
    return [
        one
        for one in table.foreign
        if one.table in tables and one.table != table.name and all(name in table.columns for name in one.columns)
    ]


def is_required(link: Foreign, table: SqlTable) -> bool:
    """Does every row have this reference?"""
    return all(table.columns[name].required or name in table.primary for name in link.columns)


def owner_of(table: SqlTable, tables: Mapping[str, SqlTable], links: list[Foreign]) -> Foreign | None:
    """Return the reference to a table's owner; None if it refers to lookups only."""
    scored = [
        (_score(table, tables, one), -place, one)
        for place, one in enumerate(links)
        if not is_lookup(tables[one.table]) or _begins(table, one.table)
    ]
    return max(scored, key=lambda one: one[:2])[2] if scored else None


def _score(table: SqlTable, tables: Mapping[str, SqlTable], link: Foreign) -> float:
    score = _CASCADES * link.cascades + _REQUIRED * is_required(link, table)
    score += _NAMED * _begins(table, link.table)
    score += _FINER * _is_finer(table, tables, link)
    score += _INDEXED * any(names[: len(link.columns)] == link.columns for names in table.indexed)
    score += _PLAIN * _is_plain(link)
    # A column that names another part than its table tells what a person did (author_id), not whose the row is.
    word = re.sub(r"[^A-Za-z]", "", link.table if _is_plain(link) else _role(link))
    score += _PERSON * bool(_PEOPLE.search(word)) + _STAFF * bool(_WORKERS.search(word))
    return score


def _is_finer(table: SqlTable, tables: Mapping[str, SqlTable], link: Foreign) -> bool:
    """Does the row that a reference names belong itself to another row that the table names: an album to its artist?"""
    others = {one.table for one in table.foreign} - {link.table}
    owner = tables[link.table]
    return any(one.table in others and is_required(one, owner) for one in links_of(owner, tables))


def _role(link: Foreign) -> str:
    """Return what a reference calls the row that it names: author for author_id, CreatedBy for CreatedBy."""
    return re.sub(r"(?<=.)_?(?:id|ID|Id|no|code|key|uuid|guid)$", "", link.columns[0])


def _is_plain(link: Foreign) -> bool:
    """Is a reference named after its table, with or without a schema's prefix: ticket_id of tickets?"""
    role, other = (re.sub(r"[^a-z0-9]", "", name.lower()) for name in (_role(link), link.table))
    stem = other[:-3] + "y" if other.endswith("ies") else other.removesuffix("s")
    return bool(role) and (other.startswith(role) or role.startswith(stem) or other.endswith(role))


def _begins(table: SqlTable, owner: str) -> bool:
    """Does a table's name begin with its owner's, in the singular or not: OrderDetails, invoice_line?"""
    own, other = (re.sub(r"[^a-z0-9]", "", name.lower()) for name in (table.name, owner))
    stem = other[:-3] + "y" if other.endswith("ies") else other.removesuffix("s")
    return len(stem) > 2 and own != other and own.startswith(stem)


def is_join(table: SqlTable, links: list[Foreign]) -> bool:
    """Does a table with a key of its own only join two others: two references that are unique together?"""
    if len(links) != 2 or links[0].columns == links[1].columns:
        return False
    both = {name for one in links for name in one.columns}
    return any(set(names) == both for names in table.unique)
