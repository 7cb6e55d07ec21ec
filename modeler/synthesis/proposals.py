"""Proposals: designs found for the requirements of a design, looked at side by side, and accepted as one change.

A proposal is a job: everybody who sees the design sees it. It follows from one revision. If the design has changed
since, nothing of it can be accepted, because that would overwrite the change.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from modeler.announcing import EventKind, announce
from modeler.core.design.model import Design as CoreDesign
from modeler.core.design.parts import CHILDREN, Json, Part, PartKind, Parts
from modeler.core.documents.parts_codec import take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import Delta
from modeler.core.edits.differences import differences
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.core.synthesis import Alternative, Synthesis, SynthesisOptions
from modeler.jobs import job_enqueue
from modeler.loading import read_current, read_whole
from modeler.models import Change, Design, Job
from modeler.models.designs import ChangeKind
from modeler.models.jobs import UNFINISHED, JobState
from modeler.permissions import Action
from modeler.sampling.ready import ready_to_prove
from modeler.selectors import as_uuid, design_for
from modeler.services import Revision, design_change_under_lock
from modeler.synthesis.synthesis_job import KEPT_SECONDS, PROPOSE, options_of, payload_of, synthesis_known
from modeler.turns import design_turn

NOT_KEPT: Final = f"it is no longer kept, because nobody looked at it for {KEPT_SECONDS // 60} minutes"

LOOKED_AT: Final = 200
"""Changes since a proposal that are compared; after more than that, it is outdated."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal as a person sees it. `found` is None while it is computed, if that failed (`problem`), and once it is
    no longer kept. `revision` is that of the design from which it follows, `current` the design's own. `since` are the
    changes that came between, without those that were undone. `accepted` is the number of the accepted alternative if
    its acceptance is the only one of them.
    """

    job: Job
    options: SynthesisOptions
    revision: int
    current: int
    found: Synthesis | None = None
    problem: str = ""
    since: tuple[str, ...] = ()
    accepted: int | None = None

    @property
    def is_working(self) -> bool:
        """Return whether it is still being computed."""
        return not self.job.is_finished

    @property
    def is_failed(self) -> bool:
        """Return whether it has no result because of a fault, and not because it was stopped or kept long enough."""
        return bool(self.job.state == JobState.FAILED)

    @property
    def is_outdated(self) -> bool:
        """Return whether the design has changed since, apart from the acceptance of an alternative."""
        return bool(self.since) and self.accepted is None

    def alternative(self, number: int) -> Alternative:
        """One of its alternatives, counted from 1. Raises Missing."""
        if self.found is None or not 0 < number <= len(self.found.alternatives):
            raise Missing("this alternative is no longer kept; propose again", code="proposal.gone")
        return self.found.alternatives[number - 1]


def lacks_to_propose(design: CoreDesign) -> str:
    """Return what a design lacks before keys can be found for it, a sentence; '' if nothing."""
    if not any(True for _ in design.entities()):
        return "Add an entity and an access pattern that reads it first"
    if not any(member.operation.is_read for one in design.patterns for member in one.members or (one,)):
        return "Add an access pattern that reads an entity first"
    return ""


def proposal_begin(*, design_id: UUID, by: Any, options: SynthesisOptions) -> Job:
    """Find alternatives for the current revision, by a job; an unfinished one with the same budgets is returned.

    Raises Missing, Forbidden; Invalid if the design has nothing from which keys can be found.
    """
    row = design_for(by, design_id, Action.EDIT)
    design = read_current(row.pk).design
    if lack := lacks_to_propose(design):
        raise Invalid(lack, path="patterns")
    asked = payload_of(options)
    running = Job.objects.filter(
        kind=PROPOSE.name, design=row, revision=row.revision, payload=asked, state__in=UNFINISHED
    ).first()
    return running or job_enqueue(kind=PROPOSE.name, design_id=row.pk, by=by, payload=asked)


def proposal_look(*, design_id: UUID, by: Any, job_id: UUID | str | None = None) -> Proposal | None:
    """The newest proposal of a design, or a certain one. None if there is none yet. Raises Missing, Forbidden."""
    row = design_for(by, design_id, Action.SEE)
    jobs = Job.objects.filter(kind=PROPOSE.name, design=row).select_related("by").order_by("-created_at")
    asked = as_uuid(job_id)
    job = (jobs.filter(pk=asked) if asked is not None else jobs).first()
    if job_id and (job is None or asked is None):
        raise Missing("this proposal does not exist", code="proposal.gone")
    return _proposal(row, job) if job is not None else None


def _proposal(row: Design, job: Job) -> Proposal:
    options = options_of(job.payload)
    revision = (job.result or {}).get("revision", job.revision)
    if job.state == JobState.FAILED:
        return Proposal(job, options, revision, row.revision, problem=job.error)
    if job.state == JobState.CANCELLED:
        return Proposal(job, options, revision, row.revision, problem="it was stopped before it finished")
    if not job.is_finished:
        return Proposal(job, options, revision, row.revision)
    found = synthesis_known(row.pk, revision, job.payload)
    problem = "" if found is not None else NOT_KEPT
    since, accepted = _since(row, job, revision)
    return Proposal(job, options, revision, row.revision, found, problem, since, accepted)


def _since(row: Design, job: Job, revision: int) -> tuple[tuple[str, ...], int | None]:
    """The labels of the changes after a revision that were not undone, and which alternative was accepted if that is
    the only one.
    """
    # Only up to the revision that the row was read with: a change that came since would belong to another `current`.
    between = row.changes.filter(revision__gt=revision, revision__lte=row.revision)
    changes = between.defer("plain", "packed").order_by("-revision")
    newest = list(changes[: LOOKED_AT + 1])
    left = list(_left(newest, revision))
    keys = [one.idempotency_key or "" for one in left]
    ours = f"proposal:{job.pk}:"
    if len(left) == 1 and keys[0].startswith(ours) and len(newest) <= LOOKED_AT:
        return (left[0].label,), int(keys[0].removeprefix(ours).partition(":")[0])
    return tuple(one.label for one in left), None


def _left(newest: Iterable[Change], revision: int) -> Iterable[Change]:
    """Changes without those that a later one undid, newest first."""
    listed = list(newest)
    known = {one.pk for one in listed}
    cancelled: set[int] = set()
    for change in listed:
        if change.pk in cancelled:
            continue
        if change.kind in (ChangeKind.UNDO, ChangeKind.REDO) and change.undoes_id in known:
            cancelled.add(change.undoes_id)
        else:
            yield change


def proposal_draft(alternative: Alternative) -> CoreDesign:
    """The design of an alternative with generated sample items where it has none."""
    return ready_to_prove(alternative.design)


def proposal_accept(*, design_id: UUID, job_id: UUID | str, number: int, seen: int, by: Any) -> Revision:
    """Make an alternative the design, as one change. `seen` is the design's revision that the person saw.

    Raises Missing, Forbidden; Conflict if the design has changed since the proposal; Stale if it changes meanwhile.
    """
    row = design_for(by, design_id, Action.EDIT)
    proposal = proposal_look(design_id=row.pk, by=by, job_id=job_id)
    if proposal is None:
        raise Missing("this proposal does not exist", code="proposal.gone")
    chosen = proposal.alternative(number)
    key = f"proposal:{proposal.job.pk}:{number}:{seen}"
    is_known = row.changes.filter(idempotency_key=key).exists()
    if proposal.since and not is_known:
        raise Conflict("the design has changed since this proposal; propose again", code="proposal.outdated")
    with design_turn(row.pk), transaction.atomic():
        made = design_change_under_lock(
            design_id=row.pk,
            make=lambda before: _deltas(before, chosen.design),
            by=by,
            label=f"accepted proposed keys: {chosen.kind}, {_counted(chosen.gsis)}, {_priced(chosen)}",
            idempotency_key=key,
            expected_revision=seen,
            read=read_whole,
        )
        if not is_known:
            told = {"what": "proposal", "label": made.label, "revision": made.number, "by": str(by)}
            announce(EventKind.DESIGN_ACCEPTED, row, lambda: told)
    return made


def _priced(chosen: Alternative) -> str:
    """Its cost as far as it is known: a pattern without a rate adds nothing to the sum."""
    amount = f"${chosen.dollars:,.2f}/month"
    unrated = sum(one.dollars is None for one in chosen.patterns)
    if unrated == len(chosen.patterns):
        return f"{amount} for storage" if chosen.dollars else "cost unknown"
    return f"{amount}, {unrated} without a rate" if unrated else amount


def _counted(gsis: int) -> str:
    return "1 GSI" if gsis == 1 else f"{gsis} GSIs"


def _deltas(before: dict[str, Part], design: CoreDesign) -> Iterable[Delta]:
    document = _moved(to_document(design), before)
    return differences(before, take_apart(to_document(from_document(document))))


def _moved(document: Mapping[str, Json], before: Parts) -> dict[str, Json]:
    """The document with new ids for entities that have moved to another table: they are new parts there."""
    tables = [
        {**table, "entities": [_here(one, table["id"], before) for one in table.get("entities", ())]}
        for table in document.get("tables", ())
    ]
    return {**document, "tables": tables}


def _here(entity: Mapping[str, Json], table: str, before: Parts) -> dict[str, Json]:
    known = before.get(entity["id"])
    return dict(entity) if known is None or known.parent == table else _with_new_ids(PartKind.ENTITY, entity)


def _with_new_ids(kind: PartKind, raw: Mapping[str, Json]) -> dict[str, Json]:
    made = {**raw, "id": f"{kind[0]}{uuid.uuid4().hex[:11]}"}
    for field, child in CHILDREN.get(kind, {}).items():
        if isinstance(raw.get(field), list):
            made[field] = [_with_new_ids(child, one) for one in raw[field]]
    return made
