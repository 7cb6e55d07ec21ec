"""CloudFormation: cfn-lint finds no error, and the sandbox's CloudFormation makes the tables of the design."""

from __future__ import annotations

from tests.doors import stacks
from tests.doors.checks import Door


def check(door: Door) -> str:
    text = door.file(".cloudformation.yaml").read_text("utf-8")
    assert stacks.errors(text, door.design.region) == []
    return f"cfn-lint without errors; {stacks.deployed(stacks.parsed(text), door.design, door.sandbox_url)}"
