"""Helpers of the tests: consumed units, the contents of an answer, and tables that hold exactly the sample items."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import BotoCoreError, ClientError

WRITES = {"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"}
CONDITIONS = {"condition.failed", "transaction.cancelled"}


def on_aws() -> bool:
    """Do the tests run on AWS?"""
    return os.environ.get("DYNAMODB_ENDPOINT") == "aws"


class Consumed:
    """Requests the consumed units of every call of a client, and adds them up."""

    def __init__(self, client: Any) -> None:
        client.meta.events.register("before-parameter-build.dynamodb", self._ask)
        client.meta.events.register("after-call.dynamodb", self._note)
        self.begin()
        # A new table does not hold the sample items yet.
        self.has_written = True

    def begin(self) -> None:
        """Start counting from zero."""
        self.read = Decimal(0)
        self.write = Decimal(0)
        self.has_written = False

    def check(self, *, read: str = "0", write: str = "0") -> None:
        """Compare with the design's prediction, for the units that DYNAMODB_UNITS selects."""
        wanted = os.environ.get("DYNAMODB_UNITS") or ("all" if on_aws() else "none")
        if wanted in ("all", "reads"):
            assert self.read == Decimal(read), f"{self.read} read units, predicted are {read}"
        if wanted in ("all", "writes"):
            assert self.write == Decimal(write), f"{self.write} write units, predicted are {write}"

    def _ask(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        if "ReturnConsumedCapacity" in model.input_shape.members:
            params.setdefault("ReturnConsumedCapacity", "TOTAL")
        if model.name in WRITES:
            self.has_written = True

    def _note(self, parsed: dict[str, Any], model: Any, **_: Any) -> None:
        found = parsed.get("ConsumedCapacity") or []
        units = sum(
            (Decimal(str(one.get("CapacityUnits", 0))) for one in (found if isinstance(found, list) else [found])),
            Decimal(0),
        )
        if model.name in WRITES:
            self.write += units
        else:
            self.read += units


@dataclass
class Made:
    """The tables by the design's names, and the units that their client consumes."""

    tables: dict[str, Any]
    consumed: Consumed


def load(name: str) -> Any:
    """Read a JSON file next to this one."""
    return json.loads(Path(__file__).with_name(name).read_text("utf-8"))


def fill(made: Made) -> None:
    """Make every table hold exactly its sample items."""
    items = load("items.json")
    for name, table in made.tables.items():
        names = [key["AttributeName"] for key in table.key_schema]
        wanted = [{attribute: plain(value) for attribute, value in item.items()} for item in items[name]]
        with table.batch_writer() as batch:
            for key in stored_keys(table, names):
                if not any(all(item[part] == key[part] for part in names) for item in wanted):
                    batch.delete_item(Key=key)
            for item in wanted:
                batch.put_item(Item=item)


def stored_keys(table: Any, names: list[str]) -> Iterator[dict[str, Any]]:
    """Return the keys of all items of a table."""
    aliases = {f"#k{place}": name for place, name in enumerate(names)}
    asked: dict[str, Any] = {
        "ConsistentRead": True,
        "ProjectionExpression": ", ".join(aliases),
        "ExpressionAttributeNames": aliases,
    }
    while True:
        page = table.scan(**asked)
        yield from page["Items"]
        if "LastEvaluatedKey" not in page:
            return
        asked["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def plain(value: Mapping[str, Any]) -> Any:
    """Convert a value of DynamoDB's JSON to the form of boto3's Table."""
    ((kind, data),) = value.items()
    match kind:
        case "N":
            return Decimal(data)
        case "B":
            return base64.b64decode(data)
        case "NS":
            return set(map(Decimal, data))
        case "BS":
            return set(map(base64.b64decode, data))
        case "SS":
            return set(data)
        case "L":
            return [plain(element) for element in data]
        case "M":
            return {name: plain(element) for name, element in data.items()}
        case "NULL":
            return None
    return data


def items_of(answer: Any) -> list[dict[str, Any]]:
    """Yield every item of an answer of any shape: one, some, some of several tables, the answers of several steps."""
    if answer is None:
        return []
    if isinstance(answer, dict):
        return [answer]
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[0], str):
        return [answer[1]]
    return [item for part in answer for item in items_of(part)]


def keys_of(answer: Any, *names: str) -> list[tuple[Any, ...]]:
    """Return the keys of every item of an answer, in its order."""
    return [tuple(item.get(name) for name in names) for item in items_of(answer)]


def in_any_order(several: Iterable[Any]) -> list[str]:
    """Return a form for comparison in any order. Numbers compare by value."""
    return sorted(repr(_comparable(one)) for one in several)


def _comparable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return sorted((name, _comparable(one)) for name, one in value.items())
    if isinstance(value, (set, frozenset)):
        return sorted(repr(_comparable(one)) for one in value)
    if isinstance(value, (list, tuple)):
        return [_comparable(one) for one in value]
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return format(Decimal(value).normalize(), "f")
    return bytes(value) if hasattr(value, "__bytes__") and not isinstance(value, str) else value


def item(table: Any, key: Mapping[str, Any]) -> Any:
    """Return the item of a table under a key, or None."""
    return table.get_item(Key=dict(key), ConsistentRead=True).get("Item")


@contextmanager
def refused(code: str, *more: type[Exception]) -> Iterator[None]:
    """Expect that DynamoDB refuses the call. Emulators refuse failed conditions, but miss some other refusals."""
    if on_aws() or code in CONDITIONS:
        with pytest.raises((ClientError, BotoCoreError, *more)):
            yield
        return
    try:
        yield
    except (ClientError, BotoCoreError, *more):
        pass
