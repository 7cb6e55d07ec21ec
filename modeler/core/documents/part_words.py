"""Parts and their fields as people read them: entity Order, access pattern A1, SK of Order in app-main."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modeler.core.design.parts import Part, PartKind

KEYS_OF: Final = "keys of "
KEY_FIELDS: Final = ("partition_key", "sort_key")
SETTINGS: Final = "settings"
"""The mapping whose members are terms of the document; those of others are names chosen by people."""

WORDS: Final[Mapping[PartKind, str]] = {
    PartKind.PATTERN: "access pattern",
    PartKind.ITEM: "sample item",
}


def kind_in_words(part: Part) -> str:
    """The name of this kind of part."""
    return WORDS.get(part.kind, str(part.kind))


def called(part: Part, parts: Mapping[str, Part]) -> str:
    """A part with its kind; for a part without a name, its owner. `parts` has the parents of the part and, for keys,
    their index; without them, the words are less exact.
    """
    kind = kind_in_words(part)
    if part.kind is PartKind.PATTERN:
        return f"{kind} {part.fields.get('code') or part.name}".rstrip()
    if part.kind is PartKind.RELATION:
        return f"{kind} {relation_name(part, parts)}"
    if part.kind is PartKind.OVERLOAD:
        return f"{KEYS_OF}{keys_owner(part, parts)}"
    if part.name or part.parent not in parts:
        return f"{kind} {part.name}".rstrip()
    return f"{kind} of {parts[part.parent].name or kind_in_words(parts[part.parent])}"


def subject(part: Part, parts: Mapping[str, Part]) -> str:
    """The same as the subject of a sentence about one part: the key of Order in GSI1."""
    return f"the key of {keys_owner(part, parts)}" if part.kind is PartKind.OVERLOAD else called(part, parts)


def keys_owner(part: Part, parts: Mapping[str, Part]) -> str:
    """What the keys of an overload are of: Order in app-main, Order in GSI1."""
    entity = parts.get(part.parent)
    index = part.fields.get("index") or (entity.parent if entity is not None else "")
    place = parts.get(str(index))
    named = place.name if place is not None and place.kind in (PartKind.INDEX, PartKind.TABLE) else ""
    return f"{entity.name if entity is not None else 'an entity'} in {named or 'the table'}"


def relation_name(part: Part, parts: Mapping[str, Part]) -> str:
    """A relation by its name, else by its entities."""
    ends = (str(part.fields.get(end) or "") for end in ("parent", "child"))
    named = (parts[end[1:]].name if end[1:] in parts else end.removeprefix("@") for end in ends)
    return part.name or " to ".join(named)


def field_called(part: Part, field: str, parts: Mapping[str, Part]) -> str:
    """A field with its part: SK of Order in app-main, name of entity Order, the partition key of table app-main."""
    mapping, _, member = field.partition(".")
    said = member if member and mapping != SETTINGS else (member or mapping).replace("_", " ")
    if said.startswith("@"):
        said = parts[said[1:]].name if said[1:] in parts else "a value"
    named = called(part, parts)
    owner = named.removeprefix(KEYS_OF) if part.kind is PartKind.OVERLOAD else named
    return f"{'the ' if mapping in KEY_FIELDS else ''}{said} of {owner}"
