"""The web server of `make up`: this process loads the application once, and one forked from it answers.

Loading takes seconds, a fork takes almost no time. If the process that answers ends, the next one answers the
connections that wait at the socket immediately. This process does nothing else: it has no threads, and no connections
that a fork would share.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

from designer.parent_watch import die_with_parent

APPLICATION: Final = "designer.asgi"
USED_TO_ANSWER: Final = (
    "uvicorn.loops.auto",
    "uvicorn.main",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)
WELL_SECONDS: Final = 15.0
"""A process that ends sooner is not replaced here: the supervisor starts everything again, and gives up after some
times.
"""


def keep_answering(answer: Callable[[], int], well_seconds: float = WELL_SECONDS) -> int:
    """Run `answer` in forked processes, one after the other, and return the exit code of the last one: one that ended
    before it was well, or with this process.
    """
    stopped: list[int] = []
    child = 0

    def stop(number: int, _frame: object) -> None:
        stopped.append(number)
        if child:
            # It can have ended just now.
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    while True:
        began = time.monotonic()
        child = _forked(answer)
        if stopped:
            os.kill(child, signal.SIGTERM)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        child = 0
        if stopped or time.monotonic() - began < well_seconds:
            return code
        print(f"the process that answers ended with code {code}; the next one begins", flush=True)


def end_as(code: int) -> NoReturn:
    """End with an exit code, or, if it is negative, by that signal: the supervisor tells the two apart."""
    if code < 0:
        # Nobody can handle SIGKILL, so it cannot be reset either.
        with suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


def _forked(answer: Callable[[], int]) -> int:
    """The id of a child process that runs `answer`, and ends with its code and with this process."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        die_with_parent()
        code = answer()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    """Serve with the arguments of uvicorn."""
    for name in (APPLICATION, *USED_TO_ANSWER):
        importlib.import_module(name)
    preload = importlib.import_module("designer.preload")
    preload.warm_pages()
    preload.warm_core()
    end_as(keep_answering(lambda: _serve(sys.argv[1:])))


def _serve(arguments: list[str]) -> int:
    from uvicorn.main import main as uvicorn

    try:
        uvicorn(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1
    return 0


if __name__ == "__main__":
    main()
