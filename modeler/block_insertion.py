"""A building block in a stored design: previewed as the difference that it makes, then stored as one change."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from modeler.comparisons.comparison import DesignComparison, DraftedDesign, Weight, comparison, side_of, weigh
from modeler.core.blocks.block import Block
from modeler.core.blocks.cast import Cast
from modeler.core.blocks.insertion import inserted
from modeler.core.design.parts import CHILDREN, Part, PartKind, living
from modeler.core.documents.parts_codec import put_together
from modeler.core.edits.changes import Delta
from modeler.core.edits.differences import differences
from modeler.loading import read_whole
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.services import Revision, design_change_under_lock, parts_of_document

PARTS_MAX: Final = 2_000
"""Parts of a design that is analyzed with the block within the request; a larger one is analyzed after the change."""


@dataclass(frozen=True, slots=True)
class BlockPreview:
    """A design before and after a block, and what that changes; `weight` is None for a design that is too large."""

    compared: DesignComparison
    weight: Weight | None


def block_preview(*, design_id: UUID, block: Block, said: Cast, by: Any) -> BlockPreview:
    """Return what adding a block would change. Stores nothing.

    Raises Missing, Forbidden; Invalid if a part cannot play the role that the person chose for it.
    """
    after = block_draft(design_id=design_id, block=block, said=said, by=by)
    made = comparison(side_of(design_id=design_id, by=by), after)
    return BlockPreview(made, weigh(made) if len(after.drafted) <= PARTS_MAX else None)


def block_draft(*, design_id: UUID, block: Block, said: Cast, by: Any) -> DraftedDesign:
    """Return the design with a block, without what that changes. Raises as `block_preview`."""
    row = design_for(by, design_id, Action.EDIT)
    before = side_of(design_id=design_id, by=by)
    return DraftedDesign(row, before.revision, (f"with {block.name}",), _parts_after(before.parts, block, said))


def block_insert(*, design_id: UUID, block: Block, said: Cast, by: Any, expected_revision: int | None) -> Revision:
    """Add a block as one change. Raises as `block_preview`, and Stale if the design is not at `expected_revision`."""

    def make(parts: dict[str, Part]) -> Iterable[Delta]:
        seen = living(parts)
        # Tombstones are not in a document, and stay.
        hidden = {one: part for one, part in parts.items() if one not in seen}
        return differences(parts, {**hidden, **_parts_to_store(seen, block, said)})

    return design_change_under_lock(
        design_id=design_id,
        make=make,
        by=by,
        label=f"inserted {block.code} {block.name}",
        expected_revision=expected_revision,
        read=read_whole,
    )


def _parts_after(parts: Mapping[str, Part], block: Block, said: Cast) -> dict[str, Part]:
    """The parts with the block, those that are replaced left out. New parts have the same ids each time."""
    return parts_of_document(inserted(block, put_together(parts), said))


def _parts_to_store(parts: Mapping[str, Part], block: Block, said: Cast) -> dict[str, Part]:
    """The same with ids that no part of this design had before."""
    document = inserted(block, put_together(parts), said)
    _identify(PartKind.DESIGN, document)
    return parts_of_document(document)


def _identify(kind: PartKind, raw: dict[str, Any]) -> None:
    """Give an id to each part that has none: one that no part of this design had before."""
    for where, child in CHILDREN.get(kind, {}).items():
        for one in raw.get(where, ()):
            if not one.get("id"):
                one["id"] = f"{child.value[0]}{uuid.uuid4().hex[:11]}"
            _identify(child, one)
