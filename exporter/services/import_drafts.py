"""Imports before they are accepted: kept for half an hour in the cache, for the person who started them.

Nothing here touches the database. An import is found by a random token, and only by its person.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.utils import timezone

from exporter.importers import Imported
from modeler.core.errors import Conflict, Missing

KEPT_SECONDS: Final = 30 * 60
HELD_MAX: Final = 4
"""Limit on held imports per person, the newest ones: a file can have 20 MB."""

_STORING_SECONDS: Final = 120
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")
GONE: Final = "This import has expired (30 minutes) or was already accepted. Import the file again."


@dataclass(frozen=True, slots=True)
class Held:
    """One import that waits to be accepted: into a `workspace` as a new design, or into a `design` as a change.

    `person` started it, `job` reads it if that takes long, `revision` is the design's at that time, `given` are the
    person's values for parameters of the file.
    """

    token: str
    person: int
    filename: str
    expires_at: datetime
    workspace: str = ""
    design: str = ""
    revision: int = 0
    job: str = ""
    given: Mapping[str, str] = field(default_factory=dict)


def hold(held: Held, raw: bytes | None = None) -> None:
    """Keep an import, and the bytes to read. Only the newest few per person are kept."""
    cache.set(_key(held), held, timeout=KEPT_SECONDS)
    if raw is not None:
        keep(held, "raw", raw)
    before = [token for token in cache.get(_all(held.person), []) if token != held.token]
    for token in before[: -(HELD_MAX - 1)]:
        forget(replace(held, token=token))
    cache.set(_all(held.person), [*before[-(HELD_MAX - 1) :], held.token], timeout=KEPT_SECONDS)


def new_held(person: Any, filename: str, **more: Any) -> Held:
    """Return a new import, not yet held."""
    ends = timezone.now() + timedelta(seconds=KEPT_SECONDS)
    name = "".join(letter if letter.isprintable() else " " for letter in filename)[:200]
    return Held(secrets.token_urlsafe(24), person.pk, name, ends, **more)


def held_for(person: Any, token: str) -> Held:
    """Return an import that a person started. Raises Missing."""
    found = cache.get(f"import:{person.pk}:{token}") if _TOKEN.fullmatch(token) else None
    if not isinstance(found, Held):
        raise Missing(GONE, code="import.gone")
    return found


def keep(held: Held, what: str, value: Any) -> None:
    """Keep something with an import: its bytes (`raw`), what was read of them (`read`), pages of a scan."""
    cache.set(f"{_key(held)}:{what}", value, timeout=KEPT_SECONDS)


def kept(held: Held, what: str) -> Any:
    """Return what was kept under that name; None if it is gone."""
    return cache.get(f"{_key(held)}:{what}")


def drop(held: Held, *names: str) -> None:
    """Delete something that was kept with an import."""
    cache.delete_many([f"{_key(held)}:{what}" for what in names])


def read_of(held: Held) -> Imported:
    """Return what was read. Raises Missing if it is no longer kept, or was never read."""
    found = kept(held, "read")
    if not isinstance(found, Imported):
        raise Missing(GONE, code="import.gone")
    return found


def forget(held: Held) -> None:
    """Delete everything."""
    cache.delete(_key(held))
    drop(held, "raw", "read", "change", "drift", "storing", "made", "secret")


def begin_storing(held: Held) -> None:
    """Raise Conflict if another request is storing it: pressing a button twice creates one design."""
    if not cache.add(f"{_key(held)}:storing", True, timeout=_STORING_SECONDS):
        raise Conflict("this import is already being stored", code="import.storing")


def end_storing(held: Held) -> None:
    """Record that it was not stored after all."""
    drop(held, "storing")


def _key(held: Held) -> str:
    return f"import:{held.person}:{held.token}"


def _all(person: int) -> str:
    return f"imports:{person}"
