"""How fast the pages of one person are served in this process, so that nobody takes the sockets' time from others.

A page sends a few messages per minute. Messages of a person beyond the pace wait, and with them the connection, which
is read no further; a page that would wait for too long is closed. What a page asks to be shown is rendered for one
page of a person at a time, with a pause that is as long.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

PER_SECOND: Final = 40.0
"""Twice what the most pages of a person send that nobody touches."""

AT_ONCE: Final = 400.0
"""Messages that come together: all pages of a person connect again after a restart, and send two each."""

WAIT_MAX: Final = 5.0
PAUSE_MAX: Final = 1.0


class Pace:
    """The pace of one person."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = 0.0
        self._showing = asyncio.Lock()

    def wait(self) -> float | None:
        """Count a message, and return for how many seconds it waits. None if that is too long: it is not counted."""
        now = self._clock()
        due = max(self._next, now)
        delay = round(max(0.0, due - now - (AT_ONCE - 1) / PER_SECOND), 3)
        if delay > WAIT_MAX:
            return None
        self._next = due + 1 / PER_SECOND
        return delay

    @asynccontextmanager
    async def showing(self) -> AsyncIterator[None]:
        """While one page of the person is rendered, and as long again, others of the same person wait."""
        async with self._showing:
            began = self._clock()
            yield
            await asyncio.sleep(min(PAUSE_MAX, self._clock() - began))
