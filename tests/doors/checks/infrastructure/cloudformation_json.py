"""CloudFormation as JSON: the template of the YAML but for its Metadata; cfn-lint and the sandbox take it."""

from __future__ import annotations

import json

from exporter.targets import target
from tests.doors import stacks
from tests.doors.checks import Door


def check(door: Door) -> str:
    text = door.file(".cloudformation.json").read_text("utf-8")
    assert stacks.errors(text, door.design.region) == []
    made = json.loads(text)
    made.pop("Metadata")
    assert made == stacks.parsed(next(target("cloudformation").export(door.design)).text)
    return f"equal to the YAML, cfn-lint without errors; {stacks.deployed(made, door.design, door.sandbox_url)}"
