"""How much Python works: the calls of functions, which a busy machine does not change, unlike the time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

_CALLS = frozenset({"call", "c_call"})


def counted_calls(work: Callable[[], object]) -> int:
    """The number of functions that are called, written in Python or in C."""
    found = 0

    def seen(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal found
        found += event in _CALLS

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return found
