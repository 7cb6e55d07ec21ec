"""A run or a rehearsal of the design that an address names, and stopping its job."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

from designer.access import DesignRequest
from exporter.models import ProvisioningRun
from modeler.core.errors import Conflict, Missing
from modeler.jobs import job_cancel
from modeler.models import Job


def own_run(
    request: DesignRequest, run_id: UUID, find: Callable[[Any, UUID], ProvisioningRun], word: str = "run"
) -> ProvisioningRun:
    """Return the run if it is one of the design. Raises Missing."""
    run = find(request.user, run_id)
    if run.design_id != request.design.pk:
        raise Missing(f"this design does not have this {word}", code=f"{word}.missing")
    return run


def stop_job(request: DesignRequest, job: Job | None) -> None:
    """Stop a job; one that has ended by now stays as it is."""
    if job is not None:
        with suppress(Conflict):
            job_cancel(job_id=job.pk, by=request.user)
