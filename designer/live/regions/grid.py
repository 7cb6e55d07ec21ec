"""The grid: a table through one of its indexes, item collections as blocks in DynamoDB's order, by windows."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from designer.live.reading import Reading, reading_of
from designer.live.scene import WINDOW_ROWS, Look, Place, Scene
from modeler.core.item_collections import Entry, ItemCollection, window
from modeler.core.tables import Index, Table
from modeler.core.values import AttributeValue
from modeler.core.wire import to_dynamodb_json

TEXT_MAX = 120
PROBLEMS_MAX = 5


@dataclass(frozen=True, slots=True)
class Pair:
    """One attribute of an item as it is shown."""

    name: str
    type: str
    text: str


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One row: an item as one index holds it. `state` says what the chosen pattern does with it."""

    id: str
    entity: str
    hue: str
    entity_id: str
    partition: str
    sort: tuple[str, ...]
    size: int
    pairs: tuple[Pair, ...]
    is_first: bool
    count: int
    bytes: int
    state: str = ""
    order: int = 0


def grid(scene: Scene, place: Place) -> dict[str, Any]:
    """Context of the grid's window."""
    table = scene.table(place)
    if table is None:
        return {"table": None}
    index = scene.index(table, place)
    look = scene.look(table, index)
    reading = reading_of(scene, place)
    asked = place.first or _first_lit(look, index, reading)
    first = max(0, min(asked, look.total - WINDOW_ROWS))
    shown = window(look.collections, first, WINDOW_ROWS)
    return {
        "table": table,
        "index": index,
        "tabs": _tabs(table, index, place),
        "rows": list(_rows(scene, place, table, index, shown, reading)),
        "first": first,
        "after": look.total - first - sum(len(one.entries) for one in shown),
        "total": look.total,
        "collections": len(look.collections),
        "pattern": place.pattern if reading else "",
        "is_lit": reading is not None and reading.table == table.id,
        "absent": [
            {"entity": name or "unassigned", "hue": scene.hues.get(name, "hue-none"), "count": count}
            for name, count in look.absent.items()
        ],
        "problems": _problems(look),
        "problem_count": len(look.problems),
    }


def _first_lit(look: Look, index: Index, reading: Reading | None) -> int:
    """The window that shows the first item which the chosen pattern touches; 0 where the first one does."""
    if reading is None or look.total <= WINDOW_ROWS:
        return 0
    entries = (entry for collection in look.collections for entry in collection.entries)
    lit = next((n for n, entry in enumerate(entries) if reading.state_of(entry.id, index.id)), 0)
    return lit - WINDOW_ROWS // 4 if lit >= WINDOW_ROWS // 2 else 0


def _problems(look: Look) -> list[dict[str, Any]]:
    """Why items cannot be stored: each reason once, with how many items of which entity have it."""
    counted = Counter((stored.entity or "unassigned", stored.problems[0]) for stored in look.problems)
    return [
        {"entity": entity, "sentence": sentence, "count": count}
        for (entity, sentence), count in counted.most_common(PROBLEMS_MAX)
    ]


def _tabs(table: Table, current: Index, place: Place) -> list[dict[str, Any]]:
    return [
        {
            "name": "table" if index.is_base else index.name,
            "href": f"?{place.but(table=table.id, index='' if index.is_base else index.id, first=0).query}",
            "is_current": index.id == current.id,
        }
        for index in table.all_indexes
    ]


def _rows(
    scene: Scene,
    place: Place,
    table: Table,
    index: Index,
    shown: tuple[ItemCollection, ...],
    reading: Reading | None,
) -> Iterator[ItemRow]:
    entities = {entity.name: entity.id for entity in table.entities}
    keys = frozenset(index.key_names)
    for collection in shown:
        partition = " / ".join(map(value_text, collection.partition))
        for number, entry in enumerate(collection.entries):
            name = entry.entity or ""
            yield ItemRow(
                id=entry.id,
                entity=name,
                hue=scene.hues.get(name, "hue-none"),
                entity_id=entities.get(name, ""),
                partition=partition,
                sort=tuple(map(value_text, entry.sort)),
                size=entry.size,
                pairs=_pairs(entry, keys),
                is_first=number == 0,
                count=collection.count,
                bytes=collection.size if number == 0 else 0,
                state=reading.state_of(entry.id, index.id) if reading else "",
                order=reading.order_of(entry.id, index.id) if reading else 0,
            )


def _pairs(entry: Entry, keys: frozenset[str]) -> tuple[Pair, ...]:
    return tuple(
        Pair(name, str(value.type), value_text(value)) for name, value in entry.item.items() if name not in keys
    )


def value_text(value: AttributeValue) -> str:
    """A value as the grid shows it, cut where it is long."""
    match value.type:
        case "S" | "N":
            text = str(value.data)
        case "B":
            text = base64.b64encode(value.data).decode("ascii")
        case "BOOL":
            text = "true" if value.data else "false"
        case "NULL":
            text = "null"
        case _:
            text = json.dumps(_plain(to_dynamodb_json(value)), ensure_ascii=False, separators=(", ", ": "))
    return text if len(text) <= TEXT_MAX else text[: TEXT_MAX - 1] + "…"


def _plain(wire: Any) -> Any:
    """DynamoDB JSON without its type words, for reading."""
    if isinstance(wire, Mapping) and len(wire) == 1:
        kind, data = next(iter(wire.items()))
        match kind:
            case "M":
                return {name: _plain(member) for name, member in data.items()}
            case "L":
                return [_plain(member) for member in data]
            case "NULL":
                return None
            case _:
                return data
    return wire
