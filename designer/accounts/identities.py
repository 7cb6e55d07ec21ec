"""The identities by which a person signs in: seen, and disconnected, but never the last way in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction

from designer.accounts.sessions import sessions_end_others
from designer.models import User
from modeler.auditing.events import audit_note
from modeler.core.errors import Conflict, Missing
from modeler.models import AuditKind


@dataclass(frozen=True, slots=True)
class ConnectedIdentity:
    """An identity as its person sees it. `is_declared`: its provider is the one of this server, so it is a way in."""

    id: int
    issuer: str
    is_declared: bool
    email: str
    connected_at: datetime
    used_at: datetime
    is_last_way_in: bool


def identities_of(person: User) -> list[ConnectedIdentity]:
    """Return them, the oldest first."""
    rows = list(_rows(person))
    ways = _has_password(person) + sum(map(_is_declared, rows))
    return [
        ConnectedIdentity(
            id=row.pk,
            issuer=row.provider,
            is_declared=_is_declared(row),
            email=str(row.extra_data.get("id_token", row.extra_data).get("email", "")),
            connected_at=row.date_joined,
            used_at=row.last_login,
            is_last_way_in=_is_declared(row) and ways == 1,
        )
        for row in rows
    ]


def identity_of(person: User, identity_id: int) -> ConnectedIdentity:
    """Return one of them. Raises Missing."""
    for one in identities_of(person):
        if one.id == identity_id:
            return one
    raise Missing("this identity is not connected to your account", code="identity.missing")


@transaction.atomic
def identity_disconnect(*, by: User, identity_id: int, session: str | None) -> None:
    """Disconnect it; all other sessions end, because they can have begun with it. Raises Missing; Conflict if it is
    the last way in.
    """
    # Two that are disconnected at the same time are looked at one after the other.
    person = User.objects.select_for_update().get(pk=by.pk)
    found = identity_of(person, identity_id)
    if found.is_last_way_in:
        raise Conflict("this is the only way into your account; set a password first", code="identity.last")
    _rows(person).filter(pk=identity_id).delete()
    audit_note(AuditKind.IDENTITY_DISCONNECTED, by=person, detail=f"{found.issuer}, {found.email}")
    sessions_end_others(person, session)


def _rows(person: User) -> Any:
    return SocialAccount.objects.filter(user=person).order_by("date_joined", "pk")


def _is_declared(row: Any) -> bool:
    return bool(settings.SINGLE_SIGN_ON) and row.provider == settings.SINGLE_SIGN_ON["issuer"]


def _has_password(person: User) -> bool:
    return bool(settings.PASSWORDS and person.has_usable_password())
