"""Mermaid: a browser draws the ER diagram and every map, with every entity and attribute."""

from __future__ import annotations

from exporter.documents.flows import flows_of
from tests.doors.checks import Door
from tests.doors.checks.documents.markdown import drawn_maps


def check(door: Door) -> str:
    texts = [file.text for file in door.export.files]
    assert len(texts) == 1 + len(flows_of(door.design))
    entities, *maps = texts
    assert entities.count('["') == sum(1 for _ in door.design.entities())
    attributes = sum(len(entity.attributes) for _, entity in door.design.entities())
    assert sum(line.startswith("    ") for line in entities.splitlines()) == attributes
    if not attributes:
        texts = maps
    return f"Mermaid draws {drawn_maps(texts)} diagrams"
