"""Load proofs of a design: what one costs, starting one, and looking at its report.

The endpoint is one that its operator marked for loads. The person who starts one names the budget of units.
"""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import QuerySet

from exporter.loads.asked import (
    LoadAsked,
    Stock,
    announcement,
    dollars_at_most,
    refuse_endpoint_without_loads,
    refuse_small_budget,
)
from exporter.loads.job import LOAD
from exporter.loads.stocking import stock_of, stocked_plan
from exporter.models import ProvisioningRun, RunKind
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import refuse_unmakeable
from exporter.services.endpoint_access import endpoints_for
from exporter.services.endpoint_limits import Amount
from exporter.services.provisioning import run_for
from exporter.services.runs.begun import NewRun, endpoint_that_allows, run_record
from modeler.core.design.model import Design as CoreDesign
from modeler.core.errors import Invalid, Missing
from modeler.loading import read_current
from modeler.permissions import Action
from modeler.selectors import design_for

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

HOURS: Final = 1
LOADS_SHOWN: Final = 10


def load_endpoints(design: SeenDesign) -> tuple[Endpoint, ...]:
    """The endpoints to which a person can send a load in the design's workspace."""
    return tuple(one for one in endpoints_for(design.role, design.workspace_id) if one.is_for_loads)


def load_announced(*, design_id: UUID, by: Any, asked: LoadAsked) -> dict[str, Any]:
    """What a load would do and at most cost, before it starts. Raises as `load_begin` does."""
    design = design_for(by, design_id, Action.PROVISION)
    where, core, stock = _checked(design, asked)
    dollars = dollars_at_most(asked, where)
    return {
        "endpoint": where.name,
        "dollars": None if dollars is None else str(dollars),
        "seeded": {"items": stock.items, "write_units": float(stock.write_units)},
        "sentences": list(announcement(asked, where, len(core.tables), stock)),
    }


def load_begin(*, design_id: UUID, by: Any, asked: LoadAsked) -> ProvisioningRun:
    """Send a load by a job. Raises Missing, Forbidden; Invalid for a number out of its bounds, and if no table can be
    created from the design or no access pattern has a rate; Conflict if the endpoint is not for loads, or a limit is
    reached.
    """
    design = design_for(by, design_id, Action.PROVISION)
    where, core, _ = _checked(design, asked)
    dollars = dollars_at_most(asked, where)
    indexes = sum(len(table.indexes) for table in core.tables)
    units = Decimal(asked.read_units + asked.write_units)
    amount = Amount(len(core.tables), indexes, units, dollars or Decimal(0))
    new = NewRun(RunKind.LOAD, LOAD, where, amount, HOURS, asdict(asked), dollars=dollars)
    return run_record(design=design, by=by, new=new)


def _checked(design: SeenDesign, asked: LoadAsked) -> tuple[Endpoint, CoreDesign, Stock]:
    asked.refuse_wrong()
    where = endpoint_that_allows(design, asked.endpoint, refuse_endpoint_without_loads)
    core = read_current(design.pk).design
    refuse_unmakeable(core, where.trust)
    if not any(one.per_second is not None for one in core.patterns):
        raise Invalid("no access pattern has a rate, so there is nothing to send", path="scenario")
    stock = stock_of(stocked_plan(core, asked, where))
    refuse_small_budget(asked, stock)
    return where, core, stock


def loads_of(user: Any, design_id: UUID | str) -> QuerySet[ProvisioningRun]:
    """The load proofs of a design, newest first. Raises Missing."""
    design = design_for(user, design_id, Action.SEE)
    found = ProvisioningRun.objects.filter(design=design, kind=RunKind.LOAD)
    return found.select_related("job", "teardown_job", "by", "design").prefetch_related("tables")


def load_for(user: Any, run_id: UUID | str) -> ProvisioningRun:
    """One load proof. Raises Missing for anyone who cannot see its design."""
    run = run_for(user, run_id)
    if run.kind != RunKind.LOAD:
        raise Missing("this load proof does not exist", code="load.missing")
    return run


def load_json(run: ProvisioningRun) -> dict[str, Any]:
    """A load proof as REST has it."""
    job = run.current_job
    return {
        "id": str(run.pk),
        "design": str(run.design_id),
        "revision": run.revision,
        "endpoint": run.endpoint,
        "by": str(run.by) if run.by else None,
        "asked": run.asked,
        "state": run.standing,
        "problem": run.problem,
        "progress": job.progress if job else {},
        "job": str(job.pk) if job else None,
        "created_at": run.created_at.isoformat(),
        "finished_at": run.finished_at.isoformat() if run.finished_at else None,
        "report": run.results or None,
    }
