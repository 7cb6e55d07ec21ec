"""Waiting for what another process does: as long as it takes, and without a guess when it happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import pytest
from django.db import transaction

if TYPE_CHECKING:
    # `make screenshots` waits too, and has no settings of Django.
    from modeler.models import Job

PATIENCE: Final = 150
"""Seconds, a little less than a test may take: on a busy machine the only question is whether it happens at all."""
PAUSE: Final = 0.05
DRAWN: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""For `page.evaluate` in a browser: returns after the page was drawn twice, however long that takes."""


def until[Found](look: Callable[[], Found], is_right: Callable[[Found], object]) -> Found:
    """What `look` finds when it is right. Fails with what it found last."""
    end = time.monotonic() + PATIENCE
    while not is_right(found := look()):
        if time.monotonic() > end:
            pytest.fail(f"after {PATIENCE} s: {found!r} {getattr(found, '__dict__', '')}")
        time.sleep(PAUSE)
    return found


@contextmanager
def standing_still(begin: Callable[[], Job], least: int = 1) -> Iterator[Job]:
    """A job that has done so many steps, and cannot do another one before the block ends, whatever happens to its
    worker: the worker has to write down each of them. One that was too quick for that is followed by another one.
    """
    from modeler.models import Job
    from modeler.models.jobs import JobState

    while True:
        job = until(_state_of(begin()), lambda job: (job.progress or {}).get("done", 0) >= least or job.is_finished)
        with transaction.atomic():
            job = Job.objects.select_for_update().get(pk=job.pk)
            if job.state == JobState.RUNNING:
                yield job
                return


def _state_of(job: Job) -> Callable[[], Job]:
    return lambda: type(job).objects.get(pk=job.pk)
