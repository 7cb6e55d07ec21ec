"""The people who have a design open, and where they are: entries in Redis that expire after 30 seconds. Hints, never
locks.
"""

from __future__ import annotations

import json
import logging
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

LASTS_SECONDS: Final = 30
COLORS: Final = 8
FOCUS_MAX: Final = 160
PATH_MAX: Final = 600
WHERE_MAX: Final = 160
SCROLL_MAX: Final = 10_000_000


def person_of(user: Any) -> dict[str, Any]:
    """A person as colleagues see them: only a name and a color, no address."""
    name = str(user)
    words = [word for word in user.display_name.replace("@", " ").split() if word]
    initials = (words[0][:1] + (words[-1][:1] if len(words) > 1 else words[0][1:2])).upper() if words else "?"
    return {"id": user.pk, "name": name[:40], "initials": initials, "color": color_of(user.pk)}


def color_of(user_id: int) -> str:
    """The CSS class of a person's color: the same on every page and in every process."""
    return f"person-{zlib.crc32(str(user_id).encode()) % COLORS}"


@dataclass(frozen=True, slots=True)
class PagePosition:
    """The position of one page of a person: the focused element, the page's address and its description, the scroll
    position of the items in pixels, and the followed person (0: none).
    """

    focus: str = ""
    path: str = ""
    where: str = ""
    scroll: int = 0
    follows: int = 0

    @staticmethod
    def of(said: Mapping[str, Any], design: UUID) -> PagePosition:
        """From a message of a page; an address that is not a page of this design is ignored."""
        path = _text(said.get("path"), PATH_MAX)
        return PagePosition(
            focus=_text(said.get("focus"), FOCUS_MAX),
            path=path if path.startswith(f"/designs/{design}/") else "",
            where=_text(said.get("where"), WHERE_MAX),
            scroll=_number(said.get("scroll"), SCROLL_MAX),
            follows=_number(said.get("follows"), 2**53),
        )


def _text(value: Any, longest: int) -> str:
    return value[:longest] if isinstance(value, str) else ""


def _number(value: Any, most: int) -> int:
    return min(value, most) if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


class Presence:
    """The people on one design. Each socket keeps one entry; two tabs of one person are one person."""

    def __init__(self, redis: Redis, design: UUID) -> None:
        self._redis = redis
        self._key = f"{settings.INSTANCE}:presence:{design}"

    async def here(self, socket: str, person: dict[str, Any], standing: PagePosition) -> bool:
        """Record a socket. Return True if colleagues should be notified because it is new or has moved."""
        before = await self._redis.hget(self._key, socket)
        now = time.time()
        known = json.loads(before) if before is not None else {}
        said = asdict(standing)
        has_moved = any(known.get(name) != value for name, value in said.items())
        moved = now if has_moved else known["moved"]
        entry = {**person, **said, "until": now + LASTS_SECONDS, "moved": moved}
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.hset(self._key, socket, json.dumps(entry))
            pipe.expire(self._key, LASTS_SECONDS * 4)
            await pipe.execute()
        return has_moved

    async def gone(self, socket: str) -> None:
        """Remove a closed socket."""
        await self._redis.hdel(self._key, socket)

    async def people(self) -> list[dict[str, Any]]:
        """All people here, each once, at their latest position, in a stable order."""
        now = time.time()
        found: dict[int, dict[str, Any]] = {}
        for socket, raw in (await self._redis.hgetall(self._key)).items():
            entry = json.loads(raw)
            if entry["until"] < now:
                await self._redis.hdel(self._key, socket)
            elif entry["id"] not in found or found[entry["id"]]["moved"] < entry["moved"]:
                found[entry["id"]] = entry
        return [found[identity] for identity in sorted(found)]


@contextmanager
def presence_is_a_hint() -> Iterator[None]:
    """Go on without knowing who is here while Redis does not answer: edits do not depend on it."""
    try:
        yield
    except (RedisError, OSError):
        log.warning("who is here is not known: Redis does not answer", exc_info=True)
