"""Sends the calls of a load when they are due, by a few senders, within its budget. A call is tried once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from exporter.loads.drawing import KnownCall, ScheduledCall, Units
from exporter.loads.measured import Answered, PatternMeasure, UnitsBudget, is_read
from exporter.provisioning.aws import EndpointUnreachable, RequestRefused
from exporter.provisioning.pattern_requests import TABLE_MISSING, Sender, add_units, pages
from exporter.provisioning.requests import Request
from modeler.core.errors import Conflict

SENDERS: Final = 10
"""As many as a client of boto3 has connections."""
SILENT_MAX: Final = 5
"""After so many calls without an answer, one after the other, the load ends."""
TOLD_EVERY_SECONDS: Final = 1.0
_UNPROCESSED: Final = "UnprocessedItems", "UnprocessedKeys"
_NOT_DONE: Final = "a part of the batch was not processed"


@dataclass
class Sending:
    """A load at work. `trusted`: whether the read and write units that the endpoint reports count against the budget,
    in place of the predicted ones.
    """

    sender: Sender
    known: Sequence[Sequence[KnownCall]]
    budget: UnitsBudget
    trusted: tuple[bool, bool]
    measures: dict[int, PatternMeasure] = field(default_factory=dict)
    sent: int = 0
    late: int = 0
    seconds: float = 0.0
    problem: str = ""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._free = threading.Semaphore(SENDERS)
        self._repeated: set[tuple[int, int]] = set()
        self._silent = 0

    def run(self, calls: Sequence[ScheduledCall], seconds: int) -> Iterator[str]:
        """Send every call that is due within the seconds; yield a message each second. Raises Conflict if the endpoint
        stops to answer, or lost a table.
        """
        for one in calls:
            self._measure(one.row).planned += 1
        begun = told = time.monotonic()
        with ThreadPoolExecutor(SENDERS, thread_name_prefix="load") as pool:
            for place, one in enumerate(calls):
                while (wait := begun + one.at - time.monotonic()) > 0:
                    time.sleep(min(wait, TOLD_EVERY_SECONDS))
                    if time.monotonic() - told >= TOLD_EVERY_SECONDS:
                        told = time.monotonic()
                        yield f"sent {self.sent:,} of {len(calls):,} calls"
                self._free.acquire()
                if self.problem or self.budget.is_spent or time.monotonic() - begun > seconds:
                    self._free.release()
                    self.late = 0 if self.problem or self.budget.is_spent else len(calls) - place
                    break
                pool.submit(self._send, one)
        self.seconds = time.monotonic() - begun
        if self.problem:
            raise Conflict(self.problem, code="load.stopped")

    def _measure(self, row: int) -> PatternMeasure:
        return self.measures.setdefault(row, PatternMeasure())

    def _send(self, one: ScheduledCall) -> None:
        try:
            self._sent(one)
        finally:
            self._free.release()

    def _sent(self, one: ScheduledCall) -> None:
        call = self.known[one.row][one.number]
        with self._lock:
            predicted = call.again if (one.row, one.number) in self._repeated else call.first
        if not self.budget.take(*predicted):
            return
        try:
            answered = self._answer(call.requests)
        except EndpointUnreachable as error:
            answered = Answered(0.0, refused=error.code)
            self._not_answered(error.message)
        else:
            self._silent = 0
        self.budget.settle(predicted, self._counted(answered, predicted))
        with self._lock:
            self.sent += 1
            if not answered.throttled and not answered.refused:
                self._repeated.add((one.row, one.number))
            self._measure(one.row).add(answered, predicted)

    def _counted(self, answered: Answered, predicted: Units) -> Units:
        """The units that a call is charged: those that the endpoint reports if it is trusted to, else the predicted."""
        reported = (answered.reads, answered.writes)
        found = [
            told if is_trusted and told is not None else expected
            for told, is_trusted, expected in zip(reported, self.trusted, predicted, strict=True)
        ]
        return found[0], found[1]

    def _not_answered(self, said: str) -> None:
        with self._lock:
            self._silent += 1
            if self._silent >= SILENT_MAX:
                self.problem = said

    def _answer(self, requests: Sequence[Request]) -> Answered:
        """Send the requests of a call with all pages, each once."""
        used: list[Decimal | None] = [None, None]
        begun = time.perf_counter()
        throttled: tuple[str, ...] = ()
        refused = ""
        try:
            for request in requests:
                for response in self._responses(request):
                    units: dict[str, Decimal] = {}
                    add_units(units, response.get("ConsumedCapacity"), {})
                    place = 0 if is_read(request.method) else 1
                    if units:
                        used[place] = (used[place] or Decimal(0)) + sum(units.values(), Decimal(0))
                    if any(response.get(name) for name in _UNPROCESSED):
                        throttled = (_NOT_DONE,)
        except EndpointUnreachable:
            raise
        except RequestRefused as refusal:
            if refusal.code == TABLE_MISSING:
                self.problem = "a table of this load no longer exists: the endpoint was restarted, or it was removed"
            throttled, refused = refusal.throttled or (), "" if refusal.throttled else refusal.code
        milliseconds = 1000 * (time.perf_counter() - begun)
        return Answered(milliseconds, used[0], used[1], throttled, refused)

    def _responses(self, request: Request) -> Iterator[dict[str, object]]:
        if request.method in ("query", "scan"):
            yield from pages(self.sender, request)
        else:
            yield self.sender.send(request)
