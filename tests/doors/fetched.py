"""Tools of a package registry, for the checks: fetched once into .keysheet/doors, which git does not keep."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests.doors.checks import not_here
from tests.exporter.targets.designs.all_designs import REPOSITORY
from tests.ground.once import one_at_a_time

FOLDER = REPOSITORY / ".keysheet" / "doors"
UV = REPOSITORY / ".keysheet" / "bootstrap" / "bin" / "uv"
SECONDS = 240


@one_at_a_time("doors")
def npm_package(name: str, version: str) -> Path:
    """The unpacked files of a package of npm; the test is skipped where it cannot be fetched."""
    folder = FOLDER / f"{name.strip('@').replace('/', '-')}-{version}"
    if not folder.exists():
        if shutil.which("npm") is None:
            not_here("npm")
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as place:
            if not _ran(["npm", "pack", "--silent", "--pack-destination", place, f"{name}@{version}"]):
                not_here(f"{name} {version} of npm")
            with tarfile.open(next(Path(place).glob("*.tgz"))) as archive:
                archive.extractall(place, filter="data")
            _into((Path(place) / "package"), folder)
    return folder


@one_at_a_time("doors")
def python_packages(folder_name: str, *requirements: str, dependencies: bool = True) -> Path:
    """A folder for PYTHONPATH with packages of PyPI; the test is skipped where they cannot be fetched."""
    folder = FOLDER / folder_name
    if not folder.exists():
        if not UV.exists():
            not_here("uv")
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as place:
            made = Path(place) / "made"
            alone = [] if dependencies else ["--no-deps"]
            if not _ran([str(UV), "pip", "install", "--quiet", "--python", sys.executable, "--target", str(made),
                         *alone, *requirements]):  # fmt: skip
                not_here(f"{' '.join(requirements)} of PyPI")
            _into(made, folder)
    return folder


def _ran(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=SECONDS, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _into(made: Path, folder: Path) -> None:
    made.rename(folder)
