"""The process of a rehearsal: the generated package, run with nothing of this process's environment."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Final, Self

from exporter.rehearsals import guardian
from exporter.rehearsals.known_code import refuse_unknown_code
from exporter.targets.base import Export

LINE_SECONDS: Final = 1.0
END_SECONDS: Final = 5.0
_ERROR_CHARACTERS: Final = 2_000
_ANY: Final = "rehearsal"
"""Credentials for an emulator that takes any."""


@dataclass(frozen=True, slots=True)
class Emulator:
    """Where tables are made: an address, its Region, and the keys that it asks for."""

    url: str
    region: str
    access_key_id: str = _ANY
    secret_access_key: str = _ANY


class RehearsalProcess:
    """A rehearsal that runs while this context is open, and is ended with it; also if this process is killed."""

    def __init__(self, package: Export, where: Emulator, arguments: Sequence[str]) -> None:
        refuse_unknown_code(package.files)
        self._package = package
        self._where = where
        self._arguments = arguments
        self._folder = TemporaryDirectory(prefix="keysheet-rehearsal-")
        self._lines: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Self:
        self._errors = (Path(self._folder.name) / "errors.txt").open("w+", encoding="utf-8")
        name = self._written(Path(self._folder.name))
        where = [f"--endpoint-url={self._where.url}", f"--region={self._where.region}"]
        command = [sys.executable, "-m", name, *where, "rehearse", *self._arguments]
        self._process = subprocess.Popen(
            [sys.executable, guardian.__file__, *command],
            cwd=self._folder.name,
            env=self._environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, name="rehearsal", daemon=True)
        self._reader.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._process.stdin is not None, "Popen made a pipe"
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(END_SECONDS)
        self._errors.close()
        self._folder.cleanup()

    def lines(self) -> Iterator[str]:
        """Yield each line that it prints, and '' each second in which it prints none, until it has ended."""
        while True:
            try:
                line = self._lines.get(timeout=LINE_SECONDS)
            except queue.Empty:
                yield ""
                continue
            if line is None:
                return
            yield line

    def ended(self) -> tuple[int, str]:
        """Return its exit code, and the end of what it printed as errors."""
        code = self._process.wait()
        self._errors.seek(0)
        return code, self._errors.read()[-_ERROR_CHARACTERS:].strip()

    def _read(self) -> None:
        assert self._process.stdout is not None, "Popen made a pipe"
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def _written(self, folder: Path) -> str:
        """Write the package, and return its name."""
        for file in self._package.files:
            path = folder / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        return next(Path(file.path).parent.name for file in self._package.files if file.path.endswith("/routes.py"))

    def _environment(self) -> Mapping[str, str]:
        """Return what the process needs: nothing of a server's secrets, and no profile of AWS."""
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": self._folder.name,
            "LANG": "C.UTF-8",
            "AWS_EC2_METADATA_DISABLED": "true",
            "AWS_ACCESS_KEY_ID": self._where.access_key_id or _ANY,
            "AWS_SECRET_ACCESS_KEY": self._where.secret_access_key or _ANY,
        }


def told(line: str) -> dict[str, Any]:
    """Return what a line says; nothing if it is not an object."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
