"""People and workspaces: the members of each workspace. Selectors of designs are in modeler.selectors."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Case, Exists, F, OuterRef, QuerySet, Value, When
from django.utils import timezone

from designer.models import Invitation, Membership, ShareLink, Workspace
from designer.tokens import token_hash
from modeler.core.errors import Missing
from modeler.models import Design
from modeler.permissions import MEMBER_ROLES, Action, Role
from modeler.selectors import MAY_SHARE, require_in, role_in

if TYPE_CHECKING:
    from typing import TypedDict

    from django_stubs_ext import WithAnnotations

    class _Own(TypedDict):
        role: str

    OwnWorkspace = WithAnnotations[Workspace, _Own]
    """A workspace with what its member is there."""

RANKS = [When(role=role.value, then=rank) for rank, role in enumerate(MEMBER_ROLES)]


def workspaces_of(user: Any) -> QuerySet[OwnWorkspace]:
    """The workspaces of a person, each with the person's `role` there, oldest first."""
    if not getattr(user, "is_active", False) or user.pk is None:
        return Workspace.objects.none().annotate(role=Value(""))
    mine = Workspace.objects.filter(memberships__user=user)
    return mine.annotate(role=F("memberships__role")).order_by("created_at", "name")


def workspace_for(user: Any, workspace_id: UUID | str, action: Action) -> OwnWorkspace:
    """The workspace, if the person has the permission there. Raises Missing or Forbidden."""
    require_in(user, workspace_id, action)
    return workspaces_of(user).get(pk=workspace_id)


def members_of(workspace: Workspace) -> QuerySet[Membership]:
    """All members of a workspace that the person can see, owners first."""
    return workspace.memberships.select_related("user").order_by(Case(*RANKS, default=9), "user__display_name")


def invitations_open_in(workspace: Workspace) -> QuerySet[Invitation]:
    """Invitations that can still be accepted, newest first."""
    return _open(timezone.now()).filter(workspace=workspace).select_related("by").order_by("-created_at")


def _open(at: datetime) -> QuerySet[Invitation]:
    """Invitations that are neither revoked nor expired, and whose creator still manages the workspace."""
    owners = Membership.objects.filter(user=OuterRef("by"), workspace=OuterRef("workspace"), role=Role.OWNER)
    return Invitation.objects.filter(Exists(owners), by__is_active=True, revoked_at=None, expires_at__gt=at)


def invitation_by_token(token: str, *, at: datetime | None = None) -> Invitation:
    """The invitation behind a link. Raises Missing, with one sentence for unknown, expired, revoked and
    orphaned ones alike.
    """
    invitation = (
        _open(at or timezone.now()).filter(token_hash=token_hash(token)).select_related("workspace", "by").first()
    )
    if invitation is None:
        raise Missing("this invitation is no longer valid; ask for a new one", code="invitation.missing")
    return invitation


def links_open_of(design: Design) -> QuerySet[ShareLink]:
    """The active links of a design, newest first, each with the people who used it."""
    links = _live_links(timezone.now()).filter(design=design).select_related("by")
    return links.prefetch_related("guests__user").order_by("-created_at")


def _live_links(at: datetime) -> QuerySet[ShareLink]:
    """Links that are neither revoked nor expired, of a design that exists, and whose creator can still share it."""
    sharers = Membership.objects.filter(
        user=OuterRef("by"), workspace=OuterRef("design__workspace"), role__in=MAY_SHARE
    )
    open_at = ShareLink.objects.filter(revoked_at=None, expires_at__gt=at, design__removed_at=None)
    return open_at.filter(Exists(sharers), by__is_active=True)


def link_by_token(token: str) -> ShareLink:
    """The link behind an address. Raises Missing, with one sentence for unknown, expired, revoked and dead ones."""
    link = _live_links(timezone.now()).filter(token_hash=token_hash(token)).select_related("design", "by").first()
    if link is None:
        raise Missing("this link is no longer valid; ask for a new one", code="link.missing")
    return link


def is_known_at(link: ShareLink, user: Any) -> bool:
    """Can the person see the link's design without using the link: as a member, or as a previous user of it?"""
    is_guest = user.pk is not None and link.guests.filter(user=user).exists()
    return is_guest or role_in(user, link.design.workspace_id) is not None


def member_in(workspace: Workspace, user_id: int) -> Membership:
    """One member. Raises Missing."""
    member = workspace.memberships.select_related("user").filter(user_id=user_id).first()
    if member is None:
        raise Missing("this member does not exist", code="member.missing")
    return member
