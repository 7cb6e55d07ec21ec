"""Accounts and workspaces: changes of who can see what. Each service checks permission and is one transaction."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from designer.models import Invitation, Membership, User, Workspace
from designer.selectors import invitation_by_token, member_in, workspace_for
from designer.tokens import new_token, token_hash
from modeler import broadcast
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.models import AuditKind
from modeler.permissions import MEMBER_ROLES, Action, Role

LOCAL_OWNER_EMAIL: Final = "owner@localhost.localdomain"
INVITATION_DAYS: Final = 7
APPROVALS_MAX: Final = 9
NAME_MAX: Final = 120
DISPLAY_NAME_MAX: Final = 80


def local_owner() -> User:
    """Return the one person of a local installation, with a workspace; created at the first call. Signing in as this
    person with a password is not possible.
    """
    with transaction.atomic():
        owner: User
        owner, is_new = User.objects.get_or_create(
            email=LOCAL_OWNER_EMAIL, defaults={"display_name": "Owner", "password": "!"}
        )
        if is_new:
            workspace_create(name="My workspace", by=owner)
    return owner


@transaction.atomic
def person_create(*, email: str, password: str | None, display_name: str = "", how: str = "") -> User:
    """Create an account with a workspace; without a password, its person signs in by other means. Raises Invalid naming
    the field, Conflict for a known address.
    """
    address = email.strip().lower()
    person = User(
        email=address,
        display_name=short_text(
            display_name or address.partition("@")[0][:DISPLAY_NAME_MAX], "display_name", DISPLAY_NAME_MAX
        ),
    )
    try:
        validate_email(address)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), path="email") from error
    try:
        if password is not None:
            validate_password(password, person)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), path="password") from error
    if User.objects.filter(email=address).exists():
        raise Conflict(
            ("an account with this address already exists; sign in instead"), path="email", code="person.exists"
        )
    made: User = User.objects.create_user(address, password, display_name=person.display_name)
    workspace_create(name=f"{made.display_name}'s workspace"[:NAME_MAX], by=made)
    audit_note(AuditKind.ACCOUNT_MADE, by=made, detail=how)
    return made


def sign_in_refused(email: str) -> None:
    """Note a wrong password in the audit log. What was typed as an address is not stored: it can be a password."""
    person = User.objects.filter(email=email, is_guest=False).first() if "\x00" not in email else None
    audit_note(AuditKind.SIGN_IN_REFUSED, by=person, detail="" if person else "no account has this address")


def identity_refused(reason: str) -> None:
    """Note in the audit log why an identity of the provider was refused."""
    audit_note(AuditKind.SIGN_IN_REFUSED, detail=f"single sign-on: {reason}")


@transaction.atomic
def workspace_create(*, name: str, by: User) -> Workspace:
    """Create a workspace; its creator becomes the owner. Raises Invalid."""
    workspace = Workspace.objects.create(name=short_text(name, "name", NAME_MAX))
    Membership.objects.create(workspace=workspace, user=by, role=Role.OWNER)
    return workspace


@transaction.atomic
def workspace_change(*, workspace_id: UUID, name: str, approvals_needed: int, by: User) -> Workspace:
    """Change a workspace's name, and how many approvals the merge of a branch takes.

    Raises Missing, Forbidden, Invalid.
    """
    workspace = workspace_for(by, workspace_id, Action.MANAGE)
    if not 0 <= approvals_needed <= APPROVALS_MAX:
        raise Invalid(f"a merge takes 0 to {APPROVALS_MAX} approvals", path="approvals_needed")
    workspace.name = short_text(name, "name", NAME_MAX)
    workspace.approvals_needed = approvals_needed
    workspace.save(update_fields=["name", "approvals_needed"])
    said = f"{workspace.name}; {approvals_needed} approvals needed"
    audit_note(AuditKind.WORKSPACE_CHANGED, by=by, workspace=workspace.pk, detail=said)
    return workspace


@transaction.atomic
def invitation_create(
    *, workspace_id: UUID, by: User, role: Role | str, days: int = INVITATION_DAYS
) -> tuple[Invitation, str]:
    """Create an invitation and return it with the secret of its link, which is shown once and not stored. Raises
    Missing, Forbidden, Invalid.
    """
    workspace = workspace_for(by, workspace_id, Action.MANAGE)
    if not 1 <= days <= 90:
        raise Invalid("an invitation lasts 1 to 90 days", path="days")
    token = new_token()
    invitation = Invitation.objects.create(
        workspace=workspace,
        role=_role(role),
        token_hash=token_hash(token),
        by=by,
        expires_at=timezone.now() + timedelta(days=days),
    )
    audit_note(AuditKind.INVITED, by=by, workspace=workspace.pk, detail=f"{invitation.role}, for {days} days")
    return invitation, token


@transaction.atomic
def invitation_revoke(*, workspace_id: UUID, invitation_id: UUID, by: User) -> None:
    """Raises Missing, Forbidden."""
    workspace = workspace_for(by, workspace_id, Action.MANAGE)
    revoked = workspace.invitations.filter(pk=invitation_id, revoked_at=None).update(revoked_at=timezone.now())
    if not revoked:
        raise Missing("this invitation does not exist", code="invitation.missing")
    audit_note(AuditKind.INVITATION_REVOKED, by=by, workspace=workspace.pk)


@transaction.atomic
def invitation_accept(*, token: str, by: User) -> Membership:
    """Join. A member who opens a link keeps the same role; a link is dead if its creator no longer manages the
    workspace.

    Raises Missing for a link that is unknown, expired, revoked or dead.
    """
    invitation = invitation_by_token(token)
    membership, is_new = Membership.objects.get_or_create(
        workspace=invitation.workspace, user=by, defaults={"role": invitation.role}
    )
    if is_new:
        detail = f"{membership.role}, invited by {invitation.by}"
        audit_note(AuditKind.JOINED, by=by, workspace=membership.workspace_id, detail=detail)
    return membership


@transaction.atomic
def member_change_role(*, workspace_id: UUID, user_id: int, role: Role | str, by: User) -> Membership:
    """Give a member another role; their open sockets close and reconnect. Raises Missing, Forbidden, Invalid; Conflict
    for the last owner.
    """
    member = _member_locked(workspace_id, user_id, by)
    new = _role(role)
    if member.role == Role.OWNER and new is not Role.OWNER:
        _refuse_last_owner(member)
    detail = f"{member.user}: {member.role} to {new}"
    member.role = new
    member.save(update_fields=["role"])
    audit_note(AuditKind.ROLE_CHANGED, by=by, workspace=workspace_id, detail=detail)
    _close_after_commit(member)
    return member


@transaction.atomic
def member_remove(*, workspace_id: UUID, user_id: int, by: User) -> None:
    """Remove a member, or leave; their open sockets close. Raises Missing, Forbidden; Conflict for the last owner."""
    action = Action.SEE if user_id == by.pk else Action.MANAGE
    member = _member_locked(workspace_id, user_id, by, action)
    if member.role == Role.OWNER:
        _refuse_last_owner(member)
    detail = f"{member.user} ({member.role})" + (", left" if user_id == by.pk else "")
    member.delete()
    audit_note(AuditKind.MEMBER_REMOVED, by=by, workspace=workspace_id, detail=detail)
    _close_after_commit(member)


def _member_locked(workspace_id: UUID, user_id: int, by: User, action: Action = Action.MANAGE) -> Membership:
    # Lock the workspace's row first, so that two owners who remove each other cannot both succeed.
    workspace = workspace_for(by, workspace_id, action)
    Workspace.objects.select_for_update().get(pk=workspace.pk)
    workspace_for(by, workspace_id, action)
    return member_in(workspace, user_id)


def _refuse_last_owner(member: Membership) -> None:
    others = Membership.objects.filter(workspace=member.workspace_id, role=Role.OWNER).exclude(pk=member.pk)
    if not others.exists():
        raise Conflict("a workspace needs an owner; make another member an owner first", code="member.last_owner")


def _close_after_commit(member: Membership) -> None:
    tell = partial(broadcast.close_member, user_id=member.user_id, workspace=member.workspace_id)
    transaction.on_commit(tell, robust=True)


def _role(value: Any) -> Role:
    if value not in MEMBER_ROLES:
        raise Invalid(f"a role is one of {', '.join(MEMBER_ROLES)}", path="role")
    return Role(value)


def short_text(text: str, path: str, longest: int) -> str:
    """Return a typed name without extra spaces. Raises Invalid with `path`."""
    trimmed = " ".join(text.split())
    if not trimmed or len(trimmed) > longest or not trimmed.isprintable():
        raise Invalid(f"a name must have 1 to {longest} printable characters", path=path)
    return trimmed
