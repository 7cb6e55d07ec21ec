"""Whose job is next, so that nobody's long list of jobs keeps others waiting.

A message in a queue means that one job of the queue can run, not which one. The next job belongs to the workspace that
has the fewest jobs running, then to the one that was served the longest time ago; within a workspace, people take turns
in the same way, and each person's jobs run in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet
from django.db.models.functions import Now

from modeler.jobs import ATTEMPTS_MAX, KINDS, TEAM, job_take
from modeler.models import Job
from modeler.models.jobs import JobState

SERVED_WITHIN: Final = timedelta(hours=1)
TRIED: Final = 5
"""Jobs of one turn that are tried: another worker can take a job between the question and the lease."""

NEVER: Final = datetime.min.replace(tzinfo=UTC)


class Turn(NamedTuple):
    """The jobs of one person in one workspace that wait. Turns sort by who is next."""

    running_of_team: int
    team_served: datetime
    running_of_person: int
    person_served: datetime
    first: datetime
    team: str
    person: int


def job_next(queue: str, worker: str, *, is_new: bool = False) -> Job | None:
    """Lease the job of a queue that is next to a worker; None if none waits. With `is_new`, only one that no worker has
    begun.

    Kinds that this process does not know, of a newer version, are left to other workers.
    """
    waiting = Job.objects.filter(_is_free(), queue=queue, kind__in=tuple(KINDS)).annotate(team=TEAM)
    if is_new:
        waiting = waiting.filter(attempts=0)
    for turn in sorted(_turns(queue, waiting)):
        of_person = {"by": turn.person} if turn.person else {"by__isnull": True}
        of_turn = waiting.filter(team=turn.team, **of_person).order_by("created_at")
        for job_id in of_turn.values_list("pk", flat=True)[:TRIED]:
            if (job := job_take(job_id, worker)) is not None:
                return job
    return None


def others_wait(job: Job) -> bool:
    """Return whether jobs of other designs wait in the queue of this one."""
    waiting = Job.objects.filter(_is_free(), queue=job.queue, kind__in=tuple(KINDS))
    return waiting.exclude(pk=job.pk).exists()


def _is_free() -> Q:
    free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, lease_until__lt=Now())
    return free & Q(attempts__lt=ATTEMPTS_MAX)


def _turns(queue: str, waiting: QuerySet[Any]) -> Iterator[Turn]:
    groups = list(waiting.order_by().values("team", "by").annotate(first=Min("created_at")))
    served = Job.objects.filter(queue=queue, heartbeat_at__gt=Now() - SERVED_WITHIN).annotate(team=TEAM)
    is_running = Q(state=JobState.RUNNING, lease_until__gte=Now())
    counts = {"running": Count("pk", filter=is_running), "last": Max("heartbeat_at")}
    teams = _by(served.filter(team__in={one["team"] for one in groups}), "team", counts)
    people = _by(served.filter(by__in={one["by"] for one in groups}), "by", counts)
    for one in groups:
        team, person = teams.get(one["team"], (0, NEVER)), people.get(one["by"], (0, NEVER))
        yield Turn(*team, *person, one["first"], str(one["team"]), one["by"] or 0)


def _by(jobs: QuerySet[Any], key: str, counts: dict[str, Any]) -> dict[Any, tuple[int, datetime]]:
    rows: Iterable[dict[str, Any]] = jobs.order_by().values(key).annotate(**counts)
    return {row[key]: (row["running"], row["last"]) for row in rows}
