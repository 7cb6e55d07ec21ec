"""Visibility of designs. Every endpoint and task uses these selectors; the WHERE clause of tenancy exists only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import Case, CharField, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from modeler.core.edits.changes import WHOLE
from modeler.core.errors import Forbidden, Missing
from modeler.models import Change, Comment, Design, Job, Notice, Thread
from modeler.permissions import LINK_ROLES, MEMBER_ROLES, Action, Role, may

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import TypedDict

    from django_stubs_ext import WithAnnotations

    class _Seen(TypedDict):
        role: str

    SeenDesign = WithAnnotations[Design, _Seen]
    """A design with what its asker is there."""

MAY_SHARE: Final = [role.value for role in MEMBER_ROLES if may(role, Action.SHARE)]
"""The members whose links are active."""

FIELD_CHANGES_READ: Final = 20

NO_DESIGN: Final = "the design does not exist, or is not shared with you"
NO_WORKSPACE: Final = "the workspace does not exist, or you are not a member"


def designs_visible_to(user: Any, *, removed: bool = False) -> QuerySet[SeenDesign]:
    """The designs that a person can see, newest first, each with the person's `role` and its workspace: those of their
    workspaces, and those that a link opened. Removed designs only on request. Anonymous visitors and disabled
    accounts see none.
    """
    if not getattr(user, "is_active", False) or user.pk is None:
        return Design.objects.none().annotate(role=Value(""))
    member = user.memberships.filter(workspace=OuterRef("workspace")).values("role")[:1]
    guest = _live_visits(user).filter(link__design=OuterRef("pk")).order_by(_BEST_FIRST).values("link__role")[:1]
    shared = Q(workspace__in=user.memberships.values("workspace")) | Q(pk__in=_live_visits(user).values("link__design"))
    role = Coalesce(Subquery(member), Subquery(guest), output_field=CharField())
    found = Design.objects.filter(shared, removed_at__isnull=not removed).annotate(role=role)
    return found.select_related("workspace").order_by("-updated_at")


_BEST_FIRST: Final = Case(*(When(link__role=role.value, then=-rank) for rank, role in enumerate(LINK_ROLES)), default=9)


def _live_visits(user: Any) -> QuerySet[Any]:
    """A person's visits by links that are neither revoked nor expired, and whose creator can still share the design."""
    visits: QuerySet[Any] = user.guest_of.filter(
        link__revoked_at=None,
        link__expires_at__gt=timezone.now(),
        link__by__is_active=True,
        link__by__memberships__workspace=F("link__design__workspace"),
        link__by__memberships__role__in=MAY_SHARE,
    )
    return visits


class Sight(NamedTuple):
    """How a person sees a design: the role, the design's workspace, and when a guest's link ends."""

    role: str
    workspace: UUID
    until: datetime | None


def sights_of(design_id: UUID, people: Mapping[int, Any]) -> dict[int, Sight]:
    """How each person who can see the design sees it, by their ids: members in one query, guests one by one."""
    members = Design.objects.filter(pk=design_id, removed_at=None, workspace__memberships__user__in=people)
    rows = members.values_list("workspace__memberships__user", "workspace__memberships__role", "workspace")
    found = {person: Sight(role, workspace, None) for person, role, workspace in rows}
    for person_id in people.keys() - found.keys():
        person = people[person_id]
        if (design := designs_visible_to(person).filter(pk=design_id).first()) is not None:
            found[person_id] = Sight(design.role, design.workspace_id, guest_until(person, design))
    return found


def guest_until(user: Any, design: SeenDesign) -> datetime | None:
    """The expiry of the newest link by which a guest sees a design; None for a member."""
    if is_of_a_member(design):
        return None
    ends = _live_visits(user).filter(link__design=design).order_by("-link__expires_at")
    return ends.values_list("link__expires_at", flat=True).first()


def is_of_a_member(design: SeenDesign) -> bool:
    """Can the person see a design by membership, rather than by a link?"""
    return Role(design.role) in MEMBER_ROLES


def design_for(user: Any, design_id: UUID | str, action: Action, *, removed: bool = False) -> SeenDesign:
    """The design, for a person who is about to change or read it; `design.role` is the person's role there.

    Raises Missing if the person cannot see it, Forbidden if the person can see it and the role does not allow the
    action.
    """
    return _allowed(user, design_id, action, removed=removed)


def design_locked_for(user: Any, design_id: UUID | str, action: Action, *, removed: bool = False) -> SeenDesign:
    """The same, with the design's row locked until the transaction ends. Raises as `design_for` does."""
    return _allowed(user, design_id, action, removed=removed, is_locked=True)


def _allowed(user: Any, design_id: UUID | str, action: Action, *, removed: bool, is_locked: bool = False) -> SeenDesign:
    if (identity := as_uuid(design_id)) is None:
        raise Missing(NO_DESIGN, code="design.missing")
    # Most people who ask are members: finding them takes a fifth of the time of a query that includes guests, which is
    # made only for those who ever opened a link to the design.
    design = _first(_designs_of_members(user, removed=removed).filter(pk=identity), is_locked)
    if design is None and _has_visited(user, identity):
        design = _first(designs_visible_to(user, removed=removed).filter(pk=identity), is_locked)
    if design is None:
        raise Missing(NO_DESIGN, code="design.missing")
    refuse(design.role, action)
    return design


def _designs_of_members(user: Any, *, removed: bool) -> QuerySet[SeenDesign]:
    """Those of `designs_visible_to` that a person sees by membership."""
    if not getattr(user, "is_active", False) or user.pk is None:
        return Design.objects.none().annotate(role=Value(""))
    found = Design.objects.filter(workspace__memberships__user=user, removed_at__isnull=not removed)
    return found.annotate(role=F("workspace__memberships__role")).select_related("workspace")


def _has_visited(user: Any, design_id: UUID) -> bool:
    """Did a link, valid or not by now, ever show a person the design?"""
    return user.pk is not None and bool(user.guest_of.filter(link__design=design_id).exists())


def _first(designs: QuerySet[SeenDesign], is_locked: bool) -> SeenDesign | None:
    # The lock excludes other changes, but not rows that only refer to the design, such as an analysis or a job.
    return (designs.select_for_update(of=("self",), no_key=True) if is_locked else designs).order_by().first()


def refuse(role: Role | str | None, action: Action) -> None:
    """Raises Forbidden if the person's role does not allow an action."""
    if not may(role, action):
        raise Forbidden(
            f"your role ({role}) does not permit you to {action} here; ask an owner of the workspace",
            code=f"forbidden.{action}",
        )


def as_uuid(value: UUID | str | None) -> UUID | None:
    """The id, or None if the text is not an id."""
    try:
        return value if isinstance(value, UUID) else UUID(str(value))
    except ValueError:
        return None


def role_in(user: Any, workspace_id: UUID | str | None) -> Role | None:
    """A person's role in a workspace; None for a stranger."""
    identity = as_uuid(workspace_id)
    if not getattr(user, "is_active", False) or user.pk is None or identity is None:
        return None
    found = user.memberships.filter(workspace_id=identity).values_list("role", flat=True).first()
    return Role(found) if found else None


def require_in(user: Any, workspace_id: UUID | str | None, action: Action) -> Role:
    """A person's role in a workspace if it allows the action. Raises Missing or Forbidden."""
    role = role_in(user, workspace_id)
    if role is None:
        raise Missing(NO_WORKSPACE, code="workspace.missing")
    refuse(role, action)
    return role


def people_of(design: Design) -> QuerySet[Any]:
    """The people who can be mentioned in a comment: the members of the design's workspace, and the guests of its active
    links.
    """
    now = timezone.now()
    live = Q(guest_of__link__design=design, guest_of__link__revoked_at=None, guest_of__link__expires_at__gt=now)
    members = Q(memberships__workspace=design.workspace_id)
    people: QuerySet[Any] = get_user_model().objects.filter(members | live, is_active=True)
    return people.distinct().order_by("display_name", "pk")


def threads_of(design_id: UUID) -> QuerySet[Thread]:
    """The threads on a design that a person can see, those with the newest comments first, with their comments in
    order.
    """
    said = Comment.objects.select_related("by").prefetch_related("mentions").order_by("at", "pk")
    threads = Thread.objects.filter(design_id=design_id).select_related("by", "resolved_by")
    return threads.prefetch_related(Prefetch("comments", said)).order_by("-changed_at")


def notices_of(user: Any) -> QuerySet[Notice]:
    """A person's notices on designs that the person can still see, newest first."""
    seen = designs_visible_to(user).order_by()
    about = Q(comment__thread__design__in=seen) | Q(branch__design__in=seen, branch__main__in=seen)
    own = Notice.objects.filter(about, user=user)
    related = ("by", "comment__by", "comment__thread__design", "branch__design", "branch__main")
    return own.select_related(*related).order_by("-at", "-pk")


def unread_count(user: Any) -> int:
    """How many notices on designs that the person can still see are unread. Each page that opens asks, and most people
    have none: visibility is then not asked.
    """
    if not Notice.objects.filter(user=user, read_at=None).exists():
        return 0
    return notices_of(user).filter(read_at=None).count()


def changes_of(design: Design) -> QuerySet[Change]:
    """The history of a design that a person can see, newest first, without the large column of deltas."""
    return design.changes.select_related("by").defer("plain", "packed").order_by("-revision")


def last_change_of(design: Design, part: str) -> Change | None:
    """The newest change that touched a part of a design that a person can see."""
    return changes_of(design).filter(touched__contains=[part]).first()


def last_change_of_field(design: Design, part: str, field: str) -> Change | None:
    """The newest change of one field, or of the whole part; None if it is none of the newest that touched the part."""
    touching = changes_of(design).filter(touched__contains=[part])[:FIELD_CHANGES_READ]
    named = {(part, field), (part, WHOLE)}
    return next((one for one in touching if any((delta.part, delta.field) in named for delta in one.deltas)), None)


def jobs_visible_to(user: Any) -> QuerySet[Job]:
    """Jobs of the designs that a person can see, and the person's own jobs without a design, newest first."""
    of_designs = Q(design__in=designs_visible_to(user).order_by())
    own = Q(design=None, by=user if getattr(user, "is_active", False) and user.pk is not None else None)
    return Job.objects.filter(of_designs | (own & Q(by__isnull=False))).order_by("-created_at")


def job_for(user: Any, job_id: UUID | str) -> Job:
    """One job with its progress, result or error. Raises Missing if the person cannot see its design."""
    identity = as_uuid(job_id)
    job = jobs_visible_to(user).select_related("by").filter(pk=identity).first() if identity else None
    if job is None:
        raise Missing("the job does not exist, or its design is not shared with you", code="job.missing")
    return job
