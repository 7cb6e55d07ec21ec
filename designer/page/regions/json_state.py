"""What the JSON page has to know of the design as it is now: its revision."""

from __future__ import annotations

from typing import Any

from designer.page.scene import PagePlace, Scene


def json_state(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the line above the editor: the newest revision, and the part that is chosen."""
    part = scene.chosen(place)
    return {"newest": scene.revision, "part": part}
