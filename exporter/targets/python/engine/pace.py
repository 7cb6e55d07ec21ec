"""The rate of background work: at most so many capacity units per second, less after throttles."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

RECOVERY = 1.05
"""How fast the rate returns to its limit: by this factor per second without throttles."""
SLOWEST = 1.0


class Pace:
    """A budget of units per second that follows what DynamoDB reports as consumed.

    Calls wait while the budget is overdrawn. A throttle halves the rate; it recovers slowly. None: no limit, and
    throttles still slow it down. Time is measured on a clock that only moves forward.
    """

    def __init__(
        self,
        limit: float | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._lock = threading.Lock()
        self._now = now
        self._sleep = sleep
        self._limit = limit
        self._share = 1.0
        self._left = 0.0
        self._seen = now()
        self._spent_lately = 0.0

    @property
    def rate(self) -> float | None:
        """The units per second that are allowed now; None: no limit."""
        return None if self._limit is None else max(SLOWEST, self._limit * self._share)

    def limit_to(self, limit: float | None) -> None:
        """Set the limit, from now on."""
        with self._lock:
            self._limit = limit

    def wait(self) -> None:
        """Return when the budget allows another call."""
        while (seconds := self._overdrawn_for()) > 0:
            self._sleep(min(seconds, 1.0))

    def spend(self, units: float) -> None:
        """Count what a call consumed."""
        with self._lock:
            self._left -= units

    def throttled(self) -> None:
        """Halve the rate: the table, or one of its partitions, gave all it has."""
        with self._lock:
            self._share = max(self._share / 2, 0.01)

    def _overdrawn_for(self) -> float:
        with self._lock:
            now = self._now()
            passed, self._seen = now - self._seen, now
            self._share = min(1.0, self._share * RECOVERY**passed)
            rate = self.rate
            if rate is None:
                self._left = 0.0
                return 0.0
            self._left = min(rate, self._left + passed * rate)
            return 0.0 if self._left >= 0 else -self._left / rate
