"""The scene of a proposed alternative: its design with generated items where there are none, for the key sheet and the
grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from designer.page.alternatives.shown_alternatives import shown_alternatives
from designer.page.past_revision import scene_at
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import KeptValues
from modeler.core.design.model import Design as CoreDesign
from modeler.core.design.patterns import AccessPattern
from modeler.core.documents.parts_codec import take_apart
from modeler.core.documents.reading import to_document
from modeler.models import Design
from modeler.synthesis.proposals import Proposal, proposal_draft

KEPT: Final = 8
_scenes: Final[KeptValues[tuple[UUID, int], Scene]] = KeptValues(KEPT)
_compared: Final[KeptValues[UUID, Mapping[str, Any]]] = KeptValues(KEPT)


def compared_alternatives(design: Design, proposal: Proposal) -> Mapping[str, Any]:
    """The context of the comparison, made once per proposal; {} while there is no result."""
    found = proposal.found
    if found is None:
        return {}
    return _compared.get(proposal.job.pk, lambda: shown_alternatives(found, before_proposal(design, proposal)))


def proposed_scene(design: Design, proposal: Proposal, number: int) -> Scene:
    """The scene of an alternative. Raises Missing if it is no longer kept."""
    one = proposal.alternative(number)

    def make() -> Scene:
        draft = proposal_draft(one)
        return Scene(design.pk, proposal.revision, draft, take_apart(to_document(draft)))

    return _scenes.get((proposal.job.pk, number), make)


def before_proposal(design: Design, proposal: Proposal) -> CoreDesign:
    """The design from which a proposal follows."""
    return scene_at(design, proposal.revision).design


def draft_patterns(scene: Scene, place: PagePlace) -> Iterator[dict[str, Any]]:
    """The access patterns, each with the address that shows on the grid what it reads."""
    for pattern in scene.design.patterns:
        there = PagePlace(pattern=pattern.id, index=_index_of(scene, pattern))
        yield {
            "label": pattern.label,
            "name": pattern.name,
            "href": f"?{there.query}",
            "is_chosen": pattern.id == place.pattern,
        }


def draft_place(scene: Scene, place: PagePlace) -> PagePlace:
    """The place in the draft: a link of the outline names an index of the present design, which the draft can lack."""
    chosen = scene.pattern(place)
    if chosen is None or not place.part:
        return place
    return place.but(index=_index_of(scene, chosen), part="")


def _index_of(scene: Scene, pattern: AccessPattern) -> str:
    """The id of the index that a pattern reads; '' for the table itself."""
    asked = scene.asked(pattern)
    table = scene.design.table(asked.table)
    index = table.index(asked.index) if table is not None else None
    return index.id if index is not None and not index.is_base else ""
