"""The commands of a migration: `python -m PACKAGE COMMAND`. Each can be killed and run again."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from .aws import clients, s3_client
from .calls import NoTable
from .checking import STREAM_HOURS, check, hours_needed, write_units
from .commands import options as taken
from .commands.exporting import export_tables, too_large_to_scan
from .commands.requirements import REQUIRED, is_followed
from .cutover import clean_up, cut_over, revert
from .exports.manifest import read_export
from .exports.places import place_of
from .migration import Migration, Stop
from .pace import Pace
from .preparing import Preparation
from .problems import Stopped
from .rehearsing import Rehearsal, command_of
from .routes import Route
from .scanning import WHOLE

PROGRESS_SECONDS = 2.0
FOUND = 1
STOPPED = 2


def main(
    routes: Sequence[Route],
    tables: Mapping[str, Mapping[str, Any]],
    control_table: str,
    arguments: Sequence[str] | None = None,
    *,
    rehearsal: Mapping[str, Any] | None = None,
    package: str = "",
    out: TextIO = sys.stdout,
) -> int:
    """Run one command. Returns 0, 1 if something differs or is a problem, or 2 if the command cannot go on."""
    options = taken.parser(_COMMANDS).parse_args(arguments)
    names = dict(pair.split("=", 1) for pair in options.name)
    made = clients(options.endpoint_url, options.region)
    migration = Migration(routes, made, options.control_table or control_table, names)
    stop = Stop()
    signal.signal(signal.SIGTERM, stop.now)
    signal.signal(signal.SIGINT, stop.now)
    try:
        session = Session(migration, tables, options, stop, out)
        if options.command is Session.rehearse:
            return session.rehearse(routes, rehearsal or {}, package)
        code: int = options.command(session)
    except (Stopped, NoTable) as error:
        is_control = isinstance(error, NoTable) and error.table == migration.control.name
        print(f"stopped: {error}{': run `prepare --create` first' if is_control else ''}", file=sys.stderr)
        return STOPPED
    return code


class Session:
    """One command that runs: the migration, its options, and where it prints."""

    def __init__(
        self,
        migration: Migration,
        tables: Mapping[str, Mapping[str, Any]],
        options: argparse.Namespace,
        stop: Stop,
        out: TextIO,
    ) -> None:
        self.migration = migration
        self.tables = tables
        self.options = options
        self.stop = stop
        self.out = out

    def say(self, told: Any) -> None:
        """Print a line: a text as it is, anything else as JSON."""
        text = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False, default=str)
        print(text, file=self.out, flush=True)

    def prepare(self) -> int:
        """Compare what exists with what is needed; with --create, make what is missing."""
        options = self.options
        told = Preparation(self.migration, self.tables, create=options.create, tags=options.tag).run()
        for line in told or ["everything is in place"]:
            self.say(line)
        return FOUND if any(line.startswith("missing") for line in told) else 0

    def check(self) -> int:
        """Read old items and report those that cannot be migrated."""
        looks = list(check(self.migration, limit=self.options.limit, pace=Pace(self.options.rate)))
        for look in looks:
            hours = hours_needed(look.write_units, self.options.rate)
            self.say({**look.as_json(), "hours": None if hours is None else round(hours, 2)})
        for name, size in too_large_to_scan(self.migration):
            self.say({"table": name, "bytes": size, "advice": "export it, and backfill with --export: no scan"})
        return FOUND if any(look.problems for look in looks) else 0

    def backfill(self) -> int:
        """Bring all stored items, with a line of progress."""
        if self.options.dry_run:
            return self.check()
        if self.options.again and self.options.part != WHOLE:
            raise Stopped("--again begins anew for all parts: run it without --part")
        self._refuse_unfollowed()
        if self.options.rate:
            self.migration.control.set(units_per_second=self.options.rate)
        ended = threading.Event()
        shown = threading.Thread(target=self._show_progress, args=(ended,), daemon=True)
        shown.start()
        try:
            done = self.migration.backfill(
                segments=self.options.segments,
                go_on=self.stop.go_on,
                again=self.options.again,
                part=self.options.part,
                exports=[read_export(place_of(one, self._s3)) for one in self.options.export],
            )
        finally:
            ended.set()
            shown.join()
        self.say({"done": done, **self.migration.evidence.as_json()})
        return 0 if done else FOUND

    def _refuse_unfollowed(self) -> None:
        """Changes are lost if nobody reads the stream until the backfill is done."""
        if self.options.unfollowed:
            return
        for route in self.migration.routes:
            if not is_followed(self.migration, route):
                raise Stopped(
                    f"nobody follows the stream of {route.name}: start `follow` first, or use `run`. A stream keeps "
                    f"changes for {STREAM_HOURS:.0f} hours, and this backfill {self._duration()}; --unfollowed begins "
                    "nevertheless"
                )

    def _duration(self) -> str:
        """Return how long the backfill takes, from what DynamoDB says about the tables: at most six hours old."""
        client = self.migration.clients.dynamodb
        units = 0.0
        for _, bringer in self.migration.active():
            told = client.describe_table(TableName=bringer.leg.source.deployed)["Table"]
            count = told.get("ItemCount", 0)
            units += count * write_units(told.get("TableSizeBytes", 0) / count if count else 0, bringer.remembers)
        hours = hours_needed(units, self.options.rate)
        return "has no --rate to estimate its time from" if hours is None else f"takes about {hours:,.1f} hours"

    def _s3(self) -> Any:
        return s3_client(self.options.endpoint_url, self.options.region)

    def export(self) -> int:
        """Export the source tables to S3, and print what --export of the backfill takes."""
        options = self.options
        for place in export_tables(self.migration, options.bucket, options.prefix, options.since):
            self.say(place)
        return 0

    def _show_progress(self, ended: threading.Event) -> None:
        began, first = time.monotonic(), self._rows()
        total = sum(self._item_counts())
        while not ended.wait(PROGRESS_SECONDS):
            self.say(progress_line(self._rows(), first, total, time.monotonic() - began))

    def _rows(self) -> int:
        return sum(one.rows for _, segments, _ in self.migration.progress() for one in segments)

    def _item_counts(self) -> list[int]:
        client = self.migration.clients.dynamodb
        names = [bringer.leg.source.deployed for _, bringer in self.migration.active()]
        return [client.describe_table(TableName=name)["Table"].get("ItemCount", 0) for name in names]

    def follow(self) -> int:
        """Bring changes until stopped, or until there are no more."""
        if self.options.until_caught_up:
            self.migration.catch_up()
        while self.stop.go_on() and not self.options.until_caught_up:
            if not self.migration.follow():
                self.stop.wait(0.5)
        self.say(self.migration.evidence.as_json())
        return 0

    def run(self) -> int:
        """Follow the streams and backfill at the same time; then compare."""
        self.migration.begin_following()
        failed: list[BaseException] = []
        thread = threading.Thread(target=self._follow_beside, args=(failed,), daemon=True)
        thread.start()
        code = self.backfill()
        if code == 0 and self.stop.go_on():
            code = self.diff()
        self.stop.now()
        thread.join()
        if failed:
            raise failed[0]
        return code

    def _follow_beside(self, failed: list[BaseException]) -> None:
        try:
            while self.stop.go_on():
                if not self.migration.follow():
                    self.stop.wait(0.5)
        except Exception as error:  # shown by the thread that waits
            failed.append(error)
            self.stop.now()

    def diff(self) -> int:
        """Compare both sides; 1 if something differs."""
        found = self.migration.diff(
            sample=getattr(self.options, "sample", None), repair=getattr(self.options, "repair", False)
        )
        self.say(found.as_json())
        return 0 if found.is_empty else FOUND

    def counts(self) -> int:
        """Count what each index lists, beside what the items put into it."""
        code = 0
        for table, index, expected, listed in self.migration.counts():
            self.say({"table": table, "index": index, "expected": expected, "listed": listed})
            code = code if expected == listed else FOUND
        return code

    def problems(self) -> int:
        """List items that are not migrated; --retry brings them again first."""
        if self.options.retry:
            self.migration.retry_problems()
        found = list(self.migration.problems())
        for route, key, problem in found:
            self.say({"route": route, "key": key, "problem": problem.trouble.value, "message": problem.message})
        return FOUND if found else 0

    def status(self) -> int:
        """Show phase, rate, and how far each backfill is."""
        state = self.migration.control.state()
        self.say(
            {
                "phase": state.phase.value,
                "generation": state.generation,
                "paused": state.paused,
                "units_per_second": state.units_per_second,
                "compared": state.verified,
                "problems": sum(1 for _ in self.migration.problems()),
            }
        )
        for name, segments, planned in self.migration.progress():
            rows = sum(one.rows for one in segments)
            done = sum(one.done for one in segments)
            self.say({"backfill": name, "rows": rows, "segments_done": done, "segments": planned})
        for route in self.migration.routes:
            seconds = self.migration.control.seconds_since_followed(route.name)
            self.say({"stream": route.name, "seconds_since_read": None if seconds is None else round(seconds)})
        lacking = [one for one in getattr(self.options, "require", ()) if not REQUIRED[one](self.migration)]
        if lacking:
            self.say({"not_yet": lacking})
        return FOUND if lacking else 0

    def throttle(self) -> int:
        """Limit the backfill; 0 removes the limit."""
        self.migration.control.set(units_per_second=self.options.units or None)
        return self.status()

    def pause(self) -> int:
        """Let the backfill wait after its next page."""
        self.migration.control.set(paused=True)
        return self.status()

    def resume(self) -> int:
        """Let the backfill go on."""
        self.migration.control.set(paused=False)
        return self.status()

    def cut_over(self) -> int:
        """Let the new design serve, or leave everything as it was."""
        self.say({"phase": cut_over(self.migration).phase.value, **self.migration.evidence.as_json()})
        return 0

    def revert(self) -> int:
        """Let the old design serve again."""
        self.say({"phase": revert(self.migration).phase.value, **self.migration.evidence.as_json()})
        return 0

    def rehearse(self, routes: Sequence[Route] = (), held: Mapping[str, Any] | None = None, package: str = "") -> int:
        """Run the whole migration on an emulator, with a writer and readers, killed at each step; 1 if it differs."""
        options = self.options
        if not options.endpoint_url:
            raise Stopped("name the emulator with --endpoint-url: a rehearsal creates and deletes tables")
        rehearsal = Rehearsal(
            routes,
            self.migration.clients,
            held or {"tables": {}, "items": {}},
            command_of(package, options.endpoint_url, options.region),
            self.say,
            prefix=options.prefix or f"rehearsal-{uuid.uuid4().hex[:8]}-",
            seed=options.seed,
            tags=options.tag,
            tells_progress=options.progress,
        )
        proved = rehearsal.run()
        self.say({"proved": proved, "kills": sum(bool(one.get("killed")) for one in rehearsal.steps)})
        return 0 if proved else FOUND

    def clean_up(self) -> int:
        """Remove the control table; list what is left to do."""
        for line in clean_up(self.migration) or ["nothing is left to do"]:
            self.say(line)
        return 0


def progress_line(rows: int, first: int, total: int, seconds: float) -> str:
    """Return how far a backfill is: rows, rows per second since the start of this process, and the time left."""
    speed = (rows - first) / seconds if seconds else 0.0
    left = "unknown" if not speed or total < rows else f"{(total - rows) / speed / 60:.1f} min"
    return f"{rows:,} rows, {speed:,.0f} rows/s, time left {left} (of about {total:,} items)"


_COMMANDS: tuple[taken.Command, ...] = (
    ("prepare", Session.prepare, taken.add_create),
    ("check", Session.check, taken.add_check),
    ("export", Session.export, taken.add_export),
    ("follow", Session.follow, taken.add_follow),
    ("backfill", Session.backfill, taken.add_backfill),
    ("run", Session.run, taken.add_backfill),
    ("diff", Session.diff, taken.add_diff),
    ("counts", Session.counts, taken.add_nothing),
    ("problems", Session.problems, taken.add_retry),
    ("status", Session.status, taken.add_require),
    ("throttle", Session.throttle, taken.add_units),
    ("pause", Session.pause, taken.add_nothing),
    ("resume", Session.resume, taken.add_nothing),
    ("cut-over", Session.cut_over, taken.add_nothing),
    ("revert", Session.revert, taken.add_nothing),
    ("clean-up", Session.clean_up, taken.add_nothing),
    ("rehearse", Session.rehearse, taken.add_rehearse),
)
