"""The budget of one computation: how many steps of comparing keys it can take, and whether its time is over.

Comparing two key templates is bounded, but a design can have many thousands of pairs. So an analysis has one budget for
all of them. What it no longer compares is counted, and reported as not compared: never as compared. The budget is
counted in steps and not in seconds, so that the same design gets the same answer on every machine. A caller that also
has a limit of time, such as a web server, gives a check that raises; the core has no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

STEPS_MAX: Final = 5_000_000
"""Pairs of transitions that one analysis looks at: about four seconds. Those of our examples need at most a thousand.
"""


class Effort:
    """What is left of a budget, and how many comparisons were not made."""

    __slots__ = ("left", "not_compared")

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.not_compared = 0


_effort: Final[ContextVar[Effort | None]] = ContextVar("effort", default=None)
_check: Final[ContextVar[Callable[[], None] | None]] = ContextVar("check", default=None)


@contextmanager
def budget(steps: int | None = None) -> Iterator[Effort]:
    """Count everything inside against one budget, by default that of an analysis. Inside another, against that one."""
    outer = _effort.get()
    if outer is not None:
        yield outer
        return
    effort = Effort(STEPS_MAX if steps is None else steps)
    token = _effort.set(effort)
    try:
        yield effort
    finally:
        _effort.reset(token)


@contextmanager
def timed(check: Callable[[], None]) -> Iterator[None]:
    """Call `check` again and again during everything inside; it raises when the time is over."""
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def check_time() -> None:
    """Raise what the check of `timed` raises, if the time is over."""
    check = _check.get()
    if check is not None:
        check()


def is_left() -> bool:
    """Return whether another comparison can begin. Always, without a budget."""
    effort = _effort.get()
    return effort is None or effort.left > 0


def spend(steps: int) -> None:
    """Count the steps of a comparison, or of a part of it."""
    effort = _effort.get()
    if effort is not None:
        effort.left -= steps
    check_time()


def not_compared(count: int = 1) -> None:
    """Count comparisons that were not made, or not to their end: at least this many."""
    effort = _effort.get()
    if effort is not None:
        effort.not_compared += count
