"""Exports of the source tables, requested and waited for. They need point-in-time recovery, and use no capacity."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from ..migration import Migration
from ..problems import Stopped
from ..routes import Direction

EXPORT_BYTES = 80 * 1024**3
"""From about this size on, an export is cheaper and faster than a scan: AWS's playbook of migrations scans below."""
WAIT_SECONDS = 30.0


def export_tables(
    migration: Migration, bucket: str, prefix: str, since: str, sleep: Callable[[float], None] = time.sleep
) -> Iterator[str]:
    """Export each source table, and yield where each export is once it is complete. Raises Stopped if one fails.

    `since`: only what changed since a time, 15 minutes to 24 hours ago.
    """
    client = migration.clients.dynamodb
    more: dict[str, Any] = {"S3Prefix": prefix} if prefix else {}
    if since:
        times = {"ExportFromTime": datetime.fromisoformat(since), "ExportToTime": datetime.now(UTC)}
        more |= {"ExportType": "INCREMENTAL_EXPORT", "IncrementalExportSpecification": times}
    names = dict.fromkeys(bringer.leg.source.deployed for _, bringer in migration.active())
    arns = [client.describe_table(TableName=name)["Table"]["TableArn"] for name in names]
    asked = [client.export_table_to_point_in_time(TableArn=arn, S3Bucket=bucket, **more) for arn in arns]
    for one in asked:
        told = one["ExportDescription"]
        while told["ExportStatus"] == "IN_PROGRESS":
            sleep(WAIT_SECONDS)
            told = client.describe_export(ExportArn=told["ExportArn"])["ExportDescription"]
        if told["ExportStatus"] != "COMPLETED":
            raise Stopped(
                f"the export {told['ExportArn']} failed: {told.get('FailureMessage') or told['ExportStatus']}"
            )
        yield f"s3://{bucket}/{told['ExportManifest']}"


def too_large_to_scan(migration: Migration) -> Iterator[tuple[str, int]]:
    """Yield the source tables that are better exported than scanned, with their bytes: at most six hours old."""
    for name in dict.fromkeys(route.leg(Direction.FORWARD).source.deployed for route in migration.routes):
        size = int(migration.clients.dynamodb.describe_table(TableName=name)["Table"].get("TableSizeBytes") or 0)
        if size >= EXPORT_BYTES:
            yield name, size
