"""Creates designs from access patterns as text (modeler.core.phrases)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import Delta
from modeler.core.edits.differences import differences
from modeler.core.errors import Conflict, Invalid
from modeler.core.phrases.beginning import begun
from modeler.loading import read_whole
from modeler.models import Design
from modeler.services import design_change_under_lock, design_create, parts_of_document

LABEL = "created a draft from access patterns"


def design_from_lines(*, workspace: UUID, text: str, by: Any, name: str = "") -> tuple[Design, tuple[str, ...]]:
    """Create a design; return it with the lines that were not understood, a sentence each. Raises as `design_create`
    does; Invalid without a pattern.
    """
    design, notes = begun(text, name or "Untitled")
    if not design.patterns:
        raise Invalid("write at least one access pattern, such as: orders of a customer, newest first", path="text")
    return design_create(workspace=workspace, by=by, document=to_document(design), label=LABEL), notes


def design_begin(*, design_id: UUID, text: str, by: Any) -> tuple[str, ...]:
    """The same for a design without tables and patterns, as one change; Conflict if it has any."""
    design, notes = begun(text)
    if not design.patterns:
        raise Invalid("write at least one access pattern, such as: orders of a customer, newest first", path="text")

    def make(parts: dict[str, Part]) -> Iterable[Delta]:
        if any(part.kind in (PartKind.TABLE, PartKind.PATTERN) and not part.is_removed for part in parts.values()):
            raise Conflict("this design is no longer empty; add patterns one at a time", code="begin.not_empty")
        after = {**parts, **parts_of_document(to_document(design))}
        return differences(parts, {**after, ROOT: parts[ROOT]})

    design_change_under_lock(design_id=design_id, make=make, by=by, label=LABEL, read=read_whole)
    return notes
