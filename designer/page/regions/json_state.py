"""The state of the design that the JSON page needs: its revision."""

from __future__ import annotations

from typing import Any

from designer.page.scene import PagePlace, Scene


def json_state(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the line above the editor: the newest revision, and the selected part."""
    part = scene.chosen(place)
    return {"newest": scene.revision, "part": part}
