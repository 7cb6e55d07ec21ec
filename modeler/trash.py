"""The trash: removed designs, and deleting one permanently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict
from modeler.models import AuditKind, Comment, Design
from modeler.models.jobs import UNFINISHED
from modeler.permissions import ALLOWED, Action
from modeler.quotas import storage_changed
from modeler.selectors import design_for, design_locked_for, designs_visible_to
from modeler.turns import in_turn

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

type Check = Callable[[Design], None]
_checks: Final[list[Check]] = []


def before_purge(check: Check) -> Check:
    """A port: `check` is called before a design is deleted permanently, and raises Conflict with a sentence to prevent
    it.
    """
    if check not in _checks:
        _checks.append(check)
    return check


@dataclass(frozen=True, slots=True)
class Belongings:
    """The number of objects that are deleted with a design."""

    revisions: int
    people: int
    versions: int
    comments: int
    copies: int


def designs_in_trash(user: Any) -> QuerySet[SeenDesign]:
    """The removed designs that a person can restore or delete permanently, the last removed first."""
    roles = [role for role, actions in ALLOWED.items() if Action.DELETE in actions]
    return designs_visible_to(user, removed=True).filter(role__in=roles).order_by("-removed_at")


def belongings_of(*, design_id: UUID, by: Any) -> Belongings:
    """The objects that would be deleted with a removed design. Raises Missing or Forbidden."""
    design = design_for(by, design_id, Action.DELETE, removed=True)
    return Belongings(
        revisions=design.revision,
        people=design.changes.order_by().values("by").distinct().count(),
        versions=design.versions.count(),
        comments=Comment.objects.filter(thread__design=design).count(),
        copies=Design.objects.filter(origin=design).count(),
    )


@in_turn
def design_purge(*, design_id: UUID, by: Any) -> str:
    """Delete a design in the trash permanently, with its history and everything that depends on it; return its name.

    Raises Missing (also for one that is not in the trash), Forbidden; Conflict while a job on it is running, or if
    something outside would be forgotten, such as tables of a proof that still exist.
    """
    design = design_locked_for(by, design_id, Action.DELETE, removed=True)
    for check in _checks:
        check(design)
    # An analysis ends by itself and leaves nothing outside.
    if design.jobs.filter(state__in=UNFINISHED).exclude(kind="analyse").exists():
        raise Conflict(f"jobs of {design.name} are still running; wait until they finish", code="design.busy")
    name: str = design.name
    audit_note(AuditKind.PURGED, by=by, design=design)
    design.delete()
    transaction.on_commit(partial(storage_changed, design.workspace_id), robust=True)
    return name
