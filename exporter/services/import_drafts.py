"""Imports before they are accepted: kept for half an hour in the cache, for the person who started them.

Nothing here touches the database. An import is found by a random token, and only by its person.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.utils import timezone

from exporter.importers import Imported
from modeler.core.errors import Conflict, Missing

KEPT_SECONDS: Final = 30 * 60
HELD_MAX: Final = 4
"""Limit on held imports per person, the newest ones: a file can have 20 MB. All guests of a design share it, because
anybody who has a link can become any number of guests.
"""

_STORING_SECONDS: Final = 120
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")
GONE: Final = (
    "This import has expired (30 minutes), made room for newer ones, or was already accepted. Import the file again."
)


@dataclass(frozen=True, slots=True)
class Held:
    """One import that waits to be accepted: into a `workspace` as a new design, or into a `design` as a change.

    `person` started it, `job` reads it if that takes long, `revision` is the design's at that time, `given` are the
    person's values for parameters of the file. `group` is whose imports are counted together.
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
    group: str = ""


def hold(held: Held, raw: bytes | None = None) -> None:
    """Keep an import, and the bytes to read. Only the newest few of a group are kept."""
    cache.set(_key(held), held, timeout=KEPT_SECONDS)
    if raw is not None:
        keep(held, "raw", raw)
    if cache.add(f"{_key(held)}:counted", True, timeout=KEPT_SECONDS):
        _make_room(held)


def _make_room(held: Held) -> None:
    """Forget the import that is HELD_MAX older than a new one. Each has a number of its own, so imports that begin at
    the same time do not lose each other.
    """
    counter = f"imports-of:{held.group}"
    number = _next(counter)
    cache.set(f"{counter}:{number}", held, timeout=KEPT_SECONDS)
    if isinstance(before := cache.get(f"{counter}:{number - HELD_MAX}"), Held):
        forget(before)
    # Those that came meanwhile did not find this one yet.
    if cache.get(counter, number) - number >= HELD_MAX:
        forget(held)


def _next(counter: str) -> int:
    while True:
        cache.add(counter, 0, timeout=KEPT_SECONDS)
        try:
            number = cache.incr(counter)
        except ValueError:
            # Redis dropped it between the two requests.
            continue
        cache.touch(counter, KEPT_SECONDS)
        return number


def new_held(person: Any, filename: str, **more: Any) -> Held:
    """Return a new import, not yet held."""
    ends = timezone.now() + timedelta(seconds=KEPT_SECONDS)
    name = "".join(letter if letter.isprintable() else " " for letter in filename)[:200]
    is_guest, design = getattr(person, "is_guest", False), more.get("design", "")
    group = f"guests-{design}" if is_guest and design else str(person.pk)
    return Held(secrets.token_urlsafe(24), person.pk, name, ends, group=group, **more)


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
