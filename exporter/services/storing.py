"""What was read becomes a design, or one change of a design that is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from exporter.importers import Imported
from exporter.services.held import Held
from exporter.services.previews import Change
from modeler.core.design import Design as CoreDesign
from modeler.core.differences import differences, with_known_ids
from modeler.core.documents import to_document
from modeler.core.edits import apply, touched
from modeler.loading import read_current
from modeler.sentences import told_in_short
from modeler.services import design_create, design_replace, parts_of_document
from modeler.versions import living


@dataclass(frozen=True, slots=True)
class Accepted:
    """What an accepted import made: the design, at which revision, and whether it was there before."""

    design: UUID
    revision: int
    is_new: bool

    def as_json(self) -> dict[str, Any]:
        """As the REST API and a job's result show it."""
        return {"design": str(self.design), "revision": self.revision, "is_new": self.is_new}


def decided(imported: Imported, decisions: Mapping[str, Any]) -> Imported:
    """What was read, with a person's decisions about guesses. Raises Invalid for one that cannot be."""
    del decisions
    return imported


def updated(before: CoreDesign, imported: Imported) -> CoreDesign:
    """The design as it is after the file is laid over it: what the file cannot say stays as it is."""
    del before
    return imported.design


def change_of(held: Held, imported: Imported) -> Change:
    """What the file would change of the design that it was brought for, as the design is now."""
    loaded = read_current(UUID(held.design))
    document = to_document(updated(loaded.design, imported))
    before = living(loaded.parts)
    deltas = differences(before, parts_of_document(with_known_ids(document, to_document(loaded.design))))
    after = apply(before, deltas)
    return Change(tuple(told_in_short(deltas, before, after)), len(list(touched(deltas))))


def store(held: Held, imported: Imported, *, by: Any) -> Accepted:
    """Store it: a new design in one revision, or one change that can be undone.

    Raises Missing, Forbidden; Stale where the design was changed since the import was begun; DocumentInvalid.
    """
    label = f"imported {held.filename[:120]}" if held.filename else f"imported from {imported.importer}"
    if not held.design:
        document = to_document(imported.design)
        made = design_create(workspace=UUID(held.workspace), by=by, document=document, label=label)
        return Accepted(made.pk, made.revision, True)
    design = UUID(held.design)
    document = to_document(updated(read_current(design).design, imported))
    label = f"updated from {held.filename[:110] or imported.importer}"
    change = design_replace(design_id=design, document=document, by=by, expected_revision=held.revision, label=label)
    return Accepted(design, change.number, False)
