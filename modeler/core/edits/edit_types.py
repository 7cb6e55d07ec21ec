"""Edits as people type them, in the document's terms, and their JSON.

A page shows names where parts store ids. An edit comes back with names, and with `base`: the stored value at the start
of the edit, which the page received and never interprets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from modeler.core.design.parts import Json
from modeler.core.errors import Invalid

CURRENT: Final = object()
"""The base of an edit that starts from the value as it is stored now."""


@dataclass(frozen=True, slots=True)
class Typed:
    """One field of one part: `value` as it was typed (None removes it), `base` as it was stored when typing began,
    `shown` as it looked then: an attribute renamed in the meantime is still known by its old name.
    """

    part: str
    field: str
    value: Json
    base: Json = None
    shown: Json = None


@dataclass(frozen=True, slots=True)
class Made:
    """A new part with the id `id`: `where` is the document's name of the list of `parent` that it joins, after the
    sibling `after` ('' is the end).
    """

    id: str
    parent: str
    where: str
    fields: Mapping[str, Json] = field(default_factory=dict)
    after: str = ""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A new name for the key attribute `old` of a table or an index, and for all references to it."""

    part: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Move a part after its sibling `after`; '' is the first position."""

    part: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """Remove a part and its dependents; a tombstone stays."""

    part: str


@dataclass(frozen=True, slots=True)
class Back:
    """Restore a removed part."""

    part: str


type TypedEdit = Typed | Made | Renamed | Moved | Gone | Back


_KINDS: Final = ("put", "add", "rename_key", "move", "remove", "restore")


def typed_of(raw: Json) -> TypedEdit:
    """An edit from its JSON: ``{"put": part, "field", "value", "base", "shown"}``, ``{"add": list, "to": parent, "id",
    "fields", "after"}``, ``{"rename_key": part, "from", "to"}``, ``{"move": part, "after"}``, ``{"remove": part}`` or
    ``{"restore": part}``. Raises Invalid.
    """
    if not isinstance(raw, Mapping):
        raise Invalid("an edit is an object", path="edits")
    kind = next((kind for kind in _KINDS if kind in raw), None)
    texts = {name: raw.get(name, "") for name in (kind, "field", "from", "to", "id", "after") if name}
    wrong = next((name for name, text in texts.items() if not isinstance(text, str)), None)
    fields = raw.get("fields", {})
    if wrong or not isinstance(fields, Mapping):
        raise Invalid(f"{wrong or 'fields'} of an edit has the wrong type", path=wrong or "fields")
    match kind:
        case "put":
            return Typed(texts["put"], texts["field"], raw.get("value"), raw.get("base"), raw.get("shown"))
        case "add":
            return Made(texts["id"], texts["to"], texts["add"], fields, texts["after"])
        case "rename_key":
            return Renamed(texts["rename_key"], texts["from"], texts["to"].strip())
        case "move":
            return Moved(texts["move"], texts["after"])
        case "remove":
            return Gone(texts["remove"])
        case "restore":
            return Back(texts["restore"])
    raise Invalid("an edit sets, adds, renames a key, moves, removes or restores", path="edits")
