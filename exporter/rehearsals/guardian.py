"""Runs a command in a process group of its own, and ends the whole group when nobody holds its standard input any more.

A worker that is killed with -9 ends nothing itself: its end of the pipe closes, and this process does it. Run by its
path: it needs Python alone. What it runs has limits of memory, files and processor time.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
from contextlib import suppress

MIB = 1024 * 1024
LIMITS = {
    resource.RLIMIT_AS: 4096 * MIB,
    resource.RLIMIT_FSIZE: 256 * MIB,
    resource.RLIMIT_NOFILE: 256,
    resource.RLIMIT_CPU: 600,
    resource.RLIMIT_CORE: 0,
}
"""Of each process: bytes of memory, bytes of a file, open files, seconds of a processor, bytes of a core dump."""


def main(command: list[str]) -> int:
    """Run a command with limits until it ends, or until standard input does; return its exit code."""
    for what, most in LIMITS.items():
        _limit(what, most)
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    threading.Thread(target=_watch, args=(process.pid,), daemon=True).start()
    return process.wait()


def _limit(what: int, most: int) -> None:
    """Children inherit it, and cannot take it back."""
    _, hard = resource.getrlimit(what)
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):  # macOS knows no limit of memory
        resource.setrlimit(what, (least, least))


def _watch(group: int) -> None:
    while os.read(0, 1024):
        pass
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
