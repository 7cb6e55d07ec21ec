"""Changes as data: deltas on parts, applied and inverted by pure functions.

A delta is one field of one part: its old and new value; None is absent. The field `WHOLE` is the part itself: None
before is creation, None after is permanent deletion. When a person removes a part, only the field ``removed`` is set: a
tombstone stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.design.parts import CHILDREN, Json, Part, PartKind, Parts, subtree
from modeler.core.documents.part_words import field_called, subject
from modeler.core.errors import Conflict, Invalid, Missing, Stale

WHOLE: Final = ""


@dataclass(frozen=True, slots=True)
class Delta:
    """One field of one part: its old and new value."""

    part: str
    field: str
    before: Json
    after: Json

    @property
    def inverse(self) -> Delta:
        """The delta that undoes this one."""
        return Delta(self.part, self.field, self.after, self.before)

    def as_json(self) -> list[Json]:
        """As stored in the change log."""
        return [self.part, self.field, self.before, self.after]

    @staticmethod
    def from_json(raw: list[Json]) -> Delta:
        """From the change log."""
        part, field, before, after = raw
        return Delta(part, field, before, after)


type Change = tuple[Delta, ...]


def invert(change: Iterable[Delta]) -> Change:
    """The change that undoes a change: each delta inverted, in reverse order."""
    return tuple(delta.inverse for delta in reversed(tuple(change)))


def apply(parts: Parts, change: Iterable[Delta]) -> dict[str, Part]:
    """The parts after a change. Raises Stale if a field does not have a delta's `before`, naming both values; Missing
    if a part does not exist; Conflict if it is removed.
    """
    state = dict(parts)
    for delta in change:
        apply_delta(state, delta)
    return state


def apply_delta(state: dict[str, Part], delta: Delta) -> None:
    """Apply one delta in place: the one function that both the pure core and the stored rows use."""
    part = state.get(delta.part)
    if delta.field == WHOLE:
        _apply_whole(state, part, delta)
        return
    if part is None:
        raise Missing("this part of the design no longer exists", path=delta.part)
    if part.is_removed and delta.field != "removed":
        raise removed_conflict(part, state)
    held = part.fields.get(delta.field)
    if not same(held, delta.before):
        raise Stale(
            f"{field_called(part, delta.field, state)} was changed meanwhile",
            path=f"{delta.part}.{delta.field}",
            theirs=held,
            yours=delta.after,
        )
    state[part.id] = with_field(part, delta.field, delta.after)


def removed_conflict(part: Part, parts: Parts) -> Conflict:
    """The refusal of an edit of a removed part; `parts` has its parents."""
    return Conflict(f"{subject(part, parts)} was removed; restore it to edit it", path=part.id, code="removed")


def with_field(part: Part, field: str, value: Json) -> Part:
    """The part with another value of a field, at its place among the fields; without the field for None."""
    fields = {**part.fields, field: value}
    if value is None:
        del fields[field]
    return Part(part.id, part.kind, part.parent, fields)


def _apply_whole(state: dict[str, Part], part: Part | None, delta: Delta) -> None:
    if delta.before is None and part is not None:
        raise Conflict("a part with this id exists already", path=delta.part, code="exists")
    if delta.before is not None:
        if part is None:
            raise Missing("this part of the design no longer exists", path=delta.part)
        if not same(whole(part), delta.before):
            raise Stale(f"{subject(part, state)} was changed meanwhile", path=delta.part, theirs=whole(part))
        if part.kind in CHILDREN and any(other.parent == part.id for other in state.values()):
            raise Conflict(f"{subject(part, state)} is no longer empty", path=delta.part, code="not_empty")
    if delta.after is None:
        state.pop(delta.part, None)
    else:
        state[delta.part] = from_whole(delta.part, delta.after, state)


def whole(part: Part) -> dict[str, Json]:
    """A part as the value of a `WHOLE` delta."""
    return {"kind": str(part.kind), "parent": part.parent, "fields": dict(part.fields)}


def from_whole(part_id: str, raw: Mapping[str, Json], state: Parts) -> Part:
    """The part that a `WHOLE` delta creates. Raises Invalid for an unknown kind or parent."""
    try:
        kind = PartKind(raw["kind"])
    except (KeyError, ValueError) as error:
        raise Invalid(
            "a new part needs a kind: table, index, entity, attribute, overload, relation, pattern or item"
        ) from error
    parent = raw.get("parent", "")
    if kind is not PartKind.DESIGN and parent not in state:
        raise Missing("the parent of this part no longer exists", path=part_id)
    return Part(part_id, kind, parent, {k: v for k, v in raw.get("fields", {}).items() if v is not None})


def same(left: Json, right: Json) -> bool:
    """Return whether two JSON values are the same. Unlike with ==, true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def birth(part: Part) -> Delta:
    """The delta that creates a part."""
    return Delta(part.id, WHOLE, None, whole(part))


def births(parts: Parts) -> Change:
    """The change that creates a whole design: parents before children."""
    ordered: list[Delta] = []
    below: dict[str, list[Part]] = {}
    for part in parts.values():
        below.setdefault(part.parent, []).append(part)
    waiting = [""]
    while waiting:
        for part in below.get(waiting.pop(), ()):
            ordered.append(birth(part))
            waiting.append(part.id)
    return tuple(ordered)


def set_field(parts: Parts, part: str, field: str, value: Json) -> Change:
    """The change that sets a field, based on its current value; empty if it already has the new value."""
    if part not in parts:
        raise Missing("this part of the design no longer exists", path=part)
    before = parts[part].fields.get(field)
    return () if same(before, value) else (Delta(part, field, before, value),)


def removal(parts: Parts, part: str) -> Change:
    """The change that removes a part, and with an index its overloads (which would have no column)."""
    if part not in parts:
        raise Missing("this part of the design no longer exists", path=part)
    if parts[part].is_removed:
        return ()
    doomed = [part]
    if parts[part].kind is PartKind.INDEX:
        doomed += [p.id for p in parts.values() if p.kind is PartKind.OVERLOAD and p.fields.get("index") == part]
    return tuple(Delta(one, "removed", None, True) for one in doomed if not parts[one].is_removed)


def undo(parts: Parts, change: Iterable[Delta]) -> Change:
    """The inverse of a person's change, guarded: a field is reset only if it still has the value that the change wrote.

    Raises Conflict with a sentence if something created later depends on it.
    """
    inverse = invert(change)
    dying = {delta.part for delta in inverse if delta.field == WHOLE and delta.after is None}
    state = dict(parts)
    for delta in inverse:
        _guard(state, delta, dying)
        apply_delta(state, delta)
    return inverse


def _guard(state: Parts, delta: Delta, dying: set[str]) -> None:
    """Raise Conflict if one step of an undo would overwrite or remove something created later."""
    part = state.get(delta.part)
    if delta.field == WHOLE and delta.before is None:
        if part is not None:
            raise Conflict("the part that this would restore exists again", path=delta.part, code="undo.exists")
        return
    if part is None:
        raise Conflict("the part that this would remove no longer exists", path=delta.part, code="undo.gone")
    label = subject(part, state)
    if delta.field == WHOLE:
        if not same(whole(part), delta.before):
            raise Conflict(f"{label} was changed since; undo that first", path=part.id, code="undo.changed")
        later = [p for p in subtree(state, part.id) if p.id not in dying] if part.kind in CHILDREN else []
        if later:
            raise Conflict(
                f"{subject(later[0], state)} was added to {label} since; remove it first",
                path=later[0].id,
                code="undo.built_on",
            )
    elif part.is_removed and delta.field != "removed":
        raise Conflict(f"{label} was removed since; restore it first", path=part.id, code="removed")
    elif not same(part.fields.get(delta.field), delta.before):
        said = field_called(part, delta.field, state)
        raise Conflict(f"{said} was changed since; it stays as it is", path=part.id, code="undo.changed")


def touched(change: Iterable[Delta]) -> Iterator[str]:
    """Ids of the parts that a change touches, each once."""
    return iter(dict.fromkeys(delta.part for delta in change))


def restored_together(parts: Parts, part: str, touched: Iterable[str]) -> tuple[str, ...]:
    """The removed parts to restore so that `part` is in the design again: the part, its parents, and, with the index of
    an overload, the index's overloads that the change with the parts `touched` removed with it.
    """
    found: dict[str, None] = {}
    above = parts.get(part)
    while above is not None:
        if above.is_removed:
            found[above.id] = None
        index = parts.get(str(above.fields.get("index"))) if above.kind is PartKind.OVERLOAD else None
        if index is not None and index.is_removed:
            found[index.id] = None
            found |= dict.fromkeys(one for one in touched if one in parts and _is_removed_with(parts[one], index))
        above = parts.get(above.parent)
    return tuple(reversed(found))


def _is_removed_with(part: Part, index: Part) -> bool:
    return part.kind is PartKind.OVERLOAD and part.is_removed and part.fields.get("index") == index.id
