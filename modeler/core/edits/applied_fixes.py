"""Applies fixes: from a design, or from its parts, to the result of a fix."""

from __future__ import annotations

from modeler.core.design.model import Design
from modeler.core.design.parts import Parts
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.edits.changes import Change, apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.fixes import Fix


def fixed(design: Design, fix: Fix) -> Design:
    """The design after a fix. Raises Missing if a part that it changes does not exist, Invalid if a value that it sets
    has the wrong shape.
    """
    parts = parts_of(design)
    return design_of(apply(parts, fix_change(parts, fix)))


def fix_change(parts: Parts, fix: Fix) -> Change:
    """The change that a fix makes on the current parts. Raises like `fixed`."""
    return typed_change(parts, fix.edits)
