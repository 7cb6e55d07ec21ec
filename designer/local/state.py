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
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.local.children import StartFailed
from designer.local.ports import choose
from designer.local.services import CHECKOUT

WEB_PORT: Final = 8000
SERVERS: Final = ("web", "postgres", "valkey", "sandbox")


@dataclass(frozen=True, slots=True)
class StateFolder:
    """The folder of one checkout's state; only the owner can read its files. The data of Postgres is below it."""

    folder: Path

    @property
    def instance(self) -> str:
        """Return a name for this copy. Two copies on one host share their cookies, and a copy that was moved only needs
        a new sign-in.
        """
        return f"keysheet-{hashlib.sha256(str(self.folder).encode()).hexdigest()[:8]}"

    def open(self) -> None:
        try:
            self.folder.mkdir(exist_ok=True)
            # If root runs Postgres as the user `nobody`, that user needs to pass through this folder.
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
        """Return a password, which is created once and stored."""
        path = self.folder / name
        if not path.is_file():
            self.write(name, secrets.token_urlsafe(40))
        return path.read_text()

    def known_ports(self) -> dict[str, int]:
        """Return the ports of the last start."""
        path = self.folder / "ports.json"
        if not path.is_file():
            raise StartFailed("this copy has never been started; run `make up` first")
        return dict(json.loads(path.read_text()))

    def ports(self) -> dict[str, int]:
        """Return a port for each server: that of the last start if it is still free."""
        known = self.known_ports() if (self.folder / "ports.json").is_file() else {"web": WEB_PORT}
        found: dict[str, int] = {}
        for server in SERVERS:
            found[server] = choose(known.get(server), frozenset(found.values()))
        self.write("ports.json", json.dumps(found))
        return found

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Allow only one supervisor per checkout; the kernel releases the lock even if the supervisor crashes."""
        with (self.folder / "run" / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise StartFailed(
                    "this copy of Keysheet is already running; `make sign-in` prints its address"
                ) from error
            yield

    def record(self, name: str, pid: int, command: Iterable[str]) -> None:
        """Record a process, so that the next start can find it if it outlives a crash."""
        note = {"pid": pid, "command": next(iter(command))}
        (self.folder / "run" / f"{name}.json").write_text(json.dumps(note))

    def end_leftovers(self) -> list[str]:
        """Stop processes that a killed supervisor left running; return their names."""
        ended = []
        for path in sorted((self.folder / "run").glob("*.json")):
            note = json.loads(path.read_text())
            if runs(note["pid"], note["command"]):
                end(note["pid"])
                ended.append(path.stem)
            path.unlink()
        return ended


@contextlib.contextmanager
def one_start_at_a_time(on_wait: Callable[[], None]) -> Iterator[None]:
    """Lock the choice of ports: two copies that start at the same moment would choose the same ones. `on_wait` is
    called if another copy is starting; its start can take minutes.
    """
    path = Path(tempfile.gettempdir(), f"keysheet-{os.geteuid()}.lock")
    handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def command_of(pid: int) -> str:
    """Return the command line of a process; '' if there is none. From /proc, or from ps on a system without it."""
    if Path("/proc/self").exists():
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            return ""
    asked = ["/bin/ps", "-o", "command=", "-p", str(pid)]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def runs(pid: int, command: str) -> bool:
    """Does the process still run that command? Its number can belong to another program by now."""
    return command_of(pid).startswith(command)


def end(pid: int, patience: float = 10.0) -> None:
    """Interrupt a process, which stops Postgres and valkey cleanly, and kill it if that is not enough."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGINT)
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            time.sleep(0.05)
            os.kill(pid, 0)
        os.kill(pid, signal.SIGKILL)


def of_this_checkout(given: Mapping[str, str]) -> StateFolder:
    """Return the state folder of this checkout, or the one that the environment names."""
    return StateFolder(Path(given.get("KEYSHEET_STATE") or CHECKOUT / ".keysheet").resolve())
