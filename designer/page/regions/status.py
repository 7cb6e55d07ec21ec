"""The status bar: the findings, the effect of the selected pattern, and the cost of the design."""

from __future__ import annotations

from typing import Any

from designer.page.pattern_highlight import reading_of
from designer.page.regions.cost import headline
from designer.page.regions.findings import counts
from designer.page.scene import PagePlace, Scene


def status(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the status bar."""
    return {
        "counts": counts(scene),
        "is_analysed": bool(scene.analysed),
        "is_behind": scene.is_behind,
        "not_compared": scene.not_compared,
        "reading": reading_of(scene, place),
        "cost": headline(scene),
        "is_empty": not scene.design.tables and not scene.design.patterns,
        "has_patterns": bool(scene.design.patterns),
    }


def revision(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the design's state in the header."""
    return {"revision": scene.revision, "name": scene.design.name}
