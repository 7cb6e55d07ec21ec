"""Sessions of a person: begun by a sign-in, listed, ended one by one or all together."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from designer.accounts.session_store import ORIGIN, SessionStore, open_now
from designer.models import PersonSession, User
from designer.throttle import address_of
from modeler.auditing.events import audit_note
from modeler.core.errors import Missing
from modeler.models import AuditKind, Job

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
AGENT_MAX: Final = 300
_BROWSERS: Final = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
_SYSTEMS: Final = {
    "Windows": "Windows",
    "Android": "Android",
    "iPhone|iPad": "iOS",
    "Mac OS": "macOS",
    "Linux": "Linux",
}
"""Looked for in this order: Edge and Opera call themselves Chrome too, Chrome Safari, Android Linux."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session as its person sees it. `handle` names it without revealing its key."""

    handle: str
    browser: str
    address: str
    signed_in_at: datetime
    seen_at: datetime
    is_current: bool


@transaction.atomic
def session_begin(request: HttpRequest, person: User, *, how: str = "") -> None:
    """Sign a person in with this browser; `how` says in the audit log by what, if not by a password."""
    login(request, person, backend=BACKEND)
    agent = request.headers.get("User-Agent", "").replace("\x00", "")[:AGENT_MAX]
    request.session[ORIGIN] = {"at": timezone.now().isoformat(), "address": address_of(request)[:64], "agent": agent}
    audit_note(AuditKind.SIGNED_IN, by=person, detail=", ".join(part for part in (how, browser_of(agent)) if part))


def browser_of(agent: str) -> str:
    """The browser and the system of a User-Agent: "Firefox on Linux"; its first word if neither is known."""
    browser = next((name for word, name in _BROWSERS.items() if f"{word}/" in agent), "")
    system = next((name for words, name in _SYSTEMS.items() if re.search(words, agent)), "")
    if not browser:
        return agent.partition("/")[0][:40] or "unknown browser"
    return f"{browser} on {system}" if system else browser


def handle_of(session_key: str) -> str:
    """The name of a session in a form: a person who reads it cannot use the session."""
    return hashlib.sha256(f"session {session_key}".encode()).hexdigest()[:32]


def sessions_of(person: User, current: str | None) -> list[OpenSession]:
    """The open sessions of a person: the current one first, then the last used."""
    rows = _open_sessions(person).order_by("-seen_at")
    found = [
        OpenSession(
            handle=handle_of(row.session_key),
            browser=browser_of(row.agent),
            address=row.address,
            signed_in_at=row.signed_in_at,
            seen_at=row.seen_at,
            is_current=row.session_key == current,
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: not one.is_current)


def _open_sessions(person: User) -> Any:
    return PersonSession.objects.filter(open_now(), user=person)


@transaction.atomic
def session_end(person: User, handle: str) -> None:
    """End one session; its sockets close at once. Raises Missing if it is not the person's, or has ended."""
    row = next((one for one in _open_sessions(person) if handle_of(one.session_key) == handle), None)
    if row is None:
        raise Missing("this session has ended already", code="session.missing")
    audit_note(AuditKind.SESSION_ENDED, by=person, detail=browser_of(row.agent))
    row.delete()


@transaction.atomic
def sessions_end_others(person: User, current: str | None) -> int:
    """End all sessions of a person but the current one; return their number."""
    others = _open_sessions(person).exclude(session_key=current or "")
    ended: int = others.count()
    if ended:
        audit_note(
            AuditKind.SESSION_ENDED, by=person, detail=f"{ended} other {'session' if ended == 1 else 'sessions'}"
        )
    others.delete()
    return ended


@transaction.atomic
def sessions_end_by_operator(email: str) -> int:
    """End the sessions of an account, '' of everybody; return their number. Their sockets close at once. Raises
    Missing.
    """
    people = User.objects.filter(email__iexact=email, is_guest=False) if email else User.objects.all()
    if not people.exists():
        raise Missing(f"no account has the address {email}", code="account.missing")
    ended = 0
    for person in people.filter(sessions__in=PersonSession.objects.filter(open_now())).distinct():
        count = _open_sessions(person).count()
        _open_sessions(person).delete()
        said = f"{count} {'session' if count == 1 else 'sessions'}, by the operator"
        audit_note(AuditKind.SESSION_ENDED, by=person, detail=said)
        ended += count
    return ended


def sessions_expire() -> Iterable[Job]:
    """Delete the rows of sessions that have expired. Returns no jobs."""
    SessionStore.clear_expired()
    return ()
