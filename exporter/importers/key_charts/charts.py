"""The Markdown tables of a text whose columns are keys: what each column holds, and the rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from exporter.importers.support.text_lines import RULE, is_header, without_marks

_OF_INDEX: Final = r"(?P<index>(?:gsi|lsi)[ _-]?\d{0,2})"
_PARTITION: Final = r"(?:pk|(?:partition|hash)[ _]?key)"
_SORT: Final = r"(?:sk|(?:sort|range)[ _]?key)"
_KEY: Final = re.compile(
    rf"(?:(?:primary|table|base|main)(?: table)? )?(?:{_OF_INDEX}[ _-]*)?(?:(?P<pk>{_PARTITION})|(?P<sk>{_SORT}))"
    r"(?: (?:pattern|format|value|template|example)s?)?\s*(?:\((?P<said>[^()|]*)\))?",
    re.IGNORECASE,
)
_ENTITY: Final = re.compile(
    r"(?:entity|item|record|model|object)(?:[ _]?(?:type|name|kind))?|type|kind|name", re.IGNORECASE
)
_DESCRIPTION: Final = re.compile(r"descriptions?|notes?|comments?|purpose|holds|remarks?|meaning", re.IGNORECASE)
_ATTRIBUTES: Final = re.compile(
    r"(?:(?:other|key|main|extra|additional|notable) )?(?:attributes|fields|properties)", re.IGNORECASE
)
_OF_TABLES: Final = re.compile(r"(?:dynamodb )?tables?(?: names?)?|resource", re.IGNORECASE)
_OF_INDEXES: Final = re.compile(r"(?:(?:secondary )?index(?:es)?|[gl]sis?)(?: names?)?", re.IGNORECASE)
_LIKE_A_KEY: Final = re.compile(r"[#<{\"]|__")
_REQUEST: Final = re.compile(r"(?:access|quer|pattern|question|use case|requirement|user stor|operation|what)", re.I)
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_NAME: Final = re.compile(r"[A-Za-z_][\w.-]{0,254}")
_NUMBER: Final = re.compile(r"(?:N|num(?:ber)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KeyColumn:
    """A column that holds a key: its place, the attribute, the index (empty for the table's own), and which key."""

    place: int
    attribute: str
    index: str
    is_partition: bool
    type: str = "S"


@dataclass(frozen=True, slots=True)
class KeyChart:
    """A table of keys: the line of its header, its columns, and its rows with their lines."""

    line: int
    header: tuple[str, ...]
    keys: tuple[KeyColumn, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    entity: int = -1
    description: int = -1
    attributes: int = -1

    @property
    def is_of_tables(self) -> bool:
        """Return whether each row is a table, with the names of its key attributes."""
        return self.entity >= 0 and _OF_TABLES.fullmatch(self.header[self.entity]) is not None

    @property
    def is_of_indexes(self) -> bool:
        """Return whether each row is an index."""
        return self.entity >= 0 and _OF_INDEXES.fullmatch(self.header[self.entity]) is not None

    @property
    def own(self) -> tuple[KeyColumn, ...]:
        """Return the columns of the table's own key, the partition key first."""
        return tuple(sorted((one for one in self.keys if not one.index), key=lambda one: not one.is_partition))

    @property
    def unread(self) -> tuple[str, ...]:
        """Return the names of the columns that say nothing about keys, entities or attributes."""
        read = {one.place for one in self.keys} | {self.entity, self.description, self.attributes}
        return tuple(name for place, name in enumerate(self.header) if place not in read and name)


def charts_of(text: str) -> Iterator[KeyChart]:
    """Yield the tables with a column of the table's partition key, in order."""
    rows = text.splitlines()
    for at, row in enumerate(rows[:-1]):
        if row.lstrip().startswith("|") and RULE.fullmatch(rows[at + 1]) and (at == 0 or "|" not in rows[at - 1][:1]):
            chart = _chart(at, row, rows)
            if any(one.is_partition for one in chart.own) and _is_of_keys(chart) and not _asks(chart):
                yield chart


def _is_of_keys(chart: KeyChart) -> bool:
    """Return whether a lone column PK holds keys, and not a tick for the primary key of a relational table."""
    column = chart.own[0]
    cells = [row[column.place] for _, row in chart.rows if column.place < len(row)]
    is_said = len(chart.own) > 1 or re.search(r"partition|hash", chart.header[column.place], re.IGNORECASE) is not None
    return is_said or sum(_LIKE_A_KEY.search(one) is not None for one in cells) * 2 > len(cells)


def _asks(chart: KeyChart) -> bool:
    """Return whether the rows are requests: one column has their words, and no column names an entity."""
    asked = [place for place, name in enumerate(chart.header) if _REQUEST.match(name)]
    cells = [row[place] for _, row in chart.rows for place in asked if place < len(row)]
    return chart.entity < 0 and sum(_WORD.search(one) is not None for one in cells) * 2 > len(cells)


def cells_of(row: str) -> tuple[str, ...]:
    """Return the cells of a row, with the marks that a cell can need: an escaped bar is a bar."""
    bare = row.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return tuple(cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", bare))


def _chart(at: int, row: str, rows: Sequence[str]) -> KeyChart:
    header = tuple(without_marks(cell) for cell in cells_of(row))
    keys = tuple(_columns(header))
    taken = {one.place for one in keys}
    free = [(place, name) for place, name in enumerate(header) if place not in taken]
    body = []
    for number, line in enumerate(islice(rows, at + 2, None), at + 3):
        if not line.lstrip().startswith("|"):
            break
        body.append((number, cells_of(line)))
    return KeyChart(
        at + 1,
        header,
        keys,
        tuple(body),
        entity=_entity_column(free, header, min(taken, default=0)),
        description=next((place for place, name in free if _DESCRIPTION.fullmatch(name)), -1),
        attributes=next((place for place, name in free if _ATTRIBUTES.fullmatch(name)), -1),
    )


def _entity_column(free: Sequence[tuple[int, str]], header: Sequence[str], first_key: int) -> int:
    """Return the column that names the entity: by its header, else the one before the keys that asks for nothing."""
    for kind in (_OF_TABLES, _OF_INDEXES, _ENTITY):
        named = next((place for place, name in free if kind.fullmatch(name)), -1)
        if named >= 0:
            return named
    asks = is_header([name.lower() for name in header])
    before = [place for place, name in free if place < first_key and name and not _DESCRIPTION.fullmatch(name)]
    return before[0] if before and not asks else -1


def _columns(header: Sequence[str]) -> Iterator[KeyColumn]:
    for place, name in enumerate(header):
        yield from _of_name(place, name)


def _of_name(place: int, name: str) -> Iterator[KeyColumn]:
    """Yield what a header names; "SK / GSI PK" is one attribute that two keys have."""
    both = re.split(r"\s*/\s*|\s*\(also ", name.removesuffix(")"), maxsplit=1)
    if len(both) == 2 and all(_KEY.fullmatch(one) for one in both):
        columns = [column for one in both for column in _of_name(place, one)]
        yield from (replace(one, attribute=columns[0].attribute) for one in columns)
        return
    found = _KEY.fullmatch(name)
    if found is not None:
        index = re.sub(r"[ _-]", "", found["index"] or "")
        said = (found["said"] or "").strip("` ")
        is_partition = found["pk"] is not None
        bare = name.partition("(")[0].strip()
        attribute = said if _NAME.fullmatch(said) and not _is_type(said) else _attribute(bare, index, is_partition)
        kind = "N" if _NUMBER.fullmatch(said) else "S"
        yield KeyColumn(place, attribute, index, is_partition, kind)


def _is_type(said: str) -> bool:
    return said.lower() in {"s", "n", "b", "string", "number", "num", "binary", "hash", "range", "text"}


def _attribute(name: str, index: str, is_partition: bool) -> str:
    """Return the attribute that a header names: itself if it can be a name, else by its role."""
    if _NAME.fullmatch(name) and not re.search(r"key|pattern", name, re.IGNORECASE):
        return name
    key = "PK" if is_partition else "SK"
    short = next((word for word in name.split() if word.lower() in ("pk", "sk")), key)
    return f"{index}{short}"
