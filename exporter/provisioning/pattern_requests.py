"""Running one access pattern on an endpoint: every request with all of its pages, and the combined answers."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final, Protocol

from exporter.provisioning.aws import EndpointFailed, RequestRefused
from exporter.provisioning.requests import Request
from exporter.provisioning.wire import item_from_client
from modeler.core.errors import Conflict
from modeler.core.values.attribute_values import Item

ATTEMPTS_MAX: Final = 8
WAIT_MAX_SECONDS: Final = 5.0
_JITTER: Final = random.SystemRandom()


class Sender(Protocol):
    """Anything that sends a request to an endpoint."""

    def send(self, request: Request) -> dict[str, Any]:
        """Return the answer. Raises RequestRefused."""


@dataclass
class PatternAnswer:
    """The answers of one pattern: (real table name, item) in the order of the answer, units by table and index as
    `table` or `table/index`, and the endpoint's message if it refused.
    """

    items: list[tuple[str, Item]] = field(default_factory=list)
    units: dict[str, Decimal] = field(default_factory=dict)
    refused: str = ""


TABLE_MISSING: Final = "ResourceNotFoundException"
TABLES_MISSING: Final = (
    "A table of this run no longer exists: the endpoint was restarted, or somebody removed the table. Start a new run."
)


class TablesMissing(Conflict):
    """A table that existed when the run began does not exist, so a refusal is not about the design."""

    code = "provision.tables_missing"


class StillUnprocessed(RequestRefused):
    """An endpoint repeatedly accepted only part of a batch."""

    code = "batch.unprocessed"


def ask(sender: Sender, requests: tuple[Request, ...], real_names: Mapping[str, str]) -> PatternAnswer:
    """Send the requests of a pattern in order. A refusal is part of the answer; later requests are still sent. Raises
    TablesMissing; EndpointFailed and EndpointUnreachable as the sender does.

    `real_names` are real table names by those of the design; units are given by the latter.
    """
    answer = PatternAnswer()
    names = {real: name for name, real in real_names.items()}
    for request in requests:
        try:
            for response in _responses(sender, request):
                answer.items += _items(request, response)
                add_units(answer.units, response.get("ConsumedCapacity"), names)
        except EndpointFailed:
            raise
        except RequestRefused as refused:
            if refused.code == TABLE_MISSING:
                raise TablesMissing(TABLES_MISSING) from refused
            answer.refused = answer.refused or refused.message
    return answer


def _responses(sender: Sender, request: Request) -> Iterator[dict[str, Any]]:
    match request.method:
        case "query" | "scan":
            yield from pages(sender, request)
        case "batch_get_item":
            yield from _batches(sender, request, "UnprocessedKeys")
        case "batch_write_item":
            yield from _batches(sender, request, "UnprocessedItems")
        case _:
            yield sender.send(request)


def pages(sender: Sender, request: Request) -> Iterator[dict[str, Any]]:
    """Yield every page to the end, or to the pattern's limit, which counts examined items over all pages."""
    left = request.arguments.get("Limit")
    arguments = dict(request.arguments)
    while True:
        page = sender.send(Request(request.method, arguments))
        yield page
        if left is not None:
            left -= page["ScannedCount"]
        if "LastEvaluatedKey" not in page or (left is not None and left <= 0):
            return
        arguments["ExclusiveStartKey"] = page["LastEvaluatedKey"]
        if left is not None:
            arguments["Limit"] = left


def _batches(sender: Sender, request: Request, unprocessed: str) -> Iterator[dict[str, Any]]:
    """Send a batch, then its unprocessed part again, after a randomized wait that doubles."""
    arguments = dict(request.arguments)
    for attempt in range(ATTEMPTS_MAX):
        response = sender.send(Request(request.method, arguments))
        yield response
        left = response.get(unprocessed)
        if not left:
            return
        arguments["RequestItems"] = left
        time.sleep(_JITTER.uniform(0, min(WAIT_MAX_SECONDS, 0.05 * 2**attempt)))
    raise StillUnprocessed(f"after {ATTEMPTS_MAX} attempts the endpoint still had not accepted all of a batch")


def send_whole(sender: Sender, request: Request) -> None:
    """Send a batch until all of it is accepted. Raises RequestRefused."""
    for _ in _responses(sender, request):
        pass


def _items(request: Request, response: Mapping[str, Any]) -> Iterator[tuple[str, Item]]:
    match request.method:
        case "get_item":
            if "Item" in response:
                yield request.arguments["TableName"], item_from_client(response["Item"])
        case "query" | "scan":
            for item in response["Items"]:
                yield request.arguments["TableName"], item_from_client(item)
        case "batch_get_item":
            for table, items in response.get("Responses", {}).items():
                yield from ((table, item_from_client(item)) for item in items)
        case "transact_get_items":
            asked = request.arguments["TransactItems"]
            for one, found in zip(asked, response["Responses"], strict=True):
                if found.get("Item"):
                    yield one["Get"]["TableName"], item_from_client(found["Item"])


def add_units(units: dict[str, Decimal], consumed: Any, names: Mapping[str, str]) -> None:
    """Add the consumed units that a response reports, by table and index."""
    for one in consumed if isinstance(consumed, list) else [consumed] if consumed else []:
        table = names.get(_table(one["TableName"]), one["TableName"])
        shares: dict[str, Decimal] = {}
        for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
            for index, share in (one.get(kind) or {}).items():
                shares[f"{table}/{index}"] = Decimal(str(share["CapacityUnits"]))
        # Some endpoints report only the total of a transaction and the indexes' shares.
        rest = Decimal(str(one.get("CapacityUnits", 0))) - sum(shares.values())
        shares[table] = Decimal(str(one["Table"]["CapacityUnits"])) if "Table" in one else rest
        for place, share in shares.items():
            units[place] = units.get(place, Decimal(0)) + share


def _table(name: str) -> str:
    """Return a table's name, also if an endpoint returns its ARN."""
    return name.rpartition("/")[2]
