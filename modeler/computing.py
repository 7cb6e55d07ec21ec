"""The limit of time for what a request computes about a design.

Only processor time of its own thread counts, from the first check on: a request never fails because others are slow.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from modeler.core import effort
from modeler.core.errors import Busy

SECONDS: Final = 8.0
"""Longer than anything about the largest designs that we know. A worker has more time."""


class TooLong(Busy):
    """It takes more computing than a request may use."""

    code = "busy.computing"


@contextmanager
def limited() -> Iterator[None]:
    """Raise TooLong inside when a thread has computed for longer than this."""
    began: dict[int, float] = {}

    def check() -> None:
        now = time.thread_time()
        if now - began.setdefault(threading.get_ident(), now) > SECONDS:
            raise TooLong(
                f"This takes more than {SECONDS:g} seconds of computing for this design, so the server stopped it. "
                "If findings are being computed, try again when they are shown."
            )

    with effort.timed(check):
        yield
