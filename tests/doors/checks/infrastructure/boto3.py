"""boto3 scripts: run as their owner would run them, twice, against the sandbox; what is there is what was asked for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import uuid

import boto3
import botocore.session
from botocore.validate import validate_parameters

from tests.doors.checks import Door
from tests.doors.described import items_of, of_table, seeded_items, wanted
from tests.present import present

ACCOUNT = "100000000043"


def check(door: Door) -> str:
    tables = json.loads(door.file("tables.json").read_text("utf-8"))
    count = validated(tables)
    if not all(re.fullmatch(r"[A-Za-z0-9_.-]{3,240}", one["table"]) for one in tables):
        return f"{count} requests valid; names that no table can have"
    # The sandbox keeps insights and policies of a table that is gone for the next of its name.
    prefix = f"boto3-{uuid.uuid4().hex[:8]}-"
    client = boto3.client("dynamodb", door.sandbox_url and "us-east-1", endpoint_url=door.sandbox_url,
                          aws_access_key_id=ACCOUNT, aws_secret_access_key="x")  # fmt: skip
    try:
        first = run(door, "create_tables.py", prefix)
        again = run(door, "create_tables.py", prefix)
        run(door, "seed.py", prefix)
        refused_by_the_sandbox = [line for line in (first + again).splitlines() if "REFUSED" in line]
        assert [line for line in refused_by_the_sandbox if not is_known(line)] == [], first + again
        assert "already exists: create the table" in again or not tables
        for one in tables:
            compared(client, prefix, one, door)
    finally:
        for one in tables:
            removed(client, prefix + one["table"])
    return f"{count} requests valid, run twice, described, {len(refused_by_the_sandbox)} refused by the sandbox"


def is_known(line: str) -> bool:
    """What this sandbox has no place for: Application Auto Scaling and replicas."""
    return any(word in line for word in ("scale ", "set the target utilization", "replicate"))


def validated(tables) -> int:
    """Every request by botocore's model of the service."""
    session = botocore.session.get_session()
    count = 0
    for one in tables:
        for call in one["calls"]:
            shape = session.get_service_model(call["service"]).operation_model(call["operation"]).input_shape
            assert not validate_parameters_of(call["arguments"], shape)
            count += 1
    return count


def validate_parameters_of(arguments, shape) -> str:
    validate_parameters(arguments, shape)
    return ""


def run(door: Door, name: str, prefix: str) -> str:
    """A script, its output; whatever it ends with."""
    done = subprocess.run(
        [sys.executable, "-W", "error", name, "--endpoint-url", door.sandbox_url, "--prefix", prefix],
        cwd=door.folder,
        env={
            **os.environ,
            "AWS_ACCESS_KEY_ID": ACCOUNT,
            "AWS_SECRET_ACCESS_KEY": "x",
            "AWS_DEFAULT_REGION": "us-east-1",
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stdout + done.stderr
    return done.stdout


def compared(client, prefix: str, one, door: Door) -> None:
    """The table that is there, with its settings and items, against the design."""
    table, name = present(door.design.table(one["table"])), prefix + one["table"]
    assert of_table(client, name) == wanted(door.design, table), name
    assert items_of(client, table, name) == seeded_items(door.design, table), name


def removed(client, name: str) -> None:
    try:
        client.update_table(TableName=name, DeletionProtectionEnabled=False)
        client.delete_table(TableName=name)
    except client.exceptions.ResourceNotFoundException:
        pass
