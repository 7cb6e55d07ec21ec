"""A rehearsal: the whole migration on an emulator, with a writer and readers, killed at each step and resumed.

It proves that this package brings these items from one design to the other and back, whatever dies meanwhile, on that
endpoint. It proves nothing about throughput, throttling or the time that your table takes.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from .control import Phase
from .migration import Clients, Migration, Stop
from .preparing import tagged
from .problems import Stopped
from .rehearsal_reader import RehearsalReaders
from .rehearsal_writer import RehearsalWriter
from .routes import Route
from .stored_values import Item, from_image, key_text

STEP_SECONDS_MAX = 600.0
POLL_SECONDS = 0.05
PROGRESS_SECONDS = 1.0
LIVE_TRIES = 5
BACKLOG = 50
"""Records of one round: with fewer, the other side is about as far."""


class Rehearsal:
    """One rehearsal, in tables of its own that are deleted at the end.

    `command` is how this package is run, such as python -m PACKAGE; `held` are the old tables and their items, the
    reads of both designs, and the items that the writer leaves alone. `tags` are for every table; `tells_progress`
    also says how far the backfill is, once per second.
    """

    def __init__(
        self,
        routes: Sequence[Route],
        clients: Clients,
        held: Mapping[str, Any],
        command: Sequence[str],
        say: Callable[[Any], None],
        *,
        prefix: str,
        seed: int = 1,
        pause: float = 0.02,
        tags: Sequence[str] = (),
        tells_progress: bool = False,
    ) -> None:
        self.names = {table.name: prefix + table.name for route in routes for table in (route.old, route.new)}
        self.control_name = f"{prefix}control"
        self.migration = Migration(routes, clients, self.control_name, self.names)
        self.held = held
        self.items = {table: [from_image(one) for one in items] for table, items in held["items"].items()}
        self.say = say
        self.seed = seed
        self.pause = pause
        self.tags = tags
        self.tells_progress = tells_progress
        self._told_at = time.monotonic()
        self.steps: list[dict[str, Any]] = []
        names = [f"--name={design}={deployed}" for design, deployed in self.names.items()]
        self._command = [*command, f"--control-table={self.control_name}", *names]

    def run(self) -> bool:
        """Rehearse everything. Returns whether every comparison was empty; tables are deleted in any case. Raises
        Stopped if there is nothing to compare.
        """
        if not any(self.items.values()):
            raise Stopped("there are no items to move, so it would prove nothing: add sample items or generate some")
        try:
            self._seed()
            readers = RehearsalReaders(self.migration, self.held)
            with RehearsalWriter(self.migration, self._written(), self.seed, self.pause) as writer, readers:
                proved = self._there_and_back(writer, readers)
            if failed := writer.failed or readers.failed:
                raise failed
        finally:
            self._delete()
        return proved and not readers.wrong

    def _written(self) -> dict[str, list[Item]]:
        """Return the items that the writer changes: without those that the readers know."""
        still = {
            (table, key_text(from_image(key)))
            for table, keys in self.held.get("still", {}).get("old", {}).items()
            for key in keys
        }
        keys = {route.old.name: route.old.key for route in self.migration.routes}
        return {
            table: [one for one in items if (table, key_text(keys[table](one))) not in still]
            for table, items in self.items.items()
        }

    def _there_and_back(self, writer: RehearsalWriter, readers: RehearsalReaders) -> bool:
        run = ["run", "--segments=3"]
        self._killed(run, lambda: self._rows() > 0)
        half = sum(map(len, self.items.values())) / 2
        self._killed(run, lambda: self._rows() > half)
        self._ended(run)
        self._killed(["diff"], after(1.5))
        # One write can come between the two reads of a comparison, so this one is tried again.
        writer_beside = any(self._compared("diff while the writer writes") for _ in range(LIVE_TRIES))
        readers.complete()
        self._killed(["cut-over"], lambda: self.migration.control.state().phase is Phase.HOLDING)
        self._ended(["cut-over"])
        new_serves = any(self._compared("diff after the cut-over") for _ in range(LIVE_TRIES))
        # A while in which the writer writes to the new side, and nobody follows: the stream keeps it.
        time.sleep(50 * self.pause)
        self._killed(["follow"], after(3.0))
        readers.leave_new()
        self._killed(["revert"], lambda: self.migration.control.state().phase is Phase.HOLDING)
        self._ended(["revert"])
        writer.stop()
        readers.stop()
        self._ended(["follow", "--until-caught-up"])
        reverted = self._compared("diff after the revert")
        self._ended(["counts"])
        self.say({"writer": writer.evidence.as_json()})
        self.say({"readers": [one.as_json() for one in readers.patterns]})
        return writer_beside and new_serves and reverted

    def _tell_progress(self, command: Sequence[str]) -> None:
        """Say how many rows a backfill has read, at most once per second."""
        is_due = time.monotonic() - self._told_at >= PROGRESS_SECONDS
        if self.tells_progress and is_due and command[0] == "run":
            self._told_at = time.monotonic()
            self.say({"progress": {"rows": self._rows(), "of": sum(map(len, self.items.values()))}})

    # The parts.

    def _seed(self) -> None:
        client = self.migration.clients.dynamodb
        for table, asked in self.held["tables"].items():
            client.create_table(TableName=self.names[table], **asked, **tagged(self.tags))
            client.get_waiter("table_exists").wait(TableName=self.names[table], WaiterConfig={"Delay": 1})
            for item in self.items.get(table, ()):
                client.put_item(TableName=self.names[table], Item=item)
        self._ended(["prepare", "--create", *(f"--tag={one}" for one in self.tags)])
        self.say({"seeded": {table: len(items) for table, items in self.items.items()}})

    def _rows(self) -> int:
        return sum(one.rows for _, segments, _ in self.migration.progress() for one in segments)

    def _killed(self, command: Sequence[str], when: Callable[[], bool]) -> None:
        """Start a command and kill it with -9 once something is the case; it can also end before."""
        began = time.monotonic()
        process = self._start(command)
        while process.poll() is None and not when():
            self._check_time(command, began, process)
            self._tell_progress(command)
            time.sleep(POLL_SECONDS)
        was_alive = process.poll() is None
        if was_alive:
            process.send_signal(signal.SIGKILL)
        process.communicate()
        self._note({"step": " ".join(command), "killed": was_alive}, began)

    def _ended(self, command: Sequence[str]) -> None:
        """Run a command to its end. Raises Stopped if it fails; a difference does not count as one."""
        began = time.monotonic()
        process = self._start(command)
        with ThreadPoolExecutor(max_workers=1) as threads:
            ends = threads.submit(process.communicate, timeout=STEP_SECONDS_MAX)
            while not ends.done():
                self._tell_progress(command)
                time.sleep(POLL_SECONDS)
        out, error = ends.result()
        if process.returncode not in (0, 1):
            raise Stopped(f"`{' '.join(command)}` ended with {process.returncode}: {error.strip()[-2000:]}")
        told = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
        self._note({"step": " ".join(command), "exit": process.returncode, "told": told}, began)

    def _compared(self, what: str) -> bool:
        """Compare both sides while the streams are followed. What they have kept meanwhile is brought first."""
        began = time.monotonic()
        while self.migration.follow() > BACKLOG:
            pass
        with self._following():
            found = self.migration.diff()
        problems = [f"{key}: {problem.message}" for _, key, problem in self.migration.problems()]
        self._note({"step": what, **found.as_json(), "problems_listed": problems[:20]}, began)
        return found.is_empty and not problems

    @contextmanager
    def _following(self) -> Iterator[None]:
        stop = Stop()

        def follow() -> None:
            while stop.go_on():
                self.migration.follow()
                stop.wait(0.1)

        with ThreadPoolExecutor(max_workers=1) as threads:
            made = threads.submit(follow)
            try:
                yield
            finally:
                stop.now()
            made.result()

    def _start(self, command: Sequence[str]) -> subprocess.Popen[str]:
        return subprocess.Popen([*self._command, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def _check_time(self, command: Sequence[str], began: float, process: subprocess.Popen[str]) -> None:
        if time.monotonic() - began > STEP_SECONDS_MAX:
            process.kill()
            raise Stopped(f"`{' '.join(command)}` took longer than {STEP_SECONDS_MAX:.0f} seconds")

    def _note(self, step: dict[str, Any], began: float) -> None:
        self.steps.append({**step, "seconds": round(time.monotonic() - began, 1)})
        self.say(self.steps[-1])

    def _delete(self) -> None:
        client = self.migration.clients.dynamodb
        for name in {*self.names.values(), self.control_name}:
            try:
                client.delete_table(TableName=name)
            except client.exceptions.ResourceNotFoundException:
                continue


def after(seconds: float) -> Callable[[], bool]:
    """Return a question that is answered with yes when some seconds have passed."""
    began = time.monotonic()
    return lambda: time.monotonic() - began > seconds


def command_of(package: str, endpoint_url: str, region: str) -> list[str]:
    """Return how this package is run again, as another process."""
    where = [f"--endpoint-url={endpoint_url}", *([f"--region={region}"] if region else [])]
    return [sys.executable, "-m", package, *where]
