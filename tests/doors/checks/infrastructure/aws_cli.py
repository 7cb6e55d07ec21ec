"""AWS CLI scripts: bash reads them, botocore's model takes every request, and the CLI runs them against the sandbox."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import boto3
import botocore.session
from botocore.validate import validate_parameters

from modeler.core.design.tables import Table
from modeler.core.values.attribute_values import AttributeValue
from modeler.core.values.json_values import from_dynamodb_json
from tests.doors.checks import Door
from tests.doors.checks.infrastructure.boto3 import is_known, removed
from tests.doors.described import items_of, of_table, seeded_items, wanted
from tests.present import present

BINARY = "it contains binary values"
REQUESTS_MAX = 6
"""Requests that are run in every test: each starts the CLI anew, which takes it some seconds."""
OPERATIONS = {
    "create-table": ("dynamodb", "CreateTable"),
    "update-table": ("dynamodb", "UpdateTable"),
    "update-time-to-live": ("dynamodb", "UpdateTimeToLive"),
    "update-continuous-backups": ("dynamodb", "UpdateContinuousBackups"),
    "update-contributor-insights": ("dynamodb", "UpdateContributorInsights"),
    "register-scalable-target": ("application-autoscaling", "RegisterScalableTarget"),
    "put-scaling-policy": ("application-autoscaling", "PutScalingPolicy"),
}


def check(door: Door) -> str:
    script = door.file("create-tables.sh")
    subprocess.run(["bash", "-n", str(script)], check=True)
    assert BINARY in script.read_text("utf-8")
    names = validated(door.folder)
    program = aws()
    count = len(list(door.folder.glob("requests/*/*.json")))
    if count > REQUESTS_MAX and not os.environ.get("DOORS"):
        return f"{count} requests valid, read by bash; run by `make doors`"
    if program is None or not all(re.fullmatch(r"[A-Za-z0-9_.-]{3,250}", name) for name in names):
        return f"{len(names)} tables: requests valid, read by bash"
    return ran(door, script, program, names)


def validated(folder: Path) -> list[str]:
    """Every request by botocore's model of the service; the names of the tables that are made."""
    session = botocore.session.get_session()
    names: list[str] = []
    for path in sorted(folder.glob("requests/*/*.json")):
        asked = json.loads(path.read_text("utf-8"))
        word = path.stem.partition("-")[2]
        service, operation = OPERATIONS.get(word, ("dynamodb", "BatchWriteItem"))
        validate_parameters(asked, session.get_service_model(service).operation_model(operation).input_shape)
        if operation == "CreateTable":
            names.append(asked["TableName"])
    return names


def aws() -> str | None:
    """A CLI that runs. (A name on the path may be a shim that knows of none.)"""
    found = [shutil.which("aws"), *map(str, Path.home().glob(".pyenv/versions/*/bin/aws"))]
    for program in filter(None, found):
        done = subprocess.run([program, "--version"], capture_output=True, timeout=60, check=False)
        if done.returncode == 0:
            return program
    return None


def ran(door: Door, script: Path, program: str, names: list[str]) -> str:
    # The sandbox keeps insights and policies of a table that is gone for the next of its name in the account.
    account = "".join(random.choices("123456789", k=12))
    client = boto3.client("dynamodb", "us-east-1", endpoint_url=door.sandbox_url,
                          aws_access_key_id=account, aws_secret_access_key="x")  # fmt: skip
    environment = {
        **os.environ,
        "PATH": f"{Path(program).parent}:{os.environ['PATH']}",
        "AWS_ACCESS_KEY_ID": account,
        "AWS_SECRET_ACCESS_KEY": "x",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    try:
        done = subprocess.run(
            ["bash", str(script), "--endpoint-url", door.sandbox_url],
            env=environment, capture_output=True, text=True, timeout=400, check=False,
        )  # fmt: skip
        wrong = [line for line in done.stderr.splitlines() if line.startswith("REFUSED") and not known(line)]
        assert wrong == [], done.stdout + done.stderr
        for name in names:
            table = present(door.design.table(name))
            assert of_table(client, name) == wanted(door.design, table), name
            held = seeded_items(door.design, table)
            for key in left_out(door, done.stderr, table):
                del held[key]
            assert items_of(client, table, name) == held, name
    finally:
        for name in names:
            removed(client, name)
    return f"{len(names)} tables made and filled by the AWS CLI"


def left_out(door: Door, said: str, table: Table) -> Iterator[tuple[AttributeValue, ...]]:
    """The keys of the items with which version 1 of the CLI would store wrong bytes: the script refuses their batch."""
    for path in re.findall(rf"^REFUSED: (\S+): {BINARY}", said, re.MULTILINE):
        for put in json.loads((door.folder / path).read_text("utf-8"))["RequestItems"].get(table.name, ()):
            item = put["PutRequest"]["Item"]
            yield tuple(from_dynamodb_json(item[name]) for name in table.base.key_names)


def known(line: str) -> bool:
    """What this sandbox has no place for, by the name of the request; and what version 1 of the CLI cannot put."""
    return is_known(line) or any(word in line for word in ("scalable", "scaling", "update-table.json", BINARY))
