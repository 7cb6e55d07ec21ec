"""What was read becomes a design, or one change of an existing design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction

from exporter.importers import Imported
from exporter.importers.inference import guesses
from exporter.services.import_drafts import Held, keep, kept
from exporter.services.previews import PreviewedChange
from exporter.updating import update_of
from modeler.announcing import EventKind, announce
from modeler.core.design.parts import Parts, living
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import Change as Deltas
from modeler.core.edits.changes import apply, touched
from modeler.loading import read_current, read_whole
from modeler.models import Design
from modeler.models.designs import ChangeKind
from modeler.services import design_change_under_lock, design_create
from modeler.turns import design_turn
from modeler.wording.change_details import told_in_short


@dataclass(frozen=True, slots=True)
class AcceptedImport:
    """What an accepted import created: the design, its revision, and whether it existed before."""

    design: UUID
    revision: int
    is_new: bool

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API and a job's result use."""
        return {"design": str(self.design), "revision": self.revision, "is_new": self.is_new}


def decided(imported: Imported, decisions: Mapping[str, Any], name: str = "") -> Imported:
    """Return what was read, with a person's decisions about inferences, by the part that each is about, and under the
    name that the person gave, if any. Raises Invalid.
    """
    made = guesses.decided(imported, {part: guesses.decision_of(said, part) for part, said in decisions.items()})
    return replace(made, design=replace(made.design, name=name)) if name else made


def change_of(held: Held, imported: Imported) -> PreviewedChange:
    """Return what the file would change in its design as the design is now: computed once per revision.

    Raises DocumentInvalid if the result is not a valid design.
    """
    loaded = read_current(UUID(held.design))
    found = kept(held, "change")
    if not isinstance(found, PreviewedChange) or found.revision != loaded.revision:
        found = told_change(living(loaded.parts), imported, loaded.revision)
        keep(held, "change", found)
    return found


def told_change(before: Parts, imported: Imported, revision: int) -> PreviewedChange:
    """Return the same as text, from the parts of a revision."""
    deltas = _deltas(before, imported)
    told = told_in_short(deltas, before, apply(before, deltas))
    return PreviewedChange(tuple(told), len(list(touched(deltas))), revision)


def _deltas(parts: Parts, imported: Imported) -> Deltas:
    return update_of(parts, imported.design, unsaid=imported.unsaid)


def store(held: Held, imported: Imported, *, by: Any, revision: int | None = None) -> AcceptedImport:
    """Store it: a new design in one revision, or one change that can be undone.

    Raises Missing, Forbidden; Stale if the design is not at the revision that the person saw; DocumentInvalid.
    """
    if not held.design:
        label = f"imported {held.filename[:120]}" if held.filename else f"imported from {imported.importer}"
        document = to_document(imported.design)
        with transaction.atomic():
            made = design_create(workspace=UUID(held.workspace), by=by, document=document, label=label)
            _announce(made, made.revision, label, by)
        return AcceptedImport(made.pk, made.revision, True)
    design = UUID(held.design)
    with design_turn(design), transaction.atomic():
        change = design_change_under_lock(
            design_id=design,
            make=lambda parts: _deltas(living(parts), imported),
            by=by,
            label=f"updated from {held.filename[:110] or imported.importer}",
            kind=ChangeKind.IMPORT,
            expected_revision=held.revision if revision is None else revision,
            read=read_whole,
        )
        if change.deltas:
            _announce(Design.objects.get(pk=design), change.number, change.label, by)
    return AcceptedImport(design, change.number, False)


def _announce(design: Design, revision: int, label: str, by: Any) -> None:
    told = {"what": "import", "label": label, "revision": revision, "by": str(by)}
    announce(EventKind.DESIGN_ACCEPTED, design, lambda: told)
