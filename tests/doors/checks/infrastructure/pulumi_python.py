"""Pulumi in Python: the program runs under Pulumi's mocks and registers what the design says."""

from __future__ import annotations

import json
import subprocess
import sys

from exporter.targets.infrastructure import alarms
from tests.doors.checks import Door
from tests.doors.provider_facts import of_design, of_resources
from tests.doors.pulumi_runs import alarm_names, project_of, python_program, resources


def check(door: Door) -> str:
    project = project_of(door.file("Pulumi.yaml"))
    assert project["runtime"]["name"] == "python"
    formatted = [sys.executable, "-m", "ruff", "format", "--isolated", "--line-length", "100", "--check", "__main__.py"]
    assert subprocess.run(formatted, cwd=door.folder, check=False, capture_output=True).returncode == 0
    found = python_program(door.folder)
    made = resources(found)
    assert of_resources(made) == of_design(door.design, is_current=True)
    assert alarm_names(made) == sorted(one.name for one in alarms.alarms(door.design))
    assert len(found["exports"]) >= 2 * len(door.design.tables)
    assert json.dumps(found)
    return f"registers {len(made)} resources under mocks, the tables as designed"
