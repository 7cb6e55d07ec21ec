"""Rehearsals of the migration between two revisions: starting one, and looking at its evidence.

The endpoint is an emulator that the operator declared. A person sees the evidence who sees both designs.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from exporter.models import ProvisioningRun, RunKind
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import refuse_unmakeable
from exporter.rehearsals.evidence import Evidence, live_sentence, markdown
from exporter.rehearsals.job import REHEARSE
from exporter.rehearsals.live_asked import LiveAsked
from exporter.rehearsals.live_services import live_asked, live_json
from exporter.rehearsals.package import ITEMS_MAX
from exporter.rehearsals.sides import refuse_endpoint_without_rehearsals, table_names
from exporter.services.endpoint_access import endpoints_for
from exporter.services.endpoint_limits import Amount
from exporter.services.provisioning import run_for
from exporter.services.runs.begun import NewRun, endpoint_that_allows, prefix_of, run_record
from modeler.comparisons.comparison import side_of
from modeler.core.errors import Invalid, Missing
from modeler.permissions import Action
from modeler.selectors import design_for, designs_visible_to

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

ITEMS: Final = 200
HOURS: Final = 1
SEED_MAX: Final = 1_000_000
REHEARSALS_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class RehearsalAsked:
    """What to rehearse: from a revision or version of `other` ('': the same design) to one of this design ('': now);
    `items` more than the samples, made from `seed`, on an endpoint ('': the first that allows it); `live`: also masked
    items of live tables.
    """

    other: UUID | str = ""
    before: str = ""
    after: str = ""
    endpoint: str = ""
    items: int = ITEMS
    seed: int = 1
    live: LiveAsked | None = None


def rehearsal_endpoints(design: SeenDesign) -> tuple[Endpoint, ...]:
    """The endpoints on which a person can rehearse in the design's workspace."""
    return tuple(one for one in endpoints_for(design.role, design.workspace_id) if one.allows_rehearsals)


@transaction.atomic
def rehearsal_begin(*, design_id: UUID, by: Any, asked: RehearsalAsked) -> ProvisioningRun:
    """Rehearse a migration by a job. Raises Missing, Forbidden; Invalid if nothing moves or a number is out of its
    bounds; Conflict if the endpoint is not for rehearsals, or a limit is reached.
    """
    if not 0 <= asked.items <= ITEMS_MAX or not 0 <= asked.seed <= SEED_MAX:
        said = f"items are from 0 to {ITEMS_MAX:,}, the seed is from 0 to {SEED_MAX:,}"
        raise Invalid(said, path="items")
    design = design_for(by, design_id, Action.PROVISION)
    where = endpoint_that_allows(design, asked.endpoint, refuse_endpoint_without_rehearsals)
    base = side_of(design_id=asked.other or design.pk, by=by, revision=asked.before)
    head = side_of(design_id=design.pk, by=by, revision=asked.after)
    for side in (base, head):
        refuse_unmakeable(side.design, where.trust)
    identity = uuid.uuid4()
    names = table_names(base.design, head.design, prefix_of(where, design, identity))
    rehearsed = {
        "base": str(base.row.pk),
        "base_revision": base.revision,
        "items": asked.items,
        "seed": asked.seed,
        **(live_asked(design, by, asked.live, base.design, head.design) if asked.live else {}),
    }
    new = NewRun(
        RunKind.REHEARSAL, REHEARSE, where, Amount(tables=len(names)), HOURS, rehearsed, head.revision,
        identity=identity,
    )  # fmt: skip
    return run_record(design=design, by=by, new=new)


def rehearsals_of(user: Any, design_id: UUID | str) -> QuerySet[ProvisioningRun]:
    """The rehearsals of a design whose other side the person also sees, newest first. Raises Missing."""
    design = design_for(user, design_id, Action.SEE)
    seen = [str(one) for one in designs_visible_to(user).order_by().values_list("pk", flat=True)]
    found = ProvisioningRun.objects.filter(
        design=design, kind=RunKind.REHEARSAL, asked__base__in=[*seen, str(design.pk)]
    )
    return found.select_related("job", "teardown_job", "by", "design").prefetch_related("tables")


def rehearsal_for(user: Any, run_id: UUID | str) -> ProvisioningRun:
    """One rehearsal. Raises Missing for anyone who cannot see both of its designs."""
    run = run_for(user, run_id)
    if run.kind != RunKind.REHEARSAL:
        raise Missing("this rehearsal does not exist", code="rehearsal.missing")
    design_for(user, run.asked["base"], Action.SEE)
    return run


def rehearsal_of_sides(user: Any, base: tuple[UUID, int], head: tuple[UUID, int]) -> ProvisioningRun | None:
    """The newest rehearsal from exactly one design and revision to another. Raises Missing."""
    found = rehearsals_of(user, head[0]).filter(revision=head[1])
    return found.filter(asked__base=str(base[0]), asked__base_revision=base[1]).first()


def evidence_of(run: ProvisioningRun) -> Evidence:
    """What a rehearsal has shown so far."""
    return Evidence((run.results or {}).get("told", []))


def rehearsal_json(run: ProvisioningRun) -> dict[str, Any]:
    """A rehearsal as REST, and the file that people download, have it."""
    job = run.current_job
    return {
        "id": str(run.pk),
        "design": str(run.design_id),
        "revision": run.revision,
        "base": run.asked["base"],
        "base_revision": run.asked["base_revision"],
        "endpoint": run.endpoint,
        "by": str(run.by) if run.by else None,
        "generated_items": run.asked["items"],
        "seed": run.asked["seed"],
        "live": live_json(run.asked.get("live")),
        "state": run.standing,
        "problem": run.problem,
        "progress": job.progress if job else {},
        "job": str(job.pk) if job else None,
        "created_at": run.created_at.isoformat(),
        "finished_at": run.finished_at.isoformat() if run.finished_at else None,
        "evidence": evidence_of(run).as_json(),
    }


def rehearsal_markdown(run: ProvisioningRun, names: Mapping[str, str]) -> str:
    """The evidence as a document; `names` are those of designs by their ids."""
    base = names.get(run.asked["base"], run.asked["base"])
    about = [
        f"From revision {run.asked['base_revision']} of {base} to revision {run.revision} of {run.design.name}",
        f"On {run.endpoint}, {run.created_at:%Y-%m-%d %H:%M} UTC",
        f"Generated items: {run.asked['items']:,}, from seed {run.asked['seed']}",
    ]
    if live := evidence_of(run).live:
        about.append(f"Items of live tables: {live_sentence(live)}")
    return markdown(run.design.name, about, evidence_of(run))
