"""Places in one process for work that goes on side by side, so that what takes long does not keep others waiting.

Work has a turn to begin with: while it lasts, older work that computes waits at its next `give_way`, and nothing
else begins. Then older work has as much time as that turn took before the next begins. After their turns, all share the
processor as threads do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

TURN_SECONDS: Final = 1.0
"""Longer than nearly every analysis, and shorter than what a person takes for a fault."""


class TakenPlace:
    """One piece of work that goes on, since `began` (monotonic seconds)."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self.began = time.monotonic()
        self.was_shared = False
        """Whether other work went on in this process at some time."""

    def share(self, seconds: float) -> float:
        """Return what this work had of some seconds in which the places were as they are now."""
        return seconds / max(1, self._places.taken)

    def give_way(self) -> None:
        """Wait while the turn of younger work lasts."""
        self._places.give_way(self)


class Places:
    """The places of a process; `turn` is in seconds."""

    def __init__(self, turn: float = TURN_SECONDS) -> None:
        self._turn = turn
        self._changed = threading.Condition()
        self._taken: list[TakenPlace] = []
        self._next_at = 0.0

    @property
    def taken(self) -> int:
        """How many pieces of work go on."""
        return len(self._taken)

    def take(self) -> TakenPlace:
        """Begin work; its turn begins now."""
        with self._changed:
            place = TakenPlace(self)
            self._next_at = place.began + self._turn * (2 if self._taken else 1)
            self._taken.append(place)
            if len(self._taken) > 1:
                for one in self._taken:
                    one.was_shared = True
            return place

    def leave(self, place: TakenPlace) -> None:
        """End work. If its turn was not over, older work has as much time as that."""
        with self._changed:
            if place is self._taken[-1]:
                now = time.monotonic()
                self._next_at = min(self._next_at, now + min(now - place.began, self._turn))
            self._taken.remove(place)
            self._changed.notify_all()

    @contextmanager
    def taken_by(self, place: TakenPlace) -> Iterator[None]:
        """Leave the place at the end."""
        try:
            yield
        finally:
            self.leave(place)

    def give_way(self, place: TakenPlace) -> None:
        """Wait while the turn of younger work lasts."""
        while (youngest := self._youngest()) is not None and youngest is not place:
            with self._changed:
                left = youngest.began + self._turn - time.monotonic()
                if left <= 0:
                    return
                if youngest in self._taken:
                    self._changed.wait(left)

    def _youngest(self) -> TakenPlace | None:
        taken = self._taken
        try:
            return taken[-1]
        except IndexError:
            return None

    def wait_for_next(self, patience: float) -> bool:
        """Wait until the next work can begin beside other work, `patience` seconds at least. False if none goes on."""
        until = time.monotonic() + patience
        with self._changed:
            while self._taken:
                left = max(self._next_at, until) - time.monotonic()
                if left <= 0:
                    return True
                self._changed.wait(left)
            return False
