"""Rows of the grid that are made when someone looks at them. Their entities and ids are known before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, overload

from modeler.core.items.item_collections import Entry
from modeler.core.items.materialize import StoredItem

type Row = Entry | StoredItem


class Lazy[T](Sequence[T]):
    """A sequence whose members `make` makes from numbers on demand."""

    def __init__(self, numbers: Sequence[int], make: Callable[[int], T]) -> None:
        self.numbers, self._make = numbers, make

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return [self._make(n) for n in self.numbers[at]] if isinstance(at, slice) else self._make(self.numbers[at])


class LazyRows[T: Row](Lazy[T]):
    """Rows whose entity and id are known by number."""

    def __init__(
        self,
        numbers: Sequence[int],
        make: Callable[[int], T],
        entity_of: Callable[[int], str | None],
        id_of: Callable[[int], str],
    ) -> None:
        super().__init__(numbers, make)
        self.entity_of, self.id_of = entity_of, id_of


def entity_names(rows: Sequence[Any]) -> Iterable[str | None]:
    """The name of each row's entity."""
    return map(rows.entity_of, rows.numbers) if isinstance(rows, LazyRows) else (row.entity for row in rows)


def row_ids(rows: Sequence[Any]) -> Iterator[str]:
    """The id of each row."""
    return map(rows.id_of, rows.numbers) if isinstance(rows, LazyRows) else (row.id for row in rows)
