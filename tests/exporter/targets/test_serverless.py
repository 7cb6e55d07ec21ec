"""Serverless Framework: no text of a design is a variable of the framework, and a role may do what the patterns do."""

from __future__ import annotations

import re

import pytest

from exporter.targets.cloudformation import serverless
from exporter.targets.cloudformation.yaml_target import template
from tests.doors import stacks
from tests.doors.checks.infrastructure.serverless import filled, joined
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil


def files_of(design):
    return {file.path: file.text for file in serverless.TARGET.export(design)}


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_no_name_is_a_variable_of_the_framework(text):
    files = files_of(evil(text))
    values = list(texts(stacks.parsed(files["serverless.yml"]))) + list(
        texts(stacks.parsed(files[serverless.RESOURCES]))
    )
    variables = [one for one in values if "${" in one]
    assert all(
        re.fullmatch(r"\$\{param:[A-Za-z0-9]+\}|\$\{file\(resources/dynamodb\.yml\)\}", one) for one in variables
    )
    wanted = template(evil(text))
    given = {name: f"${{param:{name[:1].lower()}{name[1:]}}}" for name in wanted["Parameters"]}
    written = stacks.parsed(files[serverless.RESOURCES])["Resources"]
    assert joined(written) == joined(filled(wanted["Resources"], given))


def texts(value):
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(one)


def test_the_role_may_do_what_the_patterns_do():
    service = stacks.parsed(files_of(everything())["serverless.yml"])
    statements = service["provider"]["iam"]["role"]["statements"]
    arn, others = {"Fn::GetAtt": ["Orders", "Arn"]}, {"Fn::GetAtt": ["Sessions", "Arn"]}
    of_orders = [one["Action"] for one in statements if one["Resource"] == arn]
    assert of_orders == [["dynamodb:Query"]]
    indexes = {"Fn::Join": ["/", [arn, "index", "*"]]}
    assert [one["Action"] for one in statements if one["Resource"] == indexes] == [["dynamodb:Query"]]
    # Nobody has said what is done with sessions.
    (of_sessions,) = [one["Action"] for one in statements if one["Resource"] == others]
    assert "dynamodb:Scan" not in of_sessions
    assert {"dynamodb:PutItem", "dynamodb:Query"} <= set(of_sessions)
    assert service["provider"]["environment"] == {
        "ORDERS_TABLE": {"Ref": "Orders"},
        "SESSIONS_TABLE": {"Ref": "Sessions"},
    }


@pytest.mark.parametrize("text", [*EVIL_TEXTS, "", "x", "1"])
def test_a_service_has_a_name_that_the_framework_takes(text):
    assert re.fullmatch("[a-zA-Z][0-9a-zA-Z-]+", serverless.service_name(evil(text or "ф")))
