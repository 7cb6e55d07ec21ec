"""What an export says of itself: its table, its time, its data files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..problems import Stopped
from .places import SUMMARY, Place

_FULL = "FULL_EXPORT"


@dataclass(frozen=True)
class DataFile:
    """One data file: its key, its checksum, and how many items it has."""

    key: str
    md5: str
    items: int


@dataclass(frozen=True)
class TableExport:
    """One export of a table: in full as it was at `until`, or what changed from `since` until then."""

    arn: str
    table: str
    since: datetime | None
    until: datetime
    files: tuple[DataFile, ...]
    place: Place

    def lines(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield what a data file has: an item as `Item`, or a change as `Keys` and images, in DynamoDB JSON."""
        one = self.files[number]
        with self.place.file(one.key, one.md5) as opened, gzip.open(opened, "rt", encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines if line.strip())


def read_export(place: Place) -> TableExport:
    """Read the manifests of an export. Raises Stopped for one that is of another format."""
    told = json.loads(place.text(SUMMARY))
    if told.get("outputFormat", "DYNAMODB_JSON") != "DYNAMODB_JSON":
        raise Stopped(f"the export {told.get('exportArn')} is {told['outputFormat']}: export as DYNAMODB_JSON")
    is_full = told.get("exportType", _FULL) == _FULL
    lines = place.text(told["manifestFilesS3Key"]).splitlines()
    return TableExport(
        str(told["exportArn"]),
        str(told["tableArn"]).rpartition("/")[2],
        None if is_full else _time(told["exportFromTime"]),
        _time(told["exportTime" if is_full else "exportToTime"]),
        tuple(_file(json.loads(line)) for line in lines if line.strip()),
        place,
    )


def exports_by_table(exports: Iterable[TableExport]) -> dict[str, list[TableExport]]:
    """Return the exports of each table in their order: one in full, then changes. Raises Stopped for a gap."""
    found: dict[str, list[TableExport]] = {}
    for one in sorted(exports, key=lambda one: (one.since is not None, one.until)):
        held = found.setdefault(one.table, [])
        if held and one.since is None:
            raise Stopped(f"{one.table} has two full exports: name one")
        if not held and one.since is not None:
            raise Stopped(f"{one.table} has changes without a full export")
        if held and one.since is not None and one.since > held[-1].until:
            raise Stopped(f"no export has the changes of {one.table} from {held[-1].until} to {one.since}")
        held.append(one)
    return found


def _file(told: dict[str, Any]) -> DataFile:
    return DataFile(str(told["dataFileS3Key"]), str(told.get("md5Checksum") or ""), int(told.get("itemCount", 0)))


def _time(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
