"""A backfill from exports in the format of DynamoDB: manifests and compressed data files, in a folder and in S3."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import boto3
import pytest
from boto3.dynamodb.types import TypeSerializer

from designer.local import ports
from designer.local.sandbox import Sandbox
from tests.exporter.migration.conftest import Moving
from tests.exporter.migration.test_faults import totals
from tests.ground.processes import running_sandbox
from tests.ground.stores import REPOSITORY, STORES

ACCOUNT = "arn:aws:dynamodb:us-east-1:123456789012:table"
NOW = datetime.now(UTC)


def wire(item: dict[str, Any]) -> dict[str, Any]:
    """An item of boto3 as a line of an export has it."""
    return {name: TypeSerializer().serialize(value) for name, value in item.items()}


def written(
    folder: Path, table: str, files: list[list[dict[str, Any]]], *, until: Any = None, since: Any = None
) -> Path:
    """An export of a table as DynamoDB writes it, until now unless a test says so; each file is a list of lines."""
    until = until or datetime.now(UTC)
    identity = f"0{len(list(folder.glob('*/*')))}1693685827463-2d8752fd"
    key = f"2026-Nov/AWSDynamoDB/{identity}"
    place = folder / "AWSDynamoDB" / identity
    (place / "data").mkdir(parents=True)
    entries = []
    for number, lines in enumerate(files):
        data = gzip.compress("".join(json.dumps(one) + "\n" for one in lines).encode())
        (place / "data" / f"{number}abc.json.gz").write_bytes(data)
        md5 = base64.b64encode(hashlib.md5(data, usedforsecurity=False).digest()).decode()
        entries.append(
            {"itemCount": len(lines), "md5Checksum": md5, "etag": f"{number}-1",
             "dataFileS3Key": f"{key}/data/{number}abc.json.gz"}
        )  # fmt: skip
    times = {"exportTime": until.isoformat()}
    if since:
        times = {"exportFromTime": since.isoformat(), "exportToTime": until.isoformat()}
    summary = {
        "version": "2020-06-30",
        "exportArn": f"{ACCOUNT}/{table}/export/{identity}",
        "tableArn": f"{ACCOUNT}/{table}",
        **times,
        "s3Bucket": "exports",
        "s3Prefix": "2026-Nov",
        "manifestFilesS3Key": f"{key}/manifest-files.json",
        "itemCount": sum(map(len, files)),
        "outputFormat": "DYNAMODB_JSON",
        "exportType": "INCREMENTAL_EXPORT" if since else "FULL_EXPORT",
    }
    (place / "manifest-summary.json").write_text(json.dumps(summary), "utf-8")
    (place / "manifest-files.json").write_text("".join(json.dumps(one) + "\n" for one in entries), "utf-8")
    return place


def export(moving: Moving, folder: Path, per_file: int = 3, **times: Any) -> Path:
    """A full export of the old table as it is now."""
    lines = [{"Item": wire(one)} for one in moving.items("app-main")]
    files = [lines[place : place + per_file] for place in range(0, len(lines), per_file)]
    return written(folder, moving.names["app-main"], [*files, []], **times)


def read(moving: Moving, *places: Any, s3: Any = None) -> list[Any]:
    exports = moving.package.module("engine.exports.manifest")
    place_of = moving.package.module("engine.exports.places").place_of
    return [exports.read_export(place_of(str(one), lambda: s3)) for one in places]


@pytest.fixture
def orders_exported(moving, tmp_path) -> tuple[list[Any], Path]:
    keys = [moving.put(moving.order(f"o{number}", total=Decimal(number))) for number in range(8)]
    return keys, export(moving, tmp_path / "exports")


def test_a_backfill_from_an_export_and_the_stream_end_with_what_the_table_is(moving, orders_exported):
    keys, place = orders_exported
    moving.delete(keys[0])  # before the backfill: its late line must not bring it back
    moving.catch_up()
    moving.update(keys[1], "status", "SHIPPED")
    moving.delete(keys[2])  # the stream has them, and nobody has read it yet
    scans: list[Any] = []
    moving.clients.dynamodb.meta.events.register("provide-client-params.dynamodb.Scan", lambda **_: scans.append(1))
    assert moving.backfill(exports=read(moving, place))
    assert moving.migration.is_backfilled()
    assert scans == []
    moving.catch_up()
    assert len(moving.items()) == 6
    assert moving.migration.diff().is_empty


def test_a_killed_backfill_goes_on_behind_its_last_file(moving, orders_exported, monkeypatch):
    _, place = orders_exported
    monkeypatch.setattr(moving.package.module("engine.exports.backfilling"), "WORKERS", 1)
    asked = iter([True, True, False])
    assert not moving.backfill(exports=read(moving, place), go_on=lambda: next(asked, False))
    first = len(moving.items())
    assert 0 < first < 8
    again = moving.fresh()
    assert again.backfill(segments=2, go_on=lambda: True, exports=read(moving, place))
    assert len(moving.items()) == 8
    assert again.evidence.of("superseded") == 0  # no line was read twice


def test_a_killed_backfill_goes_on_within_a_file(moving, tmp_path, monkeypatch):
    for number in range(6):
        moving.put(moving.order(f"o{number}"))
    place = export(moving, tmp_path, per_file=6)
    backfilling = moving.package.module("engine.exports.backfilling")
    monkeypatch.setattr(backfilling, "WORKERS", 1)  # so that the empty file does not take the one leave to go on
    monkeypatch.setattr(backfilling, "LINES", 2)
    asked = iter([True, False])
    assert not moving.backfill(exports=read(moving, place), go_on=lambda: next(asked, False))
    assert len(moving.items()) == 2
    again = moving.fresh()
    assert again.backfill(segments=2, go_on=lambda: True, exports=read(moving, place))
    assert again.evidence.of("written") == 4


def test_processes_share_the_files_of_an_export(moving, orders_exported):
    _, place = orders_exported
    named = moving.package.module("engine.scanning").Part.named
    for text in ("1/2", "2/2"):
        assert moving.fresh().backfill(segments=1, go_on=lambda: True, exports=read(moving, place), part=named(text))
    assert moving.migration.is_backfilled()
    assert len(moving.items()) == 8


def test_an_incremental_export_brings_what_the_stream_no_longer_has(moving, orders_exported, tmp_path):
    keys, _ = orders_exported
    early = NOW - timedelta(days=3)
    full = export(moving, tmp_path / "early", until=early)
    before = moving.items("app-main")
    moving.catch_up()
    moving.update(keys[1], "total", Decimal(70))
    moving.delete(keys[2])
    moving.put(moving.order("o9", total=Decimal(90)))
    changed = {"Metadata": {"WriteTimestampMicros": {"N": "1680109764000000"}}}
    lines = [{**changed, "Keys": wire(one), "OldImage": wire(before[0])} for one in (keys[1], keys[2])]
    lines.append({**changed, "Keys": wire(moving.route.old.key(moving.order("o9")))})
    later = written(tmp_path / "early", moving.names["app-main"], [lines], since=early)
    refused = moving.package.module("engine.problems").Stopped
    with pytest.raises(refused, match="also name incremental exports"):
        moving.migration.begin_following()
        moving.backfill(exports=read(moving, full))
    assert moving.backfill(exports=read(moving, later, full))
    assert totals(moving) == sorted([0, 70, 3, 4, 5, 6, 7, 90])


@pytest.mark.parametrize(
    ("since", "said"),
    [(NOW - timedelta(days=1), "no export has the changes"), (None, "two full exports")],
)
def test_exports_with_a_gap_are_refused(moving, tmp_path, since, said):
    full = written(tmp_path, "orders", [[]], until=NOW - timedelta(days=2))
    other = written(tmp_path, "orders", [[]], since=since)
    with pytest.raises(moving.package.module("engine.problems").Stopped, match=said):
        moving.backfill(exports=read(moving, full, other))


def test_a_stream_that_is_younger_than_the_export_is_refused(moving):
    module = moving.package.module("engine.exports.backfilling")
    manifest = moving.package.module("engine.exports.manifest")
    one = manifest.TableExport("arn", "orders", None, NOW - timedelta(hours=1), (), None)
    with pytest.raises(moving.package.module("engine.problems").Stopped, match="after its export"):
        module.refuse_gap([one], None, NOW)
    module.refuse_gap([one], NOW.timestamp(), NOW - timedelta(hours=2))


def test_a_damaged_file_and_another_format_are_refused_before_anything_is_written(moving, orders_exported):
    _, place = orders_exported
    refused = moving.package.module("engine.problems").Stopped
    (place / "data" / "0abc.json.gz").write_bytes(gzip.compress(b"{}"))
    with pytest.raises(refused, match="its checksum differs"):
        moving.backfill(exports=read(moving, place))
    summary = place / "manifest-summary.json"
    summary.write_text(summary.read_text("utf-8").replace("DYNAMODB_JSON", "ION"), "utf-8")
    with pytest.raises(refused, match="export as DYNAMODB_JSON"):
        read(moving, place)


def test_a_backfill_that_began_by_a_scan_does_not_go_on_with_an_export(moving, orders_exported):
    _, place = orders_exported
    moving.backfill(go_on=lambda: False)
    with pytest.raises(moving.package.module("engine.problems").Stopped, match="began from the table itself"):
        moving.backfill(exports=read(moving, place))
    assert moving.backfill(exports=read(moving, place), again=True)


@pytest.fixture(scope="module")
def s3_url() -> Iterator[str]:
    port = ports.choose(None, frozenset({STORES.sandbox_port}))
    with running_sandbox(Sandbox(REPOSITORY / ".keysheet", port, "dynamodb,dynamodbstreams,s3")) as url:
        yield url


@pytest.mark.conformance
def test_an_export_is_read_from_s3_by_its_manifest(moving, orders_exported, s3_url):
    _, place = orders_exported
    s3 = moving.package.module("engine.aws").s3_client(s3_url, "us-east-1")
    s3.create_bucket(Bucket="exports")
    for file in place.rglob("*.*"):
        key = f"2026-Nov/AWSDynamoDB/{place.name}/{file.relative_to(place).as_posix()}"
        s3.put_object(Bucket="exports", Key=key, Body=file.read_bytes())
    manifest = f"s3://exports/2026-Nov/AWSDynamoDB/{place.name}/manifest-summary.json"
    assert moving.backfill(exports=read(moving, manifest, s3=s3))
    assert len(moving.items()) == 8
    refused = moving.package.module("engine.problems").Stopped
    with pytest.raises(refused, match="does not exist"):
        read(moving, "s3://exports/elsewhere", s3=s3)


def test_the_command_exports_the_source_table_and_says_where(moving, sandbox_url):
    recovery = {"PointInTimeRecoveryEnabled": True}
    boto3.client("dynamodb", endpoint_url=sandbox_url, region_name="us-east-1").update_continuous_backups(
        TableName=moving.names["app-main"], PointInTimeRecoverySpecification=recovery
    )
    requesting = moving.package.module("engine.commands.exporting")
    (place,) = requesting.export_tables(moving.migration, "exports", "", "", sleep=lambda _: None)
    assert place.startswith("s3://exports/")
    assert place.endswith("manifest-summary.json")
    assert list(requesting.too_large_to_scan(moving.migration)) == []
