"""Edits as people type them, in the words of the document, and their JSON.

A page shows names where parts store ids. An edit comes back with names, and with `base`: the stored value that the
person began with, which the page was given and never reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from modeler.core.design.parts import Json
from modeler.core.errors import Invalid


@dataclass(frozen=True, slots=True)
class Typed:
    """One field of one part: `value` as it was typed (None takes it away), `base` as it was stored when the typing
    began, `shown` as it looked then: an attribute that was renamed meanwhile is still known by its old name.
    """

    part: str
    field: str
    value: Json
    base: Json = None
    shown: Json = None


@dataclass(frozen=True, slots=True)
class Made:
    """A new part with the id `id`: `where` is the document's name of the list of `parent` that it joins, behind the
    sibling `after` ('' is the end).
    """

    id: str
    parent: str
    where: str
    fields: Mapping[str, Json] = field(default_factory=dict)
    after: str = ""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A new name for the key attribute `old` of a table or an index, with all that speaks of it."""

    part: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A part to behind its sibling `after`; '' is the first place."""

    part: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """A part and what falls with it; a tombstone stays."""

    part: str


@dataclass(frozen=True, slots=True)
class Back:
    """A removed part again."""

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
        raise Invalid(f"{wrong or 'fields'} of an edit has another type", path=wrong or "fields")
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
    raise Invalid("an edit puts, adds, renames a key, moves, removes or restores", path="edits")
