"""TypeScript that a target wrote: type-checked and compiled by tsc, then run by Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.doors.checks import not_here
from tests.doors.fetched import FOLDER
from tests.ground.once import one_at_a_time

PINNED = Path(__file__).parent / "npm" / "package.json"
SECONDS = 180


@one_at_a_time("doors")
def node_modules() -> Path:
    """Packages of npm in exactly the versions of npm/package.json; the test is skipped where they cannot be had."""
    folder = FOLDER / "npm"
    if not _is_installed(folder):
        if shutil.which("npm") is None or shutil.which("node") is None:
            not_here("npm")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(PINNED, folder / "package.json")
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
        subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=False)
        if not _is_installed(folder):
            not_here("what npm/package.json names")
    return folder / "node_modules"


def _is_installed(folder: Path) -> bool:
    wanted = json.loads(PINNED.read_text("utf-8"))["dependencies"]
    for name, version in wanted.items():
        made = folder / "node_modules" / name / "package.json"
        if not made.exists() or json.loads(made.read_text("utf-8"))["version"] != version:
            return False
    return True


def tsc(own: Path, *changed: str) -> list[str]:
    """The compiler of a program that names TypeScript 5: that of its own packages in `make doors`. Otherwise it is the
    native one, with the options that it no longer knows `changed`: a fourth of the work, most of it for declarations.
    """
    modules, more = (own, ()) if os.environ.get("DOORS") else (node_modules(), changed)
    return ["node", str(modules / "typescript" / "bin" / "tsc"), "--project", ".", *more]


def compiled(folder: Path) -> None:
    """Compile a package as its own tsconfig.json says. Asserts that tsc has nothing to say."""
    modules = node_modules()
    if not (folder / "node_modules").exists():
        (folder / "node_modules").symlink_to(modules)
    tsc = subprocess.run(
        ["node", str(modules / "typescript" / "bin" / "tsc"), "-p", "."],
        cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert tsc.stdout + tsc.stderr == "", f"tsc says:\n{tsc.stdout[:4000]}{tsc.stderr[:1000]}"


def ran(folder: Path, script: str, environment: dict[str, str]) -> Any:
    """What a script beside the package prints as its last line, as JSON."""
    path = folder / "run.mjs"
    path.write_text(script, "utf-8")
    node = subprocess.run(
        ["node", str(path)], cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False,
        env={"PATH": os.environ["PATH"], "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "test",
             "AWS_SECRET_ACCESS_KEY": "test", **environment},
    )  # fmt: skip
    assert node.returncode == 0, f"node says:\n{node.stderr[:4000]}{node.stdout[:1000]}"
    return json.loads(node.stdout.splitlines()[-1])
