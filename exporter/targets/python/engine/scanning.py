"""Reading a whole table: in parallel segments, page by page, from the last checkpoint."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from .calls import Calls
from .control import Control, Segment
from .stored_values import Item

type Work = Callable[[Item], object]
_SHUFFLED = random.SystemRandom()


@dataclass(frozen=True)
class Part:
    """What one of several processes does of a backfill: every `of`th segment, and that share of the rate."""

    number: int
    of: int

    def has(self, segment: int) -> bool:
        """Return whether a segment belongs to this part."""
        return segment % self.of == self.number - 1

    @staticmethod
    def named(text: str) -> Part:
        """Return the part that a text such as 2/4 names. Raises ValueError."""
        number, _, of = text.partition("/")
        found = Part(int(number), int(of))
        if not 1 <= found.number <= found.of:
            raise ValueError(text)
        return found


WHOLE = Part(1, 1)


def pages(calls: Calls, table: str, number: int, of: int, start: Item | None, limit: int) -> Iterator[Any]:
    """Yield the pages of one segment, each with the key at which the next begins (None: the segment ends)."""
    more: dict[str, Any] = {"ExclusiveStartKey": start} if start else {}
    while True:
        page = calls.make(
            "scan", TableName=table, Segment=number, TotalSegments=of, Limit=limit, ConsistentRead=True, **more
        )
        yield page["Items"], page.get("LastEvaluatedKey")
        if not page.get("LastEvaluatedKey"):
            return
        more = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


class Scan:
    """A scan that survives the end of its process: `name` finds its checkpoints again."""

    def __init__(self, name: str, table: str, control: Control, calls: Calls, *, page_rows: int = 100) -> None:
        self.name = name
        self.table = table
        self.control = control
        self.calls = calls
        self.page_rows = page_rows

    def run(self, segments: int, work: Work, go_on: Callable[[], bool], part: Part = WHOLE) -> bool:
        """Do the work for each item of a part, once or more often. Returns whether the part is done; `go_on` says when
        to stop.

        `segments` counts only for the first run: later ones go on with the segments that there are.
        """
        count = self.control.segment_count(self.name, segments)
        own = [number for number in range(count) if part.has(number)]
        with ThreadPoolExecutor(max_workers=max(1, len(own)), thread_name_prefix="segment") as threads:
            made = [threads.submit(self._segment, number, count, work, go_on) for number in own]
            ended = [one.result() for one in as_completed(made)]
        return all(ended)

    def _segment(self, number: int, of: int, work: Work, go_on: Callable[[], bool]) -> bool:
        seen = self.control.segment(self.name, number)
        if seen.done:
            return True
        rows = seen.rows
        for items, last_key in pages(self.calls, self.table, number, of, seen.last_key, self.page_rows):
            # In the order of the scan, neighbors have one partition key: shuffled, they press on several partitions.
            for item in _shuffled(items):
                work(item)
            rows += len(items)
            self.control.save_segment(self.name, number, Segment(last_key, rows, last_key is None))
            if last_key is not None and not go_on():
                return False
        return True


def _shuffled(items: Sequence[Item]) -> list[Item]:
    return _SHUFFLED.sample(items, len(items))
