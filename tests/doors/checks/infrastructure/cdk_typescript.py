"""CDK in TypeScript: type-checked, synthesized, and its template compared with the CloudFormation target's."""

from __future__ import annotations

from tests.doors import cdk
from tests.doors.checks import Door


def check(door: Door) -> str:
    return f"types checked; {cdk.same(door, cdk.of_typescript(door.folder))}"
