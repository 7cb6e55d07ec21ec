"""Simulations of a stored design: always by a worker, so that a web process needs neither numpy nor the time.

The result is cached for 30 minutes after it was last looked at, and not stored: it follows from a revision, which
stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from modeler.core.errors import Invalid
from modeler.jobs import LONG, Progress, Steps, job_enqueue, job_kind
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.models.jobs import UNFINISHED
from modeler.permissions import Action
from modeler.revision_analysis import versions
from modeler.selectors import design_for

KEPT_SECONDS: Final = 30 * 60
SHARES: Final = 100
"""Progress is shown in this many steps for each run."""


@dataclass(frozen=True, slots=True)
class Simulating:
    """The state of a simulation: in progress (`job`), or done (`found`, as JSON, of `revision`)."""

    revision: int
    job: Job | None = None
    found: Mapping[str, Any] | None = None


def simulation_look(*, design_id: UUID, by: Any, scenario: str, changes: Mapping[str, Any]) -> Simulating:
    """Simulate a scenario of the current revision by a job, and again with `changes` (fields of the core's `Options`)
    if there are any. Call it again when the job is done.

    Raises Missing, Forbidden; Invalid if the design was found to be too large for a simulation.
    """
    row = design_for(by, design_id, Action.SEE)
    asked = {"scenario": scenario, "changes": dict(sorted(changes.items()))}
    key = _key(row.pk, row.revision, asked)
    known = cache.get(key)
    if isinstance(known, dict):
        cache.touch(key, KEPT_SECONDS)
        if "refused" in known:
            raise Invalid(known["refused"], path="scenario", code=known["code"])
        return Simulating(row.revision, found=known)
    running = Job.objects.filter(
        kind=SIMULATE.name, design=row, revision=row.revision, payload=asked, state__in=UNFINISHED
    ).first()
    job = running or job_enqueue(kind=SIMULATE.name, design_id=row.pk, by=by, payload=asked)
    return Simulating(row.revision, job)


def simulate_scenario(job: Job, design: Design) -> Steps:
    """Simulate, and cache the result for the requests that follow. It names the revision it follows from."""
    loaded = read_current(design.pk)
    key = _key(design.pk, loaded.revision, job.payload)
    try:
        found = yield from _runs(loaded.design, job.payload["scenario"], job.payload["changes"])
    except Invalid as error:
        # A repeated request gets this answer without another job.
        cache.set(key, {"refused": error.message, "code": error.code}, timeout=KEPT_SECONDS)
        raise
    cache.set(key, found, timeout=KEPT_SECONDS)
    return {"revision": loaded.revision}


SIMULATE: Final = job_kind("simulate", queue=LONG, action=Action.SEE)(simulate_scenario)


def _runs(design: Any, scenario: str, changes: Mapping[str, Any]) -> Generator[Progress, None, dict[str, Any]]:
    """Both runs, one after the other, as JSON."""
    # Imported here: numpy is for the worker alone.
    from exporter.simulation_report import changed_options, simulation_json
    from modeler.core.simulation.options import AS_DESIGNED
    from modeler.core.simulation.simulating import simulation_steps

    changed = changed_options(AS_DESIGNED, changes)
    runs = [one for one in (AS_DESIGNED, changed) if one is not None]
    done = []
    for number, options in enumerate(runs):
        message = "simulating the changes" if number else "simulating the scenario"
        yield Progress(number * SHARES, len(runs) * SHARES, message)
        steps = simulation_steps(design, scenario, options)
        done.append((yield from _reported(steps, number * SHARES, len(runs) * SHARES, message)))
    return simulation_json(*done)


def _reported[T](
    steps: Generator[float, None, T], before: int, total: int, message: str
) -> Generator[Progress, None, T]:
    while True:
        try:
            share = next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
        yield Progress(before + round(share * SHARES), total, message)


def _key(design_id: Any, revision: int, payload: Mapping[str, Any]) -> str:
    asked = (payload["scenario"], sorted(payload["changes"].items()))
    text = repr((str(design_id), revision, asked, sorted(versions().items())))
    return f"simulation:{hashlib.sha256(text.encode()).hexdigest()}"
