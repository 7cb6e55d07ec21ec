"""What all processes of a test run share is made by one of them, while the others wait."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Not that of tests.ground.stores, which chooses addresses when it is imported: engines run without pytest too.
FOLDER = Path(__file__).resolve().parents[2] / ".keysheet"


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """Nobody else in this checkout is within a block of this name. A process that dies leaves it."""
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
