"""The label of a change in the history: derived from its deltas and the names of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from modeler.core.design.parts import Json, Part
from modeler.core.documents.mentions import with_names
from modeler.core.documents.part_words import SETTINGS, called, field_called, kind_in_words
from modeler.core.edits.changes import WHOLE, Delta

LABEL_MAX: Final = 300
TYPES: Final = {"S": "String", "N": "Number", "B": "Binary"}


def change_label(deltas: Sequence[Delta], before: Mapping[str, Part], after: Mapping[str, Part]) -> str:
    """One line: the first delta, and the number of further ones."""
    if not deltas:
        return "nothing"
    parts = {**after, **before}
    first = _delta_words(deltas[0], parts)
    others = len({(delta.part, delta.field) for delta in deltas}) - 1
    return (f"{first}, and {others} more" if others else first)[:LABEL_MAX]


def _delta_words(delta: Delta, parts: Mapping[str, Part]) -> str:
    part = parts[delta.part]
    if delta.field == WHOLE:
        return f"{'added' if delta.before is None else 'removed'} {called(part, parts)}"
    if delta.field == "removed":
        return f"{'removed' if delta.after else 'restored'} {called(part, parts)}"
    if delta.field == "name":
        return f"renamed {kind_in_words(part)} {_short(delta.before)} to {_short(delta.after)}"
    if delta.field == "position":
        return f"moved {called(part, parts)}"
    return _field_words(delta, part, parts)


def _field_words(delta: Delta, part: Part, parts: Mapping[str, Part]) -> str:
    """The text for one changed field."""
    mapping, _, member = delta.field.partition(".")
    of = field_called(part, delta.field, parts)
    if isinstance(delta.after, bool) and (not member or mapping == SETTINGS):
        return f"turned {'on' if delta.after else 'off'} {of}"
    if delta.after is None:
        return f"cleared {of}, which was {_named(delta.before, parts)}"
    if delta.before is None or isinstance(delta.before, Mapping | list | tuple):
        return f"set {of} to {_named(delta.after, parts)}"
    return f"changed {of} from {_named(delta.before, parts)} to {_named(delta.after, parts)}"


def _named(value: Json, parts: Mapping[str, Part]) -> str:
    """A stored value, in which attributes are ids, with their names."""

    def name_of(identity: str) -> str | None:
        return parts[identity].name if identity in parts else None

    return _cut(with_names(value_words(value), name_of))


def _short(value: Json) -> str:
    return _cut(value_words(value))


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def value_words(value: Json) -> str:
    """A value as text: PK (String), SK (Number) for the attributes of a key; for deeper values, their number."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return ", ".join(map(_member_words, value)) if value else "nothing"
        case Mapping():
            return ", ".join(f"{name} {_member_words(member)}" for name, member in value.items()) or "nothing"
    return str(value)


def _member_words(member: Json) -> str:
    """One member of a list or a mapping."""
    match member:
        case Mapping() if "name" in member and set(member) <= {"name", "type"}:
            return f"{member['name']} ({TYPES.get(str(member.get('type', 'S')), member.get('type'))})"
        case Mapping() if "name" in member:
            return str(member["name"])
        case list() | tuple() | Mapping():
            return f"({len(member)})"
    return value_words(member)
