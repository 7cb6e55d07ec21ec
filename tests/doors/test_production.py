"""A design in production, with replicas, alarms and whatever else the examples lack, read by the tools of AWS.

CDK takes a quarter of a minute, so that only `make doors` runs it.
"""

from __future__ import annotations

import pytest

from exporter.targets import target
from tests.doors.checks import Door, check_of
from tests.exporter.targets.designs.production import production

TARGETS = ("cloudformation", "cloudformation-json", "sam", "cdk-typescript", "cdk-python")


@pytest.mark.doors
@pytest.mark.parametrize("name", TARGETS)
def test_its_tool_reads_it(name, tmp_path, sandbox_url, record_property):
    export = target(name).build(production())
    for file in export.files:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    record_property("door", check_of(name)(Door(production(), export, tmp_path, sandbox_url)))
