"""Answers to decisions, as the dialog shows them: with places for what is not known, and the changes of an edit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from designer.page.part_place import part_place
from designer.page.regions.fix_preview import fix_words
from designer.page.scene import PagePlace, Scene
from modeler.core.answers import Answer
from modeler.core.blocks.library import blocks_of_choice
from modeler.core.design.parts import ROOT


def answers_shown(scene: Scene, found: Iterable[Answer]) -> list[dict[str, Any]]:
    """Each answer with links to what it lacks, to its blocks, and to its page in the documentation."""
    return [
        {
            "one": one,
            "unknown": [{"what": each.what, "href": _href(scene, each.part, each.field)} for each in one.unknown],
            "fixes": [{"label": fix.label, "changes": fix_words(scene, fix.as_json()["edits"])} for fix in one.fixes],
            "blocks": blocks_of_choice(one.choice)[:4],
            "page": f"facts/choices/#{one.choice}",
        }
        for one in found
    ]


def _href(scene: Scene, part: str, field: str) -> str:
    """The inspector of a part, at a field."""
    place = PagePlace() if part == ROOT else part_place(scene, part).but(part=part)
    return f"?{place.query}#field-{part}-{field.replace('.', '-')}"
