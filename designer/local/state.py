"""State of one checkout in `.keysheet/`: secrets, ports, and the processes of the last start."""

import contextlib
import fcntl
import hashlib
import json
import os
import secrets
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.local.children import StartFailed
from designer.local.ports import choose
from designer.local.services import CHECKOUT

WEB_PORT: Final = 8000
SERVERS: Final = ("web", "postgres", "valkey", "sandbox")


@dataclass(frozen=True, slots=True)
class State:
    """The folder of one checkout's state; its files are for its owner's eyes, what Postgres owns lies below it."""

    folder: Path

    @property
    def instance(self) -> str:
        """A name for this copy: two copies on one host share a cookie jar, and a moved copy just signs in again."""
        return f"keysheet-{hashlib.sha256(str(self.folder).encode()).hexdigest()[:8]}"

    def open(self) -> None:
        try:
            self.folder.mkdir(exist_ok=True)
            # Postgres, where root runs it as nobody, walks through.
            self.folder.chmod(0o711 if os.geteuid() == 0 else 0o700)
            (self.folder / "run").mkdir(exist_ok=True)
        except PermissionError as error:
            raise StartFailed(f"{self.folder} belongs to another user; start as that user, or remove it") from error

    def write(self, name: str, text: str) -> None:
        """Replace a file in one step, readable by its owner only."""
        draft = self.folder / f"{name}.{os.getpid()}"
        draft.touch(mode=0o600)
        draft.write_text(text)
        draft.replace(self.folder / name)

    def secret(self, name: str) -> str:
        """A password that is made once and kept."""
        path = self.folder / name
        if not path.is_file():
            self.write(name, secrets.token_urlsafe(40))
        return path.read_text()

    def known_ports(self) -> dict[str, int]:
        """The ports of the last start."""
        path = self.folder / "ports.json"
        if not path.is_file():
            raise StartFailed("this copy has never been started; run `make up` first")
        return dict(json.loads(path.read_text()))

    def ports(self) -> dict[str, int]:
        """A port for each server: the one of the last start where it is still free."""
        known = self.known_ports() if (self.folder / "ports.json").is_file() else {"web": WEB_PORT}
        found: dict[str, int] = {}
        for server in SERVERS:
            found[server] = choose(known.get(server), frozenset(found.values()))
        self.write("ports.json", json.dumps(found))
        return found

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Only one supervisor runs a checkout; the kernel gives the lock back however that one ends."""
        with (self.folder / "run" / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise StartFailed(
                    "this copy of Keysheet is already running; `make sign-in` prints its address"
                ) from error
            yield

    def record(self, name: str, pid: int, command: Iterable[str]) -> None:
        """Note a process, so that a start after an accident can find it where the kernel does not end it by itself."""
        note = {"pid": pid, "command": next(iter(command))}
        (self.folder / "run" / f"{name}.json").write_text(json.dumps(note))

    def end_leftovers(self) -> list[str]:
        """Stop what a killed supervisor left running; the names of what was."""
        ended = []
        for path in sorted((self.folder / "run").glob("*.json")):
            note = json.loads(path.read_text())
            if runs(note["pid"], note["command"]):
                end(note["pid"])
                ended.append(path.stem)
            path.unlink()
        return ended


@contextlib.contextmanager
def one_start_at_a_time() -> Iterator[None]:
    """Two copies of one person that start at the same moment would find the same ports free."""
    path = Path(tempfile.gettempdir(), f"keysheet-{os.geteuid()}.lock")
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def command_of(pid: int) -> str:
    """The command line of a process, empty where there is none: from /proc, or from ps on a system without it."""
    if Path("/proc/self").exists():
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            return ""
    asked = ["/bin/ps", "-o", "command=", "-p", str(pid)]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def runs(pid: int, command: str) -> bool:
    """Whether that process still is that command: a number may since belong to another program."""
    return command_of(pid).startswith(command)


def end(pid: int, patience: float = 10.0) -> None:
    """Interrupt a process, which Postgres and valkey end by in good order, and kill it if that is not enough."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGINT)
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            time.sleep(0.05)
            os.kill(pid, 0)
        os.kill(pid, signal.SIGKILL)


def of_this_checkout(given: Mapping[str, str]) -> State:
    """The state folder of this checkout, or the one that the environment names."""
    return State(Path(given.get("KEYSHEET_STATE") or CHECKOUT / ".keysheet").resolve())
