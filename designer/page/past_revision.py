"""A design at an older revision: its scene, and its grid, read-only."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from designer.page.fragments import Fragment, render_fragment
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import KeptValues
from modeler.core.documents.parts_codec import design_of
from modeler.core.errors import Missing
from modeler.loading import parts_at
from modeler.models import Analysis, Design
from modeler.permissions import Role

KEPT: Final = 12
_scenes: Final[KeptValues[tuple[UUID, int], Scene]] = KeptValues(KEPT)


def scene_at(design: Design, revision: int) -> Scene:
    """The scene of a revision of a design that a person can see, with its stored analysis if there still is one. Raises
    Missing.
    """
    if not 0 < revision <= design.revision:
        raise Missing(f"this design has revisions 1 to {design.revision}", path="revision", code="revision")

    def make() -> Scene:
        parts = parts_at(design, revision)
        said = Analysis.objects.filter(design=design, revision=revision).order_by("-at").first()
        return Scene(
            design_id=design.pk,
            revision=revision,
            design=design_of(parts),
            parts=parts,
            analysis=said.result if said else {},
            analysed=revision if said else 0,
            stamp=said.pk if said else 0,
            analysed_at=said.at if said else None,
        )

    return _scenes.get((design.pk, revision), make)


def grid_at(scene: Scene, place: PagePlace, page: str, **more: str) -> Fragment:
    """The grid of a scene that is not the current one, for a reader; its links stay on `page`."""
    return render_fragment(scene, "grid", place, Role.READER, page=page, **more)
