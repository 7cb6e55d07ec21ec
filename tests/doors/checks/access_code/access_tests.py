"""Access-layer tests: run by pytest as their owner would run them, against the sandbox; every pattern of the design."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterable

from tests.doors.checks import Door
from tests.exporter.targets.designs.generated import mypy, package_in

SECONDS = 600


def check(door: Door) -> str:
    package = package_in(door.folder)
    # `make doors` has the package itself read by the check of `python`.
    found = (
        ""
        if os.environ.get("DOORS")
        else mypy(door.folder, package.name, "proving.py", "test_access_patterns.py", "--ignore-missing-imports")
    )
    assert found == ""
    return proved(door)


def proved(door: Door, units: str = "writes", without: Collection[str] = ()) -> str:
    """The last line of pytest, after every test of the file but those named has passed, or is skipped as it says."""
    said = pytest_in(door, units, [f"--deselect=test_access_patterns.py::{name}" for name in without])
    text = door.file("test_access_patterns.py").read_text("utf-8")
    count, skipped = (
        len(re.findall(words, text, re.MULTILINE))
        for words in (r"^def test_", r"^(?:@pytest\.mark\.skip|    pytest\.skip)\(")
    )
    found = {word: int(number) for number, word in re.findall(r"(\d+) (passed|skipped|deselected)", said)}
    wanted = {"passed": count - skipped - len(without), "skipped": skipped, "deselected": len(without)}
    assert found == {word: number for word, number in wanted.items() if number}, said
    return said


def pytest_in(door: Door, units: str, more: Iterable[str]) -> str:
    """The last line of pytest, in a folder and an account of its own. `units` are those that the endpoint counts."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "DJANGO"))}
    done = subprocess.run(  # our own interpreter on files that were just written
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:django",
            "-rs",
            "-W",
            "error",
            *more,
        ],
        cwd=door.folder,
        env={
            **environment,
            "DYNAMODB_ENDPOINT": door.sandbox_url,
            "DYNAMODB_UNITS": units,
            "AWS_ACCESS_KEY_ID": "100000000042",
            "AWS_SECRET_ACCESS_KEY": "sandbox",
            "AWS_DEFAULT_REGION": "us-east-1",
        },
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().split("\n")[-1]
