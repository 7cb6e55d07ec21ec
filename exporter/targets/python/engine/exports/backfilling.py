"""A backfill that reads exports: a checkpoint per data file, and one within it after some lines.

An export is how a table was. What has changed since must come from the stream, so its records begin before the export
ends; what is between the two comes from incremental exports. An item of a full export is copied only if no change of it
was brought; a change makes the item be read again, as a record of a stream does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from ..bringing import Bringer
from ..control import Control, Segment
from ..problems import Stopped
from ..scanning import Part
from ..stored_values import from_image
from .manifest import TableExport

LINES = 200
"""A checkpoint is written after so many lines: they are what a killed process leaves to do again."""
WORKERS = 8
STREAM_KEEPS = timedelta(hours=24)


class ExportBackfill:
    """A backfill of one route from the exports of its table. Checkpoints are those of a scan with as many segments as
    there are data files.
    """

    def __init__(
        self, bringer: Bringer, exports: Sequence[TableExport], control: Control, *, again: bool = False
    ) -> None:
        self.bringer = bringer
        self.again = again
        self.control = control
        self.source = " ".join(one.arn for one in exports)
        self.files = [(one, number) for one in exports for number in range(len(one.files))]

    def run(self, go_on: Callable[[], bool], part: Part) -> bool:
        """Bring what the data files of a part have, in any order. Returns whether the part is done; `go_on` says when
        to stop.
        """
        self.control.segment_count(self.bringer.name, len(self.files), self.source)
        own = [number for number in range(len(self.files)) if part.has(number)]
        with ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="file") as threads:
            made = [threads.submit(self._file, number, go_on) for number in own]
            ended = [one.result() for one in as_completed(made)]
        return all(ended)

    def _file(self, number: int, go_on: Callable[[], bool]) -> bool:
        seen = self.control.segment(self.bringer.name, number)
        if seen.done:
            return True
        if not go_on():
            return False
        export, place = self.files[number]
        rows = seen.rows
        lines = islice(export.lines(place), rows, None)
        while some := list(islice(lines, LINES)):
            for line in some:
                self._bring(line)
            rows += len(some)
            self.control.save_segment(self.bringer.name, number, Segment(None, rows, done=False))
            if not go_on():
                return False
        self.control.save_segment(self.bringer.name, number, Segment(None, rows, done=True))
        return True

    def _bring(self, line: dict[str, Any]) -> None:
        if "Item" in line:
            item = from_image(line["Item"])
            if self.again:
                self.bringer.bring(self.bringer.leg.source.key(item))
            else:
                self.bringer.take(item)
            return
        old = line.get("OldImage")
        self.bringer.bring(from_image(line["Keys"]), *([from_image(old)] if old else []))


def refuse_gap(exports: Sequence[TableExport], followed: float | None, stream_began: datetime | None) -> None:
    """Raise Stopped if changes after the exports are in no stream that is read: `followed` is when reading began."""
    table, until = exports[0].table, exports[-1].until
    more = "also name incremental exports of the time between, each with --export, or export the table again"
    if stream_began is not None and stream_began > until:
        raise Stopped(f"the stream of {table} began at {stream_began}, after its export at {until}: {more}")
    if followed is not None and datetime.fromtimestamp(followed, UTC) - STREAM_KEEPS > until:
        raise Stopped(f"the export of {table} ends at {until}, more than 24 hours before `follow` began: {more}")
