"""A copy of Keysheet that is really started, by its supervisor, with everything that it needs: for tests, `make bench`,
`make chaos` and `make screenshots`. Importing this module starts nothing.
"""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psycopg

from designer.local.services import CHECKOUT
from designer.local.state import StateFolder, command_of

PATIENCE = 270
"""Seconds. Copies start one after another, those of other checkouts included, and each starts seven programs."""
OURS = ("DATABASE_URL", "REDIS_URL", "AWS_ENDPOINT_URL_DYNAMODB", "SECRET_KEY", "LOG_LEVEL")


class Copy:
    """One copy of Keysheet, its state in `folder`."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self.python = python
        self.log = folder / "log"

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in OURS and "KEYSHEET" not in name}
        return kept | {"KEYSHEET_STATE": str(self.folder)}

    def start(self) -> None:
        self.begin()
        self.wait()

    def begin(self) -> None:
        with self.log.open("wb") as output:
            command = [self.python, "-m", "designer.local", "up"]
            self.process = subprocess.Popen(command, cwd=CHECKOUT, env=self.environment(), stdout=output, stderr=output)

    def wait(self) -> None:
        end = time.monotonic() + PATIENCE
        while "open this address" not in self.log.read_text():
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            time.sleep(0.1)

    def processes(self) -> dict[int, str]:
        """Every process below the supervisor, and its command."""
        parents = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        below = {self.process.pid}
        while found := {pid for pid, parent in parents.items() if parent in below} - below:
            below |= found
        return {pid: command for pid in below if (command := command_of(pid))}

    def ports(self) -> dict[str, int]:
        return StateFolder(self.folder).known_ports()

    def database(self) -> psycopg.Connection:
        password = (self.folder / "postgres-password").read_text()
        return psycopg.connect(f"postgres://keysheet:{password}@127.0.0.1:{self.ports()['postgres']}/keysheet")

    def end(self, sign: signal.Signals) -> None:
        self.process.send_signal(sign)
        self.process.wait(PATIENCE)
