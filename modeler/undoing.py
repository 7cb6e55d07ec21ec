"""Undo and redo: a person's newest own change, taken back by a change of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from modeler.core import edits
from modeler.core.edits import WHOLE, Delta
from modeler.core.errors import Conflict
from modeler.core.parts import Json
from modeler.loading import read_around, read_structure
from modeler.models import Change, Design
from modeler.models.designs import ChangeKind
from modeler.permissions import Action
from modeler.selectors import design_locked_for
from modeler.services import Revision, record

REFERENCE: Final = re.compile(r"@([A-Za-z0-9_-]+)")


@transaction.atomic
def design_undo(*, design_id: UUID, by: Any) -> Revision:
    """Take back the newest change of this person that still stands; other people's changes stay.

    Raises Missing, Forbidden; Conflict, with a sentence, where there is none, where a field holds something newer, or
    where something made later hangs on what would go.
    """
    design = design_locked_for(by, design_id, Action.EDIT)
    change = next(_standing(design, by, undone=False), None)
    if change is None:
        raise Conflict("there is nothing of yours to undo here", code="undo.nothing")
    return _take_back(design, change, by, ChangeKind.UNDO, f"undid: {change.label}")


@transaction.atomic
def design_redo(*, design_id: UUID, by: Any) -> Revision:
    """Take back this person's newest undo, unless they have changed something since. Raises as `design_undo` does."""
    design = design_locked_for(by, design_id, Action.EDIT)
    undo = next(_standing(design, by, undone=True), None)
    if undo is None:
        raise Conflict("there is nothing of yours to redo here", code="redo.nothing")
    return _take_back(design, undo, by, ChangeKind.REDO, undo.label.replace("undid:", "redid:", 1))


def _standing(design: Design, by: Any, *, undone: bool) -> Iterator[Change]:
    """A person's own changes that nothing has taken back, newest first; with `undone`, the undos that can be redone."""
    cancelled: set[int] = set()
    own = design.changes.filter(by=by).order_by("-revision").values_list("pk", "kind", "undoes_id")
    for identity, kind, undoes in own.iterator():
        if identity in cancelled:
            continue
        if kind == ChangeKind.UNDO and undone:
            yield Change.objects.get(pk=identity)
        if kind in (ChangeKind.UNDO, ChangeKind.REDO):
            cancelled.add(undoes)
        elif undone or kind == ChangeKind.CREATE:
            return
        else:
            yield Change.objects.get(pk=identity)


def _take_back(design: Design, change: Change, by: Any, kind: ChangeKind, label: str) -> Revision:
    inverse = edits.invert(change.deltas)
    parts = read_around(design, inverse)
    deltas = edits.undo(parts, change.deltas)
    _refuse_needed(design, deltas)
    return record(design, parts, deltas, by=by, kind=kind, label=label, undoes=change)


def _refuse_needed(design: Design, deltas: Iterable[Delta]) -> None:
    """Raises Conflict where something that stays refers to a part that would go."""
    listed = tuple(deltas)
    dying = {delta.part for delta in listed if delta.field == WHOLE and delta.after is None}
    if not dying:
        return
    after = edits.apply(read_structure(design.pk).parts | read_around(design, listed), listed)
    for part in after.values():
        needed = dying.intersection(_mentioned(part.fields))
        if needed and not part.is_removed:
            raise Conflict(
                f"{part.name or part.kind} refers to what this would take away; change that first",
                path=part.id,
                code="undo.needed",
            )


def _mentioned(value: Json) -> Iterator[str]:
    """Ids that a stored value may refer to: a text that is one, and ``@id`` within a text."""
    match value:
        case str():
            yield value
            yield from REFERENCE.findall(value)
        case Mapping():
            for name, member in value.items():
                yield from REFERENCE.findall(name)
                yield from _mentioned(member)
        case list() | tuple():
            for member in value:
                yield from _mentioned(member)
