"""Kills the parts of a running copy, one after the other, each time as an accident does."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.local.ports import HOST
from tests.ground.copies import Copy

LOADED: Final = "loaded web"
"""The process that has loaded the web server; "web" is the one forked from it, which answers."""

PARTS: Final = ("web", LOADED, "analysis", "long", "deliveries", "postgres", "valkey", "sandbox")
BACK_SECONDS: Final = 60
PAUSES: Final = (1.5, 3.0)


@dataclass(frozen=True, slots=True)
class Kill:
    """A part that was killed, when, and when the copy was whole again."""

    part: str
    at: float
    back: float


class StaysDown(Exception):
    """The copy did not come back by itself."""


def pid_of(folder: Path, part: str) -> int:
    """The process that was started last; 0 while that is written down, and after it stopped."""
    try:
        program = "web" if part == LOADED else part
        pid = int(json.loads((folder / "run" / f"{program}.json").read_text())["pid"])
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0]) if part == "web" else pid
    except (FileNotFoundError, ProcessLookupError, IndexError, ValueError):
        return 0


def is_well(port: int) -> bool:
    """Does the site answer, with its database and its Redis?"""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def kill(copy: Copy, part: str) -> Kill:
    """Kill one and wait until another one is started and the site says that it is well."""
    pid, at = pid_of(copy.folder, part), time.monotonic()
    # One that has ended by itself is started again as well.
    with suppress(ProcessLookupError):
        os.kill(pid or 1 << 30, signal.SIGKILL)
    while pid_of(copy.folder, part) in (pid, 0) or not is_well(copy.ports()["web"]):
        if copy.process.poll() is not None or time.monotonic() - at > BACK_SECONDS:
            raise StaysDown(f"{part} was killed and did not come back:\n{copy.log.read_text()[-4000:]}")
        time.sleep(0.05)
    return Kill(part, at, time.monotonic())


def ended_by_themselves(copy: Copy) -> list[str]:
    """What the supervisor says of parts that nobody killed, and how often: each was started again, and should not have
    ended.
    """
    said = Counter(re.findall(r"keysheet *\| (\w+ ended with code (?!-9;)-?\d+)", copy.log.read_text(errors="replace")))
    return [f"{one} by itself (times: {times})" for one, times in sorted(said.items())]


def kills(copy: Copy, seconds: float, chance: random.Random) -> Iterator[Kill]:
    """Kill each part once in a round, in another order each time."""
    end = time.monotonic() + seconds
    while True:
        for part in chance.sample(PARTS, len(PARTS)):
            time.sleep(chance.uniform(*PAUSES))
            if time.monotonic() > end:
                return
            yield kill(copy, part)
