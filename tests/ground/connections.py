"""Names the test that left a connection to Postgres open.

Each thread has a connection of its own, and one that ends without closing it leaves that to a garbage collection, which
comes at any time: its warning would fail a test that has nothing to do with it.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from unittest.mock import patch
from weakref import ref

import psycopg
import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.creation import DatabaseCreation
from django.db.backends.signals import connection_created
from psycopg.pq import ConnStatus
from psycopg.pq.abc import PGconn


@dataclass(frozen=True)
class Opened:
    """A connection, who opened it, and its socket, which tells whether it was closed when the connection is gone."""

    connection: ref[psycopg.Connection[Any]]
    socket: PGconn
    test: str
    thread: threading.Thread

    @property
    def is_open(self) -> bool:
        return self.socket.status == ConnStatus.OK

    @property
    def is_left(self) -> bool:
        """Nobody is there any more who could close it."""
        return self.is_open and (self.connection() is None or not self.thread.is_alive())

    def close(self) -> None:
        """So that it is reported once."""
        if connection := self.connection():
            connection.close()
        else:
            self.socket.finish()


_OPENED: Final[list[Opened]] = []
_TEST: Final = ["no test"]
"""The test that runs. Threads ask too, so it is no thread's own."""


def note(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Remember a connection that Django has just opened."""
    made = connection.connection
    if isinstance(made, psycopg.Connection):
        _OPENED.append(Opened(ref(made), made.pgconn, _TEST[0], threading.current_thread()))


def left_open() -> list[str]:
    """What was left open since the last time, by test and thread; it is closed."""
    left = [one for one in _OPENED if one.is_left]
    for one in left:
        one.close()
    _OPENED[:] = [one for one in _OPENED if one.is_open]
    return [f"{one.test} left a connection open that it made in thread {one.thread.name}" for one in left]


def drop(creation: Any, name: str, verbosity: int) -> None:
    """Drop the tests' database although a server that is ending still has a connection to it: a race that says nothing
    about the last test, whose teardown it would fail.
    """
    with creation._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {creation.connection.ops.quote_name(name)} WITH (FORCE)")


def pytest_configure() -> None:
    connection_created.connect(note)
    patch.object(DatabaseCreation, "_destroy_test_db", drop).start()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _TEST[0] = item.nodeid
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Usually in the test itself. If its thread ended later, the sentence names the test all the same."""
    yield
    if left := left_open():
        pytest.fail("\n".join(left), pytrace=False)
