"""Simulations of a stored design: always by a worker, so that a web process needs neither numpy nor the time.

The result is cached for 30 minutes after it was last looked at, and not stored: it follows from a revision, which
stays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from exporter.services.live_partitions import live_partitions, refuse_endpoint
from exporter.simulation_asked import options_of, refuse_place
from modeler.core.errors import Invalid, Missing
from modeler.jobs import LONG, Progress, Steps, job_enqueue, job_kind
from modeler.loading import read_current
from modeler.models import Design, Job
from modeler.models.jobs import UNFINISHED, JobState
from modeler.permissions import Action
from modeler.revision_analysis import versions
from modeler.selectors import as_uuid, design_for

KEPT_SECONDS: Final = 30 * 60
NOT_KEPT: Final = f"it is no longer kept, because nobody looked at it for {KEPT_SECONDS // 60} minutes"
SHARES: Final = 100
"""Progress is shown in this many steps for each run."""


@dataclass(frozen=True, slots=True)
class Simulating:
    """The state of a simulation: in progress (`job`), or done (`found`, as JSON, of `revision`)."""

    revision: int
    job: Job | None = None
    found: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A simulation as the page shows it: its job, its result, and the reason why there is none. The result is None
    while it is computed, if that failed, and once it is no longer kept.
    """

    job: Job
    found: Mapping[str, Any] | None = None
    problem: str = ""

    @property
    def is_working(self) -> bool:
        """Whether it is still being computed."""
        return not self.job.is_finished

    @property
    def is_failed(self) -> bool:
        """Whether it has no result because of a fault, and not because it was stopped or kept long enough."""
        return bool(self.job.state == JobState.FAILED)

    @property
    def revision(self) -> int:
        """The revision that it follows from."""
        return int((self.job.result or {}).get("revision", self.job.revision))


def simulation_begin(*, design_id: UUID, by: Any, asked: Mapping[str, Any]) -> Job:
    """Simulate the current revision by a job; an unfinished one with the same input is returned.

    `asked` are the `scenario`, the parameters of both runs (`given`) and the `changes` of the second, as in
    `exporter.simulation_asked`; with `live`, the endpoint whose live tables tell their partitions. Raises Missing,
    Forbidden; Invalid if keys were counted in a place that is not there.
    """
    row = design_for(by, design_id, Action.SEE)
    if asked.get("live"):
        refuse_endpoint(design=row, name=asked["live"], by=by)
    if asked["given"].get("keys"):
        refuse_place(read_current(row.pk).design, asked["given"].get("place", ""))
    running = Job.objects.filter(
        kind=SIMULATE.name, design=row, revision=row.revision, payload=asked, state__in=UNFINISHED
    ).first()
    return running or job_enqueue(kind=SIMULATE.name, design_id=row.pk, by=by, payload=asked)


def simulation_look(*, design_id: UUID, by: Any, asked: Mapping[str, Any]) -> Simulating:
    """The result for the current revision, or the job that computes it. Call it again when the job is done.

    Raises Missing, Forbidden; Invalid if the design was found to be too large for a simulation.
    """
    row = design_for(by, design_id, Action.SEE)
    known = _kept(row.pk, row.revision, asked)
    if known is None:
        return Simulating(row.revision, simulation_begin(design_id=row.pk, by=by, asked=asked))
    if "refused" in known:
        raise Invalid(known["refused"], path="scenario", code=known["code"])
    return Simulating(row.revision, found=known)


def simulation_shown(*, design_id: UUID, by: Any, job_id: UUID | str | None = None) -> Shown | None:
    """The newest simulation of a design, or a certain one. None if there is none yet. Raises Missing, Forbidden."""
    row = design_for(by, design_id, Action.SEE)
    jobs = Job.objects.filter(kind=SIMULATE.name, design=row).select_related("by").order_by("-created_at")
    asked = as_uuid(job_id)
    job = (jobs.filter(pk=asked) if asked is not None else jobs).first()
    if job_id and (job is None or asked is None):
        raise Missing("this simulation does not exist", code="simulation.gone")
    return _job_result(job) if job is not None else None


def _job_result(job: Job) -> Shown:
    if not job.is_finished:
        return Shown(job)
    if job.state == JobState.CANCELLED:
        return Shown(job, problem="it was stopped before it finished")
    if job.state == JobState.FAILED:
        return Shown(job, problem=job.error)
    found = _kept(job.design_id, Shown(job).revision, job.payload)
    return Shown(job, found) if found is not None else Shown(job, problem=NOT_KEPT)


def _kept(design_id: Any, revision: int, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    key = _key(design_id, revision, asked)
    known = cache.get(key)
    if not isinstance(known, dict):
        return None
    cache.touch(key, KEPT_SECONDS)
    return known


def simulate_scenario(job: Job, design: Design) -> Steps:
    """Simulate, and cache the result for the requests that follow. It names the revision it follows from."""
    loaded = read_current(design.pk)
    key = _key(design.pk, loaded.revision, job.payload)
    try:
        known: dict[str, int] = {}
        unknown: list[str] = []
        if job.payload.get("live"):
            yield Progress(0, 1, "reading the partitions of live tables")
            known, unknown = live_partitions(
                design=design, tables=[one.name for one in loaded.design.tables], name=job.payload["live"],
                by=job.by, work=job.pk.hex,
            )  # fmt: skip
        found = yield from _runs(loaded.design, job.payload, known)
        for one in (found, found["second"]):
            if one is not None:
                one["unknown"] = [*unknown, *one["unknown"]]
    except Invalid as error:
        # A repeated request gets this answer without another job.
        cache.set(key, {"refused": error.message, "code": error.code}, timeout=KEPT_SECONDS)
        raise
    cache.set(key, found, timeout=KEPT_SECONDS)
    return {"revision": loaded.revision}


SIMULATE: Final = job_kind("simulate", queue=LONG, action=Action.SEE)(simulate_scenario)


def _runs(design: Any, asked: Mapping[str, Any], known: Mapping[str, int]) -> Generator[Progress, None, dict[str, Any]]:
    """Both runs, one after the other, as JSON."""
    # Imported here: numpy is for the worker alone.
    from exporter.simulation_report import simulation_json
    from modeler.core.simulation.simulating import simulation_steps

    base, changed = options_of({**asked["given"], "known": known}, asked["changes"])
    runs = [one for one in (base, changed) if one is not None]
    done = []
    for number, options in enumerate(runs):
        message = "simulating the changes" if number else "simulating the scenario"
        yield Progress(number * SHARES, len(runs) * SHARES, message)
        steps = simulation_steps(design, asked["scenario"], options)
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


def _key(design_id: Any, revision: int, asked: Mapping[str, Any]) -> str:
    text = json.dumps([str(design_id), revision, asked, sorted(versions().items())], sort_keys=True)
    return f"simulation:{hashlib.sha256(text.encode()).hexdigest()}"
