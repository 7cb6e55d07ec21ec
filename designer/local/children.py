"""Programs to run: how each is started, logged and stopped."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

from designer.parent_watch import die_with_parent


class StartFailed(Exception):
    """A program could not be started; the message is a sentence for the person at the terminal."""


@dataclass(frozen=True, slots=True)
class Account:
    """The user that a program runs as if it refuses to run as root."""

    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Program:
    """A command with its whole environment. `stop` is the signal that ends it cleanly; `orphaned` is sent when the
    parent dies. `inherited` are open files that it gets, by their numbers.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    folder: Path
    stop: signal.Signals = signal.SIGTERM
    orphaned: signal.Signals = signal.SIGKILL
    account: Account | None = None
    patience: float = field(default=5.0)
    inherited: tuple[int, ...] = ()

    def start(self, *, output: int | IO[bytes]) -> subprocess.Popen[bytes]:
        """A running process in a separate session, so that Ctrl-C in the terminal reaches only the supervisor."""
        return subprocess.Popen(
            self.command,
            env=dict(self.environment),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, self.orphaned),
            pass_fds=self.inherited,
            **as_user(self.account),
        )

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Stop it cleanly, or by force after its time limit, with every process in its session's group."""
        if process.poll() is None:
            process.send_signal(self.stop)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(self.patience)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def as_user(account: Account | None) -> dict[str, Any]:
    """Return the arguments of subprocess that change the user; none if no change is needed."""
    return {} if account is None else {"user": account.uid, "group": account.gid, "extra_groups": []}


def wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], what: str, seconds: float = 120.0) -> None:
    """Return when `ready()` is true. Raises StartFailed if the process ended, or the time ran out."""
    end = time.monotonic() + seconds
    while not ready():
        if process.poll() is not None:
            raise StartFailed(f"{what} ended with code {process.returncode} before it was ready")
        if time.monotonic() > end:
            raise StartFailed(f"{what} was not ready within {seconds:.0f} s")
        time.sleep(0.03)
