"""Analysis of a revision: the results of the core, stored under the versions of the rules and of the price list."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from modeler import broadcast
from modeler.announcing.changes import analysis_announce
from modeler.computing import TooLong
from modeler.core import effort
from modeler.core.analysis import RULES_VERSION
from modeler.core.analysis import Analysis as Findings
from modeler.core.analysis import analyse as find
from modeler.core.arithmetic import Line
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.common import NOT_PRICED
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.cost.lines import CostLine, Mode
from modeler.core.cost.meters import Meter
from modeler.core.cost.prices import list_prices
from modeler.core.cost.storage import MONTHS
from modeler.core.cost.tables import TableCost
from modeler.core.design.model import Design as CoreDesign
from modeler.core.findings import Severity
from modeler.core.rules.support.memo import Memo
from modeler.jobs import ANALYSIS, Progress, Steps, job_enqueue_once, job_kind
from modeler.loading import KEPT_DESIGNS, read_current
from modeler.models import Analysis, Change, Design, Job
from modeler.permissions import Action
from modeler.to_json import to_json

KEPT: Final = 20
"""Maximum number of analyses that are kept per design, the newest."""

THROTTLED_NAMED: Final = 20
"""Maximum number of throttled periods listed per table or index; the total is given in minutes."""

STEPS_OPENED: Final = 3
"""Maximum number of nested steps that are stored of a line of the bill."""

ASKED_WITHIN: Final = timedelta(seconds=10)
ASKED_UNTIL: Final = timedelta(hours=1)
"""Time after a commit by which its analysis is always requested, and the period in which missing ones are looked for.
"""


@dataclass(slots=True)
class DesignMemory:
    """The memory of a design between its revisions, in this process."""

    memo: Memo = field(default_factory=Memo)

    @property
    def cache(self) -> CapacityCache:
        """Sizes and units, shared with the rules."""
        return self.memo.capacity


_known: Final[OrderedDict[UUID, DesignMemory]] = OrderedDict()
_known_guard: Final = threading.Lock()


def known_of(design_id: UUID) -> DesignMemory:
    """The memory of one design, for one thread at a time; the least recently used one is dropped."""
    with _known_guard:
        known = _known.pop(design_id, None) or DesignMemory()
        _known[design_id] = known
        while len(_known) > KEPT_DESIGNS:
            _known.popitem(last=False)
        return known


def versions() -> dict[str, str]:
    """The inputs of an analysis besides the revision."""
    return {"rules_version": RULES_VERSION, "prices_version": list_prices().version}


def analyse(job: Job, design: Design) -> Steps:
    """Analyze the newest revision, whichever was requested."""
    loaded = read_current(design.pk)
    yield Progress(1, 2, f"read revision {loaded.revision}")
    if not Analysis.objects.filter(design=design, revision=loaded.revision, **versions()).exists():
        result = result_of(loaded.design, known_of(design.pk))
        with transaction.atomic():
            made, is_new = Analysis.objects.get_or_create(
                design=design, revision=loaded.revision, **versions(), defaults={"result": result}
            )
            if is_new:
                analysis_announce(made, design)
        _forget_old(design)
    broadcast.publish_findings(design=design.pk, revision=loaded.revision)
    yield Progress(2, 2, f"analyzed revision {loaded.revision}")
    return {"revision": loaded.revision}


ANALYSE: Final = job_kind("analyse", queue=ANALYSIS, action=Action.SEE)(analyse)


def analysis_ask(*, design_id: UUID, revision: int, by_id: int | None) -> Job:
    """Request the analysis of a revision, or of a newer one in its place. The person's permission is checked when it
    runs.
    """
    return job_enqueue_once(kind=ANALYSE.name, design_id=design_id, revision=revision, by_id=by_id)


def is_by_current_rules(analysis: Analysis) -> bool:
    """Return whether an analysis was made with the rules and the prices of this process."""
    return versions() == {name: getattr(analysis, name) for name in versions()}


def analysis_renew(design_id: UUID) -> Job | None:
    """Request the analysis of the current revision again, after an upgrade of the rules or of the prices. None for a
    design that does not exist or has never changed.
    """
    newest = Change.objects.filter(design_id=design_id).order_by("-revision").first()
    if newest is None:
        return None
    return analysis_ask(design_id=design_id, revision=newest.revision, by_id=newest.by_id)


def analyses_recover() -> list[Job]:
    """Request the analyses that are missing because a process ended between a commit and its request."""
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


def result_of(design: CoreDesign, known: DesignMemory) -> dict[str, Any]:
    """Findings, capacity and cost of a design, as JSON, within one budget. Afterwards, `known` knows nothing if the
    budget was used up: what was not compared would look as if it had been.
    """
    with effort.budget() as spent:
        capacity = design_capacity(design, known.cache)
        cost = monthly_cost(design, capacity=capacity, cache=known.cache)
        found = find(design, known.memo)
    if spent.not_compared:
        known.memo = Memo()
    return {
        "findings": findings_as_json(found),
        "capacity": capacity_as_json(capacity),
        "cost": cost_as_json(cost),
    }


def analysis_now(design: Design) -> Analysis:
    """The analysis of the current revision. An analysis that no worker has stored yet is computed and not stored.

    Raises Busy if this takes longer than a request can (`modeler.computing`); a worker then computes it.
    """
    stored = design.analyses.filter(revision=design.revision, **versions()).first()
    if stored is not None:
        return stored
    loaded = read_current(design.pk)
    try:
        # A separate memory: that of the worker is for one thread at a time.
        result = result_of(loaded.design, DesignMemory())
    except TooLong:
        analysis_renew(design.pk)
        raise
    return Analysis(design=design, revision=loaded.revision, result=result, **versions())


def findings_as_json(found: Findings) -> dict[str, Any]:
    """``{"counts": {severity: n}, "findings": [...], "muted": [...], "not_compared": n}``, the most severe first."""
    return {
        "counts": {severity.value: found.count(severity) for severity in Severity},
        "findings": [to_json(finding.as_json()) for finding in found.findings],
        "muted": [to_json(finding.as_json()) for finding in found.muted],
        "not_compared": found.not_compared,
    }


def capacity_as_json(capacity: DesignCapacity) -> dict[str, Any]:
    """Units per second by access pattern and by table and index; decimals as texts."""
    return {**to_json(capacity), "amplification": to_json(capacity.amplification)}


def cost_as_json(cost: Cost) -> dict[str, Any]:
    """US dollars per month: totals as configured, in each mode and in the cheapest; costs by cause; the free tier.

    Totals name their parts; the arithmetic of each part is stored with its line, down to the price and its date.
    """
    return {
        "region": cost.region,
        "prices": cost.prices,
        "hours": cost.hours,
        "total": to_json(cost.total().shallow),
        "complete": cost.complete(),
        "cheapest": to_json(cost.cheapest.shallow),
        "after_free": to_json(cost.after_free().shallow),
        "modes": {
            mode.value: {"total": to_json(cost.total(mode).shallow), "complete": cost.complete(mode)} for mode in Mode
        },
        "tables": [table_as_json(table) for table in cost.tables],
        "patterns": to_json(cost.patterns()),
        "places": to_json(cost.places()),
        "free": to_json(cost.free()),
        "growth": to_json(cost.growth()),
        "unknown": to_json(cost.unknown),
        "not_priced": list(NOT_PRICED),
    }


def table_as_json(table: TableCost) -> dict[str, Any]:
    """One table's month: each mode line by line, the costs common to all modes, commitments, the recommendation and its
    reason.
    """
    return {
        "table": table.table,
        "table_class": table.table_class.value,
        "regions": list(table.regions),
        "modes": {
            mode.value: {
                "mode": mode.value,
                "lines": [{"line": _line_as_json(one.line), "parts": to_json(one.parts)} for one in made.lines],
                "total": to_json(made.total.shallow),
                "complete": made.complete,
            }
            for mode, made in table.modes.items()
        },
        "common": [_line_as_json(line) for line in table.common],
        "in_36_months": [_line_as_json(line) for line in table.lines_in(MONTHS)],
        "once": [_line_as_json(line) for line in table.once],
        "current": table.current.value,
        "cheapest": to_json(table.cheapest),
        "choice": to_json(table.choice),
        "break_evens": to_json(table.break_evens),
        "commitments": [
            {**to_json(one), "total": to_json(one.total.shallow) if one.total else None} for one in table.commitments
        ],
        "other_class": to_json(table.other_class),
        "traffic": [_traffic_as_json(meter) for meter in table.meters],
    }


def _line_as_json(line: CostLine) -> dict[str, Any]:
    """A line of the bill. Longer arithmetic (a pattern's units) is stored once, with its pattern."""
    amount = line.amount and replace(line.amount, arithmetic=tuple(map(_opened, line.amount.arithmetic)))
    # The steps of the quantity are those of the amount.
    quantity = line.quantity and replace(line.quantity, arithmetic=())
    written: dict[str, Any] = to_json(replace(line, amount=amount, quantity=quantity))
    return written


def _opened(line: Line) -> Line:
    return line if len(line.of) <= STEPS_OPENED and not line.depth > 1 else replace(line, of=())


def _traffic_as_json(meter: Meter) -> dict[str, Any]:
    """The traffic of a meter, and the result of auto scaling."""
    simulation = meter.simulation
    return {
        "place": meter.place,
        "direction": meter.direction.value,
        "curve": to_json(meter.curve),
        "held": to_json(simulation.held),
        "floor": simulation.floor,
        "highest": max(simulation.provisioned),
        "decreases": simulation.decreases,
        "throttled": list(islice(simulation.named(), THROTTLED_NAMED)),
        "throttled_minutes": len(simulation.throttled),
        "share_throttled": simulation.share_throttled,
    }


def _forget_old(design: Design) -> None:
    old = design.analyses.order_by("-revision", "-at").values_list("revision", flat=True)[KEPT : KEPT + 1]
    if old:
        design.analyses.filter(revision__lte=old[0]).delete()
