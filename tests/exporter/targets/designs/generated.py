"""Generated Python packages, written into a folder and imported under a name of their own."""

from __future__ import annotations

import importlib.util
import itertools
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from exporter.targets.base import ExportFile
from tests.exporter.targets.designs.all_designs import REPOSITORY

_NUMBERS = itertools.count(1)


def write(files: Iterable[ExportFile], folder: Path) -> Path:
    """The files of an export, in a folder."""
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return folder


@contextmanager
def imported(package: Path) -> Iterator[ModuleType]:
    """A package as a module that nothing else sees, its `entities` and `patterns` loaded; gone afterwards."""
    name = f"generated_{next(_NUMBERS)}"
    spec = importlib.util.spec_from_file_location(
        name, package / "__init__.py", submodule_search_locations=[str(package)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        for part in ("entities", "patterns"):
            importlib.import_module(f"{name}.{part}")
        yield module
    finally:
        for one in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[one]


def package_in(folder: Path) -> Path:
    """The generated package in a folder."""
    (found,) = {path.parent.parent for path in folder.glob("*/runtime/keys.py")}
    return found


def oldest_python(folder: Path) -> str:
    """The oldest Python that pyproject.toml lets install a package."""
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["requires-python"]).removeprefix(">=")


def mypy(folder: Path, *names: str) -> str:
    """What `mypy --strict` says of names in a folder; '' where it finds nothing."""
    cache = REPOSITORY / ".keysheet" / "doors" / "mypy"
    done = subprocess.run(  # our own interpreter on files that were just written
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(cache), *names],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout + done.stderr
