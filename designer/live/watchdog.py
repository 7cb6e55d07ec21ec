"""Notices an event loop that no longer turns, logs what every thread is doing, and ends the process if it stays so.

A frozen loop answers nobody and closes no socket, so that nothing outside notices it for a long time. The process that
is started in its place is at work within seconds.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Final

log = logging.getLogger(__name__)

LOOKED_EVERY_SECONDS: Final = 1.0
FROZEN_SECONDS: Final = 20.0
ENDED_SECONDS: Final = 90.0


class Watchdog:
    """Watches one event loop from a thread."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        *,
        end: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._loop = loop
        self._end = end
        self._clock = clock
        self._turned_at = clock()
        self._is_logged = False

    def watch(self) -> None:
        """Look until the loop is closed."""
        while not self._loop.is_closed():
            time.sleep(LOOKED_EVERY_SECONDS)
            self.look()

    def look(self) -> None:
        """Ask the loop for a sign, and act on how long ago the last one was."""
        silent = self._clock() - self._turned_at
        if silent > ENDED_SECONDS:
            log.critical("the event loop has not turned for %.0f s; this process ends", silent)
            self._end()
        elif silent > FROZEN_SECONDS and not self._is_logged:
            self._is_logged = True
            log.error("the event loop has not turned for %.0f s\n%s", silent, stacks())
        try:
            self._loop.call_soon_threadsafe(self._turned)
        except RuntimeError:
            log.info("the event loop is closed")

    def _turned(self) -> None:
        if self._is_logged:
            log.warning("the event loop turns again after %.0f s", self._clock() - self._turned_at)
        self._turned_at = self._clock()
        self._is_logged = False


def stacks() -> str:
    """What each thread is doing."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    return "\n".join(
        f"thread {names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in sys._current_frames().items()
    )


def end_process() -> None:
    """End this process immediately: its threads may hold locks that an orderly end would wait for."""
    os.kill(os.getpid(), signal.SIGKILL)


_watched: Final[set[int]] = set()


def watch_running_loop() -> None:
    """Watch the running loop; once, however often it is called."""
    loop = asyncio.get_running_loop()
    if id(loop) not in _watched:
        _watched.add(id(loop))
        dog = Watchdog(loop, end=end_process)
        threading.Thread(target=dog.watch, name="watchdog", daemon=True).start()
