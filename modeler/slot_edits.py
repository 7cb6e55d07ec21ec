"""Edits of slots of access patterns as edits of the document's fields: ``{"put": pattern, "field": "slot.given"}``.

A slot of a step has the step's number, from 1: ``slot.given.2``. The value and the base are texts
(modeler.core.requirements.slot_text), because people compare texts, and two of them can edit two slots of one field.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.parts import SPLIT, Json, PartKind, Parts
from modeler.core.design.patterns import AccessPattern
from modeler.core.documents.parts_codec import ShownFields
from modeler.core.documents.reading import from_document
from modeler.core.edits.edit_types import CURRENT, Made, Typed, TypedEdit
from modeler.core.errors import Invalid, Missing, Stale
from modeler.core.requirements.recovered import pattern_sentence
from modeler.core.requirements.slot_edits import filled_fields, step_at, unknown_names, written
from modeler.core.requirements.slot_text import slot_value
from modeler.core.requirements.vocabulary import Vocabulary

SLOT: Final = "slot."


def slot_of(field: str) -> tuple[str, int] | None:
    """Return the slot and the number of the step (0: the pattern itself) that a field of an edit names; None for a
    field of the document.
    """
    if not field.startswith(SLOT):
        return None
    name, _, step = field.removeprefix(SLOT).partition(".")
    return name, int(step) if step.isascii() and step.isdigit() and len(step) < 4 else 0


def document_edits(parts: Parts, design: Callable[[], Design], edits: Iterable[TypedEdit]) -> Iterator[TypedEdit]:
    """Yield edits of fields of the document: those of slots are translated, by the design that the parts make.

    Raises Missing, Invalid; Stale if a slot has another text than the person saw.
    """
    made: set[str] = set()
    for edit in edits:
        if isinstance(edit, Made) and edit.where in {"attributes", "entities"}:
            made.add(str(edit.fields.get("name", "")))
        found = slot_of(edit.field) if isinstance(edit, Typed) else None
        if isinstance(edit, Typed) and found is not None:
            yield from _translated(parts, design(), edit, found, made)
        else:
            yield edit


def slot_look(design: Design, pattern_id: str, field: str) -> str:
    """Return the text of a slot as the design has it now; '' if the pattern or the slot does not exist."""
    found = slot_of(field)
    pattern = _pattern(design, pattern_id)
    if found is None or pattern is None:
        return ""
    return written(step_at(pattern, found[1]), found[0], Vocabulary.of(design))


def sentence_with(parts: Parts, design: Design, edit: Typed, added: Iterable[str]) -> str:
    """Return how a pattern reads with a slot as it is typed; `added` are names that the change adds. Raises Missing,
    Invalid.
    """
    place = slot_of(edit.field)
    pattern = _pattern(design, edit.part)
    if pattern is None or place is None:
        raise Missing("this access pattern no longer exists", path=edit.part)
    raw = ShownFields.of(parts).fields(parts[edit.part])
    for one in _translated(parts, design, replace(edit, base=CURRENT), place, set(added)):
        assert isinstance(one, Typed)
        _set(raw, one)
    drafted = from_document({"keysheet": 1, "name": "", "access_patterns": [{"id": edit.part, **raw}]}, checked=True)
    return pattern_sentence(drafted.patterns[0], Vocabulary.of(design))


def _set(raw: dict[str, Json], edit: Typed) -> None:
    """Apply an edit to the document's fields of a pattern."""
    mapping, dot, member = edit.field.partition(".")
    holder = raw.setdefault(mapping, {}) if dot else raw
    name = member if dot else mapping
    if edit.value is None:
        holder.pop(name, None)
    else:
        holder[name] = edit.value


def _pattern(design: Design, identity: str) -> AccessPattern | None:
    return next((one for one in design.patterns if one.id == identity), None)


def _translated(parts: Parts, design: Design, edit: Typed, place: tuple[str, int], made: set[str]) -> Iterator[Typed]:
    slot, number = place
    pattern = _pattern(design, edit.part)
    if pattern is None:
        raise Missing("this access pattern no longer exists", path=edit.part)
    text, base = (one if isinstance(one, str) else "" for one in (edit.value, edit.base))
    known, step = Vocabulary.of(design), step_at(pattern, number)
    now = written(step, slot, known)
    if edit.base is not CURRENT and not _same(slot, now, base):
        message = f"{slot} of {pattern.label} was changed in the meantime"
        raise Stale(message, path=f"{edit.part}.{edit.field}", theirs=now, yours=text)
    new = set(unknown_names(design, step, slot, text)) - set(unknown_names(design, step, slot, now)) - made
    if new:
        raise Invalid(_unknown(slot, step, sorted(new)[0]), path=edit.field)
    raw = ShownFields.of(parts).fields(parts[edit.part])
    if number:
        steps = copy.deepcopy(list(raw.get("steps", ())))
        steps[number - 1] = filled_fields(steps[number - 1], step, slot, text, known)
        yield Typed(edit.part, "steps", steps, CURRENT)
        return
    yield from _different(edit.part, raw, filled_fields(raw, step, slot, text, known))


def _unknown(slot: str, step: AccessPattern, name: str) -> str:
    what = f'"{name}" is not an entity of this design' if slot == "entities" else ""
    own = step.entities[0] if step.entities else "the access pattern"
    return what or f"{own} has no attribute {name}; choose the entry that adds it, or another attribute"


def _same(slot: str, now: str, base: str) -> bool:
    if now == base:
        return True
    try:
        return slot != "condition" and bool(slot_value(slot, now) == slot_value(slot, base))
    except (Invalid, KeyError):
        return False


def _different(part: str, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[Typed]:
    """Yield an edit for each field that differs; the entities first, which say what the names in others mean."""
    names = dict.fromkeys((*before, *after))
    for name in sorted(names, key=lambda one: one != "entities"):
        old, new = before.get(name), after.get(name)
        if old == new:
            continue
        if name in SPLIT[PartKind.PATTERN]:
            yield from _members(part, name, old or {}, new or {})
        else:
            yield Typed(part, name, new, CURRENT)


def _members(part: str, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Typed]:
    for member in dict.fromkeys((*old, *new)):
        if old.get(member) != new.get(member):
            yield Typed(part, f"{name}.{member}", new.get(member), CURRENT)
