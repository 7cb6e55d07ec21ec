"""Services of branches: open, choose, update, approve, merge, revert, archive.

Each runs in one transaction. The rows of the main line and of the branch are locked in this order, always. What was
computed before the locks counts only if neither side has changed since; if one has, Conflict is raised.
"""

from __future__ import annotations

from dataclasses import astuple
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from modeler.branches.notices import branch_announce
from modeler.branches.review import (
    Blocker,
    BranchState,
    ConflictChoice,
    Review,
    base_revision_of,
    named,
    review_of,
    state_of,
)
from modeler.core.design.parts import Part, living
from modeler.core.edits.differences import differences
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.core.merging import Side
from modeler.history.undo import Undone, change_revert
from modeler.loading import parts_at, read_whole
from modeler.models import Approval, Branch, Design, NoticeKind
from modeler.models.designs import ChangeKind
from modeler.permissions import Action, may
from modeler.selectors import design_for, design_locked_for
from modeler.services import Revision, design_change_under_lock, design_from_parts
from modeler.turns import design_turn

NAME_MAX: Final = 80
REASON_MAX: Final = 500
ALL: Final = "*"
"""The part of a choice that is made for every conflict."""


@transaction.atomic
def branch_open(*, design_id: UUID | str, name: str, by: Any, revision: int | None = None) -> Branch:
    """Create a branch of a design, in the same workspace, from its current revision or an older one. Raises Missing,
    Forbidden; Invalid for an invalid name, or if the design is a branch.
    """
    main = design_locked_for(by, design_id, Action.CREATE)
    if Branch.objects.filter(design=main).exists():
        raise Invalid("a branch has no branches; create one of its main line", path="design", code="branch.of_branch")
    at = main.revision if revision is None else revision
    if not 0 < at <= main.revision:
        raise Missing(f"this design has revisions 1 to {main.revision}", path="revision", code="revision")
    parts = living(parts_at(main, at))
    root = next(part for part in parts.values() if not part.parent)
    parts[root.id] = Part(root.id, root.kind, "", {**root.fields, "name": _name(name)})
    label = f"branch of {main.name}, revision {at}"
    made = design_from_parts(workspace=main.workspace_id, by=by, parts=parts, label=label, origin=(main, at))
    return Branch.objects.create(design=made, main=main, began_revision=at, by=by)


def _name(text: str) -> str:
    name = " ".join(text.replace("\x00", "").split())
    if not name or len(name) > NAME_MAX or not name.isprintable():
        raise Invalid(f"a branch's name has 1 to {NAME_MAX} printable characters", path="name")
    return name


@transaction.atomic
def branch_choose(*, design_id: UUID | str, part: str, field: str, side: str, by: Any) -> Review:
    """Choose a side for one conflict, or for all with the part `ALL`; '' as the side takes the choice back. It counts
    until one of the two values changes. Raises Missing, Forbidden; Invalid for an unknown side.
    """
    design_locked_for(by, design_id, Action.EDIT)
    review = _open(review_of(design_id=design_id, by=by))
    if side and side not in tuple(Side):
        raise Invalid("a side is main or branch", path="side")
    meant = [one for one in review.merge.conflicts if part == ALL or (one.part, one.field) == (part, field)]
    if not meant:
        raise Missing("this conflict no longer exists", path=f"{part}.{field}", code="conflict.missing")
    places = {(one.part, one.field) for one in meant}
    kept = [one for one in review.choices if (one.part, one.field) not in places]
    now = timezone.now()
    made = [ConflictChoice(one.part, one.field, side, review.values_seen(one), by.pk, now.isoformat()) for one in meant]
    review.branch.choices = [list(astuple(one)) for one in (*kept, *(made if side else ()))]
    review.branch.save(update_fields=["choices"])
    return review_of(design_id=design_id, by=by)


def branch_update(*, design_id: UUID | str, by: Any) -> Revision:
    """Bring the changes of the main line into the branch, as one change. Raises Missing, Forbidden; Conflict while a
    conflict has no chosen side, or if a side has changed meanwhile.
    """
    review = _settled(_open(review_of(design_id=design_id, by=by)))
    wanted = named(review.merge.parts, review.branch_now.parts)
    with design_turn(review.main.pk), transaction.atomic():
        branch = _locked(review, by, Action.SEE, Action.EDIT)
        made = design_change_under_lock(
            design_id=branch.design_id,
            make=partial(differences, after=wanted),
            by=by,
            kind=ChangeKind.UPDATE,
            label=f"updated from {review.main.name}, revision {review.main_now.revision}",
            read=read_whole,
        )
        branch.updates = [*branch.updates, [made.number if made.deltas else 0, review.main_now.revision]]
        branch.choices = []
        branch.save(update_fields=["updates", "choices"])
    return made


def branch_merge(
    *, design_id: UUID | str, by: Any, reason: str = "", expected: tuple[int, int] | None = None
) -> Revision:
    """Merge the branch into its main line, as one change that can be undone. An owner can override what is not settled
    with a reason, which history keeps. `expected` are the revisions of main line and branch that the person saw.

    Raises Missing, Forbidden; Conflict, with every blocker, or if a side has changed meanwhile.
    """
    review = review_of(design_id=design_id, by=by)
    given = " ".join(reason.split())[:REASON_MAX]
    _refuse_blocked(review, given)
    why = given if review.blocked else ""
    with design_turn(review.main.pk), transaction.atomic():
        branch = _locked(review, by, Action.EDIT, Action.SEE, expected)
        made = design_change_under_lock(
            design_id=branch.main_id,
            make=partial(differences, after=review.merge.parts),
            by=by,
            kind=ChangeKind.MERGE,
            label=f"merged {review.seen.name}" + (f", overriding: {why}" if why else ""),
            read=read_whole,
        )
        branch.merged_revision, branch.merged_by, branch.merged_at = made.number, by, timezone.now()
        branch.overridden = why
        branch.save(update_fields=["merged_revision", "merged_by", "merged_at", "overridden"])
        branch_announce(branch, NoticeKind.MERGED, by)
    return made


def _refuse_blocked(review: Review, reason: str) -> None:
    hard = [one for one in review.blocked if not one.blocker.can_be_overridden]
    if hard or (review.blocked and not reason):
        said = "; ".join(one.message for one in hard or review.blocked)
        raise Conflict(said, code=f"merge.{(hard or review.blocked)[0].blocker}")
    if review.blocked and not may(review.main.role, Action.MANAGE):
        raise Forbidden("only an owner of the workspace can override what blocks a merge", code="merge.override")


@transaction.atomic
def branch_revert(*, design_id: UUID | str, by: Any) -> Undone:
    """Undo the merge by one inverse change of the main line; the branch is open again. Raises Missing, Forbidden;
    Conflict if it is not merged, or if the main line has changed what the merge changed.
    """
    review = review_of(design_id=design_id, by=by)
    if review.state is not BranchState.MERGED or review.branch.merged_revision is None:
        raise Conflict("this branch is not merged", code="branch.not_merged")
    label = f"reverted the merge of {review.seen.name}"
    return change_revert(design_id=review.main.pk, revision=review.branch.merged_revision, by=by, label=label)


@transaction.atomic
def branch_archive(*, design_id: UUID | str, by: Any, is_archived: bool = True) -> Branch:
    """Archive an open branch, or open an archived one again. Raises Missing, Forbidden."""
    design_locked_for(by, design_id, Action.EDIT)
    branch = Branch.objects.select_for_update().filter(design__id=design_id).first()
    if branch is None:
        raise Missing("this design is not a branch", code="branch.missing")
    if is_archived and state_of(branch) is BranchState.MERGED:
        raise Conflict("this branch is merged", code="branch.closed")
    branch.archived_at = timezone.now() if is_archived else None
    branch.save(update_fields=["archived_at"])
    return branch


@transaction.atomic
def branch_approve(*, design_id: UUID | str, revision: int, by: Any, is_approved: bool = True) -> Review:
    """Approve a revision of a branch, or withdraw one's approval. Only people who can edit the main line, and who did
    not edit the branch, can approve. Raises Missing, Forbidden; Conflict if the branch is at another revision.
    """
    review = review_of(design_id=design_id, by=by)
    design_locked_for(by, review.main.pk, Action.EDIT)
    if not is_approved:
        review.branch.approvals.filter(by=by).delete()
        return review_of(design_id=design_id, by=by)
    _open(review)
    if by.pk in review.authors:
        raise Forbidden("you edited this branch; another person has to approve it", code="approval.own")
    if revision != review.branch_now.revision:
        raise Conflict(
            f"the branch is at revision {review.branch_now.revision}; review it again", code="approval.stale"
        )
    seen = {"main_revision": review.main_now.revision, "merge": review.merge_now}
    Approval.objects.update_or_create(
        branch=review.branch, by=by, defaults={"revision": revision, "at": timezone.now(), **seen}
    )
    branch_announce(review.branch, NoticeKind.APPROVED, by)
    return review_of(design_id=design_id, by=by)


def _open(review: Review) -> Review:
    if review.state is not BranchState.OPEN:
        raise Conflict(f"this branch is {review.state}", code="branch.closed")
    return review


def _settled(review: Review) -> Review:
    if review.merge.open:
        raise Conflict("choose a side for each conflict first", code=f"merge.{Blocker.CONFLICTS}")
    return review


def _locked(
    review: Review, by: Any, of_main: Action, of_branch: Action, expected: tuple[int, int] | None = None
) -> Branch:
    """The branch's row, after the rows of both designs. Raises Conflict if a side is not at the reviewed revision."""
    sides = (
        (design_locked_for(by, review.main.pk, of_main), review.main_now.revision),
        (design_locked_for(by, review.seen.pk, of_branch), review.branch_now.revision),
    )
    for (design, reviewed), seen in zip(sides, expected or (None, None), strict=True):
        if design.revision != reviewed or seen not in (None, reviewed):
            raise Conflict(f"{design.name} has changed since; review it again", code="branch.changed")
    branch = Branch.objects.select_for_update().get(pk=review.branch.pk)
    if branch.merged_revision != review.branch.merged_revision or base_revision_of(branch) != review.base_revision:
        raise Conflict("the branch was updated or merged meanwhile; review it again", code="branch.changed")
    return branch


def main_of(design: Design, by: Any) -> Branch | None:
    """The branch that a design is, if the person sees its main line too."""
    branch = Branch.objects.select_related("main").filter(design=design).first()
    if branch is None:
        return None
    try:
        design_for(by, branch.main_id, Action.SEE)
    except Missing:
        return None
    return branch
