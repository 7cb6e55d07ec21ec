"""What exists on an endpoint, using only reads: a table's settings, and its items by a parallel scan.

Needs ListTables, DescribeTable, Scan; DescribeTimeToLive, DescribeContinuousBackups, DescribeContributorInsights,
ListTagsOfResource, GetResourcePolicy, and Application Auto Scaling's two Describe calls if they are allowed: a refused
call is reported and skipped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from exporter.provisioning.aws import DynamoDB, EndpointUnreachable, RequestRefused
from exporter.provisioning.wire import plain_item
from modeler.core.errors import Conflict, Missing

SEGMENTS: Final = 4
PAGE_ITEMS_MAX: Final = 500
_UNIT_BYTES: Final = 8192
"""Bytes that one read unit covers, eventually consistent: 8 KB. facts/item-sizes#values."""

_BUSY: Final = frozenset(
    {"ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded", "LimitExceededException"}
)
_BUSY_TRIES: Final = 8
_ABSENT: Final = frozenset({"PolicyNotFoundException"})


def read_settings(dynamodb: DynamoDB, name: str) -> dict[str, Any]:
    """Return a table's settings: the result of each call, in JSON, and `notes` on refused calls. Raises Missing."""
    found = dynamodb.describe(name)
    if found is None:
        raise Missing(f"there is no table {name} on {dynamodb.endpoint.name}", path="tables", code="table.missing")
    arn = str(found.get("TableArn", ""))
    asked: dict[str, Callable[[], Any]] = {
        "ttl": lambda: dynamodb.call("describe_time_to_live", TableName=name)["TimeToLiveDescription"],
        "recovery": lambda: dynamodb.call("describe_continuous_backups", TableName=name)[
            "ContinuousBackupsDescription"
        ],
        "insights": lambda: dynamodb.call("describe_contributor_insights", TableName=name)["ContributorInsightsStatus"],
        "tags": lambda: dynamodb.tags(arn),
        "policy": lambda: dynamodb.call("get_resource_policy", ResourceArn=arn).get("Policy"),
        "scaling": lambda: dynamodb.scaling_of(name),
    }
    notes = []
    settings: dict[str, Any] = {"table": json_value(found)}
    for what, ask in asked.items():
        try:
            settings[what] = json_value(ask())
        except (RequestRefused, EndpointUnreachable, KeyError) as refused:
            if getattr(refused, "code", "") not in _ABSENT:
                notes.append({"what": what, "why": str(getattr(refused, "code", "")) or "no answer"})
    return {**settings, "notes": notes}


def json_value(value: Any) -> Any:
    """Return a client's result as JSON: times as texts."""
    if isinstance(value, Mapping):
        return {str(name): json_value(one) for name, one in value.items() if name != "ResponseMetadata"}
    if isinstance(value, list | tuple):
        return [json_value(one) for one in value]
    return value.isoformat() if hasattr(value, "isoformat") else value


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """The result of one request of a scan: items in DynamoDB JSON, where the next page begins (None:
    nowhere), read units.
    """

    items: tuple[dict[str, Any], ...]
    next: Mapping[str, Any] | None
    units: float


@dataclass
class ReadLimiter:
    """Limits read units per second, over all segments: a segment that exceeds the limit waits until it is paid off."""

    units_per_second: float
    _paid_until: float = 0
    _units: float = 0
    _items: int = 0

    def spend(self, page: ScannedPage) -> None:
        """Record what a page consumed."""
        now = time.monotonic()
        self._paid_until = max(self._paid_until, now) + page.units / self.units_per_second
        self._units += page.units
        self._items += len(page.items)

    def slow_down(self) -> None:
        """The table is throttling: halve the rate from now on."""
        self.units_per_second = max(self.units_per_second / 2, 0.5)

    def wait(self) -> float:
        """Wait until the next request is allowed; return the seconds."""
        seconds = max(0.0, self._paid_until - time.monotonic())
        time.sleep(seconds)
        return seconds

    def page_size(self, segments: int) -> int:
        """Return how many items a request of each segment can read within one second's budget; few
        until their size is known.
        """
        if not self._items:
            return 25
        each = max(self._units / self._items, 0.001)
        return max(1, min(PAGE_ITEMS_MAX, int(self.units_per_second / segments / each)))


def scan(
    dynamodb: DynamoDB,
    name: str,
    *,
    most: int,
    rate: ReadLimiter,
    known: Callable[[int, int], ScannedPage | None],
    keep: Callable[[int, int, ScannedPage], ScannedPage],
) -> Iterator[tuple[dict[str, Any], ...]]:
    """Yield a limited number of a table's items, some at a time, by a parallel scan.

    `known(segment, number)` returns a page that an earlier attempt kept, which is not read again; `keep` receives each
    new page, and returns it as it was kept, possibly masked. Raises RequestRefused, EndpointUnreachable; Conflict if
    the table keeps throttling.
    """
    cursors: dict[int, tuple[int, Mapping[str, Any] | None]] = dict.fromkeys(range(SEGMENTS), (0, None))
    read = 0
    with ThreadPoolExecutor(SEGMENTS, thread_name_prefix="scan") as pool:
        while cursors and read < most:
            pages = _round(pool, dynamodb, name, cursors, rate, known, most - read)
            for segment, (page, is_new) in pages.items():
                number = cursors[segment][0]
                if is_new:
                    page = keep(segment, number, page)
                cursors[segment] = (number + 1, page.next)
                if page.next is None:
                    del cursors[segment]
                taken = page.items[: most - read]
                read += len(taken)
                yield taken


def _round(
    pool: ThreadPoolExecutor,
    dynamodb: DynamoDB,
    name: str,
    cursors: Mapping[int, tuple[int, Mapping[str, Any] | None]],
    rate: ReadLimiter,
    known: Callable[[int, int], ScannedPage | None],
    left: int,
) -> dict[int, tuple[ScannedPage, bool]]:
    """Return the next page of each segment, and whether it was read just now."""
    found = {segment: known(segment, number) for segment, (number, _) in cursors.items()}
    missing = [segment for segment, page in found.items() if page is None]
    pages = {segment: (page, False) for segment, page in found.items() if page is not None}
    for _ in range(_BUSY_TRIES if missing else 0):
        rate.wait()
        limit = max(1, min(rate.page_size(len(missing)), -(-left // len(missing))))
        asked = {one: pool.submit(_page, dynamodb, name, one, cursors[one][1], limit) for one in missing}
        for segment, answer in asked.items():
            page = answer.result()
            if page is not None:
                rate.spend(page)
                pages[segment] = (page, True)
        missing = [segment for segment in missing if segment not in pages]
        if not missing:
            return dict(sorted(pages.items()))
        rate.slow_down()
    if missing:
        raise Conflict(
            f"{name} is too busy to be read; try again later, or with fewer units per second", code="scan.busy"
        )
    return dict(sorted(pages.items()))


def _page(
    dynamodb: DynamoDB, name: str, segment: int, start: Mapping[str, Any] | None, limit: int
) -> ScannedPage | None:
    """Send one request; None if the table is throttling."""
    more = {"ExclusiveStartKey": start} if start else {}
    try:
        answer = dynamodb.call(
            "scan",
            TableName=name,
            Segment=segment,
            TotalSegments=SEGMENTS,
            Limit=limit,
            ReturnConsumedCapacity="TOTAL",
            **more,
        )
    except RequestRefused as refused:
        if refused.code in _BUSY:
            return None
        raise
    items = tuple(plain_item(item) for item in answer.get("Items", ()))
    # An emulator can report the same for every page: the size of the items is a lower bound.
    units = max(float((answer.get("ConsumedCapacity") or {}).get("CapacityUnits") or 0), _weight(items) / _UNIT_BYTES)
    return ScannedPage(items, answer.get("LastEvaluatedKey"), units)


def _weight(items: Sequence[Mapping[str, Any]]) -> int:
    return sum(len(str(item)) for item in items)
