"""Undo and redo: each undoes a person's newest own change by another change, in the order of their edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import transaction

from modeler.core.documents.mentions import mentioned
from modeler.core.documents.part_words import subject
from modeler.core.edits import changes
from modeler.core.edits.changes import WHOLE, Delta
from modeler.core.errors import Conflict, Missing
from modeler.loading import parts_around, read_structure
from modeler.models import Change, Design
from modeler.models.designs import ChangeKind
from modeler.permissions import Action, may
from modeler.selectors import changes_of, design_locked_for
from modeler.services import Revision, record
from modeler.turns import in_turn

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

PAGE: Final = 200
SKIPPED_MAX: Final = 20
"""Maximum number of changes that one undo skips because later changes block them."""
UNDID: Final = "undid: "
REDID: Final = "redid: "


@dataclass(frozen=True, slots=True)
class Undone:
    """The number and the label of the revision that undid or redid a change. `skipped` are newer changes that could not
    be undone, each with the reason.
    """

    number: int
    label: str
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoSteps:
    """Labels of a person's next undo and redo; '' if there is none."""

    undo: str
    redo: str


def undo_steps(design: SeenDesign, by: Any) -> UndoSteps:
    """The next undo and redo of a person in a design that the person can see. Later changes by others can still block
    them.
    """
    if not may(design.role, Action.EDIT):
        return UndoSteps("", "")
    undo, redo = (next(_standing(design, by, undone=undone), None) for undone in (False, True))
    return UndoSteps(_bare(undo.label) if undo else "", _bare(redo.label) if redo else "")


def _bare(label: str) -> str:
    """The label of a change, without the prefix of an undo or redo."""
    return label.removeprefix(UNDID).removeprefix(REDID)


@in_turn
def design_undo(*, design_id: UUID, by: Any) -> Undone:
    """Undo the newest change of this person that is not yet undone and that can be; other people's changes stay. A
    change cannot be undone if a field has a newer value, or if a newer part refers to one that would be removed: it is
    skipped.

    Raises Missing, Forbidden; Conflict, with a sentence, if there is no change, or if none can be undone.
    """
    design = design_locked_for(by, design_id, Action.EDIT)
    skipped: list[tuple[str, Conflict]] = []
    for change in islice(_standing(design, by, undone=False), SKIPPED_MAX + 1):
        label = _bare(change.label)
        try:
            with transaction.atomic():
                made = _take_back(design, change, by, ChangeKind.UNDO, f"{UNDID}{label}")
            return Undone(made.number, made.label, tuple(f"{one}: {refusal.message}" for one, refusal in skipped))
        except Conflict as refusal:
            skipped.append((label, refusal))
    if not skipped:
        raise Conflict("you have no change to undo here", code="undo.nothing")
    raise skipped[0][1]


@in_turn
def design_redo(*, design_id: UUID, by: Any) -> Undone:
    """Redo this person's newest undo, unless they have changed something since. Raises as `design_undo` does."""
    design = design_locked_for(by, design_id, Action.EDIT)
    undo = next(_standing(design, by, undone=True), None)
    if undo is None:
        raise Conflict("you have no change to redo here", code="redo.nothing")
    made = _take_back(design, undo, by, ChangeKind.REDO, f"{REDID}{_bare(undo.label)}")
    return Undone(made.number, made.label)


@in_turn
def change_revert(*, design_id: UUID, revision: int, by: Any, label: str) -> Undone:
    """Undo one change of anybody by an inverse change. Raises Missing, Forbidden; Conflict if it cannot be undone."""
    design = design_locked_for(by, design_id, Action.EDIT)
    change = design.changes.filter(revision=revision).first()
    if change is None:
        raise Missing(f"this design has revisions 1 to {design.revision}", path="revision", code="revision")
    made = _take_back(design, change, by, ChangeKind.UNDO, label)
    return Undone(made.number, made.label)


def _standing(design: Design, by: Any, *, undone: bool) -> Iterator[Change]:
    """A person's own changes that are not undone, newest first; with `undone`, the undos that can be redone."""
    cancelled: set[int | None] = set()
    for change in _own(design, by):
        if change.pk in cancelled:
            continue
        if change.kind == ChangeKind.UNDO and undone:
            yield change
        if change.kind in (ChangeKind.UNDO, ChangeKind.REDO):
            cancelled.add(change.undoes_id)
        elif undone or change.kind == ChangeKind.CREATE:
            return
        else:
            yield change


def _own(design: Design, by: Any) -> Iterator[Change]:
    """A person's changes, newest first, read page by page: usually the first few are sufficient."""
    own = design.changes.filter(by=by).defer("plain", "packed").order_by("-revision")
    page = list(own[:PAGE])
    while page:
        yield from page
        page = list(own.filter(revision__lt=page[-1].revision)[:PAGE]) if len(page) == PAGE else []


def _take_back(design: Design, change: Change, by: Any, kind: ChangeKind, label: str) -> Revision:
    inverse = changes.invert(change.deltas)
    parts = parts_around(design, inverse)
    try:
        deltas = changes.undo(parts, change.deltas)
        _refuse_needed(design, deltas)
        return record(design, parts, deltas, by=by, kind=kind, label=label, undoes=change)
    except (Conflict, Missing) as refusal:
        code = refusal.code if isinstance(refusal, Conflict) else "undo.gone"
        raise Conflict(refusal.message + _who(design, change, refusal.path, by), path=refusal.path, code=code) from None


def _who(design: Design, change: Change, path: str, by: Any) -> str:
    """The author of the later change that blocks it, for the end of a sentence; '' if there is no name."""
    part = path.partition(".")[0]
    later = changes_of(design).filter(revision__gt=change.revision, touched__contains=[part]).exclude(by=by).first()
    return f" ({later.by}, revision {later.revision})" if part and later is not None and later.by is not None else ""


def _refuse_needed(design: Design, deltas: Iterable[Delta]) -> None:
    """Raises Conflict if a remaining part refers to one that would be removed."""
    listed = tuple(deltas)
    dying = {delta.part for delta in listed if delta.field == WHOLE and delta.after is None}
    if not dying:
        return
    after = changes.apply(read_structure(design.pk).parts | parts_around(design, listed), listed)
    for part in after.values():
        needed = dying.intersection(mentioned(part.fields))
        if needed and not part.is_removed:
            raise Conflict(
                f"{subject(part, after)} refers to a part that this would remove; change it first",
                path=part.id,
                code="undo.needed",
            )
