"""Access-layer tests: run by pytest as their owner would run them, against the sandbox; every pattern of the design."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tests.doors.checks import Door
from tests.exporter.targets.generated import mypy, package_in


def check(door: Door) -> str:
    package = package_in(door.folder)
    # `make doors` has the package itself read by the check of `python`.
    found = (
        ""
        if os.environ.get("DOORS")
        else mypy(door.folder, package.name, "proving.py", "test_access_patterns.py", "--ignore-missing-imports")
    )
    assert found == ""
    said = pytest_in(door)
    count = len(re.findall(r"^def test_", door.file("test_access_patterns.py").read_text(), re.MULTILINE))
    assert f"{count} passed" in said or f"{count} skipped" in said or "passed" in said, said
    return said


def pytest_in(door: Door) -> str:
    """The last line of pytest, in a folder and an account of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "DJANGO"))}
    done = subprocess.run(  # our own interpreter on files that were just written
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:django", "-rs", "-W", "error"],
        cwd=door.folder,
        env={
            **environment,
            "DYNAMODB_ENDPOINT": door.sandbox_url,
            "DYNAMODB_UNITS": "writes",
            "AWS_ACCESS_KEY_ID": "100000000042",
            "AWS_SECRET_ACCESS_KEY": "sandbox",
            "AWS_DEFAULT_REGION": "us-east-1",
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip().split("\n")[-1]
