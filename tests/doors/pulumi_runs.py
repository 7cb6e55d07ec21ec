"""Pulumi programs run under its mocks, with no engine and no account: what they register is what they would make."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from tests.doors import fetched
from tests.doors.checks import not_here
from tests.doors.node_code import tsc
from tests.ground.once import one_at_a_time

TYPES = {
    "Table": "aws_dynamodb_table",
    "ContributorInsights": "aws_dynamodb_contributor_insights",
    "ResourcePolicy": "aws_dynamodb_resource_policy",
    "KinesisStreamingDestination": "aws_dynamodb_kinesis_streaming_destination",
    "Target": "aws_appautoscaling_target",
    "Policy": "aws_appautoscaling_policy",
    "MetricAlarm": "aws_cloudwatch_metric_alarm",
}
"""By the last word of Pulumi's type, such as ``aws:dynamodb/table:Table``."""
PLURALS = {
    "attributes": "attribute",
    "global_secondary_indexes": "global_secondary_index",
    "local_secondary_indexes": "local_secondary_index",
    "key_schemas": "key_schema",
    "replicas": "replica",
    "metric_queries": "metric_query",
}
FREE = ("tags", "dimensions")
"""Members whose own members are named by people."""
SETTINGS = {"accountAlarms": "true", "alarmTopicArns": '["arn:aws:sns:eu-west-1:123456789012:alarms"]'}
PACKAGES = {"@pulumi/aws": "7.48.0", "@pulumi/pulumi": "3.270.0", "@types/node": "22.10.2", "typescript": "5.9.3"}

PYTHON = """
import json, runpy, sys
import pulumi

made = []

class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        made.append({"type": args.typ, "name": args.name, "inputs": args.inputs})
        arn = {"arn": "arn:table/" + args.inputs.get("name", "")} if args.typ.endswith(":Table") else {}
        return args.name + "_id", args.inputs | arn

    def call(self, args):
        return args.args | {"arn": "arn:looked-up/" + args.args.get("keyId", "")}

pulumi.runtime.set_mocks(Mocks(), preview=False)
pulumi.runtime.set_all_config({"project:" + name: value for name, value in json.loads(sys.argv[2]).items()})
exports = {}
pulumi.export = lambda name, value: exports.update({name: value})

@pulumi.runtime.test
def run():
    runpy.run_path(sys.argv[1], run_name="__main__")

run()
print(json.dumps({"made": made, "exports": sorted(exports)}))
"""

SCRIPT = """
const pulumi = require("@pulumi/pulumi");
const made = [];
pulumi.runtime.setMocks({
  newResource(args) {
    made.push({ type: args.type, name: args.name, inputs: args.inputs });
    const arn = args.type.endsWith(":Table") ? { arn: "arn:table/" + args.inputs.name } : {};
    return { id: args.name + "_id", state: { ...args.inputs, ...arn } };
  },
  call(args) {
    return { ...args.inputs, arn: "arn:looked-up/" + args.inputs.keyId };
  },
});
const given = JSON.parse(process.argv[3]);
pulumi.runtime.setAllConfig(Object.fromEntries(Object.entries(given).map(([key, value]) => ["project:" + key, value])));
const exported = Object.keys(require(process.argv[2])).filter((name) => name !== "__esModule").sort();
pulumi.runtime.disconnect().then(() => console.log(JSON.stringify({ made, exports: exported })));
"""


def _typed(kind: str, **more: object) -> dict[str, object]:
    """A declared setting of one type."""
    return {
        "type": "object",
        "required": ["type", "default", *more],
        "properties": {"type": {"const": kind}, "description": {"type": "string"}, "default": {"type": kind}, **more},
        "additionalProperties": False,
    }


CONFIG = {"anyOf": [{"type": "string"}, _typed("array", items={"const": {"type": "string"}}), _typed("boolean")]}
PROJECT = {
    "type": "object",
    "required": ["name", "runtime", "description", "config"],
    "properties": {
        "name": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,100}$"},
        "description": {"type": "string"},
        "runtime": {"type": "object", "required": ["name"], "properties": {"options": {"type": "object"}}},
        "config": {"required": ["aws:region"], "additionalProperties": CONFIG},
    },
}
"""What of Pulumi's schema of a project (pulumi/pulumi, sdk/go/common/workspace/project.json) the files make use of."""


def project_of(path: Path) -> Any:
    """Pulumi.yaml, which has to be of its schema."""
    project = yaml.safe_load(path.read_text("utf-8"))
    jsonschema.validate(project, PROJECT)
    return project


def python_program(folder: Path, settings: Mapping[str, str] = SETTINGS) -> dict[str, Any]:
    """What ``__main__.py`` registers and exports, in an interpreter of its own."""
    return _ran([sys.executable, "-c", PYTHON, "__main__.py", json.dumps(settings)], folder)


def typescript_program(folder: Path, settings: Mapping[str, str] = SETTINGS) -> dict[str, Any]:
    """What ``index.ts`` registers and exports, after tsc has checked it with the project's own tsconfig.json."""
    modules = packages()
    (folder / "node_modules").symlink_to(modules)
    compiled = subprocess.run(
        tsc(modules, "--moduleResolution", "bundler"),
        cwd=folder, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert compiled.returncode == 0, compiled.stdout
    (folder / "run.js").write_text(SCRIPT, "utf-8")
    return _ran(["node", "run.js", str(folder / "bin" / "index.js"), json.dumps(settings)], folder)


@one_at_a_time("doors")
def packages() -> Path:
    """node_modules with Pulumi's SDK, fetched once; the test is skipped where it cannot be."""
    folder = fetched.FOLDER / "pulumi"
    if not (folder / "node_modules" / "@pulumi" / "aws").exists():
        if not shutil.which("npm") or not shutil.which("node"):
            not_here("npm")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text(json.dumps({"private": True, "dependencies": PACKAGES}), "utf-8")
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=400)
        if done.returncode != 0:
            not_here("@pulumi/aws of npm")
    return folder / "node_modules"


def _ran(command: list[str], folder: Path) -> dict[str, Any]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr or done.stdout
    found: dict[str, Any] = json.loads(done.stdout.strip().rpartition("\n")[2])
    return found


def resources(found: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The registered resources by the provider's own types and names."""
    return [(TYPES[one["type"].rpartition(":")[2]], _snake(one["inputs"])) for one in found["made"]]


def _snake(value: Any) -> Any:
    if isinstance(value, list):
        return [_snake(one) for one in value]
    if not isinstance(value, dict):
        return value
    named = {re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name): (name, one) for name, one in value.items()}
    return {
        PLURALS.get(name, name): one if original in FREE else _snake(one) for name, (original, one) in named.items()
    }


def alarm_names(made: Iterable[tuple[str, Mapping[str, Any]]]) -> list[str]:
    return sorted(values["name"] for kind, values in made if kind == "aws_cloudwatch_metric_alarm")
