"""The conflicts of a merge as text: which part and field, and the values before, in the main line and in the branch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.branches.review import Review
from modeler.core.design.parts import Parts, living
from modeler.core.edits.changes import Delta
from modeler.core.merging import REMOVED, MergeConflict, Side
from modeler.wording.change_details import Told, change_details

_REMOVED_TEXT = "removed"
_EDITED_TEXT = "edited or extended"


@dataclass(frozen=True, slots=True)
class ConflictText:
    """One conflict. `title` describes the part; values are '' where the field is absent."""

    part: str
    field: str
    title: str
    what: str
    before: str
    main: str
    branch: str
    chosen: Side | None


def conflict_texts(review: Review) -> Iterator[ConflictText]:
    """The conflicts of a review, in order."""
    main = living(review.main_now.parts)
    for conflict in review.merge.conflicts:
        if conflict.field == REMOVED:
            yield _removal(conflict, _conflict_line(conflict, review.base, review.base))
            continue
        ours = _conflict_line(conflict, review.base, main)
        theirs = _conflict_line(conflict, review.base, review.branch_parts)
        yield ConflictText(
            conflict.part,
            conflict.field,
            ours.title,
            ours.field,
            ours.before,
            ours.after,
            theirs.after,
            conflict.chosen,
        )


def _conflict_line(conflict: MergeConflict, before: Parts, after: Parts) -> Told:
    # The teller reads the values from the parts; the delta only names the field.
    field = "name" if conflict.field == REMOVED else conflict.field
    return next(change_details([Delta(conflict.part, field, conflict.before, True)], before, after))


def _removal(conflict: MergeConflict, told: Told) -> ConflictText:
    texts = [_REMOVED_TEXT if value else _EDITED_TEXT for value in (conflict.main, conflict.branch)]
    return ConflictText(conflict.part, REMOVED, told.title, "", "", texts[0], texts[1], conflict.chosen)
