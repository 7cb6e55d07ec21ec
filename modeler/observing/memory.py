"""The memory of this process, and a bound on how much more of it one piece of work can take."""

from __future__ import annotations

import resource
import threading
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


_guard: Final = threading.Lock()
_bounded: Final[list[tuple[int, int]]] = []
"""The limit that the process had before the first piece of work that is bounded now, once for each that is."""


@contextmanager
def allocations_bounded(most: int) -> Iterator[None]:
    """Let allocations fail inside when this process has reserved this much more, and SPARE, for data: Python raises
    MemoryError. It is the last bound, for code that reserves much at once. What begins beside other work in the process
    has the bound of that.
    """
    with _guard:
        if _bounded:
            _bounded.append(_bounded[0])
        else:
            _bounded.append(resource.getrlimit(resource.RLIMIT_DATA))
            if had := _data_bytes():
                _bound(had + most + SPARE, *_bounded[0])
    try:
        yield
    finally:
        with _guard:
            before = _bounded.pop()
            if not _bounded:
                with suppress(ValueError, OSError):
                    resource.setrlimit(resource.RLIMIT_DATA, before)


def _bound(most: int, soft: int, hard: int) -> None:
    known = [one for one in (most, soft, hard) if one != resource.RLIM_INFINITY]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (min(known), hard))
