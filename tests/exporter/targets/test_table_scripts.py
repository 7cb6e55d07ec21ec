"""Scripts that make tables, by boto3 and by the AWS CLI: what they cannot carry is said."""

from __future__ import annotations

from typing import Any

import pytest
from botocore.exceptions import ClientError

from exporter.targets import target
from tests.exporter.targets.designs.all_designs import everything
from tests.exporter.targets.designs.production import production


@pytest.mark.parametrize("name", ["boto3", "aws-cli"])
def test_replicas_of_a_table_with_a_key_of_its_own_need_a_key_each(name):
    said = {loss.path: loss.message for loss in target(name).build(production()).report}
    assert said["tables.carts.settings.replicas"] == (
        "a customer managed key belongs to one Region: specify KMSMasterKeyId for each replica, or DynamoDB rejects it"
    )
    assert "tables.ledger.settings.replicas" not in said


def test_a_batch_with_binary_values_is_marked_for_the_shell_script():
    """Version 1 of the AWS CLI would store the bytes of their base64; the script refuses such a batch there."""
    text = target("aws-cli").build(everything()).files[0].text
    assert "\nput_items requests/orders/items-0001.json binary\n" in text
    assert "\nput_items requests/sessions/items-0001.json\n" in text


def script(name: str) -> dict[str, Any]:
    """The names that a script of boto3's target defines; nothing runs."""
    text = next(file.text for file in target("boto3").build(everything()).files if file.path == name)
    found: dict[str, Any] = {"__name__": "script"}
    exec(compile(text, name, "exec"), found)
    return found


@pytest.mark.parametrize(
    ("code", "message", "lacks"),
    [
        ("UnknownOperationException", "An unknown operation was requested.", True),
        ("InvalidAction", "The action or operation requested is invalid.", True),
        ("ValidationException", "Nothing to update", True),
        ("ValidationException", "One or more parameter values were invalid", False),
        ("AccessDeniedException", "not authorized", False),
    ],
)
def test_what_dynamodb_local_lacks_is_left_out_and_what_aws_refuses_is_said(code, message, lacks):
    error = ClientError({"Error": {"Code": code, "Message": message}}, "UpdateTable")
    assert script("create_tables.py")["is_unknown"](error) is lacks


@pytest.mark.parametrize("name", ["create_tables.py", "seed.py"])
def test_the_endpoint_of_the_environment_is_the_one_that_is_told(name, monkeypatch):
    monkeypatch.setattr("sys.argv", [name])
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    monkeypatch.delenv("AWS_ENDPOINT_URL_DYNAMODB", raising=False)
    arguments = script(name)["arguments"]
    assert arguments().endpoint_url is None
    monkeypatch.setenv("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8000")
    assert arguments().endpoint_url == "http://127.0.0.1:8000"
