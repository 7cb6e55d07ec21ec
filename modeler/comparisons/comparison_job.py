"""The impact of the difference between two designs: computed in the request if both are small, otherwise by a worker.

The result of a worker is cached for 30 minutes and not stored, because the readers of the two sides can differ.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from modeler.comparisons.comparison import DesignComparison, Weight, comparison, side_of, weigh
from modeler.jobs import LONG, Progress, Steps, job_enqueue, job_kind
from modeler.models import Design, Job
from modeler.models.jobs import UNFINISHED, JobState
from modeler.models.rows import SampleItem
from modeler.permissions import Action
from modeler.revision_analysis import versions
from modeler.selectors import job_for

QUICK_ITEMS: Final = 2_000
"""Two designs with at most this many sample items together are compared in the request."""

KEPT_SECONDS: Final = 30 * 60


@dataclass(frozen=True, slots=True)
class Weighing:
    """The state: running (`job`) or done (`weight`); `problem` is the reason for a failure."""

    job: Job | None = None
    weight: Weight | None = None
    problem: str = ""


def weigh_begin(made: DesignComparison, *, by: Any) -> Weighing:
    """Start weighing a comparison whose sides this person can see: in the request, or by a job, one at a time."""
    found = cache.get(_key(made))
    if isinstance(found, Weight):
        return Weighing(weight=found)
    if is_small(made):
        return Weighing(weight=weigh(made))
    sides = {
        "other": str(made.before.row.pk),
        "before": str(made.before.revision),
        "after": str(made.after.revision),
    }
    design = made.after.row.pk
    asked = Job.objects.filter(kind=WEIGH.name, design=design, by=by, payload=sides, state__in=UNFINISHED).first()
    return Weighing(asked or job_enqueue(kind=WEIGH.name, design_id=design, by=by, payload=sides))


def weigh_look(made: DesignComparison, job_id: UUID | str, *, by: Any) -> Weighing:
    """The same for a later request: a job that was stopped does not start again. Raises Missing."""
    job = job_for(by, job_id)
    if job.kind == WEIGH.name and job.state in (JobState.FAILED, JobState.CANCELLED):
        return Weighing(job, problem=job.error or "this was stopped before it finished")
    return weigh_begin(made, by=by)


def weigh_sides(job: Job, design: Design) -> Steps:
    """Both sides, with the current permissions of the person."""
    yield Progress(0, 1, "computing findings, cost, capacity and the plan")
    asked = job.payload
    before = side_of(design_id=asked["other"], by=job.by, revision=asked["before"])
    made = comparison(before, side_of(design_id=design.pk, by=job.by, revision=asked["after"]))
    cache.set(_key(made), weigh(made), timeout=KEPT_SECONDS)
    yield Progress(1, 1, "done")
    return {}


WEIGH: Final = job_kind("weigh", queue=LONG, action=Action.SEE)(weigh_sides)


def is_small(made: DesignComparison) -> bool:
    """Count the items that both designs have or had: removed items count too, because excluding them would need a read
    of each.
    """
    rows = {made.before.row.pk, made.after.row.pk}
    items = SampleItem.objects.filter(design__in=rows)
    return len(items.values_list("pk")[: QUICK_ITEMS + 1]) <= QUICK_ITEMS


def _key(made: DesignComparison) -> str:
    sides = [(str(side.row.pk), side.revision) for side in (made.before, made.after)]
    text = repr((sides, sorted(versions().items())))
    return f"weight:{hashlib.sha256(text.encode()).hexdigest()}"
