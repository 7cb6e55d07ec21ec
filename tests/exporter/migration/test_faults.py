"""The faults that a migration under load meets, each on the sandbox with the generated package."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from tests.exporter.migration.conftest import Moving, moving_to


def totals(moving: Moving) -> list[Decimal]:
    return sorted(item["total"] for item in moving.items())


def troubles(moving: Moving) -> list[str]:
    return [problem.trouble.value for _, _, problem in moving.migration.problems()]


def test_the_second_of_two_updates_within_one_second_wins(moving):
    key = moving.put(moving.order("o1"))
    assert moving.backfill()
    moving.update(key, "total", Decimal(2))
    moving.update(key, "total", Decimal(3))
    moving.catch_up()
    assert totals(moving) == [3]


def test_processes_that_bring_one_item_at_the_same_time_end_with_what_it_is(moving):
    key = moving.put(moving.order("o1"))

    def change(total: int) -> None:
        moving.update(key, "total", Decimal(total))
        moving.bringer.bring(key)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(change, range(24)))
    (old,), (new,) = moving.items("app-main"), moving.items()
    assert old["total"] == new["total"]


def test_a_late_write_of_the_backfill_does_not_bring_a_deleted_item_back(moving):
    item = moving.order("o1")
    key = moving.put(item)
    moving.delete(key)
    moving.catch_up()
    assert moving.bringer.take(item).value == "superseded"
    assert moving.items() == []


def test_a_late_write_of_the_backfill_does_not_replace_a_newer_item(moving):
    item = moving.order("o1")
    key = moving.put(item)
    moving.update(key, "total", Decimal(9))
    moving.catch_up()
    assert moving.bringer.take(item).value == "superseded"
    assert totals(moving) == [9]


def test_a_change_of_what_the_new_key_is_made_of_leaves_no_copy_under_the_first(moving):
    key = moving.put(moving.order("o1"))
    assert moving.backfill()
    moving.update(key, "status", "SHIPPED")
    moving.catch_up()
    assert [item["SK"] for item in moving.items()] == ["O#2026-06-01#SHIPPED#o1"]
    assert moving.migration.diff().is_empty


@pytest.mark.conformance
def test_a_copy_under_a_place_that_is_no_longer_its_own_is_a_difference(moving):
    key = moving.put(moving.order("o1"))
    assert moving.backfill()
    moving.update(key, "status", "SHIPPED")
    found = moving.migration.diff()
    assert found.count == 2  # missing under the new key, and left under the first
    assert moving.migration.diff(repair=True).is_empty
    assert len(moving.items()) == 1


def test_an_item_without_a_source_attribute_is_a_problem_until_it_has_it(moving):
    item = moving.order("o1")
    del item["status"]
    key = moving.put(item)
    assert moving.backfill()
    assert troubles(moving) == ["no_key"]
    with pytest.raises(moving.package.module("engine.problems").Stopped, match="1 item is not migrated"):
        moving.package.module("engine.cutover").cut_over(moving.migration, sleep=lambda _: None)
    moving.update(key, "status", "OPEN")
    moving.catch_up()
    assert troubles(moving) == []
    assert len(moving.items()) == 1


def test_an_item_of_no_entity_is_a_problem(moving):
    moving.put({"PK": "LEFTOVER", "SK": "x"})
    assert moving.backfill()
    assert troubles(moving) == ["unrecognised"]
    assert moving.items() == []


@pytest.fixture
def colliding(sandbox_url, tmp_path, credentials) -> Iterator[Moving]:
    """The new key has no order ID."""
    yield from moving_to({"PK": "CUST#{customerId}", "SK": "O#{orderDate}"}, sandbox_url, tmp_path)


def test_two_items_with_one_new_key_are_found_before_the_start_and_neither_is_overwritten(colliding):
    moving = colliding
    for number in (1, 2):
        moving.put(moving.order(f"o{number}", total=Decimal(number)))
    checking = moving.package.module("engine.checking")
    (look,) = checking.check(moving.migration, limit=None, pace=moving.package.module("engine.pace").Pace())
    assert look.counts["collision"] == 1
    assert "o1" in look.examples["collision"][0]
    assert "o2" in look.examples["collision"][0]
    assert moving.backfill()
    first = totals(moving)
    assert len(first) == 1
    assert troubles(moving) == ["collision"]
    assert moving.migration.retry_problems() == 1
    assert totals(moving) == first
    assert moving.migration.diff().problems == 1


class Throttling:
    """A client that is throttled on every second write of a transaction."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def transact_write_items(self, **arguments: Any) -> Any:
        self.calls += 1
        if self.calls % 2:
            error = {"Error": {"Code": "ProvisionedThroughputExceededException", "Message": "slow down"}}
            raise self.client.exceptions.ClientError(error, "TransactWriteItems")
        return self.client.transact_write_items(**arguments)


def test_a_throttled_backfill_slows_down_and_keeps_its_checkpoint(moving):
    for number in range(12):
        moving.put(moving.order(f"o{number}"))
    throttling = Throttling(moving.clients.dynamodb)
    moving.migration.calls.client = throttling
    moving.backfill(segments=1)
    assert throttling.calls == 24
    again = moving.fresh()
    assert again.backfill(segments=7, go_on=lambda: True)
    assert len(moving.items()) == 12
    (_, segments, planned), *_ = again.progress()
    assert planned == 1  # those of the first run
    assert sum(one.rows for one in segments) == 12
    assert moving.migration.evidence.of("throttled") == 12


def test_a_backfill_goes_on_behind_its_checkpoint(moving):
    scanning = moving.package.module("engine.scanning")
    for number in range(10):
        moving.put(moving.order(f"o{number}"))
    seen: list[str] = []
    go_on = iter([True, False])
    for _ in range(2):
        scan = scanning.Scan("test", moving.names["app-main"], moving.migration.control, moving.migration.calls)
        scan.page_rows = 3
        scan.run(1, lambda item: seen.append(item["SK"]), lambda: next(go_on, True))
    assert len(seen) == len(set(seen)) == 10


@pytest.fixture
def growing(sandbox_url, tmp_path, credentials) -> Iterator[Moving]:
    """The new key is longer than the old one."""
    yield from moving_to({"PK": "CUST#{customerId}", "SK": "O" * 900 + "#{orderDate}#{orderId}"}, sandbox_url, tmp_path)


def test_an_item_that_becomes_too_large_is_found_before_the_start_and_reported(growing):
    moving = growing
    moving.put({**moving.order("o1"), "note": "x" * (400 * 1024 - 500)})
    checking = moving.package.module("engine.checking")
    (look,) = checking.check(moving.migration, limit=None, pace=moving.package.module("engine.pace").Pace())
    assert look.counts["too_large"] == 1
    assert moving.backfill()
    assert troubles(moving) == ["too_large"]
    assert moving.items() == []


class OneRecord:
    """A stream with one record: TTL has deleted an item."""

    def __init__(self, streams: Any, key: dict[str, str]) -> None:
        self.exceptions = streams.exceptions
        self.key = {name: {"S": value} for name, value in key.items()}

    def describe_stream(self, **_: Any) -> Any:
        return {"StreamDescription": {"Shards": [{"ShardId": "one"}]}}

    def get_shard_iterator(self, **_: Any) -> Any:
        return {"ShardIterator": "start"}

    def get_records(self, **_: Any) -> Any:
        who = {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"}
        change = {"Keys": self.key, "SequenceNumber": "100000000000000000001"}
        return {"Records": [{"eventName": "REMOVE", "userIdentity": who, "dynamodb": change}]}


def test_a_delete_by_ttl_removes_the_copy(moving):
    key = moving.put(moving.order("o1"))
    assert moving.backfill()
    moving.delete(key)
    follower = moving.package.module("engine.streaming").Follower
    records = OneRecord(moving.clients.streams, key)
    migration = moving.migration
    follower("ttl", "arn", records, migration.control, migration.evidence).round(moving.bringer)
    assert migration.evidence.of("ttl_deletes") == 1
    assert moving.items() == []


def test_batches_and_transactions_through_a_mirrored_table_arrive_on_both_sides(moving):
    serving = moving.package.module("engine.serving")
    table = serving.MirroredTable(Named(moving.names["app-main"], moving.clients.dynamodb), moving.migration)
    first, second, third = (moving.order(f"o{number}") for number in range(3))
    puts = [{"PutRequest": {"Item": item}} for item in (first, second)]
    table.meta.client.batch_write_item(RequestItems={table.name: puts})
    table.meta.client.transact_write_items(TransactItems=[{"Put": {"TableName": table.name, "Item": third}}])
    assert len(moving.items()) == 3
    gone = {"DeleteRequest": {"Key": moving.route.old.key(first)}}
    table.meta.client.batch_write_item(RequestItems={table.name: [gone]})
    assert len(moving.items()) == 2
    assert moving.migration.diff().is_empty


class Named:
    """As much of boto3's Table as a mirrored table needs: its name and its client."""

    def __init__(self, name: str, client: Any) -> None:
        self.name = name
        self.meta = type("Meta", (), {"client": client})


def test_a_backfill_whose_stream_nobody_reads_does_not_begin(moving, capsys):
    moving.put(moving.order("o1"))
    main = moving.package.module("engine.command_line").main
    names = [f"--name={design}={deployed}" for design, deployed in moving.names.items()]
    where = ["--endpoint-url", moving.url, "--region", "us-east-1", "--control-table", moving.control_name]
    assert main(moving.package.routes, {}, "", [*where, *names, "backfill", "--rate", "0.00001"]) == 2
    said = capsys.readouterr().err
    assert "nobody follows the stream" in said
    assert "keeps changes for 24 hours" in said
    assert "takes about" in said
    assert moving.items() == []


def test_records_that_a_stream_no_longer_has_stop_the_migration(moving):
    streams = moving.clients.streams
    follower = moving.package.module("engine.streaming").Follower

    class Trimmed(OneRecord):
        def get_records(self, **_: Any) -> Any:
            error = {"Error": {"Code": "TrimmedDataAccessException", "Message": "trimmed"}}
            raise streams.exceptions.TrimmedDataAccessException(error, "GetRecords")

    lost = follower("lost", "arn", Trimmed(streams, {}), moving.migration.control, moving.migration.evidence)
    with pytest.raises(moving.package.module("engine.problems").Stopped, match="backfill --again"):
        lost.round(moving.bringer)


def test_a_migration_that_lost_records_is_brought_in_order_again(moving):
    keys = [moving.put(moving.order(f"o{number}")) for number in range(3)]
    assert moving.backfill()
    moving.update(keys[0], "total", Decimal(7))
    moving.delete(keys[1])  # and nobody reads the stream
    assert moving.backfill(again=True)
    assert moving.migration.diff(repair=True).is_empty
    assert totals(moving) == [1, 7]


def test_a_revert_has_what_was_written_since_the_cut_over(moving):
    cutover = moving.package.module("engine.cutover")
    keys = [moving.put(moving.order(f"o{number}")) for number in range(3)]
    assert moving.backfill()
    moving.catch_up()
    assert moving.migration.diff().is_empty
    cutover.cut_over(moving.migration, sleep=lambda _: None)
    first, second, third = sorted(moving.items(), key=lambda item: item["SK"])
    client, table = moving.clients.dynamodb, moving.names["app-main-v2"]
    client.delete_item(TableName=table, Key=moving.route.new.key(first))
    client.put_item(TableName=table, Item={**second, "total": Decimal(5)})
    cutover.revert(moving.migration, sleep=lambda _: None)
    assert {item["SK"]: item["total"] for item in moving.items("app-main")} == {
        keys[1]["SK"]: Decimal(5),
        keys[2]["SK"]: third["total"],
    }
    assert moving.migration.diff().is_empty


def served_by_the_new_side(moving: Moving) -> None:
    moving.catch_up()
    assert moving.migration.diff().is_empty
    moving.package.module("engine.cutover").cut_over(moving.migration, sleep=lambda _: None)


def test_after_a_revert_a_delete_removes_a_copy_that_only_the_new_side_knew_of(moving):
    item = moving.order("o1")
    key = moving.put(item)
    assert moving.backfill()
    moving.delete(key)
    served_by_the_new_side(moving)
    leg = moving.route.leg(moving.package.module("engine.routes").Direction.FORWARD)
    moving.clients.dynamodb.put_item(TableName=moving.names["app-main-v2"], Item=leg.transformed(item))
    moving.package.module("engine.cutover").revert(moving.migration, sleep=lambda _: None)
    assert len(moving.items("app-main")) == len(moving.items()) == 1
    moving.delete(key)
    moving.catch_up()
    assert moving.items() == []


def test_after_a_revert_a_copy_is_removed_from_where_the_new_side_moved_it(moving):
    key = moving.put(moving.order("o1"))
    assert moving.backfill()
    served_by_the_new_side(moving)
    client, table = moving.clients.dynamodb, moving.names["app-main-v2"]
    leg = moving.route.leg(moving.package.module("engine.routes").Direction.FORWARD)
    (copy,) = moving.items()
    client.delete_item(TableName=table, Key=moving.route.new.key(copy))
    client.put_item(TableName=table, Item=leg.transformed(moving.order("o1", status="SHIPPED")))
    moving.package.module("engine.cutover").revert(moving.migration, sleep=lambda _: None)
    moving.update(key, "status", "CANCELLED")
    moving.update(key, "total", Decimal(9))
    moving.catch_up()
    assert [(item["status"], item["total"]) for item in moving.items()] == [("CANCELLED", Decimal(9))]
    assert moving.migration.diff().is_empty


def test_a_mirrored_write_after_a_revert_removes_the_copy_that_the_new_side_moved(moving):
    key = moving.put(moving.order("o1"))
    assert moving.backfill()
    served_by_the_new_side(moving)
    client, table = moving.clients.dynamodb, moving.names["app-main-v2"]
    leg = moving.route.leg(moving.package.module("engine.routes").Direction.FORWARD)
    (copy,) = moving.items()
    client.delete_item(TableName=table, Key=moving.route.new.key(copy))
    client.put_item(TableName=table, Item=leg.transformed(moving.order("o1", status="SHIPPED")))
    moving.package.module("engine.cutover").revert(moving.migration, sleep=lambda _: None)
    serving = moving.package.module("engine.serving")
    mirrored = serving.MirroredTable(Named(moving.names["app-main"], client), moving.migration)
    mirrored.meta.client.transact_write_items(TransactItems=[{"Delete": {"TableName": mirrored.name, "Key": key}}])
    assert moving.items() == []
