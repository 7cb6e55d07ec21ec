"""Turns at a design: who waits for a change of it, and where.

A change locks the design's row. While another transaction has the lock, one thread of a process waits for it in
Postgres; the other threads that want to change the same design wait here, and hold no connection. So a design that is
locked for long (by a long import, or by a person at a database prompt) never takes the connections that other designs
need. Nobody waits forever: `Busy` is raised after PATIENCE_SECONDS here, or after Postgres's own `lock_timeout`.
"""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final

from django.db import OperationalError, connection, transaction
from psycopg import errors as postgres
from psycopg_pool import PoolTimeout
from redis import exceptions as redis

from modeler.core.errors import Busy

log = logging.getLogger(__name__)

PATIENCE_SECONDS: Final = 10.0
RETRY_AFTER_SECONDS: Final = 2
DESIGN_BUSY: Final = "Another change of this design is still being stored. Try again in a few seconds."
SERVER_BUSY: Final = "The server is busy. Try again in a few seconds."
SERVER_FULL: Final = "The disk of the server is full. Nothing can be stored until its operator frees space."
_WAITED: Final = (postgres.QueryCanceled, postgres.IdleInTransactionSessionTimeout)

REDIS_WRITES_NOTHING: Final = ("MISCONF", "NOREPLICAS")
"""How errors of Redis begin that have no class of their own."""

_guard: Final = threading.Lock()
_turns: Final[defaultdict[str, threading.Lock]] = defaultdict(threading.Lock)
_takers: Final[defaultdict[str, int]] = defaultdict(int)


def give_connection_back() -> None:
    """Return this thread's connection to the pool before it waits for another thread. The next query takes one again.
    In a transaction, the connection stays.
    """
    if not connection.in_atomic_block:
        connection.close()


@contextmanager
def design_turn(design_id: object) -> Iterator[None]:
    """The turn of this thread to change a design. Raises Busy if it does not come in time.

    In a transaction that is already open there is no wait here, only for the lock of the row.
    """
    if connection.in_atomic_block:
        yield
        return
    key = str(design_id)
    with _guard:
        turn = _turns[key]
        _takers[key] += 1
    try:
        _take(turn)
        try:
            yield
        finally:
            turn.release()
    finally:
        _leave(key)


def _take(turn: threading.Lock) -> None:
    if turn.acquire(blocking=False):
        return
    give_connection_back()
    if not turn.acquire(timeout=PATIENCE_SECONDS):
        raise Busy(DESIGN_BUSY)


def _leave(key: str) -> None:
    with _guard:
        _takers[key] -= 1
        if not _takers[key]:
            del _takers[key], _turns[key]


def in_turn[**P, R](change: Callable[P, R]) -> Callable[P, R]:
    """Make a service that changes a design (its keyword `design_id`) wait for its turn, and run in one transaction.

    Raises Busy, besides what the service raises.
    """

    @wraps(change)
    def changed(*args: P.args, **kwargs: P.kwargs) -> R:
        with busy_said(DESIGN_BUSY), design_turn(kwargs["design_id"]), transaction.atomic():
            return change(*args, **kwargs)

    return changed


@contextmanager
def busy_said(message: str) -> Iterator[None]:
    """Raise Busy in place of an error that means that a wait took too long. `message` is about the lock of a row; after
    other waits (for a connection, a statement), only that the server is busy is known.
    """
    try:
        yield
    except OperationalError as error:
        if (busy := busy_by(error, message)) is not None:
            raise busy from error
        raise


def busy_by(error: BaseException, message: str = SERVER_BUSY) -> Busy | None:
    """Return what an error tells a person if it means that a lock, a connection or an answer did not come in time, or
    that a store takes nothing now; None for other errors. `message` is about the lock of a row.
    """
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    if isinstance(cause, postgres.LockNotAvailable):
        return Busy(message)
    if isinstance(cause, postgres.DiskFull) or _refuses_writes(error):
        log.error("a store takes nothing: %s", error)
        return Busy(SERVER_FULL if cause else SERVER_BUSY)
    return Busy(SERVER_BUSY) if isinstance(cause, (*_WAITED, PoolTimeout)) else None


def _refuses_writes(error: BaseException) -> bool:
    """Return whether Redis is away, or stores nothing now (its disk or its memory is full, or it is a replica)."""
    is_away = isinstance(
        error, (redis.ConnectionError, redis.TimeoutError, redis.ReadOnlyError, redis.OutOfMemoryError)
    )
    return is_away or (isinstance(error, redis.ResponseError) and str(error).startswith(REDIS_WRITES_NOTHING))
