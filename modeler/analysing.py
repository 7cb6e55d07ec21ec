"""Analysis of a revision: what the core says of it, stored under the versions of the rules and of the price list."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils import timezone

from modeler import broadcast
from modeler.core.analysis import RULES_VERSION
from modeler.core.analysis import Analysis as Findings
from modeler.core.analysis import analyse as find
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.prices import list_prices
from modeler.core.design import Design as CoreDesign
from modeler.core.findings import Severity
from modeler.core.rules.context import Memo
from modeler.jobs import ANALYSIS, Progress, Steps, job_enqueue_once, job_kind
from modeler.loading import KEPT_DESIGNS, read_current
from modeler.models import Analysis, Design, Job
from modeler.permissions import Action
from modeler.plain import plain

KEPT: Final = 20
"""Analyses that are kept of one design, the newest."""

ASKED_WITHIN: Final = timedelta(seconds=10)
ASKED_UNTIL: Final = timedelta(hours=1)
"""How soon after its commit a revision's analysis is surely asked for, and how long one that was not is looked for."""


@dataclass(slots=True)
class Known:
    """What this process remembers of a design between its revisions."""

    memo: Memo = field(default_factory=Memo)

    @property
    def cache(self) -> CapacityCache:
        """Sizes and units, the same that the rules ask."""
        return self.memo.capacity


_known: Final[OrderedDict[UUID, Known]] = OrderedDict()


def known_of(design_id: UUID) -> Known:
    """The memory of one design; that of the one least recently asked for is dropped. One thread at a time."""
    known = _known.pop(design_id, None) or Known()
    _known[design_id] = known
    while len(_known) > KEPT_DESIGNS:
        _known.popitem(last=False)
    return known


def versions() -> dict[str, str]:
    """What an analysis depends on besides the revision."""
    return {"rules_version": str(RULES_VERSION), "prices_version": list_prices().version}


def analyse(job: Job, design: Design) -> Steps:
    """Analyse the newest revision, whichever was asked for."""
    loaded = read_current(design.pk)
    yield Progress(1, 2, f"read revision {loaded.revision}")
    if not Analysis.objects.filter(design=design, revision=loaded.revision, **versions()).exists():
        result = result_of(loaded.design, known_of(design.pk))
        Analysis.objects.get_or_create(
            design=design, revision=loaded.revision, **versions(), defaults={"result": result}
        )
        _forget_old(design)
    broadcast.publish_findings(design=design.pk, revision=loaded.revision)
    yield Progress(2, 2, f"analysed revision {loaded.revision}")
    return {"revision": loaded.revision}


ANALYSE: Final = job_kind("analyse", queue=ANALYSIS, action=Action.SEE)(analyse)


def analysis_ask(*, design_id: UUID, revision: int, by_id: int | None) -> Job:
    """Have a revision analysed, or a newer one in its place. Permission is asked when it runs, of that person."""
    return job_enqueue_once(kind=ANALYSE.name, design_id=design_id, revision=revision, by_id=by_id)


def analyses_recover() -> list[Job]:
    """Ask for the analyses that nobody asked for, because a process ended between a commit and its request."""
    now = timezone.now()
    unasked = (
        Design.objects.filter(removed_at=None, updated_at__lt=now - ASKED_WITHIN, updated_at__gt=now - ASKED_UNTIL)
        .exclude(Exists(Analysis.objects.filter(design=OuterRef("pk"), revision=OuterRef("revision"))))
        .exclude(Exists(Job.objects.filter(design=OuterRef("pk"), kind=ANALYSE.name, revision=OuterRef("revision"))))
    )
    return [
        analysis_ask(design_id=design.pk, revision=design.revision, by_id=design.changes.latest("revision").by_id)
        for design in unasked[:KEPT]
    ]


def result_of(design: CoreDesign, known: Known) -> dict[str, Any]:
    """Findings, capacity and cost of a design, as JSON."""
    capacity = design_capacity(design, known.cache)
    cost = monthly_cost(design, capacity=capacity, cache=known.cache)
    return {
        "findings": findings_as_json(find(design, known.memo)),
        "capacity": capacity_as_json(capacity),
        "cost": cost_as_json(cost),
    }


def findings_as_json(found: Findings) -> dict[str, Any]:
    """``{"counts": {severity: n}, "findings": [...], "muted": [...]}``, the gravest first."""
    return {
        "counts": {severity.value: found.count(severity) for severity in Severity},
        "findings": [plain(finding.as_json()) for finding in found.findings],
        "muted": [plain(finding.as_json()) for finding in found.muted],
    }


def capacity_as_json(capacity: DesignCapacity) -> dict[str, Any]:
    """Units a second by access pattern and by table and index; decimals as texts."""
    return {**plain(capacity), "amplification": plain(capacity.amplification)}


def cost_as_json(cost: Cost) -> dict[str, Any]:
    """US dollars a month: totals as the design pays, in each mode and in the cheapest; who causes it; what is free."""
    return {
        "region": cost.region,
        "prices": cost.prices,
        "hours": cost.hours,
        "total": plain(cost.total()),
        "complete": cost.complete(),
        "cheapest": plain(cost.cheapest),
        "modes": {mode.value: {"total": plain(cost.total(mode)), "complete": cost.complete(mode)} for mode in Mode},
        "tables": plain(cost.tables),
        "patterns": plain(cost.patterns()),
        "places": plain(cost.places()),
        "free": plain(cost.free()),
        "unknown": plain(cost.unknown),
    }


def _forget_old(design: Design) -> None:
    old = design.analyses.order_by("-revision", "-at").values_list("revision", flat=True)[KEPT : KEPT + 1]
    if old:
        design.analyses.filter(revision__lte=old[0]).delete()
