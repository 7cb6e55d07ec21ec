"""Serverless Framework: it takes the service and packages the same resources as the CloudFormation target's."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from exporter.targets.cloudformation.yaml_target import template
from tests.doors import fetched, stacks
from tests.doors.checks import Door
from tests.ground.once import one_at_a_time

VERSION = "3.40.0"
ROLE = "IamRoleLambdaExecution"


def check(door: Door) -> str:
    service = stacks.parsed(door.file("serverless.yml").read_text("utf-8"))
    assert re.fullmatch("[a-zA-Z][0-9a-zA-Z-]+", service["service"])
    framework = serverless()
    if framework is None:
        found = stacks.parsed(door.file("dynamodb.yml").read_text("utf-8"))["Resources"]
        assert found.keys() == template(door.design)["Resources"].keys()
        return f"{len(found)} resources read; no serverless here"
    packaged = packaged_as_designed(framework, door)
    assert stacks.errors(json.dumps(packaged), door.design.region) == []
    return (
        f"packaged by the framework, {len(packaged['Resources'])} resources as in the template, cfn-lint finds no error"
    )


def packaged_as_designed(framework: Path, door: Door) -> Any:
    """What the framework would deploy: the resources of the template, and a role that reaches each table."""
    wanted = template(door.design)
    given = {name: f"given-{number}" for number, name in enumerate(wanted.get("Parameters", {}))}
    packaged = package(framework, door.folder, given)
    own = {name: one for name, one in packaged["Resources"].items() if name in wanted["Resources"]}
    assert joined(own) == joined(filled(wanted["Resources"], given))
    assert wanted.get("Outputs", {}).keys() <= packaged["Outputs"].keys()
    allowed = statements(packaged)
    for name, one in wanted["Resources"].items():
        if one["Type"] in stacks.TABLES:
            assert any(said["Resource"] == {"Fn::GetAtt": [name, "Arn"]} for said in allowed)
    return packaged


@one_at_a_time("doors")
def serverless() -> Path | None:
    """The framework's program, fetched once; None where npm is not reached."""
    folder = fetched.FOLDER / "serverless"
    program = folder / "node_modules" / "serverless" / "bin" / "serverless.js"
    if not program.exists() and shutil.which("npm") and shutil.which("node"):
        folder.mkdir(parents=True, exist_ok=True)
        needed = {"private": True, "dependencies": {"serverless": VERSION}}
        (folder / "package.json").write_text(json.dumps(needed), "utf-8")
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
        subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=400)
    return program if program.exists() else None


def package(program: Path, folder: Path, given: dict[str, str]) -> Any:
    """The template that the framework would deploy, with one function beside the tables, so that there is a role."""
    file = folder / "serverless.yml"
    function = "functions:\n  probe:\n    handler: probe.handler\n    runtime: nodejs20.x\n"
    file.write_text(file.read_text("utf-8") + function, "utf-8")
    (folder / "probe.js").write_text("module.exports.handler = async () => null;\n", "utf-8")
    asked = [f"--param={name[:1].lower()}{name[1:]}={value}" for name, value in given.items()]
    quiet = {"SLS_TELEMETRY_DISABLED": "1", "SLS_NOTIFICATIONS_MODE": "off", "SLS_DEPRECATION_DISABLE": "*"}
    account = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    done = subprocess.run(
        ["node", str(program), "package", "--stage", "test", *asked],
        cwd=folder, env=os.environ | quiet | account, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / ".serverless" / "cloudformation-template-update-stack.json").read_text("utf-8"))


def statements(packaged: Any) -> list[dict[str, Any]]:
    """What the role of the service's functions may do."""
    if ROLE not in packaged["Resources"]:
        return []
    documents = [one["PolicyDocument"] for one in packaged["Resources"][ROLE]["Properties"]["Policies"]]
    return [said for document in documents for said in document["Statement"]]


def filled(value: Any, given: dict[str, str]) -> Any:
    """With what was given for parameters."""
    match value:
        case {"Ref": name} if name in given:
            return given[name]
        case dict():
            return {name: filled(one, given) for name, one in value.items()}
        case list():
            return [filled(one, given) for one in value]
    return value


def joined(value: Any) -> Any:
    """With texts joined as CloudFormation joins them. A description has no functions: its ``${`` stands apart."""
    match value:
        case {"Fn::Join": [str(separator), list(parts)]} if all(isinstance(one, str) for one in parts):
            return separator.join(parts)
        case dict():
            return {
                name: one.replace("${", "$ {") if name == "Description" and isinstance(one, str) else joined(one)
                for name, one in value.items()
            }
        case list():
            return [joined(one) for one in value]
    return value
