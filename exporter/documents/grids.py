"""Item collections as the document lists them: the first of each index, and how many are left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from exporter.documents.contents import CollectionPart, Grid, ItemLine
from exporter.documents.words import plural
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, Table
from modeler.core.items.item_collections import Entry, ItemCollection, item_collections, window
from modeler.core.items.materialize import KeyValues, StoredItem, materialise
from modeler.core.values.typed_values import full_text
from modeler.wording.numbers import size_text

ITEMS_MAX: Final = 60
"""Limit on the items that are listed of one index."""

DOCUMENT_ITEMS_MAX: Final = 600
"""Limit on the items that are listed in total."""

VALUES_MAX: Final = 14
TEXT_MAX: Final = 60


def grids_of(design: Design) -> tuple[Grid, ...]:
    """Return every table through each of its indexes, if it has entries there."""
    made: list[Grid] = []
    left = DOCUMENT_ITEMS_MAX
    for table in design.tables:
        stored = materialise(table)
        for index in table.all_indexes:
            grid = _grid(table, index, stored, min(ITEMS_MAX, left))
            if grid is not None:
                left -= sum(len(one.items) for one in grid.collections)
                made.append(grid)
    return tuple(made)


def _grid(table: Table, index: Index, stored: Sequence[StoredItem], most: int) -> Grid | None:
    collections = item_collections(table, index, stored)
    count = sum(one.count for one in collections)
    if not count:
        return None
    listed = window(collections, 0, most)
    shown = sum(len(one.entries) for one in listed)
    total = sum(one.size for one in collections)
    return Grid(
        table=table.name,
        index="" if index.is_base else index.name,
        said=f"{plural(len(collections), 'item collection')}, {plural(count, 'item')}, {size_text(total)}",
        collections=tuple(_collection(table, index, one) for one in listed),
        left_out=f"{plural(count - shown, 'further item')} not listed." if shown < count else "",
    )


def _collection(table: Table, index: Index, one: ItemCollection) -> CollectionPart:
    size = f"{plural(one.count, 'item')}, {size_text(one.size)}"
    return CollectionPart(_key(one.partition), size, tuple(_item(table, index, entry) for entry in one.entries))


def _item(table: Table, index: Index, entry: Entry) -> ItemLine:
    keys = {*index.key_names, *(table.base.key_names if index.is_base else ())}
    others = [(name, _short(full_text(value))) for name, value in entry.item.items() if name not in keys]
    more = len(others) - VALUES_MAX
    values = (*others[:VALUES_MAX], ("", f"and {more} more")) if more > 0 else tuple(others)
    return ItemLine(_key(entry.sort), entry.entity or "unassigned", values, size_text(entry.size))


def _key(values: KeyValues) -> str:
    return " / ".join(_short(full_text(value)) for value in values)


def _short(text: str) -> str:
    return f"{text[: TEXT_MAX - 1]}…" if len(text) > TEXT_MAX else text
