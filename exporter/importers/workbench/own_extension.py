"""The member ``Keysheet`` of our Workbench exports: what Workbench's members cannot represent.

It is validated against the design's own schema, so an edited file gets the same messages as a design.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.importers.support.base import Report
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.documents import reading
from modeler.core.values.attribute_values import AttributeValue
from modeler.core.values.json_values import from_dynamodb_json

NAME: Final = "Keysheet"
_BESIDE: Final = ("samples", "ids", "losses")

type Keys = Mapping[str, AttributeValue]


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table's extension: entities without items, indexes as they were, and what only the items need.

    `stored_keys` and `key_values` (attributes that exist only in keys) are by the entity's place and the item's;
    `item_ids` by the entity's place.
    """

    table: Table
    stored_keys: Mapping[tuple[int, int], Keys]
    key_values: Mapping[tuple[int, int], Keys]
    item_ids: tuple[tuple[str, ...], ...]
    unassigned_ids: tuple[str, ...]


def own_table(raw: Mapping[str, Any], path: str, report: Report) -> OwnTable | None:
    """Return the extension of one table of a file, or None if there is none. Raises DocumentInvalid if
    it is invalid.
    """
    own = _member(raw, path, report)
    if own is None or "entities" not in own:
        return None
    members = {name: value for name, value in own.items() if name not in _BESIDE}
    design = reading.from_document({"keysheet": 1, "name": "x", "tables": [{"name": "x", **members}]})
    ids = own.get("ids")
    ids = ids if isinstance(ids, Mapping) else {}
    listed = ids.get("items")
    return OwnTable(
        design.tables[0],
        _samples(own.get("samples"), "stored_keys"),
        _samples(own.get("samples"), "key_values"),
        tuple(map(_names, listed)) if isinstance(listed, list) else (),
        _names(ids.get("unassigned")),
    )


def own_design(raw: Mapping[str, Any], report: Report) -> Design | None:
    """Return the extension at the root of a file: Region, settings, mutes, and access patterns, in a
    design without tables.
    """
    own = _member(raw, "", report)
    if own is None:
        return None
    members = {name: value for name, value in own.items() if name not in _BESIDE}
    return reading.from_document({"keysheet": 1, "name": "x", **members})


def _member(raw: Mapping[str, Any], path: str, report: Report) -> Mapping[str, Any] | None:
    own = raw.get(NAME)
    if own is None or isinstance(own, Mapping):
        return own
    report.dropped(f"{path}.{NAME}".lstrip("."), "this extension is not an object; left out")
    return None


def _names(raw: Any) -> tuple[str, ...]:
    return tuple(name for name in raw if isinstance(name, str) and 0 < len(name) <= 80) if isinstance(raw, list) else ()


def _samples(raw: Any, member: str) -> dict[tuple[int, int], Keys]:
    found: dict[tuple[int, int], Keys] = {}
    for entry in raw if isinstance(raw, list) else ():
        match entry:
            case {"entity": int(place), "item": int(number)} if isinstance(entry.get(member), Mapping):
                values = entry[member].items()
                found[place, number] = {name: from_dynamodb_json(value, name) for name, value in values}
    return found
