"""Limits on attempts: counted in the cache, in windows that begin with the first attempt."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from modeler.auditing.addresses import network_of


@dataclass(frozen=True, slots=True)
class Throttle:
    """At most `tries` in `seconds` for each name."""

    scope: str
    tries: int
    seconds: int

    def _key(self, name: str) -> str:
        return f"throttle:{self.scope}:{hashlib.sha256(name.encode()).hexdigest()[:24]}"

    def admits(self, name: str) -> bool:
        """Count one more attempt of `name`; False if it exceeds the limit."""
        key = self._key(name)
        cache.add(key, 0, timeout=self.seconds)
        try:
            return cache.incr(key) <= self.tries
        except ValueError:  # it expired between the two
            cache.set(key, 1, timeout=self.seconds)
            return True

    def forget(self, name: str) -> None:
        """Do not count the attempts of `name` after all (a password was right)."""
        cache.delete(self._key(name))


SIGN_IN = Throttle("sign-in", tries=10, seconds=15 * 60)
SIGN_IN_ADDRESS = Throttle("sign-in-address", tries=60, seconds=15 * 60)
RESET = Throttle("reset", tries=3, seconds=15 * 60)
PASSWORD = Throttle("password", tries=5, seconds=15 * 60)
LINK = Throttle("link", tries=60, seconds=15 * 60)
IMPORT = Throttle("import", tries=30, seconds=10 * 60)
LIVE = Throttle("live", tries=20, seconds=10 * 60)


KNOWN_SECONDS: Final = 365 * 24 * 3600
KNOWN_COOKIE: Final = f"{settings.INSTANCE}-known"
_SALT: Final = "designer.throttle.known"


def sign_in_name(request: HttpRequest, email: str) -> str:
    """Return the name under which attempts to sign in are counted. A browser in which that person has signed in before
    has a count of its own: strangers who try passwords do not lock the person out.
    """
    known = request.get_signed_cookie(KNOWN_COOKIE, default="", salt=_SALT, max_age=KNOWN_SECONDS)
    device, _, person = str(known).partition(" ")
    return f"{email} {device}" if person == _digest(email) else email


def remember(response: HttpResponse, email: str) -> None:
    """Mark a browser in which a person has signed in."""
    response.set_signed_cookie(
        KNOWN_COOKIE,
        f"{secrets.token_urlsafe(16)} {_digest(email)}",
        salt=_SALT,
        max_age=KNOWN_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
        path="/sign-in/",
    )


def _digest(email: str) -> str:
    return hashlib.sha256(email.encode()).hexdigest()


def address_of(request: HttpRequest) -> str:
    """Return the address of the sender, as far as the server knows it: behind our proxy, the last address that the
    proxy added.
    """
    if settings.BEHIND_PROXY and (forwarded := request.headers.get("X-Forwarded-For", "")):
        return forwarded.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def counted_address(request: HttpRequest) -> str:
    """Return the name under which attempts of an address are counted. One subscriber has all addresses of a network of
    IPv6.
    """
    return network_of(address_of(request))
