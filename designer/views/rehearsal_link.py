"""The rehearsal of a plan: the newest of two revisions, and the address where it is rehearsed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.http import urlencode

from exporter.rehearsals.evidence import result_of
from exporter.rehearsals.services import evidence_of, rehearsal_of_sides


def plan_rehearsal(user: Any, base: tuple[UUID, int], head: tuple[UUID, int]) -> dict[str, Any]:
    """The context of both: `base` and `head` are a design and a revision each, which the person sees."""
    run = rehearsal_of_sides(user, base, head)
    query: dict[str, str | int] = {
        "other": "" if base[0] == head[0] else str(base[0]),
        "before": base[1],
        "after": head[1],
    }
    return {
        "rehearsal": run,
        "rehearsal_result": result_of(evidence_of(run)) if run is not None else "",
        "rehearse_at": f"{reverse('design-rehearsals', args=[head[0]])}?{urlencode(query)}",
    }
