"""What a run did, as numbers: rows, units, repeated and refused writes."""

from __future__ import annotations

import threading
import time


class Evidence:
    """Counters of this process. Threads share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[str, float] = {}
        self._started = time.monotonic()

    def add(self, what: str, count: float = 1) -> None:
        """Count something."""
        with self._lock:
            self._counts[what] = self._counts.get(what, 0) + count

    def of(self, what: str) -> float:
        """Return one count."""
        with self._lock:
            return self._counts.get(what, 0)

    def as_json(self) -> dict[str, float]:
        """Return all counts, and the seconds since the start."""
        with self._lock:
            counted = {name: round(count, 1) for name, count in sorted(self._counts.items())}
        return {**counted, "seconds": round(time.monotonic() - self._started, 1)}
