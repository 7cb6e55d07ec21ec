"""Which items a sparse index holds: a condition on one attribute that selects exactly those."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from exporter.importers.support.rows import StoredRow
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_STATE: Final = re.compile(
    r"(?i)stat(?:e|us)$|state|status|flag|^is|^has|active|enabled|open|visible|phase|stage|kind|type"
)
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z_ -]{0,30}")
_BARE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LISTED_MAX: Final = 4


@dataclass(frozen=True, slots=True)
class Split:
    """A condition in DynamoDB's syntax, its attribute, and whether it ties the attribute to one value."""

    when: str
    attribute: str
    is_fixed: bool


def separating(rows: Sequence[StoredRow], mask: Sequence[bool], keys: frozenset[str]) -> Split | None:
    """Return the condition that is true for the rows of the mask and no others; None if no attribute distinguishes
    them.

    Attributes that look like a state come first; an attribute whose values all differ shows nothing.
    """
    found = sorted(_splits(rows, mask, keys), key=lambda pair: pair[0])
    return found[0][1] if found else None


def _splits(rows: Sequence[StoredRow], mask: Sequence[bool], keys: frozenset[str]) -> Iterator[tuple[int, Split]]:
    first = rows[next(at for at, held in enumerate(mask) if held)]
    for place, name in enumerate(first.item):
        if name in keys or not _BARE.fullmatch(name):
            continue
        inside = {row.item.get(name) for row, held in zip(rows, mask, strict=True) if held}
        outside = {row.item.get(name) for row, held in zip(rows, mask, strict=True) if not held}
        if inside & outside or not all(value is None or _is_plain(value) for value in inside | outside):
            continue
        split = _condition(name, inside, outside)
        if split is None or (split.is_fixed is False and len(inside) > _LISTED_MAX):
            continue
        is_state = bool(_STATE.search(name)) or all(value.type == "BOOL" for value in inside if value)
        is_few = len(inside | outside) < len(rows)
        if is_state or is_few:
            yield (0 if is_state else 1000) + place, split


def _is_plain(value: AttributeValue) -> bool:
    is_word = value.type is AttributeType.S and bool(_WORD.fullmatch(value.data))
    return is_word or value.type is AttributeType.BOOL


def _condition(name: str, inside: set[AttributeValue | None], outside: set[AttributeValue | None]) -> Split | None:
    if None in inside:
        return None
    listed = sorted(_literal(value) for value in inside if value is not None)
    if len(listed) == 1:
        return Split(f"{name} = {listed[0]}", name, is_fixed=True)
    left = sorted(_literal(value) for value in outside if value is not None)
    if len(left) == 1 and None not in outside:
        return Split(f"{name} <> {left[0]}", name, is_fixed=False)
    return Split(f"{name} IN ({', '.join(listed)})", name, is_fixed=False)


def _literal(value: AttributeValue) -> str:
    if value.type is AttributeType.BOOL:
        return "true" if value.data else "false"
    return "'" + str(value.data).replace("'", "''") + "'"
