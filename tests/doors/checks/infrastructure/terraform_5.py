"""Terraform for provider 5: the files are formatted as its own fmt does, and its plan is what the design says."""

from __future__ import annotations

import hcl2

from exporter.targets.infrastructure import alarms
from tests.doors.checks import Door
from tests.doors.provider_facts import of_design, of_resources
from tests.doors.terraform_runs import has_terraform, plan, run


def check(door: Door) -> str:
    for file in door.export.files:
        assert hcl2.loads(file.text) is not None
    if not has_terraform():
        return f"python-hcl2 read {len(door.export.files)} files; no terraform here"
    run(door.folder, "fmt", "-check", "-diff")
    resources = plan(door.folder)
    assert of_resources((one["type"], one["values"]) for one in resources) == of_design(door.design, is_current=False)
    planned = {one["values"]["alarm_name"] for one in resources if one["type"] == "aws_cloudwatch_metric_alarm"}
    # The alarms of the account are of the one stack that asks for them.
    of_tables = [one for one in alarms.alarms(door.design) if one.table]
    assert planned == {one.name for one in of_tables if not (one.index and len(one.index.keys) > 2)}
    return f"terraform plans {len(resources)} resources, the tables as designed"
