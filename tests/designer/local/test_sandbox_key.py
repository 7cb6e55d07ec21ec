"""The sandbox of a copy answers only programs that know its access key."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection

import boto3
import pytest
from botocore.exceptions import ClientError

from designer.environment import endpoints as declare
from designer.local import ports
from designer.local.guarded_sandbox import is_signed
from designer.local.sandbox import Sandbox
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import declared
from tests.ground.processes import running_sandbox
from tests.ground.stores import REPOSITORY

KEY = "random-Key_of-this-copy"


@pytest.fixture(scope="module")
def url():
    with running_sandbox(Sandbox(REPOSITORY / ".keysheet", ports.choose(None), key=KEY)) as found:
        yield found


def listed(url, key):
    client = boto3.client(
        "dynamodb", endpoint_url=url, region_name="us-east-1", aws_access_key_id=key, aws_secret_access_key="any"
    )
    return client.list_tables()["TableNames"]


def test_the_key_lets_in_and_another_one_does_not(url):
    assert listed(url, KEY) == []
    with pytest.raises(ClientError, match="security token"):
        listed(url, "test")


@pytest.mark.parametrize("path", ["/", "/_ministack/reset", "/_localstack/init", "/_localstack/health/"])
def test_nothing_but_the_health_is_told_without_a_key(url, path):
    with closing(HTTPConnection(url.removeprefix("http://"), timeout=10)) as connection:
        connection.request("POST", path, b"{}", {"X-Amz-Target": "DynamoDB_20120810.ListTables"})
        answer = connection.getresponse()
        answer.read()
    assert answer.status == 403


def test_the_endpoint_that_settings_declare_has_it(url):
    (endpoint,) = declared(declare("", url, KEY))
    assert KEY not in repr(endpoint)
    assert DynamoDB(endpoint).call("list_tables")["TableNames"] == []


@pytest.mark.parametrize(
    "given",
    [
        [],
        [b""],
        [b"AWS4-HMAC-SHA256 Credential=other/x"],
        [b"AWS4-HMAC-SHA256 Credential=key"],
        [b"AWS4-HMAC-SHA256 Credential=key/x", b"AWS4-HMAC-SHA256 Credential=other/x"],
    ],
)
def test_a_header_that_does_not_name_the_key_once_is_refused(given):
    assert not is_signed([(b"Authorization", one) for one in given], b"key")
    assert is_signed([(b"authorization", b"AWS4-HMAC-SHA256 Credential=key/2026/x, SignedHeaders=a")], b"key")
