"""DynamoDB calls through boto3's Table: pages on demand, batches until all of it is processed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Item = dict[str, Any]

ATTEMPTS_MAX = 8
WAIT_MAX_SECONDS = 5.0
BATCH_GET_MAX = 100
BATCH_WRITE_MAX = 25
_JITTER = random.SystemRandom()


class Table(Protocol):
    """``boto3.resource("dynamodb").Table(name)``, or a substitute for it."""

    @property
    def name(self) -> str: ...
    @property
    def meta(self) -> Any: ...
    @property
    def get_item(self) -> Callable[..., Any]: ...
    @property
    def put_item(self) -> Callable[..., Any]: ...
    @property
    def update_item(self) -> Callable[..., Any]: ...
    @property
    def delete_item(self) -> Callable[..., Any]: ...
    @property
    def query(self) -> Callable[..., Any]: ...
    @property
    def scan(self) -> Callable[..., Any]: ...


class StillUnprocessed(RuntimeError):
    """DynamoDB repeatedly processed only part of a batch. `left` is the unprocessed rest, by table."""

    def __init__(self, left: Mapping[str, Any]) -> None:
        super().__init__(f"after {ATTEMPTS_MAX} attempts, part of the batch was not processed")
        self.left = left


class Found[T]:
    """The result of a Query or Scan, read page by page while it is iterated; each iteration sends new requests.

    `limit` is how many items DynamoDB examines for each request, over all pages, before a filter discards any.
    `last_key` is where the last page that was read ended: pass it as `start` to continue there; None at the end.
    """

    def __init__(
        self,
        call: Callable[..., Any],
        requests: Sequence[Mapping[str, Any]],
        limit: int | None = None,
        start: Item | None = None,
    ) -> None:
        self._call = call
        self._requests = requests
        self._limit = limit
        self._start = start
        self.last_key: Item | None = None

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page

    def pages(self) -> Iterator[list[T]]:
        """Yield the items of one answer after the other."""
        for request in self._requests:
            yield from self._pages_of(dict(request))

    def _pages_of(self, request: dict[str, Any]) -> Iterator[list[T]]:
        left = self._limit
        if self._start:
            request["ExclusiveStartKey"] = self._start
        while left is None or left > 0:
            if left is not None:
                request["Limit"] = left
            page = self._call(**request)
            if left is not None:
                left -= page["ScannedCount"]
            self.last_key = page.get("LastEvaluatedKey")
            yield page["Items"]
            if self.last_key is None:
                return
            request["ExclusiveStartKey"] = self.last_key


def batch_get(table: Table, asked: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Item]]:
    """Yield (table name, item) of a BatchGetItem of any size; `asked` as RequestItems. Raises StillUnprocessed."""
    keys = [(name, key) for name, how in asked.items() for key in how["Keys"]]
    for first in range(0, len(keys), BATCH_GET_MAX):
        request: dict[str, dict[str, Any]] = {}
        for name, key in keys[first : first + BATCH_GET_MAX]:
            request.setdefault(name, {**asked[name], "Keys": []})["Keys"].append(key)
        for answer in _whole(table.meta.client.batch_get_item, request, "UnprocessedKeys"):
            for name, items in answer["Responses"].items():
                yield from ((name, item) for item in items)


def batch_write(table: Table, actions: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Send puts and deletes of any number: (table name, PutRequest or DeleteRequest). Raises StillUnprocessed."""
    for first in range(0, len(actions), BATCH_WRITE_MAX):
        request: dict[str, list[Mapping[str, Any]]] = {}
        for name, action in actions[first : first + BATCH_WRITE_MAX]:
            request.setdefault(name, []).append(action)
        for _ in _whole(table.meta.client.batch_write_item, request, "UnprocessedItems"):
            pass


def transact_get(table: Table, gets: Sequence[Mapping[str, Any]]) -> list[Item | None]:
    """Return the item of each Get in order, all from one moment; None if there is none."""
    answer = table.meta.client.transact_get_items(TransactItems=[{"Get": get} for get in gets])
    return [found.get("Item") for found in answer["Responses"]]


def transact_write(table: Table, actions: Sequence[Mapping[str, Any]], token: str | None) -> None:
    """Apply all of the actions or none. `token` makes a repetition within ten minutes harmless."""
    more = {"ClientRequestToken": token} if token else {}
    table.meta.client.transact_write_items(TransactItems=list(actions), **more)


def with_keys(
    arguments: Mapping[str, Any],
    sections: Mapping[str, Sequence[str]],
    attributes: Sequence[str],
    keys: Mapping[str, Any],
) -> dict[str, Any]:
    """Send an UpdateItem that also writes the key attributes of indexes, and removes those that are not in `keys`.

    `sections` are the parts of its expression by SET, REMOVE, ADD, DELETE.
    """
    parts = {name: list(texts) for name, texts in sections.items()}
    names = dict(arguments.get("ExpressionAttributeNames", {}))
    values = dict(arguments.get("ExpressionAttributeValues", {}))
    own = "computed_key"
    while any(one[1:].startswith(own) for one in (*names, *values)):
        own += "_"
    for place, attribute in enumerate(attributes, 1):
        names[f"#{own}{place}"] = attribute
        if attribute in keys:
            parts.setdefault("SET", []).append(f"#{own}{place} = :{own}{place}")
            values[f":{own}{place}"] = keys[attribute]
        else:
            parts.setdefault("REMOVE", []).append(f"#{own}{place}")
    made = {**arguments, "UpdateExpression": " ".join(f"{name} {', '.join(texts)}" for name, texts in parts.items())}
    if names:
        made["ExpressionAttributeNames"] = names
    if values:
        made["ExpressionAttributeValues"] = values
    return made


def _whole(call: Callable[..., Any], request: Mapping[str, Any], unprocessed: str) -> Iterator[Any]:
    left: Mapping[str, Any] = request
    for attempt in range(ATTEMPTS_MAX):
        answer = call(RequestItems=left)
        yield answer
        left = answer.get(unprocessed) or {}
        if not left:
            return
        # A randomized wait that doubles.
        time.sleep(_JITTER.uniform(0, min(WAIT_MAX_SECONDS, 0.05 * 2**attempt)))
    raise StillUnprocessed(left)
