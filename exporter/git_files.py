"""Files as they are in a revision of a git repository: ``HEAD~1:design.json``."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

from modeler.core.errors import DocumentInvalid

SECONDS: Final = 60
_REVISION: Final = re.compile(r"[^:\s-][^:\s]*:.+")


def is_git_file(name: str) -> bool:
    """Whether a name is a revision and a path, and not an existing file."""
    return _REVISION.fullmatch(name) is not None and not Path(name).exists()


def read_git_file(name: str) -> tuple[str, bytes]:
    """Return the path and the content of a file in a revision. Raises DocumentInvalid, with the reason that git gives.

    As with git, the path begins at the top of the repository, or with ``./`` at the current folder.
    """
    command = ["git", "cat-file", "blob", name]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except FileNotFoundError:
        raise DocumentInvalid("git is not installed, so no revision can be read") from None
    except subprocess.TimeoutExpired:
        raise DocumentInvalid(f"git did not answer in {SECONDS} seconds") from None
    if done.returncode:
        raise DocumentInvalid(done.stderr.decode("utf-8", "replace").strip() or "git cannot read this revision")
    return name.partition(":")[2], done.stdout
