"""CDK in Python: synthesized, and its template compared with the CloudFormation target's."""

from __future__ import annotations

from tests.doors import cdk
from tests.doors.checks import Door


def check(door: Door) -> str:
    return cdk.same(door, cdk.of_python(door.folder))
