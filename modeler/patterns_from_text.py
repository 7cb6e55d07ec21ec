"""New access patterns from text, in an existing design (modeler.core.phrases)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from modeler.core.design.parts import ROOT, PartKind, Parts, children
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Made
from modeler.core.errors import Invalid, Missing
from modeler.core.phrases.lines import phrase_of
from modeler.core.phrases.meaning import Meant, meaning
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.services import design_change

LINES_MAX: Final = 200


def patterns_say(*, design_id: UUID, table: str, text: str, by: Any) -> tuple[list[str], list[str]]:
    """Add patterns; return their ids, and the lines that were not understood, a sentence each. One change.

    Raises Missing, Forbidden; Invalid without patterns, or with too many.
    """
    design_for(by, design_id, Action.EDIT)
    loaded = read_current(design_id)
    home = next((one for one in loaded.design.tables if one.id == table), None)
    if home is None:
        raise Missing("this table no longer exists", path=table)
    lines = [phrase for phrase in map(phrase_of, text.splitlines()) if phrase is not None]
    if not lines:
        raise Invalid("write at least one access pattern, such as: orders of a customer, newest first", path="text")
    if len(lines) > LINES_MAX:
        raise Invalid(f"at most {LINES_MAX} lines at a time; there are {len(lines)}", path="text")
    said = [meaning(home, phrase) for phrase in lines]
    made = list(_made(loaded.parts, said))
    label = f"added {made[0].fields['name']}" if len(made) == 1 else f"added {len(made)} access patterns"
    design_change(design_id=design_id, deltas=typed_change(loaded.parts, made), by=by, label=label)
    notes = [f"{one.fields['code']}: {note}" for one, meant in zip(made, said, strict=True) for note in meant.notes]
    return [one.id for one in made], notes


def _made(parts: Parts, said: list[Meant]) -> Iterator[Made]:
    """Each as a new part, with a unique code."""
    taken = {str(one.fields.get("code", "")) for one in children(parts, ROOT, PartKind.PATTERN)}
    number = 0
    for meant in said:
        code = str(meant.fields.get("code", ""))
        while not code or code in taken:
            number += 1
            code = f"A{number}"
        taken.add(code)
        yield Made(f"p{uuid.uuid4().hex[:11]}", ROOT, "access_patterns", {**meant.fields, "code": code})
