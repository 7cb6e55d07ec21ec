"""Pulumi in TypeScript: tsc takes the program, and under Pulumi's mocks it registers what the design says."""

from __future__ import annotations

import json

from exporter.targets.infrastructure import alarms
from tests.doors.checks import Door
from tests.doors.provider_facts import of_design, of_resources
from tests.doors.pulumi_runs import alarm_names, project_of, resources, typescript_program


def check(door: Door) -> str:
    project = project_of(door.file("Pulumi.yaml"))
    assert project["runtime"]["name"] == "nodejs"
    assert json.loads(door.file("package.json").read_text("utf-8"))["name"] == project["name"]
    found = typescript_program(door.folder)
    made = resources(found)
    assert of_resources(made) == of_design(door.design, is_current=True)
    assert alarm_names(made) == sorted(one.name for one in alarms.alarms(door.design))
    assert len(found["exports"]) >= 2 * len(door.design.tables)
    return f"tsc, and {len(made)} resources registered under mocks, the tables as designed"
