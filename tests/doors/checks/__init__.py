"""One module per target and version, with ``_`` for ``-`` and ``@``, in the folder of its family.

Each has ``check(door) -> str``, which raises AssertionError where the tool refuses the files, returns in a few words
what was done with them, and calls `not_here` where the tool is absent from this machine.
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


def module_of(name: str) -> str | None:
    """The module with the check of a target, in the folder of its family; None where it is missing."""
    here = Path(__file__).parent
    found = sorted(here.glob(f"*/{name.replace('-', '_').replace('@', '_')}.py"))
    return ".".join((__name__, found[0].parent.name, found[0].stem)) if len(found) == 1 else None


def check_of(name: str) -> Callable[[Door], str]:
    """The check of a target."""
    module = module_of(name)
    assert module is not None, f"{name} has no check, or two"
    check: Callable[[Door], str] = importlib.import_module(module).check
    return check


def not_here(tool: str) -> NoReturn:
    """The tool of this check is absent: the test is skipped and says so."""
    pytest.skip(f"{tool} is not on this machine")
