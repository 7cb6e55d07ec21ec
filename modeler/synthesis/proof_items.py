"""Sample items and example parameters, so that a proof finds something: one change, apart from the keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from modeler.core.design.model import Design as CoreDesign
from modeler.core.design.parts import Part, living
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import Delta
from modeler.core.edits.differences import differences
from modeler.loading import read_whole
from modeler.sampling.ready import ready_to_prove
from modeler.services import Revision, design_change_under_lock

LABEL = "added sample items and parameters for a proof"


def lacks_items(design: CoreDesign) -> bool:
    """Return whether an entity has no sample items, so that a proof of it proves nothing."""
    return any(not entity.items for _, entity in design.entities())


def proof_items_add(*, design_id: UUID, by: Any) -> Revision:
    """Add sample items to the entities that have none, and values to the parameters that have none.

    Raises Missing, Forbidden.
    """

    def make(before: dict[str, Part]) -> Iterable[Delta]:
        made = ready_to_prove(design_of(living(before)))
        return differences(before, take_apart(to_document(made)))

    return design_change_under_lock(design_id=design_id, make=make, by=by, label=LABEL, read=read_whole)
