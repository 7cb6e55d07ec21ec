"""Sessions: an address with a role, profiles, the server's own role, renewal, and what a refused entry is told as."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from designer.environment import endpoints as declare
from exporter.provisioning.aws import DynamoDB, EndpointDenied, EndpointUnreachable
from exporter.provisioning.endpoints import Endpoint, EndpointKind, declared
from exporter.provisioning.sessions import session_of
from tests.exporter.provisioning.faulty_endpoint import faulty, refusing, refusing_form, saying

ROLE = "arn:aws:iam::111122223333:role/keysheet"
NOT_THERE = ("AWS_PROFILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI")


def only(**entry: str) -> Endpoint:
    (found,) = declared(declare(json.dumps([{"name": "Team", "region": "eu-west-1", **entry}]), ""))
    return found


def at(url: str, **entry: str) -> Endpoint:
    return only(url=url, kind="localstack", role_arn=ROLE, **entry)


def assumed(key: str, minutes: int) -> str:
    end = (datetime.now(UTC) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")
    held = f"<AccessKeyId>{key}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>"
    inside = f"<AssumeRoleResult><Credentials>{held}<Expiration>{end}</Expiration></Credentials></AssumeRoleResult>"
    return f'<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">{inside}</AssumeRoleResponse>'


def test_an_address_and_a_role_assume_it_there_and_use_what_was_given(sandbox_url):
    with faulty(sandbox_url) as faults:
        faults.add("AssumeRole", saying(assumed("ASIAFIRST", 60)))
        dynamodb = DynamoDB(at(faults.url, external_id="word"), patient=False)
        assert dynamodb.describe("no-such-table") is None
        assert faults.asked == ["AssumeRole", "DescribeTable"]
        assert faults.keys == ["keysheet", "ASIAFIRST"]


def test_a_session_that_is_about_to_end_is_renewed(sandbox_url):
    with faulty(sandbox_url) as faults:
        for key, minutes in (("ASIAFIRST", 5), ("ASIASECOND", 60)):
            faults.add("AssumeRole", saying(assumed(key, minutes)))
        dynamodb = DynamoDB(at(faults.url), patient=False)
        for _ in range(3):
            assert dynamodb.describe("no-such-table") is None
        assert faults.count("AssumeRole") == 2
        assert faults.keys[-3:] == ["ASIASECOND"] * 3


def test_a_renewal_that_is_refused_names_the_role_and_not_the_table(sandbox_url):
    with faulty(sandbox_url) as faults:
        faults.add("AssumeRole", saying(assumed("ASIAFIRST", 5)))
        faults.add("AssumeRole", refusing_form("AccessDenied", f"User is not authorized to assume {ROLE}"))
        dynamodb = DynamoDB(at(faults.url), patient=False)
        with pytest.raises(EndpointDenied, match="does not permit AssumeRole; its operator checks the trust policy"):
            dynamodb.describe("any")


@pytest.mark.parametrize(
    ("code", "message", "reason"),
    [
        ("AccessDenied", f"User: {ROLE} is not authorized to perform: sts:AssumeRole", "not_permitted"),
        ("ExpiredToken", "The security token included in the request is expired", "expired"),
        ("InvalidClientTokenId", "The security token included in the request is invalid", "credentials"),
        ("SignatureDoesNotMatch", "Signature expired: 20261123 is now earlier than 20261124", "clock"),
        ("SignatureDoesNotMatch", "Credential should be scoped to a valid region.", "region"),
        ("RegionDisabledException", "STS is not activated in this region", "region"),
        ("Throttling", "Rate exceeded", "throttled"),
    ],
)
def test_an_entry_that_is_refused_has_a_code_for_its_reason(sandbox_url, code, message, reason):
    with faulty(sandbox_url) as faults:
        faults.add("AssumeRole", refusing_form(code, message), times=0)
        with pytest.raises(EndpointUnreachable) as refused:
            DynamoDB(at(faults.url), patient=False)
    assert refused.value.code == f"endpoint.{reason}"
    assert "arn:" not in refused.value.message
    assert ";" in refused.value.message


def test_an_address_that_does_not_know_roles_says_so(sandbox_url):
    with pytest.raises(EndpointUnreachable, match="an answer that is not one of AWS; the operator checks its url"):
        DynamoDB(at(sandbox_url), patient=False)


def test_a_refused_access_is_not_a_refused_request(sandbox_url):
    with faulty(sandbox_url) as faults:
        faults.add(
            "DescribeTable", refusing("AccessDeniedException", "with an explicit deny in a service control policy")
        )
        dynamodb = DynamoDB(only(url=faults.url, kind="localstack"), patient=False)
        with pytest.raises(EndpointDenied, match="a service control policy of its organization") as refused:
            dynamodb.describe("any")
    assert refused.value.code == "AccessDeniedException"


def test_a_named_profile_is_used_only_where_it_is_declared(tmp_path, monkeypatch):
    (tmp_path / "credentials").write_text(
        "[team]\naws_access_key_id = AKIATEAM\naws_secret_access_key = s\n"
        "[default]\naws_access_key_id = AKIADEFAULT\naws_secret_access_key = s\n"
    )
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    for name in (*NOT_THERE, "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    for entry, key in (
        ({"profile": "team"}, "AKIATEAM"),
        ({"credentials": "server"}, "AKIADEFAULT"),
        ({"url": "http://127.0.0.1:9"}, "keysheet"),
        ({"url": "http://127.0.0.1:9", "profile": "team", "kind": "localstack"}, "AKIATEAM"),
    ):
        assert session_of(only(**entry), None, "x").get_credentials().access_key == key, entry
    with pytest.raises(EndpointUnreachable, match="names a profile that the server does not have") as refused:
        DynamoDB(only(profile="missing"))
    assert refused.value.code == "endpoint.credentials"


def test_the_server_s_own_role_comes_from_its_container(monkeypatch, sandbox_url):
    """The metadata service of a container is asked by botocore, at the address that the container runtime gives."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://127.0.0.1:1/none")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    with pytest.raises(EndpointUnreachable) as refused:
        DynamoDB(only(credentials="server"), patient=False).describe("any")
    assert refused.value.code == "endpoint.credentials"


def test_an_address_of_an_account_is_for_its_tables_only():
    account = only(kind="aws", url="https://vpce-1.dynamodb.eu-west-1.vpce.amazonaws.com", role_arn=ROLE)
    assert (account.kind, account.costs_money, account.sts_address) == (EndpointKind.AWS, True, "")
    assert account.address_of("dynamodb") == account.url
    assert account.address_of("iam") == ""
    emulator = at("http://127.0.0.1:4566")
    assert (emulator.costs_money, emulator.sts_address) == (False, "http://127.0.0.1:4566")
