"""Sample items: botocore takes each request to import, the sandbox makes the table that it describes and takes every
line, and our importer reads the lines.
"""

from __future__ import annotations

import json
import uuid

import boto3
import botocore.session
from botocore.validate import ParamValidator

from exporter.importers import import_text
from exporter.provisioning.wire import item_to_client
from exporter.targets.data.seed_data import stored_once
from modeler.core.values.json_values import from_dynamodb_json
from tests.doors.checks import Door


def check(door: Door) -> str:
    shape = botocore.session.Session().get_service_model("dynamodb").operation_model("ImportTable").input_shape
    items = 0
    folders = [file.path.partition("/")[0] for file in door.export.files if file.path.endswith("/items.json")]
    for table, folder in zip(door.design.tables, folders, strict=True):
        request = json.loads((door.folder / f"{folder}.import-table.json").read_text("utf-8"))
        if all(len(name) >= 3 for name in (table.name, *(index.name for index in table.indexes))):
            report = ParamValidator().validate(request, shape)
            assert not report.has_errors(), report.generate_report()
        assert request["S3BucketSource"]["S3KeyPrefix"] == f"{folder}/"
        path = door.folder / folder / "items.json"
        lines = path.read_bytes().split(b"\n")
        assert lines.pop() == b""
        read = [json.loads(line)["Item"] for line in lines]
        stored, _ = stored_once(table)
        again = [{name: from_dynamodb_json(value) for name, value in item.items()} for item in read]
        assert again == [dict(one.item) for one in stored]
        if read:
            back = import_text(path.read_bytes(), f"{folder}.json")
            assert sum(1 for _ in back.design.items()) == len(read)
        _taken(door, request["TableCreationParameters"], read)
        items += len(read)
    return f"{items} items in {len(folders)} tables of the sandbox, as an import from S3 would make them"


def _taken(door: Door, creation, items) -> None:
    client = boto3.client("dynamodb", endpoint_url=door.sandbox_url, region_name="us-east-1",
                          aws_access_key_id="x", aws_secret_access_key="x")  # fmt: skip
    name = f"seed-{uuid.uuid4().hex}"
    client.create_table(**{**creation, "TableName": name})
    try:
        for item in items:
            client.put_item(TableName=name, Item=_for_client(item))
        assert client.scan(TableName=name, Select="COUNT")["Count"] == len(items)
    finally:
        client.delete_table(TableName=name)


def _for_client(item):
    return item_to_client({name: from_dynamodb_json(value) for name, value in item.items()})
