"""The review of a branch: its state, the merge as it would be now, and what blocks it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import QuerySet

from modeler.branches.reviewed_merge import differing, reviewed_merge
from modeler.comparisons.comparison import DesignComparison, DraftedDesign, comparison
from modeler.core.design.parts import ROOT, Json, Part, Parts, living
from modeler.core.documents.incremental_design import reassemble
from modeler.core.errors import Missing
from modeler.core.findings import Finding, Severity
from modeler.core.merging import (
    REMOVED,
    Combined,
    CombinedServing,
    Merge,
    MergeConflict,
    Side,
    combined,
    dependents,
    served_differently,
    three_way,
)
from modeler.loading import Loaded, parts_at, read_current
from modeler.models import Approval, Branch, Change, Design
from modeler.models.designs import ChangeKind
from modeler.permissions import Action
from modeler.selectors import design_for
from modeler.wording.part_label import STEP

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

_NOT_OWN: Final = (ChangeKind.CREATE, ChangeKind.UPDATE)
"""Changes of a branch's design that are not changes of the branch."""


class BranchState(StrEnum):
    """The states of a branch."""

    OPEN = "open"
    MERGED = "merged"
    ARCHIVED = "archived"


class Blocker(StrEnum):
    """What blocks a merge. An owner can override all but the first three."""

    CLOSED = "closed"
    CONFLICTS = "conflicts"
    UNCHANGED = "unchanged"
    ERRORS = "errors"
    THREADS = "threads"
    APPROVALS = "approvals"

    @property
    def can_be_overridden(self) -> bool:
        """Whether an owner can merge nevertheless, with a reason that history keeps."""
        return self not in (Blocker.CLOSED, Blocker.CONFLICTS, Blocker.UNCHANGED)


@dataclass(frozen=True, slots=True)
class ConflictChoice:
    """A side chosen in a conflict, as the branch stores it. `seen` identifies the values that the person `by` saw; `at`
    is an ISO time.
    """

    part: str
    field: str
    side: str
    seen: str
    by: int
    at: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """One blocker, and what to do about it."""

    blocker: Blocker
    message: str

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "blocker": self.blocker.value,
            "message": self.message,
            "can_be_overridden": self.blocker.can_be_overridden,
        }


@dataclass(frozen=True)
class Review:
    """A branch as a person sees it, at one revision of each side."""

    branch: Branch
    seen: SeenDesign
    main: SeenDesign
    main_now: Loaded
    branch_now: Loaded

    @cached_property
    def state(self) -> BranchState:
        """Open, merged or archived."""
        return state_of(self.branch)

    @cached_property
    def base(self) -> dict[str, Part]:
        """The visible parts from which both sides began."""
        return living(parts_at(self.main, self.base_revision))

    @cached_property
    def base_revision(self) -> int:
        """The revision of the main line whose changes the branch contains."""
        return base_revision_of(self.branch)

    @cached_property
    def ahead(self) -> QuerySet[Change]:
        """The changes that were made on the branch, the newest first."""
        return self.seen.changes.exclude(kind__in=_NOT_OWN).order_by("-revision")

    @property
    def behind(self) -> int:
        """How many changes of the main line the branch does not contain."""
        return self.main_now.revision - self.base_revision

    @cached_property
    def merge(self) -> Merge:
        """The merge as it would be now. The branch's own name is not part of it."""
        main = living(self.main_now.parts)
        chosen = {(one.part, one.field): Side(one.side) for one in self.choices}
        return three_way(self.base, main, self.branch_parts, chosen)

    @cached_property
    def branch_parts(self) -> dict[str, Part]:
        """The visible parts of the branch, under the name that the main line had."""
        return named(living(self.branch_now.parts), self.base)

    @cached_property
    def choices(self) -> tuple[ConflictChoice, ...]:
        """The choices that count: those whose conflict still has the values that the person saw."""
        conflicts = three_way(self.base, living(self.main_now.parts), self.branch_parts).conflicts
        values = {(one.part, one.field): self.values_seen(one) for one in conflicts}
        stored = (ConflictChoice(*one) for one in self.branch.choices)
        return tuple(one for one in stored if values.get((one.part, one.field)) == one.seen)

    def values_seen(self, conflict: MergeConflict) -> str:
        """What identifies the values of a conflict; of a removed part, everything that the other side keeps of it."""
        seen: list[Json] = [conflict.main, conflict.branch]
        if conflict.field == REMOVED:
            kept = living(self.main_now.parts) if conflict.branch else self.branch_parts
            seen.append({one.id: dict(one.fields) for one in dependents(kept, conflict.part)})
        text = json.dumps(seen, sort_keys=True, default=str)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @cached_property
    def combined(self) -> Combined:
        """Findings and servings that only the merged design has."""
        main = self.comparison.before
        sides = (self.branch_parts, self.comparison.after.stored)
        branch, merged = (reassemble(main.parts, main.design, _shared(main.parts, side)) for side in sides)
        return combined(main.design, branch, merged)

    @cached_property
    def served_differently(self) -> tuple[CombinedServing, ...]:
        """The patterns that the merge serves differently from the main line, new ones included."""
        return served_differently(self.main_now.design, self.comparison.after.design)

    @cached_property
    def new_errors(self) -> tuple[Finding, ...]:
        """Errors that the main line does not have, and would have."""
        return tuple(one for one in self.combined.introduced if one.severity is Severity.ERROR)

    @cached_property
    def comparison(self) -> DesignComparison:
        """The main line beside the merged design."""
        before = DraftedDesign(self.main, self.main_now.revision, (), self.main_now.parts)
        return comparison(before, DraftedDesign(self.main, self.main_now.revision, (), self._merged))

    @property
    def _merged(self) -> dict[str, Part]:
        """The merged parts, with those of both sides that the merge removes as tombstones: others show their names."""
        kept = self.merge.parts
        gone = {**self.branch_now.parts, **self.main_now.parts}
        return {**{one.id: _tombstone(one) for one in gone.values() if one.id not in kept}, **kept}

    @cached_property
    def approvals(self) -> tuple[Approval, ...]:
        """All approvals, also stale ones."""
        return tuple(self.branch.approvals.select_related("by").order_by("at"))

    @property
    def valid_approvals(self) -> tuple[Approval, ...]:
        """Approvals of the current revision by people who did not write it."""
        authors = self.authors
        return tuple(one for one in self.approvals if not self.why_stale(one) and one.by_id not in authors)

    def why_stale(self, approval: Approval) -> str:
        """Why an approval no longer counts; '' if it does."""
        if approval.revision != self.branch_now.revision:
            return "the branch was edited"
        if any(datetime.fromisoformat(one.at) > approval.at for one in self.choices):
            return "a side was chosen in a conflict"
        if not approval.merge:
            moved = self.main.changes.filter(at__gt=approval.at).exists()
            return f"{self.main.name} has changed, and it is not known which merge was approved" if moved else ""
        if approval.main_revision == self.main_now.revision:
            return ""
        others = differing(approval.merge, self.merge_now)
        return f"{self.main.name} has changed, and the merge now has other {others}" if others else ""

    @cached_property
    def merge_now(self) -> dict[str, str]:
        """What identifies the merge that a person reviews now."""
        return reviewed_merge(self.comparison, self.combined, self.served_differently)

    @cached_property
    def authors(self) -> frozenset[int | None]:
        """Ids of the people who changed the branch, updated it, or chose a side in one of its conflicts."""
        changes = self.seen.changes.exclude(kind=ChangeKind.CREATE)
        return frozenset(changes.values_list("by", flat=True).distinct()) | {one.by for one in self.choices}

    @cached_property
    def open_threads(self) -> int:
        """How many comment threads of the branch are not resolved."""
        return self.seen.threads.filter(resolved_at=None).count()

    @cached_property
    def threads_on_steps(self) -> Counter[str]:
        """How many open threads each step of the migration plan has, by its fingerprint."""
        return Counter(self.seen.threads.filter(resolved_at=None, rule=STEP).values_list("path", flat=True))

    @property
    def commented_steps(self) -> list[tuple[str, int]]:
        """`threads_on_steps` as pairs: a template takes the name of a method for a key of a Counter."""
        return sorted(self.threads_on_steps.items())

    @property
    def approvals_needed(self) -> int:
        """How many approvals the workspace requires."""
        return int(self.main.workspace.approvals_needed)

    @cached_property
    def blocked(self) -> tuple[Blocked, ...]:
        """What blocks the merge, in the order in which to settle it; empty if nothing does."""
        return tuple(_blocked(self))


def _tombstone(part: Part) -> Part:
    return part if part.is_removed else replace(part, fields={**part.fields, "removed": True})


def _shared(main: Parts, parts: Parts) -> dict[str, Part]:
    """The parts; those that equal one of the main line are the same object, so that it is not analyzed again."""
    return {one: main[one] if main.get(one) == part else part for one, part in parts.items()}


def _blocked(review: Review) -> Iterator[Blocked]:
    if review.state is not BranchState.OPEN:
        yield Blocked(Blocker.CLOSED, f"This branch is {review.state}")
        return
    if count := len(review.merge.open):
        side = "a side" if count == 1 else "a side for each"
        yield Blocked(Blocker.CONFLICTS, f"{_count(count, 'conflict')} without a choice: choose {side}")
    elif review.merge.parts == living(review.main_now.parts):
        yield Blocked(Blocker.UNCHANGED, "The branch changes nothing in the main line")
    if count := len(review.new_errors):
        yield Blocked(Blocker.ERRORS, f"{_count(count, 'error')} that the main line does not have: fix {_those(count)}")
    if count := review.open_threads:
        yield Blocked(Blocker.THREADS, f"{_count(count, 'comment thread')} not resolved: resolve {_those(count)}")
    if (missing := review.approvals_needed - len(review.valid_approvals)) > 0:
        yield Blocked(
            Blocker.APPROVALS, f"{_count(missing, 'approval')} missing from people who did not edit the branch"
        )


def _those(count: int) -> str:
    return "it" if count == 1 else "them"


def _count(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def named(parts: Mapping[str, Part], like: Parts) -> dict[str, Part]:
    """The parts, with the name of the design that other parts have."""
    root = parts[ROOT]
    fields = {**root.fields, "name": like[ROOT].fields.get("name", "")}
    return {**parts, ROOT: Part(ROOT, root.kind, "", fields)}


def review_of(*, design_id: UUID | str, by: Any) -> Review:
    """The review of a branch, for a person who sees both designs. Raises Missing."""
    seen = design_for(by, design_id, Action.SEE)
    branch = Branch.objects.filter(design=seen).first()
    if branch is None:
        raise Missing("this design is not a branch", code="branch.missing")
    main = design_for(by, branch.main_id, Action.SEE)
    return Review(branch, seen, main, read_current(main.pk), read_current(seen.pk))


def base_revision_of(branch: Branch) -> int:
    """The revision of the main line whose changes a branch contains: of its last update that is not undone."""
    made = {one.revision: one for one in Change.objects.filter(design=branch.design_id, kind=ChangeKind.UPDATE)}
    base = branch.began_revision
    for own, main in branch.updates:
        if own and (own not in made or _is_undone(made[own])):
            break
        base = main
    return base


def state_of(branch: Branch) -> BranchState:
    """Open, merged or archived."""
    if branch.archived_at is not None:
        return BranchState.ARCHIVED
    return BranchState.MERGED if is_merged(branch) else BranchState.OPEN


def is_merged(branch: Branch) -> bool:
    """Whether the main line has the merge: it was made, and is not undone."""
    if branch.merged_revision is None:
        return False
    change = Change.objects.filter(design=branch.main_id, revision=branch.merged_revision).first()
    return change is not None and not _is_undone(change)


def _is_undone(change: Change) -> bool:
    return any(not _is_undone(one) for one in Change.objects.filter(undoes=change))


def branches_of(design: Design) -> QuerySet[Branch]:
    """The branches of a design, the newest first."""
    kept = Branch.objects.filter(main=design, design__removed_at=None)
    return kept.select_related("design", "by").order_by("-at")
