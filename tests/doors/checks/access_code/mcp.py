"""MCP: the official SDK starts the server, lists its typed tools, and calls those that read."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from exporter.targets.infrastructure.table_calls import seed_items
from exporter.targets.python.package import package_of
from exporter.targets.support.resolved_reads import asked
from tests.doors.access_runs import Ground
from tests.doors.checks import Door
from tests.doors.fetched import python_packages

SDK = "mcp==2.3.0"
CLIENT = """
import asyncio, json, os, sys
from mcp import Client, StdioServerParameters

async def main():
    calls = json.load(sys.stdin)
    parameters = StdioServerParameters(command=sys.executable, args=["server.py"], env=dict(os.environ))
    async with Client(parameters) as client:
        tools = (await client.list_tools()).tools
        answers = {}
        for name, given in calls.items():
            done = await client.call_tool(name, given)
            text = "".join(one.text for one in done.content if one.type == "text")
            answers[name] = {"error": text} if done.is_error else json.loads(text)
    shown = [{"name": one.name, "schema": one.input_schema, "reads": one.annotations.read_only_hint} for one in tools]
    print(json.dumps({"tools": shown, "answers": answers}))

asyncio.run(main())
"""


def check(door: Door) -> str:
    package = package_of(asked(door.design))
    reads = [one for one in package.functions if all(p.pattern.operation.is_read for p in one.parts or (one,))]
    calls = {one.name: _given(one) for one in reads if all(argument.example for argument in one.arguments)}
    calls = {name: given for name, given in calls.items() if given is not None}
    with Ground(door.design, door.sandbox_url) as ground:
        for name, items in seed_items(door.design).items():
            for item in items:
                ground.client.put_item(TableName=ground.names[name], Item=item)
        told = _run(door, ground, calls)
    assert [one["name"] for one in told["tools"]] == [one.name for one in reads]
    assert all(one["reads"] for one in told["tools"])
    for function, tool in zip(reads, told["tools"], strict=True):
        assert {one.name for one in function.arguments} <= set(tool["schema"].get("properties", {}))
    for function in reads:
        if function.name in calls and not function.parts:
            answer = told["answers"][function.name]
            assert "error" not in answer, (function.name, answer)
            found = answer["items"] if "items" in answer else [answer["item"]] if answer["item"] else []
            assert len([one for one in found if one]) == len(function.evaluation.returned), function.name
    everything = _run(door, None, {}, ALLOW_WRITES="1")["tools"]
    assert {one["name"] for one in everything if not one["reads"]} == {
        one.name for one in package.functions if one not in reads
    }
    return f"{len(everything)} tools, {len(calls)} of them called"


def _given(function):
    """JSON of the arguments' examples; None where an example is no JSON, such as bytes."""
    from decimal import Decimal

    try:
        given = {one.name: eval(one.example, {"Decimal": Decimal}) for one in function.arguments}
        return json.loads(json.dumps(given, default=lambda one: int(one) if one == int(one) else float(one)))
    except (NameError, TypeError, ValueError):
        return None


def _run(door, ground, calls, **more):
    folder = python_packages("mcp-2.3.0", SDK)
    names = ",".join(f"{mine}={real}" for mine, real in ground.names.items()) if ground else ""
    access = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}
    environment = {
        **os.environ, **access, "PYTHONPATH": str(folder), "TABLE_NAMES": names,
        "DYNAMODB_ENDPOINT": door.sandbox_url, **more,
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", CLIENT],
        cwd=door.folder, env=environment, input=json.dumps(calls), capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])
