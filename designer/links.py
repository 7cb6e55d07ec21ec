"""Links that open one design to anyone who has them: created, revoked, opened. A person who uses a link is a guest of
that design only, with the rights of the link.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from designer.models import GUEST_ADDRESSES, Guest, ShareLink, User
from designer.selectors import link_by_token, links_open_of
from designer.services import DISPLAY_NAME_MAX, short_text
from designer.tokens import new_token, token_hash
from modeler import broadcast
from modeler.auditing.events import audit_note
from modeler.core.errors import Invalid, Missing
from modeler.models import AuditKind
from modeler.permissions import LINK_ROLES, Action, Role
from modeler.quotas import one_at_a_time
from modeler.selectors import design_for

LINK_DAYS: Final = 14
LINK_DAYS_MAX: Final = 365
LINKS_MAX: Final = 50
NOTE_MAX: Final = 80


@transaction.atomic
def link_create(
    *, design_id: UUID, by: Any, role: Role | str, days: int = LINK_DAYS, note: str = ""
) -> tuple[ShareLink, str]:
    """Create a link and return it with its secret, which is shown once and not stored. Raises Missing, Forbidden,
    Invalid.
    """
    design = design_for(by, design_id, Action.SHARE)
    if role not in LINK_ROLES:
        raise Invalid(f"a link is for a {', a '.join(LINK_ROLES)}", path="role")
    if not 1 <= days <= LINK_DAYS_MAX:
        raise Invalid(f"a link lasts 1 to {LINK_DAYS_MAX} days", path="days")
    one_at_a_time("links", design.pk)
    if links_open_of(design).count() >= LINKS_MAX:
        raise Invalid(f"this design has {LINKS_MAX} active links; revoke one first", path="role")
    token = new_token()
    link = ShareLink.objects.create(
        design=design,
        role=Role(role),
        note=short_text(note, "note", NOTE_MAX) if note.strip() else "",
        token_hash=token_hash(token),
        by=by,
        expires_at=timezone.now() + timedelta(days=days),
    )
    audit_note(AuditKind.LINK_MADE, by=by, design=design, detail=f"{_described(link)}, for {days} days")
    return link, token


def _described(link: ShareLink) -> str:
    return f"{link.role}: {link.note}" if link.note else str(link.role)


@transaction.atomic
def link_revoke(*, design_id: UUID, link_id: UUID, by: Any) -> None:
    """Revoke a link and close the sockets of its guests. Raises Missing, Forbidden."""
    design = design_for(by, design_id, Action.SHARE)
    link = design.links.filter(pk=link_id, revoked_at=None).first()
    if link is None:
        raise Missing("this link does not exist", code="link.missing")
    link.revoked_at = timezone.now()
    link.save(update_fields=["revoked_at"])
    audit_note(AuditKind.LINK_REVOKED, by=by, design=design, detail=_described(link))
    for guest in link.guests.values_list("user_id", flat=True):
        tell = partial(broadcast.close_member, user_id=guest, workspace=design.workspace_id)
        transaction.on_commit(tell, robust=True)


@transaction.atomic
def link_enter(*, token: str, by: Any, name: str = "") -> tuple[User, ShareLink]:
    """Use a link: as the signed-in person, or as a new guest with that name. Members keep their role.

    Raises Missing for a link that is unknown, expired, revoked or dead, Invalid for an invalid name.
    """
    link = link_by_token(token)
    person = by if getattr(by, "pk", None) is not None and by.is_active else _new_guest(name)
    if not person.memberships.filter(workspace=link.design.workspace_id).exists():
        _, is_new = Guest.objects.get_or_create(link=link, user=person)
        if is_new:
            audit_note(AuditKind.LINK_USED, by=person, design=link.design, detail=_described(link))
    return person, link


def _new_guest(name: str) -> User:
    """An account without a password: it exists in one browser session and in the history."""
    guest: User = User.objects.create_user(
        f"guest-{uuid.uuid4().hex}@{GUEST_ADDRESSES}",
        display_name=short_text(name, "name", DISPLAY_NAME_MAX),
        is_guest=True,
    )
    return guest
