"""Decisions about a part of a stored design: answered, and made by the edit of an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from modeler.core.answers import Answer, answers
from modeler.core.design.parts import Part, living
from modeler.core.documents.parts_codec import design_of
from modeler.core.edits.applied_fixes import fix_change
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict
from modeler.loading import read_current, read_whole
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.services import Revision, design_change_under_lock


def answers_for(*, design_id: UUID, part: str, by: Any) -> tuple[Answer, ...]:
    """Return the decisions about a part. Raises Missing, Forbidden."""
    design_for(by, design_id, Action.SEE)
    return answers(read_current(design_id).design, part)


def answer_apply(*, design_id: UUID, part: str, label: str, by: Any) -> Revision:
    """Make the edit with this label, as one change. Raises Missing, Forbidden; Conflict if no answer offers it now."""
    design_for(by, design_id, Action.EDIT)

    def make(parts: dict[str, Part]) -> Iterable[Delta]:
        found = answers(design_of(living(parts)), part)
        fix = next((fix for one in found for fix in one.fixes if fix.label == label), None)
        if fix is None:
            raise Conflict("this answer has changed with the design; look at it again", code="answer.gone")
        return fix_change(parts, fix)

    return design_change_under_lock(design_id=design_id, make=make, by=by, label=f"decided: {label}", read=read_whole)
