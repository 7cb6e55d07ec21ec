"""One module a target, named as it is with ``_`` for ``-``, each with ``check(door) -> str``.

`check` raises AssertionError where the tool refuses the files, returns in a few words what was done with them, and
calls `not_here` where the tool is absent from this machine.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

from exporter.targets import Export
from modeler.core.design.model import Design


@dataclass(frozen=True)
class Door:
    """What a check is given: a design, what the target made of it, the same written into a folder, and a sandbox."""

    design: Design
    export: Export
    folder: Path
    sandbox_url: str

    def file(self, suffix: str) -> Path:
        """The one written file whose path ends so."""
        found = [self.folder / file.path for file in self.export.files if file.path.endswith(suffix)]
        assert len(found) == 1, f"{len(found)} files end with {suffix}: {[file.path for file in self.export.files]}"
        return found[0]


def check_of(name: str) -> Callable[[Door], str]:
    """The check of a target."""
    check: Callable[[Door], str] = importlib.import_module(f"{__name__}.{name.replace('-', '_')}").check
    return check


def not_here(tool: str) -> NoReturn:
    """The tool of this check is absent: the test is skipped and says so."""
    pytest.skip(f"{tool} is not on this machine")
