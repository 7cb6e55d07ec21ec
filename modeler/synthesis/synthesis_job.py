"""Designs that serve the access patterns of a design: computed in the request if it is small, otherwise by a worker.

The result of a worker is cached for 30 minutes after it was last looked at, and not stored: it follows from a revision,
which stays.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from modeler.core.synthesis import Synthesis, SynthesisOptions, synthesise
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
SHARES: Final = 100
"""Progress is shown in this many steps."""

type Tell = Callable[[str, float], bool]


@dataclass(frozen=True, slots=True)
class Searching:
    """The state of a synthesis: running (`job`) or done (`found`)."""

    job: Job | None = None
    found: Synthesis | None = None


def synthesis_begin(*, design_id: UUID, by: Any, options: SynthesisOptions) -> Searching:
    """Find designs for the current revision, in the request or by a job, one at a time.

    Request it again when the job is done. Raises Missing or Forbidden.
    """
    row = design_for(by, design_id, Action.SEE)
    asked = payload_of(options)
    known = synthesis_known(row.pk, row.revision, asked)
    if known is not None:
        return Searching(found=known)
    design = read_current(row.pk).design
    if len(design.patterns) <= QUICK_PATTERNS:
        return Searching(found=synthesise(design, options))
    running = Job.objects.filter(
        kind=SYNTHESISE.name, design=row, revision=row.revision, payload=asked, state__in=UNFINISHED
    ).first()
    return Searching(running or job_enqueue(kind=SYNTHESISE.name, design_id=row.pk, by=by, payload=asked))


def synthesis_known(design_id: UUID, revision: int, payload: dict[str, Any]) -> Synthesis | None:
    """The result for a revision and these budgets if it is still cached; then it is cached for another while."""
    key = _key(design_id, revision, payload)
    known = cache.get(key)
    if not isinstance(known, Synthesis):
        return None
    cache.touch(key, KEPT_SECONDS)
    return known


def synthesise_patterns(job: Job, design: Design) -> Steps:
    """Find the designs, and cache them for the requests that follow. The result names the revision they follow from."""
    loaded = read_current(design.pk)
    options = options_of(job.payload)
    found = yield from _reported(lambda tell: synthesise(loaded.design, options, tell))
    cache.set(_key(design.pk, loaded.revision, job.payload), found, timeout=KEPT_SECONDS)
    yield Progress(SHARES, SHARES, "done")
    return {"revision": loaded.revision}


def _reported[T](work: Callable[[Tell], T]) -> Generator[Progress, None, T]:
    """The steps of work that reports what it does, and its result. If the job is stopped, the work stops at its next
    report.
    """
    told: SimpleQueue[tuple[str, float] | None] = SimpleQueue()
    stopped = threading.Event()

    def tell(what: str, share: float) -> bool:
        told.put((what, share))
        return not stopped.is_set()

    done = 0
    yield Progress(done, SHARES, "finding keys and indexes")
    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(work, tell)
        working.add_done_callback(lambda _: told.put(None))
        try:
            while (one := told.get()) is not None:
                # Each variant of the problem reports from zero.
                done = max(done, round(one[1] * SHARES))
                yield Progress(done, SHARES, f"comparing designs with {one[0]}")
        finally:
            stopped.set()
    return working.result()


SYNTHESISE: Final = job_kind("synthesise", queue=LONG, action=Action.SEE)(synthesise_patterns)
PROPOSE: Final = job_kind("propose", queue=LONG, action=Action.EDIT)(synthesise_patterns)
"""The same for a proposal, which everybody who sees the design sees (modeler/synthesis/proposals.py)."""


def payload_of(options: SynthesisOptions) -> dict[str, Any]:
    """Budgets and musts as JSON."""
    return {
        "alternatives": options.alternatives,
        "max_gsis": options.max_gsis,
        "keep": options.keep,
        "keep_keys": sorted(options.keep_keys),
        "consistent": sorted(options.consistent),
        "copies": options.copies,
        "live": options.live,
        "multi_attribute_keys": options.multi_attribute_keys,
    }


def options_of(payload: dict[str, Any]) -> SynthesisOptions:
    """The same as options of a job, whose solver has a time limit."""
    return SynthesisOptions(
        payload["alternatives"],
        payload["max_gsis"],
        payload["keep"],
        frozenset(payload.get("keep_keys", ())),
        frozenset(payload.get("consistent", ())),
        SOLVER_SECONDS,
        payload.get("copies", True),
        payload.get("live", False),
        payload.get("multi_attribute_keys", False),
    )


def _key(design_id: Any, revision: int, payload: dict[str, Any]) -> str:
    asked = payload_of(options_of(payload))
    text = repr((str(design_id), revision, sorted(asked.items()), sorted(versions().items())))
    return f"synthesis:{hashlib.sha256(text.encode()).hexdigest()}"
