"""Capacity and cost: what the patterns need, and what that costs on demand and provisioned."""

from __future__ import annotations

from typing import Any

from designer.live.scene import Place, Scene


def cost(scene: Scene, place: Place) -> dict[str, Any]:
    """Context of the capacity and cost page."""
    return {"cost": scene.analysis.get("cost"), "capacity": scene.analysis.get("capacity")}
