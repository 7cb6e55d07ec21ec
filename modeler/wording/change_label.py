"""A change in words, for the history: derived from its deltas and from what its parts are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from modeler.core.design.parts import Json, Part, PartKind
from modeler.core.edits.changes import WHOLE, Delta

LABEL_MAX: Final = 300
SETTINGS: Final = "settings"
"""The mapping whose members are words of the document; those of others are names that people gave."""

WORDS: Final[Mapping[PartKind, str]] = {
    PartKind.PATTERN: "access pattern",
    PartKind.ITEM: "sample item",
}


def words(deltas: Sequence[Delta], before: Mapping[str, Part], after: Mapping[str, Part]) -> str:
    """One line: what the first delta did, and how many more there are."""
    if not deltas:
        return "nothing"
    parts = {**after, **before}
    first = _words(deltas[0], parts)
    others = len({(delta.part, delta.field) for delta in deltas}) - 1
    return (f"{first}, and {others} more" if others else first)[:LABEL_MAX]


def _words(delta: Delta, parts: Mapping[str, Part]) -> str:
    part = parts[delta.part]
    if delta.field == WHOLE:
        return f"{'added' if delta.before is None else 'took back'} {called(part, parts)}"
    if delta.field == "removed":
        return f"{'removed' if delta.after else 'restored'} {called(part, parts)}"
    if delta.field == "name":
        return f"renamed {kind_in_words(part)} {_short(delta.before)} to {_short(delta.after)}"
    if delta.field == "position":
        return f"moved {called(part, parts)}"
    mapping, _, member = delta.field.partition(".")
    field = member if member and mapping != SETTINGS else (member or mapping).replace("_", " ")
    if field.startswith("@"):
        field = parts[field[1:]].name if field[1:] in parts else "a value"
    if isinstance(delta.after, bool) and (not member or mapping == SETTINGS):
        return f"turned {'on' if delta.after else 'off'} {field} of {called(part, parts)}"
    if delta.after is None:
        return f"cleared {field} of {called(part, parts)}"
    if "@" in str(delta.after):
        # The stored text refers to attributes by id; the page shows it with names.
        return f"changed {field} of {called(part, parts)}"
    return f"set {field} of {called(part, parts)} to {_short(delta.after)}"


def called(part: Part, parts: Mapping[str, Part]) -> str:
    """A part with its kind, and for one without a name, what it belongs to."""
    kind = kind_in_words(part)
    if part.kind is PartKind.PATTERN:
        return f"{kind} {part.fields.get('code') or part.name or part.id}"
    if part.kind is PartKind.OVERLOAD:
        index = parts.get(str(part.fields.get("index") or ""))
        owner = parts[part.parent].name if part.parent in parts else ""
        return f"keys of {owner} in {index.name if index is not None else 'the table'}"
    if part.name or part.parent not in parts:
        return f"{kind} {part.name}".rstrip()
    return f"{kind} of {parts[part.parent].name or kind_in_words(parts[part.parent])}"


def kind_in_words(part: Part) -> str:
    """What people call this kind of part."""
    return WORDS.get(part.kind, str(part.kind))


def _short(value: Json) -> str:
    text = value if isinstance(value, str) else "nothing" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
