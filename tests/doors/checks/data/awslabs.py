"""awslabs: the server's own validators take the schema and the model; the sandbox makes the model's tables, takes its
items and runs each command as the AWS CLI reads it: reads return as much as the evaluator predicts.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import subprocess
import sys
import uuid

import boto3
from botocore import xform_name
from botocore.validate import ParamValidator

from exporter.provisioning.wire import item_to_client
from modeler.core.evaluator import evaluate
from modeler.core.values.json_values import from_dynamodb_json
from tests.doors.checks import Door
from tests.doors.fetched import python_packages
from tests.present import present

VERSION = "2.1.8"
SCRIPT = """
import json, sys
from awslabs.dynamodb_mcp_server.repo_generation_tool.core.schema_validator import validate_schema_file
import importlib.util, pathlib
import awslabs.dynamodb_mcp_server as server
# The package of the generator asks for packages that its model does not need.
place = pathlib.Path(list(server.__path__)[0]) / "cdk_generator" / "models.py"
spec = importlib.util.spec_from_file_location("models", place)
models = importlib.util.module_from_spec(spec)
sys.modules["models"] = models
spec.loader.exec_module(models)
said = []
if len(sys.argv) > 2:
    result = validate_schema_file(sys.argv[2])
    said += [f"{one.path}: {one.message}" for one in result.errors]
try:
    models.DataModel.from_json(json.load(open(sys.argv[1], encoding="utf-8")))
except ValueError as error:
    said.append(str(error))
print(json.dumps(said))
"""


def check(door: Door) -> str:
    model_path = door.file("dynamodb_data_model.json")
    model = json.loads(model_path.read_text("utf-8"))
    assert set(model) == {"tables", "items", "access_patterns"}
    assert set(model["items"]) == {table["TableName"] for table in model["tables"]}
    packages = python_packages(f"awslabs-dynamodb-mcp-server-{VERSION}", f"awslabs-dynamodb-mcp-server=={VERSION}",
                               dependencies=False)  # fmt: skip
    paths = [model_path, *sorted(door.folder.glob("schema.json"))]
    env = {**os.environ, "PYTHONPATH": str(packages)}
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", SCRIPT, *map(str, paths)], env=env,
                         capture_output=True, text=True, timeout=60, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == []
    commands = [one for one in model["access_patterns"] if "implementation" in one]
    assert all("reason" in one for one in model["access_patterns"] if one not in commands)
    ran_well = _run(door, model, commands)
    return f"its validators take both files; {ran_well} commands of {len(model['access_patterns'])} patterns run"


def _run(door: Door, model, commands) -> int:
    """Each command on the tables and items of the model, read as botocore names its arguments."""
    client = boto3.client("dynamodb", endpoint_url=door.sandbox_url, region_name="us-east-1",
                          aws_access_key_id="x", aws_secret_access_key="x")  # fmt: skip
    prefix = f"labs{uuid.uuid4().hex[:8]}-"
    reads = [one for one in commands if one["dynamodb_operation"] in ("GetItem", "Query", "Scan")]
    writes = [one for one in commands if one not in reads]
    made = []
    try:
        for table in model["tables"]:
            given = {name: value for name, value in table.items() if name != "TimeToLiveSpecification"}
            client.create_table(**{**given, "TableName": prefix + table["TableName"]})
            made.append(prefix + table["TableName"])
            for item in model["items"][table["TableName"]]:
                client.put_item(TableName=made[-1], Item=_values(item["PutRequest"]["Item"]))
        for one in reads:
            _read_is_as_predicted(door, client, prefix, one)
        for one in writes:
            _write_is_taken(client, prefix, one)
    finally:
        for name in made:
            client.delete_table(TableName=name)
    return len(commands)


def _read_is_as_predicted(door: Door, client, prefix, one) -> None:
    method, arguments = _arguments(client, one)
    answer = getattr(client, method)(**{**arguments, "TableName": prefix + arguments["TableName"]})
    found = answer.get("Items", [answer["Item"]] if "Item" in answer else [])
    predicted = evaluate(door.design, present(door.design.pattern(one["pattern"])))
    assert len(found) == min(predicted.count, arguments.get("Limit", predicted.count)), (one, found)


def _write_is_taken(client, prefix, one) -> None:
    """Whether its condition holds depends on the writes before it; that DynamoDB takes it does not."""
    method, arguments = _arguments(client, one)
    with contextlib.suppress(client.exceptions.ConditionalCheckFailedException):
        getattr(client, method)(**{**arguments, "TableName": prefix + arguments["TableName"]})


def _arguments(client, one):
    """The method of the client and its arguments, as the AWS CLI reads them from the words of a command."""
    words = shlex.split(one["implementation"])
    assert words[:2] == ["aws", "dynamodb"]
    operation = client.meta.service_model.operation_model(one["dynamodb_operation"])
    assert words[2] == xform_name(operation.name, "-")
    named = {xform_name(name, "-"): (name, shape) for name, shape in operation.input_shape.members.items()}
    arguments = {}
    rest = words[3:]
    while rest:
        option, equals, value = rest.pop(0).removeprefix("--").partition("=")
        if option.startswith("no-"):
            arguments[named[option[3:]][0]] = False
            continue
        name, shape = named[option]
        if shape.type_name == "boolean":
            arguments[name] = True
            continue
        text = value if equals else rest.pop(0)
        arguments[name] = {"string": str, "integer": int}.get(shape.type_name, json.loads)(text)
    for name in ("Key", "Item", "ExpressionAttributeValues"):
        if name in arguments:
            arguments[name] = _values(arguments[name])
    report = ParamValidator().validate(arguments, operation.input_shape)
    assert not report.has_errors(), report.generate_report()
    return xform_name(operation.name), arguments


def _values(raw):
    return item_to_client({name: from_dynamodb_json(value) for name, value in raw.items()})
