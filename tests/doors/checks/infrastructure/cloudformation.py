"""CloudFormation: cfn-lint finds no error, every setting is the design's, and the sandbox makes the tables of it."""

from __future__ import annotations

from tests.doors import stacks
from tests.doors.checks import Door


def check(door: Door) -> str:
    text = door.file(".cloudformation.yaml").read_text("utf-8")
    assert stacks.errors(text, door.design.region) == []
    template = stacks.parsed(text)
    stacks.as_designed(template, door.design)
    return f"cfn-lint without errors; {stacks.deployed(template, door.design, door.sandbox_url)}"
