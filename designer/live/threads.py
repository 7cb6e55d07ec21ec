"""The threads in which sockets use the database, separate from those of requests.

Django runs some work of a request, such as logging a failed one, in the event loop's own threads while the request
keeps its connection to Postgres. Sockets that waited for a connection in the same threads would wait for each other
with those requests. Few threads also means that sockets never hold more than a few connections of the pool.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Final

from channels.db import database_sync_to_async

from modeler.computing import limited

THREADS: Final = 3
executor: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")


_counted: Final[ContextVar[list[float] | None]] = ContextVar("counted", default=None)


@contextmanager
def work_counted() -> Iterator[list[float]]:
    """The seconds of processor time of each function that runs in a thread for what is inside. Waiting for a thread,
    for others and for the database does not count.
    """
    spent: list[float] = []
    token = _counted.set(spent)
    try:
        yield spent
    finally:
        _counted.reset(token)


def in_thread[**P, R](act: Callable[P, R]) -> Callable[P, Awaitable[R]]:
    """Run a database function in a thread of the sockets, so that a slow rendering does not block others. It can raise
    TooLong, as a request can.
    """

    @wraps(act)
    def within(*args: P.args, **kwargs: P.kwargs) -> R:
        begun, spent = time.thread_time(), _counted.get()
        try:
            with limited():
                return act(*args, **kwargs)
        finally:
            if spent is not None:
                spent.append(time.thread_time() - begun)

    in_pool: Callable[P, Awaitable[R]] = database_sync_to_async(within, thread_sensitive=False, executor=executor)
    return in_pool
