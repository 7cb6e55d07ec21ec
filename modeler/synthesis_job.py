"""Designs that serve the access patterns of a design: computed in the request if it is small, otherwise by a worker.

The result of a worker is cached for 30 minutes and not stored: it follows from a revision, which stays.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from modeler.core.synthesis import Options, Synthesis, synthesise
from modeler.jobs import LONG, Progress, Steps, job_enqueue, job_kind
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.models.jobs import UNFINISHED
from modeler.permissions import Action
from modeler.revision_analysis import versions
from modeler.selectors import design_for

QUICK_PATTERNS: Final = 8
"""A design with at most this many access patterns is answered in the request."""
KEPT_SECONDS: Final = 30 * 60
SOLVER_SECONDS: Final = 10.0
"""A limit for each run of the solver in a job."""


@dataclass(frozen=True, slots=True)
class Searching:
    """The state of a synthesis: running (`job`) or done (`found`)."""

    job: Job | None = None
    found: Synthesis | None = None


def synthesis_begin(*, design_id: UUID, by: Any, options: Options) -> Searching:
    """Find designs for the current revision, in the request or by a job, one at a time.

    Request it again when the job is done. Raises Missing or Forbidden.
    """
    row = design_for(by, design_id, Action.SEE)
    asked = _payload(options)
    known = cache.get(_key(row.pk, row.revision, asked))
    if isinstance(known, Synthesis):
        return Searching(found=known)
    design = read_current(row.pk).design
    if len(design.patterns) <= QUICK_PATTERNS:
        return Searching(found=synthesise(design, options))
    running = Job.objects.filter(
        kind=SYNTHESISE.name, design=row, revision=row.revision, payload=asked, state__in=UNFINISHED
    ).first()
    return Searching(running or job_enqueue(kind=SYNTHESISE.name, design_id=row.pk, by=by, payload=asked))


def synthesise_patterns(job: Job, design: Design) -> Steps:
    """Find the designs, and cache them for the requests that follow."""
    yield Progress(0, 1, "finding keys and indexes")
    loaded = read_current(design.pk)
    found = synthesise(loaded.design, _options(job.payload))
    cache.set(_key(design.pk, loaded.revision, job.payload), found, timeout=KEPT_SECONDS)
    yield Progress(1, 1, "done")
    return {}


SYNTHESISE: Final = job_kind("synthesise", queue=LONG, action=Action.SEE)(synthesise_patterns)


def _payload(options: Options) -> dict[str, Any]:
    return {"alternatives": options.alternatives, "max_gsis": options.max_gsis, "keep": options.keep}


def _options(payload: dict[str, Any]) -> Options:
    return Options(payload["alternatives"], payload["max_gsis"], payload["keep"], seconds=SOLVER_SECONDS)


def _key(design_id: Any, revision: int, payload: dict[str, Any]) -> str:
    text = repr((str(design_id), revision, sorted(payload.items()), sorted(versions().items())))
    return f"synthesis:{hashlib.sha256(text.encode()).hexdigest()}"
