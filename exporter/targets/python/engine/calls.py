"""Calls to DynamoDB: units are counted, throttles retried, refused conditions are an error of their own."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .evidence import Evidence
from .pace import Pace

ATTEMPTS_MAX = 30
WAIT_MAX_SECONDS = 5.0
_JITTER = random.SystemRandom()
_BUSY = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "ProvisionedThroughputExceeded",
        "ThrottlingException",
        "ThrottlingError",
        "RequestLimitExceeded",
        "InternalServerError",
        "ServiceUnavailable",
        "TransactionInProgressException",
        "TransactionConflictException",
        "TransactionConflict",
    }
)
_TOO_LARGE = ("item size", "itemsize", "400 kb")


class Refused(Exception):
    """A condition did not hold. `reasons` are those of a transaction's actions, in their order."""

    def __init__(self, reasons: Sequence[str] = ()) -> None:
        super().__init__("a condition did not hold")
        self.reasons = tuple(reasons)


class Invalid(Exception):
    """DynamoDB does not accept the call, whenever it is made."""

    @property
    def is_about_size(self) -> bool:
        """Return whether an item is larger than DynamoDB stores."""
        return any(words in str(self).lower() for words in _TOO_LARGE)


class NoTable(Exception):
    """A table does not exist; `table` is '' if the call does not name it."""

    def __init__(self, table: str, said: str) -> None:
        super().__init__(f"there is no table {table}" if table else said)
        self.table = table


class Calls:
    """The calls of one client. `pace` limits them; without one they are made at once."""

    def __init__(
        self,
        client: Any,
        evidence: Evidence,
        pace: Pace | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.client = client
        self.evidence = evidence
        self.pace = pace
        self._sleep = sleep

    def paced(self, pace: Pace) -> Calls:
        """Return the same calls within a rate."""
        return Calls(self.client, self.evidence, pace, sleep=self._sleep)

    def make(self, operation: str, **arguments: Any) -> dict[str, Any]:
        """Make one call, again while DynamoDB is busy. Raises Refused, Invalid, NoTable, or the client's own error."""
        for attempt in range(ATTEMPTS_MAX):
            if self.pace:
                self.pace.wait()
            try:
                answer: dict[str, Any] = getattr(self.client, operation)(**arguments, ReturnConsumedCapacity="TOTAL")
            except self.client.exceptions.ClientError as error:
                if attempt == ATTEMPTS_MAX - 1 or not _is_busy(error.response):
                    raise _meant(error, arguments.get("TableName", "")) from error
                self._slow_down(attempt)
                continue
            self._count(operation, answer)
            return answer
        raise AssertionError("the last attempt returns or raises")

    def get(self, table: str, key: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return an item as it is now."""
        item: dict[str, Any] | None = self.make("get_item", TableName=table, Key=key, ConsistentRead=True).get("Item")
        return item

    def get_all(self, table: str, keys: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """Return the items of at most 100 keys as they are now."""
        found: list[dict[str, Any]] = []
        left: Any = {table: {"Keys": list(keys), "ConsistentRead": True}}
        for attempt in range(ATTEMPTS_MAX):
            answer = self.make("batch_get_item", RequestItems=left)
            found += answer.get("Responses", {}).get(table, [])
            left = answer.get("UnprocessedKeys")
            if not left:
                return found
            self._slow_down(attempt)
        raise TimeoutError(f"{table} did not process all keys of a batch")

    def transact(self, actions: Sequence[Mapping[str, Any]]) -> None:
        """Apply all actions or none. Raises Refused."""
        self.make("transact_write_items", TransactItems=list(actions))

    def _slow_down(self, attempt: int) -> None:
        self.evidence.add("throttled")
        if self.pace:
            self.pace.throttled()
        self._sleep(_JITTER.uniform(0, min(WAIT_MAX_SECONDS, 0.05 * 2**attempt)))

    def _count(self, operation: str, answer: Mapping[str, Any]) -> None:
        held = answer.get("ConsumedCapacity") or []
        units = sum(float(one.get("CapacityUnits") or 0) for one in (held if isinstance(held, list) else [held]))
        is_read = operation in ("get_item", "batch_get_item", "scan", "query")
        self.evidence.add("read_units" if is_read else "write_units", units)
        if self.pace:
            self.pace.spend(units)


def _is_busy(response: Mapping[str, Any]) -> bool:
    code = response.get("Error", {}).get("Code", "")
    reasons = _reasons(response)
    if code == "TransactionCanceledException":
        # A condition that did not hold decides: the same call cannot succeed later.
        return "ConditionalCheckFailed" not in reasons and any(one in _BUSY for one in reasons)
    return code in _BUSY


def _reasons(response: Mapping[str, Any]) -> list[str]:
    return [str(one.get("Code")) for one in response.get("CancellationReasons") or []]


def _meant(error: Any, table: str) -> Exception:
    code, said = (error.response.get("Error", {}).get(name, "") for name in ("Code", "Message"))
    reasons = _reasons(error.response)
    if code == "ConditionalCheckFailedException" or "ConditionalCheckFailed" in reasons:
        return Refused(reasons)
    if code == "ValidationException" or "ValidationError" in reasons:
        more = [str(one.get("Message")) for one in error.response.get("CancellationReasons") or []]
        return Invalid("; ".join([said, *(one for one in more if one != "None")]))
    if code == "ResourceNotFoundException":
        return NoTable(table, said)
    return error if isinstance(error, Exception) else RuntimeError(str(error))
