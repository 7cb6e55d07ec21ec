"""Settings read one environment, strictly: what is missing or malformed stops the start with its name."""

import json
import os
import re
import runpy
import socket
import subprocess
import sys
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured

from designer import environment, settings
from designer.declared import providers
from designer.local.services import CHECKOUT
from tests.ground.providers import saml_provider

PRODUCTION = {
    "SECRET_KEY": "k" * 20 + "".join(map(chr, range(97, 123))) + "0123456789",
    "ALLOWED_HOSTS": "keysheet.example.com",
    "DATABASE_URL": "postgres://keysheet:p%40ss@db.example.com:5432/keysheet?sslmode=require",
    "REDIS_URL": "rediss://redis.example.com:6379/0",
}
OF_DJANGO = {"SAMESITE": "Lax", "PATH": "/", "DOMAIN": None}
"""What Django's own settings say of cookies."""
ROLE = {"name": "Staging", "region": "eu-west-1", "role_arn": "arn:aws:iam::123456789012:role/keysheet"}


def django(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Django command in an environment of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=CHECKOUT, env=kept | environment, capture_output=True, text=True)


def test_a_production_start_passes_djangos_deployment_check_without_a_warning():
    # The check of generated columns asks the server for its version, so this one is real.
    real = os.environ["DATABASE_URL"].rpartition("/")[0] + "/postgres"
    done = django("check", "--deploy", "--fail-level", "DEBUG", **PRODUCTION | {"DATABASE_URL": real})
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


def read(**environment: str) -> dict[str, Any]:
    """What the settings make of an environment of their own."""
    with patch.dict(os.environ, environment, clear=True):
        return runpy.run_path(settings.__file__)


def test_a_start_with_wrong_settings_stops():
    done = django("check", **PRODUCTION | {"SECRET_KEY": ""})
    assert done.returncode != 0
    assert "ImproperlyConfigured: SECRET_KEY must be" in done.stderr


@pytest.mark.parametrize("name", PRODUCTION)
def test_what_is_missing_in_production_is_named(name):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} must be"):
        read(**{key: value for key, value in PRODUCTION.items() if key != name})


def test_cookies_of_production_are_of_this_host_only():
    """Browsers refuse a cookie with this prefix without Secure, without the path /, or with a domain."""
    found = read(**PRODUCTION)
    for kind, name in (("SESSION", "session"), ("CSRF", "csrf")):
        assert found[f"{kind}_COOKIE_NAME"] == f"__Host-keysheet-{name}"
        assert found[f"{kind}_COOKIE_SECURE"] is True
        assert found[f"{kind}_COOKIE_HTTPONLY"] is True
        others = [found.get(f"{kind}_COOKIE_{what}", default) for what, default in OF_DJANGO.items()]
        assert others == list(OF_DJANGO.values())


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("KEYSHEET_MODE", "staging", "KEYSHEET_MODE must be one of production, local, files, not 'staging'"),
        ("DJANGO_DEBUG", "yes", "DJANGO_DEBUG must be one of True, False, not 'yes'"),
        ("DJANGO_DEBUG", "True", "DJANGO_DEBUG must be False in production"),
        ("SECURE_HSTS_SECONDS", "a year", "SECURE_HSTS_SECONDS must be a whole number, not 'a year'"),
        ("REDIS_URL", "http://redis", "REDIS_URL must be a URL with a host, starting with redis or rediss://"),
        ("DATABASE_URL", "postgres://db.example.com", "DATABASE_URL must name a database"),
        (
            "KEYSHEET_INSTANCE",
            "Two Words",
            "KEYSHEET_INSTANCE can contain up to 40",
        ),
    ],
)
def test_a_malformed_value_stops_the_start_with_a_sentence(name, value, sentence):
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        read(**PRODUCTION | {name: value})


def test_no_environment_is_needed_to_look_at_a_file():
    done = django("makemigrations", "--check", "--dry-run", KEYSHEET_MODE="files")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_database_url_is_taken_apart():
    found = settings.database(PRODUCTION["DATABASE_URL"])
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example.com", "5432", "keysheet")
    assert (found["USER"], found["PASSWORD"]) == ("keysheet", "p@ss")
    assert found["OPTIONS"]["sslmode"] == "require"


def test_a_postgres_that_never_answers_is_given_up_soon():
    """The operating system would wait for minutes, and a worker with it."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"postgres://someone:secret@127.0.0.1:{silent.getsockname()[1]}/keysheet?connect_timeout=2"
        options = settings.database(url)["OPTIONS"]
        with pytest.raises(psycopg.errors.ConnectionTimeout):
            psycopg.connect(url.partition("?")[0], **options)
    assert settings.database(PRODUCTION["DATABASE_URL"])["OPTIONS"]["connect_timeout"] == "10"


def test_a_pool_gives_up_soon_and_is_connected_anew_by_the_next_request():
    """Its own attempts come at twice the interval each time: after an outage they last as long as the outage again."""
    found = settings.database(PRODUCTION["DATABASE_URL"], pool=20)
    assert found["OPTIONS"]["pool"] == {"min_size": 1, "max_size": 20, "reconnect_timeout": 5.0, "timeout": 10.0}
    assert "pool" not in settings.database(PRODUCTION["DATABASE_URL"])["OPTIONS"]


def test_the_sandbox_is_the_endpoint_where_none_is_declared():
    (found,) = environment.endpoints("", "http://127.0.0.1:4566")
    assert found["url"] == "http://127.0.0.1:4566"
    assert found["consumed_capacity"] == "writes"
    assert environment.endpoints("", "") == ()


def test_a_declared_account_has_every_field():
    (found,) = environment.endpoints(json.dumps([ROLE]), "http://127.0.0.1:4566")
    assert set(found) == environment.ENDPOINT_FIELDS
    assert (found["role_arn"], found["url"], found["name_prefix"]) == (ROLE["role_arn"], "", "keysheet-")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[", "KEYSHEET_ENDPOINTS must be JSON"),
        ("{}", "must be a JSON list"),
        ("[1]", "KEYSHEET_ENDPOINTS[0] must be an object"),
        (json.dumps([ROLE | {"proxy": "me"}]), "unknown fields: proxy"),
        (json.dumps([ROLE | {"url": "http://localhost:4566"}]), "so it needs a kind"),
        (json.dumps([ROLE | {"url": "http://localhost:4566", "kind": "aws"}]), "url must start with https://"),
        (json.dumps([ROLE | {"sts_url": "http://sts.example.com"}]), "sts_url must start with https://"),
        (json.dumps([ROLE | {"kind": "localstack"}]), "needs a url, as an emulator"),
        (json.dumps([ROLE | {"credentials": "mine"}]), "credentials must be one of declared, server"),
        (json.dumps([ROLE | {"profile": "me", "credentials": "server"}]), "has a profile and other credentials"),
        (json.dumps([{"name": "Anywhere", "region": "eu-west-1"}]), "needs a url (an emulator), or a role_arn"),
        (json.dumps([{"name": "V", "region": "x", "kind": "aws", "url": "https://v"}]), "needs a role_arn, a profile"),
        (json.dumps([ROLE | {"accounts": "12345"}]), "accounts must be account ids of 12 digits"),
        (json.dumps([ROLE | {"refused_tags": "production"}]), "refused_tags must be like stage=prod*"),
        (json.dumps([ROLE | {"consumed_capacity": "reads"}]), "must be one of none, writes, all"),
        (json.dumps([ROLE | {"name_prefix": "no spaces"}]), "name_prefix can contain"),
        (json.dumps([ROLE | {"import_tables": "prod-[!s]*"}]), "import_tables must be names of tables, with *"),
        (json.dumps([ROLE | {"import_tables": "arn:aws:dynamodb:*"}]), "import_tables must be names of tables, with *"),
        (json.dumps([ROLE | {"workspaces": "Orders team"}]), "workspaces must be ids of workspaces, or *"),
        (json.dumps([ROLE | {"role": "reader"}]), "role must be one of editor, owner"),
        (json.dumps([ROLE | {"masking": "yes"}]), "masking must be one of optional, always"),
        (json.dumps([ROLE | {"dollars_per_day": "-1"}]), "dollars_per_day must be an amount, as 5 or 0.50"),
        (json.dumps([ROLE | {"point_in_time_recovery": "on"}]), "must be one of allowed, refused"),
        (json.dumps([ROLE | {"read_units": "0"}]), "read_units must be a whole number, 1 or more"),
        (json.dumps([ROLE, ROLE]), "contains an endpoint name twice"),
    ],
)
def test_a_badly_declared_endpoint_is_refused_with_its_place(text, sentence):
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.endpoints(text, "")
    assert sentence in str(refused.value)


READERS = ("settings.py", "environment.py", "declared/providers.py")


def test_every_variable_that_settings_read_is_explained():
    readers = [(CHECKOUT / "designer" / name).read_text() for name in READERS]
    read = set(re.findall(r'env_[a-z]+\(\s*"([A-Z_]+)"', "\n".join(readers)))
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", (CHECKOUT / "docs" / "operations.md").read_text(), re.MULTILINE))
    assert len(read) > 10
    assert read == explained


def test_a_declared_language_model_has_every_field_and_its_key():
    said = '{"model": "m", "region": "eu-west-1"}'
    found = environment.language_model(said, "secret")
    assert found == {"name": "m", "model": "m", "url": "", "region": "eu-west-1", "seconds": "20", "key": "secret"}
    assert environment.language_model("", "secret") == {}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("{", "must be JSON"),
        ("[]", "must be an object"),
        ('{"model": 1}', "must be an object with string values"),
        ('{"model": "m", "key": "x"}', "unknown fields: key"),
        ('{"model": "m"}', "either a url or a region"),
        ('{"model": "m", "url": "https://m.example.com", "region": "eu-west-1"}', "either a url or a region"),
        ('{"model": "m", "region": "eu-west-1", "seconds": "600"}', "from 1 to 60"),
    ],
)
def test_a_wrong_language_model_stops_the_start(said, words):
    with pytest.raises(ImproperlyConfigured, match=words):
        environment.language_model(said, "")


ISSUER = {
    "KEYSHEET_OIDC_ISSUER": "https://id.example.com",
    "KEYSHEET_OIDC_CLIENT_ID": "keysheet",
    "KEYSHEET_OIDC_CLIENT_SECRET": "made-up",
    "KEYSHEET_OIDC_DOMAINS": "Example.com, example.org",
}


def test_a_declared_provider_has_every_field(monkeypatch):
    for name, value in ISSUER.items():
        monkeypatch.setenv(name, value)
    found = providers.single_sign_on(http_allowed=False)
    assert (found["domains"], found["join_existing"]) == (["example.com", "example.org"], False)
    monkeypatch.delenv("KEYSHEET_OIDC_ISSUER")
    assert providers.single_sign_on(http_allowed=False) == {}


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("KEYSHEET_OIDC_ISSUER", "http://id.example.com", "must be a URL with a host, starting with https://"),
        ("KEYSHEET_OIDC_ISSUER", "https://id.example.com/" + "x" * 200, "up to 200 characters"),
        ("KEYSHEET_OIDC_CLIENT_ID", "", "KEYSHEET_OIDC_CLIENT_ID must be set"),
        ("KEYSHEET_OIDC_CLIENT_SECRET", "", "KEYSHEET_OIDC_CLIENT_SECRET must be set"),
        ("KEYSHEET_OIDC_DOMAINS", "", "KEYSHEET_OIDC_DOMAINS must be set"),
        ("KEYSHEET_OIDC_DOMAINS", "*", "must be domains"),
        ("KEYSHEET_OIDC_JOIN_EXISTING", "yes", "must be one of True, False"),
    ],
)
def test_a_badly_declared_provider_stops_the_start(monkeypatch, name, value, sentence):
    for one, other in (ISSUER | {name: value}).items():
        monkeypatch.setenv(one, other)
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        providers.single_sign_on(http_allowed=False)


SAML = {
    "KEYSHEET_SAML_ISSUER": "http://id.example.com/saml",
    "KEYSHEET_SAML_URL": "https://id.example.com/sso",
    "KEYSHEET_SAML_DOMAINS": "Example.com",
}


@pytest.fixture(scope="module")
def certificate():
    return {"KEYSHEET_SAML_CERTIFICATES": saml_provider.declared(saml_provider.new_key()[1])}


def test_a_declared_saml_provider_has_every_field(monkeypatch, certificate):
    for name, value in (SAML | certificate).items():
        monkeypatch.setenv(name, value)
    found = providers.single_sign_on(http_allowed=False)
    assert (found["protocol"], found["domains"], len(found["certificates"])) == ("saml", ["example.com"], 1)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("KEYSHEET_SAML_URL", "http://id.example.com/sso", "KEYSHEET_SAML_URL must be a URL with a host"),
        ("KEYSHEET_SAML_CERTIFICATES", "bm9uZQ==", "must be X.509 certificates in Base64"),
        ("KEYSHEET_SAML_CERTIFICATES", ",", "must be X.509 certificates in Base64"),
        ("KEYSHEET_SAML_DOMAINS", "", "KEYSHEET_SAML_DOMAINS must be set"),
        ("KEYSHEET_SAML_ISSUER", "x" * 201, "up to 200 characters"),
        ("KEYSHEET_OIDC_ISSUER", ISSUER["KEYSHEET_OIDC_ISSUER"], "are both set"),
    ],
)
def test_a_badly_declared_saml_provider_stops_the_start(monkeypatch, certificate, name, value, sentence):
    for one, other in (ISSUER | SAML | certificate | {"KEYSHEET_OIDC_ISSUER": "", name: value}).items():
        monkeypatch.setenv(one, other)
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        providers.single_sign_on(http_allowed=False)


PROVIDER = {"KEYSHEET_SCIM_TOKEN": "t" * 32, "KEYSHEET_SCIM_DOMAINS": "Example.com"}


def test_provisioning_is_off_without_a_token_and_complete_with_one(monkeypatch):
    assert providers.provisioning() == {}
    for name, value in PROVIDER.items():
        monkeypatch.setenv(name, value)
    wanted = {"token": "t" * 32, "domains": ["example.com"], "workspace": "", "role": "reader"}
    assert providers.provisioning() == wanted


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("KEYSHEET_SCIM_TOKEN", "short", "needs 32 visible ASCII characters"),
        ("KEYSHEET_SCIM_DOMAINS", "", "KEYSHEET_SCIM_DOMAINS must be set"),
        ("KEYSHEET_SCIM_WORKSPACE", "ours", "must be the id of a workspace"),
        ("KEYSHEET_SCIM_ROLE", "owner", "must be one of reader, editor"),
    ],
)
def test_badly_declared_provisioning_stops_the_start(monkeypatch, name, value, sentence):
    for one, other in (PROVIDER | {name: value}).items():
        monkeypatch.setenv(one, other)
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)):
        providers.provisioning()
