"""Rows per second of a generated migration on the sandbox, with and without dual writing: what each costs the other."""

from __future__ import annotations

from threading import Thread
from time import perf_counter
from types import SimpleNamespace

import pytest

from tests.exporter.migration.conftest import BY_STATUS, moving_to

ROWS, WRITES = 400, 150


@pytest.fixture
def moving(sandbox_url, tmp_path, monkeypatch):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "benchmark")
    yield from moving_to(BY_STATUS, sandbox_url, tmp_path)


def rate(count: int, since: float) -> str:
    return f"{count / (perf_counter() - since):7.0f} /s"


def stored(moved, first, count):
    for number in range(first, first + count):
        moved.put(moved.order(f"o{number}"))


@pytest.mark.timeout(300)
def test_rows_per_second_with_and_without_dual_writing(moving):
    print(f"\nsandbox, one process, order example, key {BY_STATUS['SK']}")
    began = perf_counter()
    stored(moving, 0, ROWS)
    print(f"{'writes of the old table alone':<58} {rate(ROWS, began)}")

    began = perf_counter()
    assert moving.backfill()
    print(f"{'rows of a backfill, without writers':<58} {rate(ROWS, began)}")

    serving = moving.package.module("engine.serving")
    table = serving.MirroredTable(
        SimpleNamespace(name=moving.names["app-main"], meta=SimpleNamespace(client=moving.clients.dynamodb)),
        moving.migration,
    )

    def write(first: int, count: int) -> None:
        for number in range(first, first + count):
            put = {"Put": {"TableName": table.name, "Item": moving.order(f"w{number}")}}
            table.meta.client.transact_write_items(TransactItems=[put])

    began = perf_counter()
    write(0, WRITES)
    print(f"{'writes with dual writing':<58} {rate(WRITES, began)}")

    writer = Thread(target=write, args=(WRITES, WRITES))
    began = perf_counter()
    writer.start()
    assert moving.backfill(again=True)
    print(f"{'rows of a backfill, beside a writer with dual writing':<58} {rate(ROWS + WRITES, began)}")
    writer.join()
    moving.catch_up()
    assert moving.migration.diff().is_empty
