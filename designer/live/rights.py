"""What a socket is allowed: the person, the session and the role, as stored now.

A socket can stay open for days. Its rights are checked again before it is sent anything and at its heartbeat, but not
more often than every FRESH_SECONDS.
"""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from designer.models import User
from modeler.core.errors import Forbidden
from modeler.permissions import Action
from modeler.selectors import design_for, guest_until

if TYPE_CHECKING:
    from modeler.selectors import SeenDesign

FRESH_SECONDS: Final = 2.0
SIGNED_OUT: Final = "you are signed out"


class Rights(NamedTuple):
    """The design with the person's role, and when a guest's link ends."""

    design: SeenDesign
    until: datetime | None


def rights_of(user: Any, session: SessionBase | None, design_id: UUID) -> Rights:
    """The rights of a person in a session now. Raises Missing if the design is not shared with them, Forbidden if the
    session has ended, the password has changed or the account is disabled.
    """
    person = User.objects.filter(pk=user.pk, is_active=True).first()
    if person is None or not _is_signed_in(person, session):
        raise Forbidden(SIGNED_OUT)
    design = design_for(person, design_id, Action.SEE)
    return Rights(design, guest_until(person, design))


def _is_signed_in(person: User, session: SessionBase | None) -> bool:
    """Return whether the stored session is still this person's. A socket without a session is the server's own."""
    if session is None or session.session_key is None:
        return session is None
    store = import_module(settings.SESSION_ENGINE).SessionStore(session.session_key)
    signed = store.get(HASH_SESSION_KEY, "")
    return constant_time_compare(signed, person.get_session_auth_hash())
