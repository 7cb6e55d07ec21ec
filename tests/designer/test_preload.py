"""What a process does before its first answer."""

import gc
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection

from designer import celery
from designer.preload import warm_core


@pytest.fixture
def collector() -> Iterator[None]:
    """The garbage collector, as it is found, in a process that is not warm yet."""
    before = gc.get_threshold()
    warm_core.cache_clear()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_a_warm_process_looks_for_cycles_among_many_new_objects_only() -> None:
    """The collector stays on; what was loaded is no longer looked at."""
    before = gc.get_threshold()
    warm_core()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold()[1:] == before[1:]


@pytest.mark.django_db
def test_a_worker_waits_for_postgres_and_says_so_once(monkeypatch, caplog) -> None:
    """A worker that ends instead is started again and again, until what supervises it gives up."""
    ensure, failures = connection.ensure_connection, ["starting up", "starting up", "too many connections"]

    def tried() -> None:
        if failures:
            raise OperationalError(failures.pop(0))
        ensure()

    monkeypatch.setattr(connection, "ensure_connection", tried)
    monkeypatch.setattr(connection, "close", lambda: None)
    monkeypatch.setattr(celery, "AGAIN_SECONDS", 0.0)
    celery.wait_for_database()
    assert failures == []
    assert [one.args for one in caplog.records if one.name == celery.__name__] == [
        ("starting up",),
        ("too many connections",),
    ]
