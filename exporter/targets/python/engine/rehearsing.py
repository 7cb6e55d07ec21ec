"""A rehearsal: the whole migration on an emulator, with a writer, killed at each step and resumed.

It proves that this package brings these items from one design to the other and back, whatever dies meanwhile, on that
endpoint. It proves nothing about throughput, throttling or the time that your table takes.
"""

from __future__ import annotations

import json
import os
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
from .problems import Stopped
from .rehearsal_writer import RehearsalWriter
from .routes import Route
from .stored_values import from_image

STEP_SECONDS_MAX = 600.0
POLL_SECONDS = 0.05
LIVE_TRIES = 5
BACKLOG = 50
"""Records of one round: with fewer, the other side is about as far."""


class Rehearsal:
    """One rehearsal, in tables of its own that are deleted at the end.

    `command` is how this package is run, such as python -m PACKAGE; `held` are the old tables and their items.
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
    ) -> None:
        self.names = {table.name: prefix + table.name for route in routes for table in (route.old, route.new)}
        self.control_name = f"{prefix}control"
        self.migration = Migration(routes, clients, self.control_name, self.names)
        self.held = held
        self.items = {table: [from_image(one) for one in items] for table, items in held["items"].items()}
        self.say = say
        self.seed = seed
        self.pause = pause
        self.steps: list[dict[str, Any]] = []
        names = [f"--name={design}={deployed}" for design, deployed in self.names.items()]
        self._command = [*command, f"--control-table={self.control_name}", *names]

    def run(self) -> bool:
        """Rehearse everything. Returns whether every comparison was empty; tables are deleted in any case."""
        try:
            self._seed()
            with RehearsalWriter(self.migration, self.items, self.seed, self.pause) as writer:
                proved = self._there_and_back(writer)
            if writer.failed:
                raise writer.failed
        finally:
            self._delete()
        return proved

    def _there_and_back(self, writer: RehearsalWriter) -> bool:
        run = ["run", "--segments=3"]
        self._killed(run, lambda: self._rows() > 0)
        half = sum(map(len, self.items.values())) / 2
        self._killed(run, lambda: self._rows() > half)
        self._ended(run)
        self._killed(["diff"], after(1.5))
        # One write can come between the two reads of a comparison, so this one is tried again.
        writer_beside = any(self._compared("diff while the writer writes") for _ in range(LIVE_TRIES))
        self._killed(["cut-over"], lambda: self.migration.control.state().phase is Phase.HOLDING)
        self._ended(["cut-over"])
        new_serves = any(self._compared("diff after the cut-over") for _ in range(LIVE_TRIES))
        # A while in which the writer writes to the new side, and nobody follows: the stream keeps it.
        time.sleep(50 * self.pause)
        self._killed(["follow"], after(3.0))
        self._killed(["revert"], lambda: self.migration.control.state().phase is Phase.HOLDING)
        self._ended(["revert"])
        writer.stop()
        self._ended(["follow", "--until-caught-up"])
        reverted = self._compared("diff after the revert")
        self._ended(["counts"])
        self.say({"writer": writer.evidence.as_json()})
        return writer_beside and new_serves and reverted

    # The parts.

    def _seed(self) -> None:
        client = self.migration.clients.dynamodb
        for table, asked in self.held["tables"].items():
            client.create_table(TableName=self.names[table], **asked)
            client.get_waiter("table_exists").wait(TableName=self.names[table], WaiterConfig={"Delay": 1})
            for item in self.items.get(table, ()):
                client.put_item(TableName=self.names[table], Item=item)
        self._ended(["prepare", "--create"])
        self.say({"seeded": {table: len(items) for table, items in self.items.items()}})

    def _rows(self) -> int:
        return sum(one.rows for _, segments, _ in self.migration.progress() for one in segments)

    def _killed(self, command: Sequence[str], when: Callable[[], bool]) -> None:
        """Start a command and kill it with -9 once something is the case; it can also end before."""
        began = time.monotonic()
        process = self._start(command)
        while process.poll() is None and not when():
            self._check_time(command, began, process)
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
        out, error = process.communicate(timeout=STEP_SECONDS_MAX)
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
        return subprocess.Popen(
            [*self._command, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
        )

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
