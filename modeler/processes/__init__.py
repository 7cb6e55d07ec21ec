"""What each process makes for itself: threads and connections do not survive a fork, and workers fork their pools."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable


class PerProcess[T]:
    """A value that is made when a process first asks for it."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: list[T] = []
        os.register_at_fork(after_in_child=self._forget)

    def get(self) -> T:
        """Return the value of this process."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    def _forget(self) -> None:
        """A thread of the parent may have held the lock when it forked."""
        self._lock = threading.Lock()
        self._made = []
