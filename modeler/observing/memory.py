"""The memory of this process, and a bound on how much more of it one piece of work can take."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

MIB: Final = 1024 * 1024
SPARE: Final = 512 * MIB
"""How much more than its bound work can reserve before an allocation fails. The thread that watches it has stopped it
by then, unless it takes this much at once.
"""

_STATM: Final = Path("/proc/self/statm")
_PAGE: Final = resource.getpagesize()


def resident_bytes() -> int:
    """What this process keeps in memory now; 0 on systems that do not say (macOS)."""
    return _pages(1)


def _data_bytes() -> int:
    return _pages(5)


def _pages(field: int) -> int:
    try:
        return int(_STATM.read_text().split()[field]) * _PAGE
    except OSError:
        return 0


@contextmanager
def allocations_bounded(most: int) -> Iterator[None]:
    """Let allocations fail inside when this process has reserved this much more, and SPARE, for data: Python raises
    MemoryError. It is the last bound, for code that reserves much at once.
    """
    had = _data_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if had:
        _bound(had + most + SPARE, soft, hard)
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _bound(most: int, soft: int, hard: int) -> None:
    known = [one for one in (most, soft, hard) if one != resource.RLIM_INFINITY]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (min(known), hard))
