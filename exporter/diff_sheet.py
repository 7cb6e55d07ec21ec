"""The key sheet before and after a change, for reports: the keys that differ, entity by entity. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.design.items import Entity
from modeler.core.design.model import Design

BASE_KEY = "table"


@dataclass(frozen=True, slots=True)
class KeyRow:
    """What an entity writes as the key of a table or of one of its indexes; '' if it is not in there."""

    entity: str
    place: str
    before: str
    after: str


def changed_keys(base: Design, head: Design) -> tuple[KeyRow, ...]:
    """The rows of both key sheets that differ, in the order of the head; removed entities come last.

    The same parts have the same ids in both.
    """
    return tuple(row for row in _rows(base, head) if row.before != row.after)


def _rows(base: Design, head: Design) -> Iterator[KeyRow]:
    olds, news = ({entity.id: (table.name, entity) for table, entity in side.entities()} for side in (base, head))
    for identity in dict.fromkeys([*news, *olds]):
        was, now = olds.get(identity), news.get(identity)
        before, after = (_keys(*side) if side else {} for side in (was, now))
        name = (now or was or ("", None))[1]
        for place in dict.fromkeys([*after, *before]):
            yield KeyRow(name.name if name else "", place, before.get(place, ""), after.get(place, ""))


def _keys(table: str, entity: Entity) -> dict[str, str]:
    """The templates of each place, several of one place one after the other."""
    found: dict[str, str] = {}
    for one in entity.overloads:
        place = one.index or f"{BASE_KEY} {table}"
        text = " / ".join(one.keys.values()) + (f" when {one.when}" if one.when else "")
        found[place] = f"{found[place]}; {text}" if place in found else text
    return found
