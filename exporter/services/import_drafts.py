"""Imports before they are accepted: held half an hour where nothing is kept for good, and for whoever brought them.

Nothing here touches the database. What is held is found by a token that was drawn for it, and only by its person.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.utils import timezone

from exporter.importers import Imported
from modeler.core.errors import Conflict, Missing

KEPT_SECONDS: Final = 30 * 60
HELD_MAX: Final = 4
"""Imports that are held of one person, the newest: a file may have 20 MB."""

_STORING_SECONDS: Final = 120
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")
GONE: Final = "what was read is not kept longer than half an hour, nor after it was accepted; import it again"


@dataclass(frozen=True, slots=True)
class Held:
    """One import that waits to be accepted: into a `workspace` as a new design, or into a `design` as a change.

    `person` brought it, `job` reads it where that takes its time, `revision` is the design's when it was brought.
    """

    token: str
    person: int
    filename: str
    expires_at: datetime
    workspace: str = ""
    design: str = ""
    revision: int = 0
    job: str = ""


def hold(held: Held, raw: bytes | None = None) -> None:
    """Keep an import, and the bytes that it is to be read from. Of one person the newest few are kept."""
    cache.set(_key(held), held, timeout=KEPT_SECONDS)
    if raw is not None:
        keep(held, "raw", raw)
    before = [token for token in cache.get(_all(held.person), []) if token != held.token]
    for token in before[: -(HELD_MAX - 1)]:
        forget(replace(held, token=token))
    cache.set(_all(held.person), [*before[-(HELD_MAX - 1) :], held.token], timeout=KEPT_SECONDS)


def new_held(person: Any, filename: str, **more: Any) -> Held:
    """A new one, not yet held."""
    ends = timezone.now() + timedelta(seconds=KEPT_SECONDS)
    name = "".join(letter if letter.isprintable() else " " for letter in filename)[:200]
    return Held(secrets.token_urlsafe(24), person.pk, name, ends, **more)


def held_for(person: Any, token: str) -> Held:
    """An import that a person brought. Raises Missing."""
    found = cache.get(f"import:{person.pk}:{token}") if _TOKEN.fullmatch(token) else None
    if not isinstance(found, Held):
        raise Missing(GONE, code="import.gone")
    return found


def keep(held: Held, what: str, value: Any) -> None:
    """Keep something beside an import: its bytes (`raw`), what was read of them (`read`), pages of a scan."""
    cache.set(f"{_key(held)}:{what}", value, timeout=KEPT_SECONDS)


def kept(held: Held, what: str) -> Any:
    """What was kept under that name; None where it is there no more."""
    return cache.get(f"{_key(held)}:{what}")


def drop(held: Held, *names: str) -> None:
    """Let something go that was kept beside an import."""
    cache.delete_many([f"{_key(held)}:{what}" for what in names])


def read_of(held: Held) -> Imported:
    """What was read. Raises Missing where it is not kept any more, or was never read."""
    found = kept(held, "read")
    if not isinstance(found, Imported):
        raise Missing(GONE, code="import.gone")
    return found


def forget(held: Held) -> None:
    """Let all of it go."""
    cache.delete(_key(held))
    drop(held, "raw", "read", "change", "drift", "storing", "made", "secret")


def begin_storing(held: Held) -> None:
    """Raises Conflict where another request is storing it: a button that was pressed twice makes one design."""
    if not cache.add(f"{_key(held)}:storing", True, timeout=_STORING_SECONDS):
        raise Conflict("this import is being stored already", code="import.storing")


def end_storing(held: Held) -> None:
    """It was not stored after all."""
    drop(held, "storing")


def _key(held: Held) -> str:
    return f"import:{held.person}:{held.token}"


def _all(person: int) -> str:
    return f"imports:{person}"
