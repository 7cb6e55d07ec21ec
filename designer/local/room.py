"""Whether a copy can write to its folders. A full disk ends its programs, and ends them again when they are started."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOM_BYTES: Final = 8 * 1024 * 1024
"""As much as Postgres and valkey need to start."""


def why_unwritable(folders: Iterable[Path]) -> str:
    """Return why one of the folders cannot be written to, with its name; '' if all can. Free space alone does not say:
    quotas, reserved blocks and a file system that became read-only are found only by writing.
    """
    for folder in folders:
        probe = folder / f".room-{os.getpid()}"
        try:
            with probe.open("wb") as file:
                file.write(bytes(ROOM_BYTES))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            return f"{folder} cannot be written to: {error.strerror or error}"
        finally:
            with contextlib.suppress(OSError):
                probe.unlink()
    return ""
