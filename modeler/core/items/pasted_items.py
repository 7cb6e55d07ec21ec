"""Rows from a spreadsheet or a CSV file as items of an entity: each cell is read as its attribute's type, or
rejected.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.errors import Invalid
from modeler.core.values.attribute_values import AttributeType, Item
from modeler.core.values.cells import guarded, unguarded
from modeler.core.values.typed_values import full_text, read_text

ROWS_MAX: Final = 2000
TEXT_MAX: Final = 2_000_000
_DELIMITERS: Final = ("\t", ";", ",")


@dataclass(frozen=True, slots=True)
class PastedRow:
    """One row: its number in the text (from 1), the item that it makes, and why it makes none ('' if it does)."""

    number: int
    values: Item
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Pasted:
    """`names` are the attributes of the columns; `has_names` is true if the first row gave them, rather than the
    entity. `unknown` are those that the entity does not have: their values are kept as text.
    """

    names: tuple[str, ...]
    has_names: bool
    rows: tuple[PastedRow, ...]
    unknown: tuple[str, ...] = ()

    @property
    def accepted(self) -> tuple[PastedRow, ...]:
        """The rows that make items."""
        return tuple(row for row in self.rows if not row.refusal)


def read_table(text: str) -> list[list[str]]:
    """The cells of a text, row by row: separated by tabs, else semicolons, else commas, quoted as in spreadsheets.

    Raises Invalid for more than a change can contain.
    """
    if len(text) > TEXT_MAX:
        raise Invalid(f"more than {TEXT_MAX // 1_000_000} MB of text; import a file instead", path="text")
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=lambda one: (first.count(one) > 0, -_DELIMITERS.index(one)))
    try:
        rows = list(csv.reader(io.StringIO(text.strip("\r\n"), newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise Invalid(f"not a table: {error}", path="text") from error
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) > ROWS_MAX + 1:
        raise Invalid(f"{len(rows):,} rows; the limit is {ROWS_MAX:,} at a time", path="text")
    return rows


def tab_separated(items: Sequence[Item]) -> str:
    """Items as rows for a spreadsheet, as `read_table` reads them: a header row of all attributes, then a row each.
    What a spreadsheet would calculate has a leading apostrophe, which `pasted` removes.
    """
    names = list(dict.fromkeys(name for item in items for name in item))
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(map(guarded, names))
    writer.writerows([guarded(full_text(item[name])) if name in item else "" for name in names] for item in items)
    return out.getvalue()


def likeliest(entities: Iterable[Entity], rows: Sequence[Sequence[str]]) -> Entity | None:
    """The first entity with the most names of the first row; None if no entity has one of them."""
    named = {unguarded(cell.strip()) for cell in rows[0]} if rows else set()
    counted = [(len(named & entity.attributes_by_name.keys()), entity) for entity in entities]
    best = max((count for count, _ in counted), default=0)
    return next((entity for count, entity in counted if count == best), None) if best else None


def pasted(entity: Entity, rows: Sequence[Sequence[str]]) -> Pasted:
    """The items that rows make. The first row is a header if one of its cells is an attribute of the entity; else cells
    are in the order of its attributes.
    """
    known = entity.attributes_by_name
    has_names = bool(rows) and any(unguarded(cell.strip()) in known for cell in rows[0])
    names = (
        tuple(unguarded(cell.strip()) for cell in rows[0])
        if has_names
        else tuple(one.name for one in entity.attributes)
    )
    twice = {name for name in names if name and names.count(name) > 1}
    if twice:
        raise Invalid(f"two columns are named {', '.join(sorted(twice))}", path="text")
    body = rows[1:] if has_names else rows
    read = tuple(_row(entity, names, cells, number) for number, cells in enumerate(body, 2 if has_names else 1))
    return Pasted(names, has_names, read, tuple(name for name in names if name and name not in known))


def _row(entity: Entity, names: Sequence[str], cells: Sequence[str], number: int) -> PastedRow:
    if len([cell for cell in cells[len(names) :] if cell.strip()]):
        return PastedRow(number, {}, f"{len(cells)} cells, but {len(names)} attributes")
    values = {}
    for name, cell in zip(names, cells, strict=False):
        attribute = entity.attribute(name)
        if not name or not cell:
            continue
        try:
            values[name] = read_text(unguarded(cell), attribute.type if attribute else AttributeType.S)
        except Invalid as error:
            return PastedRow(number, values, f"{name}: {error.message}")
    if not values:
        return PastedRow(number, {}, "no value")
    missing = [name for name in entity.identity if name not in values]
    return PastedRow(number, values, f"{', '.join(missing)} is missing, which identifies the item" if missing else "")
