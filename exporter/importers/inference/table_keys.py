"""Which attributes form the key of a table known only by its items: by name, else by uniqueness."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow, attribute_names
from modeler.core.design.parts import ROOT, part_id
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.values.attribute_values import KEY_TYPES, AttributeType

_PARTITION: Final = re.compile(r"(?i)_*(?:pk|partition[-_ ]?key|hash[-_ ]?key|hk)")
_SORT: Final = re.compile(r"(?i)_*(?:sk|sort[-_ ]?key|range[-_ ]?key|rk)")
_INDEX: Final = re.compile(
    r"(?i)(?P<name>(?:gsi|gs|lsi|ls)[-_ ]?\d{1,2})[-_ ]?(?P<side>pk|sk|hash|sort|partitionkey|sortkey)"
)
_ID: Final = re.compile(r"(?i)(?:^|[a-z_-])(?:id|uuid|key|code|number|email|name)$")
_TIME: Final = re.compile(r"(?i)(?:at|on|date|time|timestamp|line|seq|sort|version|day)$")
_TRIED: Final = 12
_ROWS_TRIED: Final = 2000
_MADE_UP: Final = "pk"


@dataclass(frozen=True, slots=True)
class KeyGuess:
    """The attributes of the key, the confidence, and the reason as a clause."""

    partition: str
    sort: str
    confidence: float
    why: str


def guessed_table(name: str, rows: Sequence[StoredRow], path: str, report: Report, said: Sequence[str] = ()) -> Table:
    """Return a table with the key and the indexes that its items seem to have; inferences are in the report.

    `said` are the key's names if the file has them (an incremental export does), in any order.
    """
    types = _types(rows)
    guess = _declared_key(rows, types, said) if said else _guess(rows, types)
    identity = part_id(ROOT, "table", name)
    sentence = f"{name}: the key is {' and '.join(filter(None, (guess.partition, guess.sort)))}, because {guess.why}"
    report.guess(sentence, part=identity, path=path, confidence=guess.confidence)
    element = {key: KeyAttribute(key, types.get(key, AttributeType.S)) for key in (guess.partition, guess.sort) if key}
    sort = (element[guess.sort],) if guess.sort else ()
    table = Table(identity, name, (element[guess.partition],), sort)
    indexes = tuple(_indexes(table, types, path, report))
    return Table(identity, name, table.partition_key, sort, indexes, settings={"billing": "PAY_PER_REQUEST"})


def _types(rows: Sequence[StoredRow]) -> dict[str, AttributeType]:
    """Return attributes that can be keys, with their type: the same type in all items, and never empty."""
    types: dict[str, AttributeType] = {}
    unfit: set[str] = set()
    for row in rows:
        for name, value in row.item.items():
            if value.type not in KEY_TYPES or not value.data or types.setdefault(name, value.type) is not value.type:
                unfit.add(name)
    return {name: kind for name, kind in types.items() if name not in unfit}


def _everywhere(rows: Sequence[StoredRow], types: dict[str, AttributeType]) -> list[str]:
    return [name for name in attribute_names(rows) if name in types and all(name in row.item for row in rows)]


def _declared_key(rows: Sequence[StoredRow], types: dict[str, AttributeType], said: Sequence[str]) -> KeyGuess:
    names = list(said)[:2]
    if len(names) == 2 and (_SORT.fullmatch(names[0]) or _PARTITION.fullmatch(names[1]) or _is_swapped(rows, names)):
        names.reverse()
    return KeyGuess(names[0], names[1] if len(names) > 1 else "", 0.9, "the file names its key attributes")


def _is_swapped(rows: Sequence[StoredRow], names: list[str]) -> bool:
    """If the names do not show which is which, the one with fewer values is the partition key."""
    if _PARTITION.fullmatch(names[0]) or _SORT.fullmatch(names[1]):
        return False
    return _distinct(rows, names[:1]) > _distinct(rows, names[1:])


def _guess(rows: Sequence[StoredRow], types: dict[str, AttributeType]) -> KeyGuess:
    names = _everywhere(rows, types)
    partition = next((name for name in names if _PARTITION.fullmatch(name)), "")
    sort = next((name for name in names if _SORT.fullmatch(name)), "")
    if partition and sort and _distinct(rows, [partition, sort]) == len(rows):
        return KeyGuess(partition, sort, 0.95, "both have key names, and no two items share the pair")
    if partition and (not sort or _distinct(rows, [partition]) == len(rows)):
        if _distinct(rows, [partition]) == len(rows):
            return KeyGuess(partition, sort, 0.9 if not sort else 0.8, "it has a key name, and its values are unique")
        best = _pair(rows, [name for name in names if name != partition], partition)
        if best:
            return KeyGuess(partition, best, 0.6, "one has a key name, and no two items share the pair")
    return _unique(rows, names)


def _unique(rows: Sequence[StoredRow], names: list[str]) -> KeyGuess:
    """No attribute has a key name: return what identifies every item uniquely."""
    ranked = sorted(names, key=lambda name: (not _ID.search(name), names.index(name)))[:_TRIED]
    alone = [name for name in ranked if _distinct(rows, [name]) == len(rows)]
    pairs = [pair for pair in permutations(ranked, 2) if _distinct(rows, list(pair)) == len(rows)]
    named = next((name for name in alone if _ID.search(name)), "")
    series = [pair for pair in pairs if _ID.search(pair[0]) and _TIME.search(pair[1])]
    if named:
        return KeyGuess(named, "", 0.7 if len(rows) > 2 else 0.4, "its values are unique")
    # That every measured value happens to differ says less than a name and a time that identify each item.
    if series:
        best = min(series, key=lambda pair: _distinct(rows, [pair[0]]))
        return KeyGuess(*best, 0.5, "no two items share the pair of a name and a time")
    if alone:
        return KeyGuess(alone[0], "", 0.4, "its values are unique")
    if pairs:
        best = min(
            pairs, key=lambda pair: (not _ID.search(pair[0]), not _TIME.search(pair[1]), _distinct(rows, [pair[0]]))
        )
        return KeyGuess(*best, 0.4, "no two items share the pair")
    return KeyGuess(
        _MADE_UP, "", 0.1, "no attributes that all items have identify them uniquely: choose the key yourself"
    )


def _pair(rows: Sequence[StoredRow], names: list[str], partition: str) -> str:
    ranked = sorted(names, key=lambda name: (not _TIME.search(name), names.index(name)))[:_TRIED]
    return next((name for name in ranked if _distinct(rows, [partition, name]) == len(rows)), "")


def _distinct(rows: Sequence[StoredRow], names: Sequence[str]) -> int:
    """How many items differ in these attributes; for many items, only the first are checked."""
    looked = rows[:_ROWS_TRIED]
    found = len({tuple(row.item.get(name) for name in names) for row in looked})
    return found if found < len(looked) else len(rows)


def _indexes(table: Table, types: dict[str, AttributeType], path: str, report: Report) -> list[Index]:
    """Attributes named GSI1PK and GSI1SK are the key of an index GSI1."""
    sides: dict[str, dict[str, str]] = {}
    for name in types:
        if found := _INDEX.fullmatch(name):
            side = "sort" if found["side"].lower() in ("sk", "sort", "sortkey") else "partition"
            sides.setdefault(found["name"].upper(), {}).setdefault(side, name)
    indexes = []
    for label, found_sides in sides.items():
        is_local = label.startswith("L")
        if "partition" not in found_sides and not (is_local and "sort" in found_sides and table.sort_key):
            continue
        key = (
            KeyAttribute(found_sides["partition"], types[found_sides["partition"]])
            if "partition" in found_sides
            else None
        )
        sort = (KeyAttribute(found_sides["sort"], types[found_sides["sort"]]),) if "sort" in found_sides else ()
        kind = IndexKind.LSI if key is None else IndexKind.GSI
        identity = part_id(table.id, "index", label)
        indexes.append(Index(identity, label, kind, (key,) if key else table.partition_key, sort))
        written = ", ".join(found_sides.values())
        report.guess(
            f"{table.name} has an index {label}, inferred from {written}", part=identity, path=path, confidence=0.8
        )
    return indexes
