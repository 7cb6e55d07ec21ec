"""Which version of the code each process runs, so that a worker of another version than the web server is noticed.

Every process notes its version in the cache while it runs. A note that is lost in a race is written again soon.
"""

from __future__ import annotations

import hashlib
import logging
import time
from functools import cache as once
from importlib import resources
from typing import Final

from django.conf import settings
from django.core.cache import cache
from redis.exceptions import RedisError

from modeler.core.rules_version import digest

log = logging.getLogger(__name__)
PACKAGES: Final = ("designer", "exporter", "modeler")
PAGE_FOLDERS: Final = ("templates", "static/js", "static/css")
ROLES: Final = ("web", "worker")
SEEN_SECONDS: Final = 60
NOTED_EVERY: Final = 10.0
_noted_at: Final[dict[str, float]] = {}
_told: Final[set[tuple[str, str]]] = set()


@once
def source_version() -> str:
    """Return the digest of the code that this process was started with: 12 hexadecimal digits."""
    parts = "".join(digest(resources.files(package)) for package in PACKAGES)
    return hashlib.sha256(parts.encode()).hexdigest()[:12]


@once
def page_version() -> str:
    """Return the digest of all that pages are made of, code, templates, scripts and styles, as this process found them:
    12 hexadecimal digits. An open page of another version was made by another server.
    """
    found = hashlib.sha256(source_version().encode())
    for folder in PAGE_FOLDERS:
        for path in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            if path.is_file():
                found.update(f"{path.name}\0".encode() + path.read_bytes())
    return found.hexdigest()[:12]


def version_note(role: str) -> None:
    """Note that a process with this role runs this version, and log others that run now, once for each."""
    if time.monotonic() - _noted_at.get(role, float("-inf")) < NOTED_EVERY:
        return
    _noted_at[role] = time.monotonic()
    try:
        seen = {**_seen(role), source_version(): time.time()}
        cache.set(_key(role), seen, timeout=SEEN_SECONDS)
        others = other_versions()
    except RedisError:
        return
    for other in others.items():
        if other[1] and (told := (other[0], ", ".join(other[1]))) not in _told:
            _told.add(told)
            log.warning("%s runs version %s, this %s %s; restart the older one", *told, role, source_version())


def other_versions() -> dict[str, list[str]]:
    """Return, for each role, the versions that run now and are not that of this process. Raises RedisError."""
    return {role: sorted(set(_seen(role)) - {source_version()}) for role in ROLES}


def _seen(role: str) -> dict[str, float]:
    noted = cache.get(_key(role)) or {}
    return {version: at for version, at in noted.items() if at > time.time() - SEEN_SECONDS}


def _key(role: str) -> str:
    return f"running:{role}"
