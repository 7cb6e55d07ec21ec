"""CDK apps for the checks: compiled, synthesized without the CDK command line, and compared with CloudFormation."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from exporter.targets import target
from exporter.targets.cdk.typescript_target import LIBRARY
from tests.doors import stacks
from tests.doors.checks import Door, not_here
from tests.doors.fetched import FOLDER
from tests.doors.node_code import tsc
from tests.ground.once import one_at_a_time

PACKAGES = (f"aws-cdk-lib@{LIBRARY}", "constructs@10.8.1", "typescript@5.9.3", "@types/node@22")
SECONDS = 300
# Node's releases are not ours to judge here.
QUIET = {"JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "1", "JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION": "1",
         "JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION": "1", "CDK_DISABLE_LEGACY_EXPORT_WARNING": "1"}  # fmt: skip
# The library checks what it has synthesized, and only prints warnings, which nobody reads here. It takes four seconds;
# cfn-lint checks the equal template of the CloudFormation target.
UNCHECKED = {} if os.environ.get("DOORS") else {"CDK_VALIDATION": "false"}


@one_at_a_time("doors")
def node_modules() -> Path:
    """The packages of a TypeScript app, fetched once; the test is skipped where they cannot be."""
    folder = FOLDER / f"cdk-{LIBRARY}"
    if not folder.exists():
        if shutil.which("npm") is None:
            not_here("npm")
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=FOLDER) as place:
            made = Path(place) / "made"
            made.mkdir()
            command = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", *PACKAGES]
            if subprocess.run(command, cwd=made, capture_output=True, check=False, timeout=SECONDS).returncode:
                not_here(f"{PACKAGES[0]} of npm")
            made.rename(folder)
    return folder / "node_modules"


def of_typescript(folder: Path) -> dict[str, Any]:
    """The app's types are checked, and its stack is synthesized."""
    (folder / "node_modules").symlink_to(node_modules())
    run([*tsc(node_modules()), "--outDir", "js", "--rootDir", "."], folder)
    (app,) = (folder / "js" / "bin").glob("*.js")
    return _synthesized(["node", str(app)], folder)


def of_python(folder: Path) -> dict[str, Any]:
    """The app runs as `cdk synth` runs it."""
    if shutil.which("node") is None:
        not_here("node")
    return _synthesized([sys.executable, "app.py"], folder)


def _synthesized(command: list[str], folder: Path) -> dict[str, Any]:
    run(command, folder, CDK_OUTDIR=str(folder / "cdk.out"), CDK_CONTEXT_JSON='{"accountAlarms": "true"}')
    (made,) = (folder / "cdk.out").glob("*.template.json")
    found: dict[str, Any] = json.loads(made.read_text("utf-8"))
    return found


def run(command: list[str], folder: Path, **environment: str) -> None:
    """A command in the app's folder, which has to succeed."""
    ran = subprocess.run(
        command, cwd=folder, env=os.environ | QUIET | UNCHECKED | environment,
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[-4000:]


def same(door: Door, synthesized: dict[str, Any]) -> str:
    """The stack holds the tables, the scaling and the alarms of the CloudFormation target."""
    wanted = stacks.normal(stacks.parsed(next(target("cloudformation").export(door.design)).text))
    found = stacks.normal(synthesized)
    for kind, resources in wanted.items():
        assert found[kind] == resources, kind
    counted = ", ".join(f"{len(one)} {kind}" for kind, one in wanted.items() if one)
    return f"synthesized; equal to CloudFormation's {counted or 'nothing'}"
