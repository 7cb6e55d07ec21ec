"""SAM: the SAM translator makes of it the tables, scaling and alarms of the CloudFormation target."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from exporter.targets import target
from tests.doors import stacks
from tests.doors.checks import Door
from tests.doors.fetched import python_packages

TRANSLATOR = "aws-sam-translator==1.110.0"
PROGRAM = """
import json, sys
from samtranslator.translator.transform import transform
class NoPolicies:
    def load(self):
        return {}
json.dump(transform(json.load(sys.stdin), {}, NoPolicies()), sys.stdout)
"""


def check(door: Door) -> str:
    text = door.file(".sam.yaml").read_text("utf-8")
    assert stacks.errors(text, door.design.region) == []
    given = stacks.parsed(text)
    translated = _translated(given)
    wanted = stacks.parsed(next(target("cloudformation").export(door.design)).text)
    assert translated["Resources"] == wanted["Resources"]
    assert translated.get("Parameters", {}) == wanted.get("Parameters", {})
    simple = sum(one["Type"] == "AWS::Serverless::SimpleTable" for one in given["Resources"].values())
    return (
        f"translated, {simple} of them SimpleTable, equal to CloudFormation's {len(translated['Resources'])} resources"
    )


def _translated(template):
    """In a process of its own: the translator brings releases of what is installed here too."""
    folder = python_packages("aws-sam-translator-1.110.0", TRANSLATOR)
    environment = os.environ | {"PYTHONPATH": str(folder), "AWS_DEFAULT_REGION": "us-east-1"}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(template), env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
