"""Who has a design open, and on which cell: entries in Redis that fade after 30 seconds. Hints, never locks."""

from __future__ import annotations

import json
import time
import zlib
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from redis.asyncio import Redis

LASTS_SECONDS: Final = 30
COLOURS: Final = 8


def person_of(user: Any) -> dict[str, Any]:
    """A person as colleagues see them: no address, no more than a name and a colour."""
    name = str(user)
    words = [word for word in name.replace("@", " ").split() if word]
    initials = (words[0][:1] + (words[-1][:1] if len(words) > 1 else words[0][1:2])).upper() if words else "?"
    return {"id": user.pk, "name": name[:40], "initials": initials, "colour": colour_of(user.pk)}


def colour_of(user_id: int) -> str:
    """The class of a person's colour: the same on every page and in every process."""
    return f"person-{zlib.crc32(str(user_id).encode()) % COLOURS}"


class Presence:
    """The people on one design. Each socket keeps one entry; two tabs of one person are one person."""

    def __init__(self, redis: Redis, design: UUID) -> None:
        self._redis = redis
        self._key = f"{settings.INSTANCE}:presence:{design}"

    async def here(self, socket: str, person: dict[str, Any], focus: str) -> bool:
        """Say that a socket is here. True where colleagues should be told: it is new, or its focus moved."""
        before = await self._redis.hget(self._key, socket)
        entry = {**person, "focus": focus, "until": time.time() + LASTS_SECONDS}
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.hset(self._key, socket, json.dumps(entry))
            pipe.expire(self._key, LASTS_SECONDS * 4)
            await pipe.execute()
        return before is None or json.loads(before)["focus"] != focus

    async def gone(self, socket: str) -> None:
        """A socket closed."""
        await self._redis.hdel(self._key, socket)

    async def people(self) -> list[dict[str, Any]]:
        """Everybody who is here, each once with their newest focus, in an order that does not jump."""
        now = time.time()
        found: dict[int, dict[str, Any]] = {}
        for socket, raw in (await self._redis.hgetall(self._key)).items():
            entry = json.loads(raw)
            if entry["until"] < now:
                await self._redis.hdel(self._key, socket)
            elif entry["id"] not in found or found[entry["id"]]["until"] < entry["until"]:
                found[entry["id"]] = entry
        return [found[identity] for identity in sorted(found)]
