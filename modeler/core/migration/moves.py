"""Entities whose items go to another table: because they were moved, or because their table cannot be changed in
place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modeler.core.design.tables import Index, IndexKind
from modeler.core.migration.pairs import EntityPair, Pairing, TablePair, same_keys, same_projection
from modeler.core.migration.rekeying import Move


def moves_of(pairing: Pairing) -> list[Move]:
    """Entities whose stored items go to another table, by source and target. A table that is recreated while the old
    one serves has a separate name.
    """
    remade = {id(pair.after) for pair in pairing.tables if is_remade(pair)}
    grouped: dict[tuple[int, int], list[EntityPair]] = {}
    for pair in pairing.entities:
        if pair.is_stored and (not pair.same_table or id(pair.after_table) in remade):
            grouped.setdefault((id(pair.before_table), id(pair.after_table)), []).append(pair)
    known = {table.name for table in pairing.before.tables}
    kept = {id(pair.before) for pair in pairing.tables if id(pair.after) not in remade}
    order = [after for _, after in grouped]
    return [
        replace(
            _move(group, remade, known),
            first=after not in order[:place],
            last=after not in order[place + 1 :],
            stays=before in kept,
        )
        for place, ((before, after), group) in enumerate(grouped.items())
    ]


def _move(group: list[EntityPair], remade: set[int], known: set[str]) -> Move:
    source, target = group[0].before_table, group[0].after_table
    new = id(target) in remade or target.name not in known
    name = f"{target.name}-v2" if new and target.name in known else target.name
    return Move(source, target, name, new, tuple(group))


def is_remade(pair: TablePair) -> bool:
    """Return whether DynamoDB cannot make the change on an existing table: key schema, name, or LSIs.
    facts/limits#indexes.
    """
    if pair.before.name != pair.after.name or not same_keys(pair.before.base, pair.after.base):
        return True
    return next(changed_lsis(pair), None) is not None


def changed_lsis(pair: TablePair) -> Iterator[Index]:
    """LSIs that are new, removed or changed; of a changed one the new version."""
    for old, new in pair.indexes:
        index = new or old
        if index is None or index.kind is not IndexKind.LSI:
            continue
        if not (old and new and same_keys(old, new) and same_projection(old, new)):
            yield index
