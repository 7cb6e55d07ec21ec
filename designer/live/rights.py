"""What the sockets of a design are allowed: their people, sessions and roles, as stored now.

A socket can stay open for days. Its rights are checked again before it is sent anything and at its heartbeat, but not
more often than every FRESH_SECONDS. All sockets of a design in this process are checked together: an edit reaches fifty
pages with a few queries instead of a few for each.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.utils.crypto import constant_time_compare

from designer.accounts.required_step import OPTIONAL, needs_step, with_second_step
from designer.accounts.session_store import SessionStore, open_now
from designer.models import PersonSession, User
from modeler.permissions import Action, may
from modeler.selectors import Sight, sights_of

FRESH_SECONDS: Final = 2.0
SIGNED_OUT: Final = 4401
GONE: Final = 4404


class Seat(NamedTuple):
    """Who opened a socket, and in which session; None for a socket of the server itself."""

    person: int | None
    session: str | None


def rights_of(design_id: UUID, seats: Collection[Seat]) -> dict[Seat, Sight | int]:
    """The rights of each seat now. Without rights, the code with which its socket closes: SIGNED_OUT if the session has
    ended, the password has changed, the account is disabled or lacks a second step that the operator requires; GONE if
    the design is not shared with the person.
    """
    ids = {seat.person for seat in seats if seat.person is not None}
    people = {person.pk: person for person in User.objects.filter(pk__in=ids, is_active=True)}
    signed = _signatures({seat.session for seat in seats if seat.session is not None})
    present = [seat for seat in seats if _is_signed_in(seat, people, signed)]
    if settings.SECOND_STEP != OPTIONAL:
        present = _with_required_step(present, people, signed)
    sights = sights_of(design_id, {seat.person: people[seat.person] for seat in present if seat.person is not None})
    found: dict[Seat, Sight | int] = dict.fromkeys(seats, SIGNED_OUT)
    for seat in present:
        sight = sights.get(seat.person) if seat.person is not None else None
        found[seat] = sight if sight is not None and may(sight.role, Action.SEE) else GONE
    return found


class Signed(NamedTuple):
    """How a session was signed in: the hash of the password, and whether a second step is required after that."""

    hash: str
    needs_step: bool


def _signatures(keys: Collection[str]) -> dict[str, Signed]:
    """How each of these sessions was signed in; those that have ended are left out."""
    sessions = PersonSession.objects.filter(open_now(), session_key__in=keys)
    return {one.session_key: _signature(one.session_data, settings.SECOND_STEP) for one in sessions}


@lru_cache(maxsize=1024)
def _signature(session_data: str, required: str) -> Signed:
    """Kept, because the data of a session seldom change, and reading them takes longer than finding them."""
    data = SessionStore().decode(session_data)
    return Signed(str(data.get(HASH_SESSION_KEY, "")), needs_step(data))


def _is_signed_in(seat: Seat, people: dict[int, User], signed: dict[str, Signed]) -> bool:
    person = people.get(seat.person) if seat.person is not None else None
    if person is None or seat.session is None:
        return person is not None
    found = signed.get(seat.session)
    return found is not None and constant_time_compare(found.hash, person.get_session_auth_hash())


def _with_required_step(seats: list[Seat], people: dict[int, User], signed: dict[str, Signed]) -> list[Seat]:
    """Without the seats of accounts that lack it. Guests have no sign-in of their own."""
    asked = {
        seat
        for seat in seats
        if seat.person is not None
        and seat.session
        and signed[seat.session].needs_step
        and not people[seat.person].is_guest
    }
    having = with_second_step({seat.person for seat in asked if seat.person is not None}) if asked else set()
    return [seat for seat in seats if seat not in asked or seat.person in having]
