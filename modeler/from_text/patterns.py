"""New access patterns in an existing design, from text that leaves no question (modeler.core.requirements)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from modeler.core.design.parts import ROOT, PartKind, Parts, children
from modeler.core.documents.parts_codec import design_of
from modeler.core.edits.changes import apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Made
from modeler.core.errors import Invalid, Missing
from modeler.core.requirements.english.reading import read
from modeler.core.requirements.nouns import nouns
from modeler.core.requirements.patterns import to_patterns
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.sampling.ready import ready_to_prove
from modeler.selectors import design_for
from modeler.services import design_change

LINES_MAX: Final = 200


def patterns_say(*, design_id: UUID, table: str, text: str, by: Any) -> tuple[list[str], list[str], str]:
    """Add the patterns of lines that leave no question and name only what the design has; return their ids, a
    sentence for each line that is left or has words that were not understood, and the lines that are left. One change.

    Raises Missing, Forbidden; Invalid without such a line, or with too many.
    """
    design_for(by, design_id, Action.EDIT)
    loaded = read_current(design_id)
    home = next((one for one in loaded.design.tables if one.id == table), None)
    if home is None:
        raise Missing("this table no longer exists", path=table)
    lines = [line for line in text.splitlines() if any(map(str.isalpha, line))]
    if not lines:
        raise Invalid("write at least one access pattern, such as: orders of a customer, newest first", path="text")
    if len(lines) > LINES_MAX:
        raise Invalid(f"at most {LINES_MAX} lines at a time; there are {len(lines)}", path="text")
    known = Vocabulary.of(loaded.design)
    reading = read("\n".join(lines), known)
    said = to_patterns(reading.rows, nouns(reading.rows, known), home.name)
    left = [f"{one.row.text}: {one.reason}; the Requirements page asks about it" for one in said.left]
    left += [f"{line}: not understood" for _, line in reading.not_understood]
    counted = {one.line for one in reading.volumes} | {one.line for one in reading.descriptions}
    left += [
        f"{lines[number - 1]}: add entities and numbers of items on the Requirements page" for number in sorted(counted)
    ]
    if not said.patterns:
        raise Invalid("; ".join(left), path="text")
    made = _with_examples(loaded.parts, list(_made(loaded.parts, said.patterns)))
    label = f"added {made[0].fields['name']}" if len(made) == 1 else f"added {len(made)} access patterns"
    design_change(design_id=design_id, deltas=typed_change(loaded.parts, made), by=by, label=label)
    stored = [row for row in reading.rows if all(row is not one.row for one in said.left)]
    unread = [f"{row.text}: not understood: {', '.join(row.unread_words)}" for row in stored if row.unread_words]
    kept = {one.row.line for one in said.left} | {number for number, _ in reading.not_understood} | counted
    rest = "\n".join(line for number, line in enumerate(lines, 1) if number in kept)
    return [one.id for one in made], [*left, *unread], rest


def _made(parts: Parts, said: tuple[Mapping[str, Any], ...]) -> Iterator[Made]:
    """Each as a new part, with a unique code."""
    taken = {str(one.fields.get("code", "")) for one in children(parts, ROOT, PartKind.PATTERN)}
    number = 0
    for fields in said:
        code = str(fields.get("code", ""))
        while not code or code in taken:
            number += 1
            code = f"A{number}"
        taken.add(code)
        yield Made(f"p{uuid.uuid4().hex[:11]}", ROOT, "access_patterns", {**fields, "code": code})


def _with_examples(parts: Parts, made: list[Made]) -> list[Made]:
    """The patterns with example values for their parameters that some sample item has, where there are such items."""
    design = design_of(apply(parts, typed_change(parts, made)))
    ready = {pattern.id: pattern for pattern in ready_to_prove(design).patterns}
    empty = {entity.name for _, entity in design.entities() if not entity.items}
    return [
        replace(one, fields={**one.fields, "parameters": dict(ready[one.id].parameters)})
        if empty.isdisjoint(ready[one.id].entities)
        else one
        for one in made
    ]
