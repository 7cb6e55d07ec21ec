"""What the rules say, gravest first; choosing one goes to its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from designer.live.scene import Place, Scene
from modeler.core.parts import PartKind


def findings(scene: Scene, place: Place) -> dict[str, Any]:
    """Context of the findings page."""
    return {
        "findings": [shown_finding(scene, finding) for finding in scene.findings],
        "muted": [_shown_muted(scene, finding) for finding in scene.muted],
        "counts": counts(scene),
        "is_analysed": bool(scene.analysed),
        "is_behind": scene.analysed < scene.revision,
    }


def counts(scene: Scene) -> dict[str, int]:
    """How many findings of each severity."""
    counted = Counter(finding["severity"] for finding in scene.findings)
    return {severity: counted[severity] for severity in ("error", "warning", "advice")}


def shown_finding(scene: Scene, finding: Mapping[str, Any]) -> dict[str, Any]:
    """A finding with the address of its place, and the key cell there that it is about."""
    part = finding.get("part") or ""
    return {
        **finding,
        "href": f"?{place_of(scene, part).query}",
        "cell": _cell_of(scene, part, finding.get("field") or ""),
    }


def _shown_muted(scene: Scene, finding: Mapping[str, Any]) -> dict[str, Any]:
    """A muted finding with the reason that the design keeps."""
    reasons = (
        mute.reason
        for mute in scene.design.mutes
        if mute.rule == finding["rule"]
        and (mute.part == finding.get("part") if mute.part else mute.path == finding["path"])
    )
    return {**shown_finding(scene, finding), "reason": next(reasons, "")}


def _cell_of(scene: Scene, part_id: str, field: str) -> str:
    """The id of the key cell that a finding is about, '' where it is about no cell."""
    part = scene.parts.get(part_id)
    if part is None or part.kind is not PartKind.OVERLOAD:
        return ""
    keys = [name for name in part.fields if name.startswith("keys.")]
    return cell_id(part_id, field if field in ("when", *keys) else next(iter(keys), "when"))


def cell_id(part: str, field: str) -> str:
    """The id of the element of one key cell."""
    return f"cell-{part}-{field.replace('.', '-')}"


def place_of(scene: Scene, part_id: str) -> Place:
    """Where a part is looked at: the entity, the pattern or the table that it belongs to is chosen."""
    part = scene.parts.get(part_id)
    index = ""
    while part is not None:
        if part.kind is PartKind.INDEX:
            index = part.id
        elif part.kind is PartKind.OVERLOAD:
            index = str(part.fields.get("index") or "")
        elif part.kind is PartKind.PATTERN:
            return _pattern_place(scene, part.id)
        elif part.kind is PartKind.ENTITY:
            return Place(table=part.parent, index=index, part=part.id)
        elif part.kind is PartKind.TABLE:
            return Place(table=part.id, index=index, part=part.id)
        part = scene.parts.get(part.parent)
    return Place()


def _pattern_place(scene: Scene, pattern_id: str) -> Place:
    fields = scene.parts[pattern_id].fields
    tables = scene.design.tables
    table = str(fields.get("table") or (tables[0].id if len(tables) == 1 else ""))
    return Place(table=table, index=str(fields.get("index") or ""), pattern=pattern_id, part=pattern_id)
