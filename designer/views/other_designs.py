"""The other designs that a form offers, each under a label of its own: two designs can have the same name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.formats import date_format
from django.utils.timezone import localtime

from modeler.selectors import designs_visible_to

OTHERS_MAX: Final = 200


@dataclass(frozen=True, slots=True)
class OtherDesign:
    """A design, and what it is called beside the others."""

    pk: UUID
    label: str


def other_designs(user: Any, own: UUID) -> list[OtherDesign]:
    """The designs that the person sees, newest first, without `own`."""
    found = [one for one in designs_visible_to(user)[: OTHERS_MAX + 1] if one.pk != own][:OTHERS_MAX]
    return [OtherDesign(one.pk, label) for one, label in zip(found, _told_apart(found), strict=True)]


_TELLING: Final[tuple[Callable[[Any], str], ...]] = (
    lambda one: str(one.workspace.name),
    lambda one: f"revision {one.revision}",
    lambda one: f"created {date_format(localtime(one.created_at), 'j M Y, H:i:s')} UTC",
    lambda one: str(one.pk),
)
"""What tells designs of one name apart, from the most to the least familiar."""


def _told_apart(designs: Sequence[Any]) -> list[str]:
    """Their names; those that are equal go on with as much as tells them apart."""
    labels = [str(one.name) for one in designs]
    for tell in _TELLING:
        often = Counter(labels)
        if len(often) == len(labels):
            break
        labels = [
            f"{label}, {tell(one)}" if often[label] > 1 else label for one, label in zip(designs, labels, strict=True)
        ]
    return labels
