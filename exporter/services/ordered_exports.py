"""The templates of each deployment between two revisions or designs, for a person who may export both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from exporter.targets import Export
from exporter.targets.migration.ordered import ORDERED, ordered_templates
from modeler.comparisons.comparison import side_of
from modeler.permissions import Action
from modeler.selectors import design_for


def ordered_export(
    *,
    design_id: UUID | str,
    by: Any,
    before: str = "",
    after: str = "",
    other: UUID | str = "",
    targets: Sequence[str] = (),
) -> Export:
    """The deployments from `before` of this design, or of `other`, to `after` of this one; no target: all.

    Raises Missing, Forbidden; Invalid for a target that has no ordered form, and if there is nothing to deploy.
    """
    for one in (design_id, other or design_id):
        design_for(by, one, Action.EXPORT)
    old = side_of(design_id=other or design_id, by=by, revision=before)
    new = side_of(design_id=design_id, by=by, revision=after)
    return ordered_templates(old.design, new.design, tuple(dict.fromkeys(targets)) or ORDERED)
