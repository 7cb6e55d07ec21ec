"""Validates a change before it is written. A design with findings is never rejected here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from modeler.core.design.parts import CHILDREN, PART_ID, ROOT, Json, Part, PartKind, Parts
from modeler.core.documents.part_words import subject
from modeler.core.documents.parts_codec import check_field
from modeler.core.documents.parts_json import read_value
from modeler.core.edits.changes import WHOLE, Delta, removed_conflict, same
from modeler.core.errors import Conflict, Invalid

DEPTH_MAX: Final = 40
DELTAS_MAX: Final = 200_000
TEXT_MAX: Final = 500_000


def check_size(deltas: Iterable[Delta]) -> tuple[Delta, ...]:
    """The deltas without those that change nothing. Raises Invalid if there are more than one change can contain, and
    for an id that is not valid.
    """
    listed = tuple(delta for delta in deltas if not same(delta.before, delta.after))
    if len(listed) > DELTAS_MAX:
        raise Invalid(f"one change can contain at most {DELTAS_MAX} edits; split it", code="change.too_large")
    for delta in listed:
        is_birth = delta.field == WHOLE and isinstance(delta.after, Mapping)
        for identity in (delta.part, delta.after.get("parent") or ROOT) if is_birth else (delta.part,):
            if not isinstance(identity, str) or not PART_ID.fullmatch(identity):
                raise Invalid("a part's ID has 1 to 64 letters, digits and . : _ -", path=str(identity)[:64])
    return listed


def check_delta(delta: Delta, state: Parts) -> None:
    """Check that one delta has a shape that can be stored. Raises Invalid naming the place, Conflict if a parent was
    removed and must be restored first.
    """
    check_storable(delta.after, f"{delta.part}.{delta.field}")
    if delta.field == WHOLE:
        _check_whole(delta, state)
    elif (part := state.get(delta.part)) is not None:
        _check_value(part.kind, delta.field, delta.after, part.id)
        refuse_buried(part, state)


def _check_value(kind: PartKind, field: str, value: Json, part: str) -> None:
    if field == "removed" and not (value is None or value is True):
        raise Invalid("removed must be true or absent", path=f"{part}.removed")
    if field == "removed" and kind is PartKind.DESIGN:
        raise Invalid("the design itself cannot be removed as a part", path=part)
    try:
        check_field(kind, field, value)
        if kind is PartKind.ITEM and value is not None and "." in field:
            read_value(value, None, field)
    except Invalid as error:
        raise Invalid(error.message, path=f"{part}.{field}", code=error.code) from error


def _check_whole(delta: Delta, state: Parts) -> None:
    if delta.after is None:
        if delta.part == ROOT:
            raise Conflict("the design itself cannot be removed as a part", path=ROOT, code="root")
        return
    raw = delta.after
    if not isinstance(raw, Mapping) or not isinstance(raw.get("fields", {}), Mapping):
        raise Invalid("a new part is an object with kind, parent and fields", path=delta.part)
    kinds = {str(kind): kind for kind in PartKind}
    kind = kinds.get(str(raw.get("kind")))
    if kind is None or (kind is PartKind.DESIGN) != (delta.part == ROOT):
        raise Invalid(
            "a new part needs a kind: table, index, entity, attribute, overload, relation, pattern or item",
            path=delta.part,
        )
    parent = state.get(str(raw.get("parent", "")))
    if parent is not None:
        if kind not in CHILDREN.get(parent.kind, {}).values():
            raise Invalid(f"a {parent.kind} cannot contain a part of kind {kind}", path=delta.part)
        refuse_buried(Part(delta.part, kind, parent.id, {}), state)
    for field, value in raw.get("fields", {}).items():
        _check_value(kind, field, value, delta.part)


def refuse_buried(part: Part, state: Parts) -> None:
    """Raises Conflict with the ID of the part to restore if a parent of the part was removed."""
    above = state.get(part.parent)
    while above is not None:
        if above.is_removed:
            name = subject(above, state)
            raise Conflict(
                f"{name} was removed; restore it before you edit its contents", path=above.id, code="removed"
            )
        above = state.get(above.parent)


def refuse_removed(part: Part, state: Parts) -> None:
    """Raises Conflict with the ID of the part to restore if the part or a parent of it was removed."""
    if part.is_removed:
        raise removed_conflict(part, state)
    refuse_buried(part, state)


def check_storable(value: Json, path: str, depth: int = 0) -> None:
    """Raises Invalid if the JSON cannot be stored and read back unchanged."""
    if depth > DEPTH_MAX:
        raise Invalid(f"nested deeper than {DEPTH_MAX} levels", path=path)
    match value:
        case str():
            _check_text(value, path)
        case float() if not math.isfinite(value):
            raise Invalid("a number must be finite", path=path)
        case Mapping():
            for name, member in value.items():
                _check_text(name, path)
                check_storable(member, path, depth + 1)
        case list() | tuple():
            for member in value:
                check_storable(member, path, depth + 1)
        case None | bool() | int() | float():
            pass
        case _:
            raise Invalid(f"{type(value).__name__} is not a JSON value", path=path)


def _check_text(text: Json, path: str) -> None:
    if not isinstance(text, str):
        raise Invalid("the name of a member must be a string", path=path)
    if len(text) > TEXT_MAX:
        raise Invalid(f"a string of {len(text)} characters exceeds the limit of {TEXT_MAX}", path=path)
    if "\x00" in text:
        raise Invalid("the character U+0000 cannot be stored; write it as base64 in an attribute of type B", path=path)
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise Invalid("half of a surrogate pair is not a character", path=path)
