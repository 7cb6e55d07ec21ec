"""Runs a command in a process group of its own, and ends the whole group when nobody holds its standard input any more.

A worker that is killed with -9 ends nothing itself: its end of the pipe closes, and this process does it. Run by its
path: it needs Python alone.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress


def main(command: list[str]) -> int:
    """Run a command until it ends, or until standard input does; return its exit code."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    threading.Thread(target=_watch, args=(process.pid,), daemon=True).start()
    return process.wait()


def _watch(group: int) -> None:
    while os.read(0, 1024):
        pass
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
