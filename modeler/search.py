"""Search over every design that a person can see: designs by name, and their parts by name or code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from django.db.models.fields.json import KT

from modeler.core.design.parts import ROOT, PartKind
from modeler.models import ROWS
from modeler.selectors import designs_visible_to

FOUND_MAX: Final = 12
"""Maximum number of results of each kind."""
TEXT_MAX: Final = 200
_KINDS: Final = (PartKind.ENTITY, PartKind.PATTERN, PartKind.TABLE, PartKind.INDEX, PartKind.ATTRIBUTE)


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A result: a part of a design (the root for the design itself), and the names that locate it."""

    design: UUID
    design_name: str
    kind: PartKind
    part: str
    name: str
    code: str = ""


def search(by: Any, text: str) -> list[SearchHit]:
    """Parts with all words of `text` in their name or code, designs first; [] without words."""
    words = text[:TEXT_MAX].replace("\x00", "").split()
    if not words:
        return []
    return [*_designs(by, words), *(hit for kind in _KINDS for hit in _parts(by, kind, words))]


def _designs(by: Any, words: list[str]) -> Iterator[SearchHit]:
    found = designs_visible_to(by)
    for word in words:
        found = found.filter(name__icontains=word)
    for design in found[:FOUND_MAX]:
        yield SearchHit(design.pk, design.name, PartKind.DESIGN, ROOT, design.name)


def _parts(by: Any, kind: PartKind, words: list[str]) -> Iterator[SearchHit]:
    visible = designs_visible_to(by).order_by().values("pk")
    rows = ROWS[kind].objects.filter(design__in=visible, removed=False).annotate(said=KT("fields__code"))
    for word in words:
        rows = rows.filter(Q(name__icontains=word) | Q(said__icontains=word))
    for row in rows.select_related("design").order_by("name", "part")[:FOUND_MAX]:
        yield SearchHit(row.design_id, row.design.name, kind, row.part, row.name, row.said or "")
