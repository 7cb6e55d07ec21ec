"""Edits of fixes as typed edits, so that names become ids in one place only.

A fix is made for the design as it is now: its edits start from the current values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from modeler.core.design.parts import CHILDREN, SPLIT, Json, Part, PartKind, Parts, part_id
from modeler.core.documents.named_ids import document_label
from modeler.core.edits.edit_types import CURRENT, Gone, Made, Typed, TypedEdit
from modeler.core.errors import Missing
from modeler.core.fixes import AddPart, Edit, Put, RemovePart

type ShownFields = Callable[[Part], dict[str, Json]]
"""A part's fields in the document's terms."""


def typed_edits(parts: Parts, shown: ShownFields, edit: Edit) -> Iterator[TypedEdit]:
    """The typed edits that an edit of a fix consists of. Raises Missing if its part does not exist."""
    target = edit.parent if isinstance(edit, AddPart) else edit.part
    part = parts.get(target)
    if part is None or (isinstance(edit, AddPart) and part.kind is PartKind.PATTERN):
        yield _of_steps(parts, shown, target, edit)
        return
    if part.is_removed and not isinstance(edit, RemovePart):
        raise _missing(target)
    match edit:
        case Put(_, field, value):
            yield from _put(part, shown(part), field, value)
        case AddPart(_, where, fields):
            yield from _added(parts, part, where, fields)
        case RemovePart():
            yield Gone(target)


def _missing(part: str) -> Missing:
    return Missing("the part this fix would change no longer exists", path=part)


def _put(part: Part, raw: Mapping[str, Json], field: str, value: Json) -> Iterator[Typed]:
    split = SPLIT.get(part.kind, ())
    mapping, dot, member = field.partition(".")
    if dot and mapping not in split:
        yield Typed(part.id, mapping, _with(raw.get(mapping) or {}, member, value), CURRENT)
    elif field in split:
        given: Mapping[str, Json] = value or {}
        for name in {**(raw.get(field) or {}), **given}:
            yield Typed(part.id, f"{field}.{name}", given.get(name), CURRENT)
    else:
        yield Typed(part.id, field, value, CURRENT)


def _with(mapping: Mapping[str, Json], member: str, value: Json) -> dict[str, Json]:
    return {name: one for name, one in {**mapping, member: value}.items() if one is not None}


def _added(parts: Parts, above: Part, where: str, fields: Mapping[str, Any]) -> Iterator[Made]:
    """The new part, and those that its fields contain."""
    kind = CHILDREN.get(above.kind, {}).get(where)
    identity = str(fields.get("id") or _new_id(parts, above.id, str(kind), document_label(fields)))
    yield Made(identity, above.id, where, {name: value for name, value in fields.items() if name != "id"})
    for name in CHILDREN.get(kind, {}) if kind is not None else ():
        for child in fields.get(name) or ():
            yield from _added(parts, parts[identity], name, child)


def _new_id(parts: Parts, parent: str, kind: str, label: str) -> str:
    number = 1
    while (found := part_id(parent, kind, label if number == 1 else f"{label} {number}")) in parts:
        number += 1
    return found


def _of_steps(parts: Parts, shown: ShownFields, target: str, edit: Edit) -> Typed:
    """The edit of a pattern's steps that contains an edit of one of them: steps have ids, but are not parts."""
    for part in parts.values():
        if part.kind is PartKind.PATTERN and not part.is_removed and (part.id == target or part.fields.get("steps")):
            raw = {**shown(part), "id": part.id}
            changed = _changed(raw, target, edit)
            if changed is not raw:
                return Typed(part.id, "steps", changed.get("steps"), CURRENT)
    raise _missing(target)


def _changed(raw: dict[str, Json], target: str, edit: Edit) -> dict[str, Json]:
    """A pattern or step after the edit; the same object if the edit is not about it."""
    steps = raw.get("steps") or []
    if raw.get("id") == target and isinstance(edit, AddPart):
        number = len(steps)
        added = {"id": part_id(target, "step", str(number)), **edit.fields}
        return {**raw, edit.where: [*(raw.get(edit.where) or ()), added]}
    if raw.get("id") == target and isinstance(edit, Put):
        mapping, dot, member = edit.field.partition(".")
        held = _with(raw.get(mapping) or {}, member, edit.value) if dot else edit.value
        return _with(raw, mapping if dot else edit.field, held)
    if isinstance(edit, RemovePart) and any(step.get("id") == target for step in steps):
        return {**raw, "steps": [step for step in steps if step.get("id") != target]}
    made = [_changed(step, target, edit) for step in steps]
    return raw if all(one is step for one, step in zip(made, steps, strict=True)) else {**raw, "steps": made}
