"""The history of a design, by pages and by person, and one change in full."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Count

from modeler.core.design.parts import Part
from modeler.core.edits.changes import apply
from modeler.core.errors import Missing
from modeler.loading import parts_at
from modeler.models import Change, Design
from modeler.permissions import Action
from modeler.selectors import changes_of, design_for
from modeler.wording.change_details import Told, change_details

PAGE: Final = 50
GONE: Final = 0
"""In a filter: all people without an account."""


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """Some changes, newest first. `older` and `newer` are the revisions at which the next and the previous page start;
    None if there is no such page.
    """

    changes: tuple[Change, ...]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class Author:
    """A person who changed a design; `id` is GONE for all people without an account."""

    id: int
    name: str
    changes: int


def changes_page(design: Design, *, start: int | None = None, by: int | None = None, size: int = PAGE) -> ChangesPage:
    """The changes from revision `start` (None: the newest) downward, of all people or of one person, of a design that
    the person can see.
    """
    of_them = changes_of(design) if by is None else changes_of(design).filter(by=by or None)
    from_there = of_them if start is None else of_them.filter(revision__lte=start)
    found = list(from_there[: size + 1])
    newer = None
    if start is not None:
        above = list(of_them.filter(revision__gt=start).reverse().values_list("revision", flat=True)[:size])
        newer = above[-1] if above else None
    return ChangesPage(tuple(found[:size]), found[size].revision if len(found) > size else None, newer)


def authors_of(design: Design) -> list[Author]:
    """The authors of a design with their number of changes, the most active first."""
    counted = design.changes.order_by().values("by", "by__display_name", "by__email").annotate(changes=Count("pk"))
    authors = [
        Author(one["by"] or GONE, one["by__display_name"] or one["by__email"] or "a former member", one["changes"])
        for one in counted
    ]
    return sorted(authors, key=lambda author: (-author.changes, author.name))


@dataclass(frozen=True)
class ChangeInFull:
    """One change: its row, the resulting parts, and each of its deltas as text."""

    change: Change
    parts: dict[str, Part]
    told: tuple[Told, ...]


def change_in_full(*, design_id: UUID, revision: int, by: Any, most: int = 200) -> ChangeInFull:
    """One change of a design, with its first `most` deltas as text. Raises Missing."""
    design = design_for(by, design_id, Action.SEE)
    change = design.changes.select_related("by").filter(revision=revision).first()
    if change is None:
        raise Missing(f"this design has revisions 1 to {design.revision}", path="revision", code="revision")
    before = parts_at(design, revision - 1) if revision > 1 else {}
    deltas = change.deltas
    after = apply(before, deltas)
    return ChangeInFull(change, after, tuple(change_details(deltas[:most], before, after)))
