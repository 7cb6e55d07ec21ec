"""Endpoints: only what was declared, and nothing of it shown that is not for everybody."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from designer.environment import endpoints as declare
from exporter.provisioning import failures
from exporter.provisioning.aws import DynamoDB, EndpointUnreachable, session_name
from exporter.provisioning.endpoints import (
    TRUST,
    EndpointKind,
    declared,
    endpoint_named,
    refuse_address,
    trust_by_arn,
)
from modeler.core.errors import Invalid, Missing

SANDBOX = declare("", "http://127.0.0.1:4566")
ACCOUNT = declare(
    '[{"name": "Team", "region": "eu-west-1", "role_arn": "arn:aws:iam::111122223333:role/keysheet",'
    ' "external_id": "shared-word", "access_key_id": "AKIDEXAMPLE", "secret_access_key": "very-secret"},'
    ' {"name": "Local", "region": "eu-west-1", "kind": "dynamodb-local", "url": "http://dynamodb:8000"},'
    ' {"name": "Else", "region": "eu-west-1", "consumed_capacity": "all", "url": "http://emulator:8000"}]',
    "",
)


def test_the_sandbox_is_ministack_and_costs_nothing():
    (found,) = declared(SANDBOX)
    assert (found.kind, found.trust, found.costs_money) == (
        EndpointKind.MINISTACK,
        TRUST[EndpointKind.MINISTACK],
        False,
    )


def test_kinds_and_trust_follow_the_declaration():
    account, local, other = declared(ACCOUNT)
    assert (account.kind, account.costs_money) == (EndpointKind.AWS, True)
    assert (local.kind, local.trust.transactions) == (EndpointKind.DYNAMODB_LOCAL, False)
    assert (other.kind, other.trust.reads, other.trust.writes, other.trust.refusals) == (
        EndpointKind.OTHER,
        True,
        True,
        False,
    )


def test_nothing_secret_is_in_any_representation():
    account = declared(ACCOUNT)[0]
    shown = f"{account!r} {account} {account.as_json()}"
    assert "very-secret" not in shown
    assert "AKIDEXAMPLE" not in shown
    assert account.as_json() == {"name": "Team", "kind": "aws", "region": "eu-west-1", "costs_money": True}


def test_an_endpoint_is_found_by_its_name_only():
    assert endpoint_named(ACCOUNT, "Local").url == "http://dynamodb:8000"
    assert endpoint_named(ACCOUNT, "").name == "Team"
    for name in ("http://dynamodb:8000", "team", "Elsewhere"):
        with pytest.raises(Missing, match="declared endpoints: Team, Local, Else"):
            endpoint_named(ACCOUNT, name)


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/latest",
        "http://[fd00:ec2::254]/",
        "http://[::ffff:169.254.169.254]/",
        "http://metadata.google.internal/",
        "http://0.0.0.0:8000",
        "http://2852039166/",
        "http://0xa9fea9fe/latest",
        "http://0251.0376.0251.0376/",
        "http://0:8000",
        "http://224.0.0.1",
        "file:///etc/passwd",
        "http://user:word@localhost",
        "localhost:8000",
    ],
)
def test_addresses_that_no_endpoint_may_have(url):
    with pytest.raises(Invalid):
        refuse_address(url)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:4566", "http://localhost:8000", "https://dynamodb.example", "http://[::1]:8000"]
)
def test_addresses_that_an_endpoint_may_have(url):
    refuse_address(url)


def test_dynamodb_local_is_known_by_its_arns():
    aws = TRUST[EndpointKind.AWS]
    assert not trust_by_arn(aws, "arn:aws:dynamodb:ddblocal:000000000000:table/x").transactions
    assert trust_by_arn(aws, "arn:aws:dynamodb:us-east-1:000000000000:table/x") is aws


def test_an_endpoint_that_does_not_answer_is_said_without_its_address():
    silent = DynamoDB(declared(declare("", "http://127.0.0.1:9"))[0], patient=False)
    with pytest.raises(EndpointUnreachable) as refused:
        silent.describe("anything")
    assert refused.value.message == (
        "Built-in sandbox was not reached; check its url or Region, the network, and that it runs"
    )


@pytest.mark.parametrize(
    ("code", "message", "said"),
    [
        ("AccessDeniedException", "User: arn:aws:sts::111122223333:x is not", "Team does not permit DescribeTable; "),
        ("ExpiredTokenException", "The security token is expired", "Team reports that the session has expired; "),
        ("ThrottlingException", "Rate exceeded", "Team throttles requests; "),
        ("InvalidSignatureException", "Signature expired: 2026 is now earlier", "because of its clock; "),
        ("UnrecognizedClientException", "The security token is invalid", "Team does not know the credentials; "),
        ("OptInRequired", "not subscribed", "Region that is not enabled in the account; "),
    ],
)
def test_why_an_endpoint_refuses_is_told_apart_without_arns(code, message, said):
    found = failures.refused("Team", code, message, "DescribeTable")
    assert said in found.sentence
    assert "arn:" not in found.sentence


def test_a_refusal_of_what_was_asked_keeps_its_own_sentence():
    assert failures.refused("Team", "ValidationException", "One or more parameter values", "PutItem") is None
    assert failures.refused("Team", "ConditionalCheckFailedException", "The conditional", "PutItem") is None


@pytest.mark.parametrize("error", sorted(failures.BY_ERROR))
def test_what_is_between_here_and_an_endpoint_has_something_to_do(error):
    found = failures.unreached("Team", error)
    assert found.sentence.startswith("Team ")
    assert error not in found.sentence


def test_the_environment_never_redirects_an_endpoint(monkeypatch, sandbox_url):
    monkeypatch.setenv("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    found = DynamoDB(declared(declare("", sandbox_url))[0], patient=False)
    assert found.describe("no-such-table") is None


def test_an_account_is_entered_by_its_role_and_by_nothing_else(monkeypatch):
    """No account can answer here, so what would be sent is caught at the last moment."""
    asked = []

    def assume(self, **arguments):
        asked.append((self._request_signer._credentials.access_key, arguments))
        return {
            "Credentials": {
                "AccessKeyId": "ASIA",
                "SecretAccessKey": "s",
                "SessionToken": "t",
                "Expiration": "2199-01-01T00:00:00Z",
            }
        }

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AMBIENT")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "AMBIENT")
    monkeypatch.setattr(
        "botocore.client.BaseClient._make_api_call", lambda self, name, arguments: assume(self, **arguments)
    )
    found = DynamoDB(declared(ACCOUNT)[0], named=session_name(SimpleNamespace(email="ada@example.com"), "0af3"))
    ((key, arguments),) = asked
    assert key == "AKIDEXAMPLE"
    assert arguments == {
        "RoleArn": "arn:aws:iam::111122223333:role/keysheet",
        "RoleSessionName": "ada@example.com-0af3",
        "ExternalId": "shared-word",
    }
    assert found._client._request_signer._credentials.access_key == "ASIA"
    assert found._client.meta.endpoint_url == "https://dynamodb.eu-west-1.amazonaws.com"


@pytest.mark.parametrize("email", ["ada@example.com", "z\u00f6e o'neil@example.com", "a" * 254, ""])
@pytest.mark.parametrize("work", ["", "0af3" * 8])
def test_the_name_of_a_session_has_what_sts_allows_and_the_whole_run(email, work):
    made = session_name(SimpleNamespace(email=email), work)
    assert re.fullmatch(r"[\w+=,.@-]{2,64}", made, re.ASCII)
    assert made.endswith(work)
    assert (email[:1] or "server") in made


@pytest.mark.parametrize("pattern", ["*", "*prod-*", "arn:*"])
def test_a_pattern_of_tables_matches_no_arn_of_another_account(pattern):
    found = replace(declared(ACCOUNT)[0], import_tables=pattern)
    assert not found.may_import("arn:aws:dynamodb:eu-west-1:444455556666:table/prod-orders")
    assert found.may_import("prod-orders") is (pattern != "arn:*")
