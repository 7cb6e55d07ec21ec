"""Requests as code: each line of it is accepted by the tool that it is for."""

import json
import shlex

import botocore.session
import pytest
from botocore.validate import ParamValidator

from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.request_code import request_code
from exporter.provisioning.requests import Request, RequestNaming, requests_of
from modeler.core.evaluator.database import Database
from modeler.examples import NAMES, example


def requests(name):
    design = example(name).design
    database = Database.of(design)
    for pattern in design.patterns:
        try:
            yield from requests_of(design, pattern, database, RequestNaming({}))
        except NotExpressible:
            continue


def operation(request):
    return (
        botocore.session.get_session()
        .get_service_model("dynamodb")
        .operation_model("".join(word.capitalize() for word in request.method.split("_")))
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_request_of_the_examples_is_code(name):
    for request in requests(name):
        made = request_code(request)
        compile(made.boto3, "boto3", "exec")
        program, service, command, option, text = shlex.split(made.cli)
        assert (program, service, option) == ("aws", "dynamodb", "--cli-input-json")
        assert command == request.method.replace("_", "-")
        problems = ParamValidator().validate(json.loads(text), operation(request).input_shape)
        assert not problems.has_errors(), problems.generate_report()
        assert made.partiql or made.partiql_note


def test_names_and_values_are_written_in_place():
    condition = {
        "TableName": "a.b", "IndexName": "GSI1",
        "KeyConditionExpression": "#pk = :pk AND begins_with(SK, :sk)",
        "FilterExpression": "attribute_not_exists(#gone) AND total IN (:one, :two)",
        "ExpressionAttributeNames": {"#pk": "PK", "#gone": "gone"},
        "ExpressionAttributeValues": {
            ":pk": {"S": "O'Neil#1"}, ":sk": {"S": "A"}, ":one": {"N": "1"}, ":two": {"N": "2"},
        },
    }  # fmt: skip
    made = request_code(Request("query", condition))
    assert made.partiql.splitlines() == [
        "SELECT *",
        'FROM "a.b"."GSI1"',
        "WHERE \"PK\" = 'O''Neil#1' AND begins_with(SK, 'A')",
        '  AND "gone" IS MISSING AND total IN [1, 2]',
    ]
    assert "get_paginator" in made.boto3


def test_what_partiql_cannot_do_is_said():
    add = {
        "TableName": "t",
        "Key": {"PK": {"S": "a"}},
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    assert request_code(Request("update_item", add)).partiql == ""
    binary = {"TableName": "t", "Key": {"PK": {"B": b"a"}}}
    made = request_code(Request("get_item", binary))
    assert (made.partiql, "binary" in made.partiql_note, '"YQ=="' in made.cli) == ("", True, True)
    assert (
        "rejects an item that exists"
        in request_code(Request("put_item", {"TableName": "t", "Item": {"PK": {"S": "a"}}})).partiql_note
    )
