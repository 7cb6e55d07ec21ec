"""Two key sheets side by side: matching tables, rows and columns, and the lines of each cell that differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from designer.page.hues import entity_hues
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Table
from modeler.core.keys.written_keys import written_keys
from modeler.core.migration.pairs import Pairing, paired

NEW: Final = "new"
GONE: Final = "gone"
CHANGED: Final = "changed"
SAME: Final = ""


@dataclass(frozen=True, slots=True)
class CellLine:
    """One text of a cell: a template, or a condition if `is_when`. `mark` is NEW or GONE if the other side has no such
    line.
    """

    name: str
    text: str
    is_when: bool = False
    mark: str = SAME


@dataclass(frozen=True, slots=True)
class ComparedIndex:
    """One index on one side; `name` is '' where this side has no such index."""

    name: str
    says: str
    state: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One entity on both sides: its cells before and after, one per column."""

    name: str
    was: str
    hue: str
    state: str
    before: tuple[tuple[CellLine, ...], ...]
    after: tuple[tuple[CellLine, ...], ...]

    @property
    def cells(self) -> list[tuple[tuple[CellLine, ...], tuple[CellLine, ...], bool]]:
        """Each index before and after, and whether the two are the same."""
        return [(was, is_now, was == is_now) for was, is_now in zip(self.before, self.after, strict=True)]


@dataclass(frozen=True, slots=True)
class ComparedSheet:
    """One table on both sides."""

    name: str
    state: str
    before: tuple[ComparedIndex, ...]
    after: tuple[ComparedIndex, ...]
    rows: tuple[ComparedRow, ...]

    @property
    def columns(self) -> list[tuple[ComparedIndex, ComparedIndex]]:
        """Each index before and after."""
        return list(zip(self.before, self.after, strict=True))


type Pair[T] = tuple[T | None, T | None]


def sheets(before: Design, after: Design, ever: Iterable[str] = ()) -> list[ComparedSheet]:
    """The key sheets of two designs, table by table: those of the design after first, then removed ones. `ever` as in
    `entity_hues`.
    """
    pairing = Pairing(before, after)
    hues = entity_hues((entity for _, entity in after.entities()), ever)
    tables: list[Pair[Table]] = [(pair.before, pair.after) for pair in pairing.tables]
    tables += [(None, table) for table in pairing.added] + [(table, None) for table in pairing.removed]
    return [_sheet(old, new, hues) for old, new in tables]


def after_only(sheet: ComparedSheet) -> ComparedSheet:
    """Only the side after: without removed columns and rows; new ones are marked."""
    kept = [number for number, column in enumerate(sheet.after) if column.name]
    rows = (
        replace(row, before=(), after=tuple(row.after[number] for number in kept))
        for row in sheet.rows
        if row.state != GONE
    )
    return replace(sheet, before=(), after=tuple(sheet.after[number] for number in kept), rows=tuple(rows))


def changed_only(sheet: ComparedSheet) -> ComparedSheet:
    """Only the rows that differ, and the columns in which one of them does or that differ themselves."""
    rows = [row for row in sheet.rows if row.state]
    kept = [
        number
        for number, (was, is_now) in enumerate(sheet.columns)
        if was.state or is_now.state or any(row.before[number] != row.after[number] for row in rows)
    ]

    def of[T](cells: Sequence[T]) -> tuple[T, ...]:
        return tuple(cells[number] for number in kept)

    cut = tuple(replace(row, before=of(row.before), after=of(row.after)) for row in rows)
    return replace(sheet, before=of(sheet.before), after=of(sheet.after), rows=cut)


def _sheet(old: Table | None, new: Table | None, hues: dict[str, str]) -> ComparedSheet:
    columns = _columns(old, new)
    rows = [
        _row((old, new), pair, columns, hues)
        for pair in paired(old.entities if old else (), new.entities if new else ())
    ]
    heads = [(_column(a, b, GONE), _column(b, a, NEW)) for a, b in columns]
    state = NEW if old is None else GONE if new is None else SAME
    if state == SAME and (any(row.state for row in rows) or any(a.state or b.state for a, b in heads)):
        state = CHANGED
    name = new.name if new else old.name if old else ""
    return ComparedSheet(name, state, tuple(a for a, _ in heads), tuple(b for _, b in heads), tuple(rows))


def _columns(old: Table | None, new: Table | None) -> list[Pair[Index]]:
    base: Pair[Index] = (old.base if old else None, new.base if new else None)
    return [base, *paired(old.indexes if old else (), new.indexes if new else ())]


def _column(index: Index | None, other: Index | None, alone: str) -> ComparedIndex:
    if index is None:
        return ComparedIndex("", "", SAME)
    says = _says(index)
    state = alone if other is None else CHANGED if (other.name, _says(other)) != (index.name, says) else SAME
    return ComparedIndex("table" if index.is_base else index.name, says, state)


def _says(index: Index) -> str:
    keys = ", ".join(key.name for key in index.keys)
    if index.is_base:
        return keys
    carried = ", ".join(sorted(index.projection.attributes))
    return f"{index.kind} {keys}; {index.projection.type} {carried}".rstrip()


def _row(tables: Pair[Table], pair: Pair[Entity], columns: Sequence[Pair[Index]], hues: dict[str, str]) -> ComparedRow:
    (old_table, new_table), (old, new) = tables, pair
    befores, afters = [], []
    for before, after in columns:
        was, is_now = tuple(_lines(old_table, old, before)), tuple(_lines(new_table, new, after))
        befores.append(tuple(_marked(was, is_now, GONE)))
        afters.append(tuple(_marked(is_now, was, NEW)))
    name = new.name if new else old.name if old else ""
    was_called = old.name if old and new and old.name != new.name else ""
    differs = bool(was_called) or any(line.mark for cell in (*befores, *afters) for line in cell)
    state = NEW if old is None else GONE if new is None else CHANGED if differs else SAME
    return ComparedRow(name, was_called, hues.get(name, "hue-none"), state, tuple(befores), tuple(afters))


def _lines(table: Table | None, entity: Entity | None, index: Index | None) -> Iterator[CellLine]:
    """The keys of an entity in an index: the templates of each case in order, and their conditions."""
    if table is None or entity is None or index is None:
        return
    for key in written_keys(table, entity, index):
        for name, template in zip(index.key_names, key.templates, strict=False):
            yield CellLine(name, template.source if template is not None else "")
        if key.when:
            yield CellLine("when", key.when, is_when=True)


def _marked(lines: Iterable[CellLine], others: Sequence[CellLine], mark: str) -> Iterator[CellLine]:
    for line in lines:
        yield line if line in others else CellLine(line.name, line.text, line.is_when, mark)
