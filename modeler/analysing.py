"""Analysis of a revision: what the core says of it, stored under the versions of the rules and of the price list."""

from __future__ import annotations

from typing import Any, Final

from modeler import broadcast
from modeler.core.capacity.design import design_capacity
from modeler.jobs import ANALYSIS, Progress, Steps, job_kind
from modeler.loading import Loaded, read_current
from modeler.models import Analysis, Design, Job
from modeler.permissions import Action
from modeler.plain import plain

KEPT: Final = 20
"""Analyses that are kept of one design, the newest."""


def analyse(job: Job, design: Design) -> Steps:
    """Analyse the newest revision, whichever was asked for."""
    loaded = read_current(design.pk)
    yield Progress(1, 2, f"read revision {loaded.revision}")
    versions = {"rules_version": "1", "prices_version": "1"}
    if not Analysis.objects.filter(design=design, revision=loaded.revision, **versions).exists():
        Analysis.objects.get_or_create(
            design=design, revision=loaded.revision, **versions, defaults={"result": result_of(loaded)}
        )
        _forget_old(design)
    broadcast.publish_findings(design=design.pk, revision=loaded.revision)
    return {"revision": loaded.revision}


ANALYSE: Final = job_kind("analyse", queue=ANALYSIS, action=Action.SEE)(analyse)


def result_of(loaded: Loaded) -> dict[str, Any]:
    """What the core says of a design, as JSON."""
    return {"capacity": plain(design_capacity(loaded.design))}


def _forget_old(design: Design) -> None:
    old = design.analyses.order_by("-revision", "-at").values_list("revision", flat=True)[KEPT : KEPT + 1]
    if old:
        design.analyses.filter(revision__lte=old[0]).delete()
