"""Readers of environment variables, of the database's address, and of the declared endpoints.

Each raises ImproperlyConfigured with the name of the variable if a value is missing or malformed.
"""

import importlib.util
import ipaddress
import json
import os
import re
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

UUID_PATTERN: Final = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def env_text(name: str, *, default: str | None = None) -> str:
    """Return the value of a variable; without a default, it must be set and not empty."""
    value = os.getenv(name) or default
    if value is None:
        raise ImproperlyConfigured(f"{name} must be set (see docs/operations.md)")
    return value


def env_choice(name: str, choices: tuple[str, ...], *, default: str) -> str:
    value = env_text(name, default=default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return value


def env_flag(name: str, *, default: bool) -> bool:
    return env_choice(name, ("True", "False"), default=str(default)) == "True"


def env_count(name: str, *, default: int) -> int:
    """A whole number, zero or more."""
    value = env_text(name, default=str(default))
    if not re.fullmatch(r"[0-9]{1,9}", value):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}")
    return int(value)


def env_list(name: str, *, default: str | None = None) -> list[str]:
    """Values separated by commas."""
    return [part.strip() for part in env_text(name, default=default).split(",") if part.strip()]


def env_domains(name: str) -> list[str]:
    """Domains of email addresses, in lower case, at least one."""
    domains = [domain.lower() for domain in env_list(name)]
    if not domains or not all(re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", domain) for domain in domains):
        raise ImproperlyConfigured(f"{name} must be domains, as example.com, separated by commas")
    return domains


def env_networks(name: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    """Networks, as 192.0.2.0/24, separated by commas."""
    try:
        return tuple(ipaddress.ip_network(one) for one in env_list(name, default=""))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be networks, as 192.0.2.0/24, separated by commas") from error


def env_url(name: str, schemes: tuple[str, ...], *, required: bool = True) -> str:
    """Return a URL with a host; '' if it is not required and not set."""
    value = env_text(name, default=None if required else "")
    if not value:
        return ""
    url = urlsplit(value)
    if url.scheme not in schemes or not url.hostname:
        raise ImproperlyConfigured(f"{name} must be a URL with a host, starting with {' or '.join(schemes)}://")
    return value


_POOL: Final = {"reconnect_timeout": 5.0, "timeout": 10.0}
"""A pool tries again after 1, 2, 4 and more seconds, so that an outage can last twice as long. After 5 s it gives up
instead, and the next request connects at once. A request that waits for 10 s gets the answer that the server is busy.
"""

_UNREACHED: Final = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""A Postgres that does not answer, or whose network is gone, fails after these seconds (the last in milliseconds), not
after the minutes or hours of the operating system. The query of DATABASE_URL wins.
"""


def database(url: str, pool: int = 0, limits: str = "") -> dict[str, Any]:
    """Return Django's settings for ``postgres://user:password@host:port/name?sslmode=require``; a query becomes
    OPTIONS.

    A `pool` keeps up to that many connections per process open between requests; with 0, each request opens one.
    `limits` are options of libpq (``-c lock_timeout=5000``); `options` in the query come after them, and win.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL must name a database: postgres://user:password@host:port/name")
    query = _UNREACHED | dict(parse_qsl(parts.query))
    query["options"] = f"{limits} {query.get('options', '')}".strip()
    options: dict[str, Any] = {key: value for key, value in query.items() if value}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "OPTIONS": options | ({"pool": {"min_size": 1, "max_size": pool, **_POOL}} if pool else {}),
        "CONN_HEALTH_CHECKS": True,
    }


def traces() -> dict[str, Any]:
    """Where traces go: `to`, the `headers` that let them in, the `name` of this service, and the `share` of traces that
    are sent; {} if nowhere. The rest of OpenTelemetry's variables are read by its library.
    """
    to = env_url("OTEL_EXPORTER_OTLP_ENDPOINT", ("http", "https"), required=False).rstrip("/")
    if not to:
        return {}
    if importlib.util.find_spec("opentelemetry") is None:
        raise ImproperlyConfigured("OTEL_EXPORTER_OTLP_ENDPOINT needs the packages of the group production")
    share = env_text("OTEL_TRACES_SAMPLER_ARG", default="1")
    if not re.fullmatch(r"0(\.[0-9]{1,9})?|1(\.0{1,9})?", share):
        raise ImproperlyConfigured("OTEL_TRACES_SAMPLER_ARG must be a share, as 0.1")
    headers = env_text("OTEL_EXPORTER_OTLP_HEADERS", default="")
    name = env_text("OTEL_SERVICE_NAME", default="keysheet")
    return {"to": to, "headers": headers, "name": name, "share": float(share)}


MODEL_FIELDS: Final = frozenset({"name", "model", "url", "region", "seconds"})
MODEL_SECONDS: Final = (1, 60)


def language_model(text: str, key: str) -> dict[str, str]:
    """The declared language model with every field present; {} if there is none. It has a ``url`` (an OpenAI-compatible
    address) or a ``region`` (Amazon Bedrock).
    """
    if not text:
        return {}
    where = "KEYSHEET_LANGUAGE_MODEL"
    try:
        entry = json.loads(text)
    except ValueError as error:
        raise ImproperlyConfigured(f"{where} must be JSON: {error}") from error
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        raise ImproperlyConfigured(f"{where} must be an object with string values")
    if unknown := sorted(set(entry) - MODEL_FIELDS):
        raise ImproperlyConfigured(f"{where} has unknown fields: {', '.join(unknown)}")
    found = {field: entry.get(field, "") for field in sorted(MODEL_FIELDS)}
    if not found["model"] or bool(found["url"]) == bool(found["region"]):
        raise ImproperlyConfigured(f"{where} needs a model, and either a url or a region (Amazon Bedrock)")
    found["name"] = found["name"] or found["model"]
    found["seconds"] = found["seconds"] or "20"
    least, most = MODEL_SECONDS
    if not re.fullmatch(r"[0-9]{1,2}", found["seconds"]) or not least <= int(found["seconds"]) <= most:
        raise ImproperlyConfigured(f"{where}.seconds must be a whole number from {least} to {most}")
    return {**found, "key": key}


ENDPOINT_FIELDS: Final = frozenset(
    {
        "name",
        "kind",
        "url",
        "region",
        "role_arn",
        "external_id",
        "name_prefix",
        "access_key_id",
        "secret_access_key",
        "consumed_capacity",
        "import_tables",
        "workspaces",
        "role",
        "masking",
        "read_units",
        "tables_per_day",
        "indexes_per_day",
        "units_per_day",
        "dollars_per_day",
        "point_in_time_recovery",
        "rehearsals",
        "loads",
        "sts_url",
        "profile",
        "credentials",
        "accounts",
        "refused_aliases",
        "refused_tags",
        "tables_standing",
        "all_dollars_per_day",
        "all_dollars_per_month",
    }
)
CONSUMED_CAPACITY: Final = ("none", "writes", "all")
AWS: Final = "aws"
ENDPOINT_KINDS: Final = ("", "ministack", "dynamodb-local", "localstack", AWS)
ENDPOINT_CREDENTIALS: Final = ("declared", "server")
ENDPOINT_ROLES: Final = ("editor", "owner")
ENDPOINT_MASKING: Final = ("optional", "always")
ENDPOINT_RECOVERY: Final = ("allowed", "refused")
ENDPOINT_REHEARSALS: Final = ("allowed", "refused")
ENDPOINT_LOADS: Final = ("refused", "allowed")
ACCOUNT_LIMITS: Final = {
    "tables_per_day": "50",
    "indexes_per_day": "200",
    "units_per_day": "100000",
    "dollars_per_day": "5",
    "tables_standing": "100",
    "all_dollars_per_day": "20",
    "all_dollars_per_month": "200",
}
"""What a person, and everybody together, may use of an AWS account, unless the operator says otherwise. Emulators have
no limit.
"""


def endpoint(entry: object, position: int) -> dict[str, str]:
    """One declared endpoint with every field present, absent ones as an empty text.

    An emulator has a ``url``. An AWS account has a ``role_arn`` that is assumed, a ``profile`` of the server, or
    ``credentials: server``: the server's own role reaches a table only if the operator says so. Both can have both; a
    ``kind`` then says which it is. Without a ``kind``, ``consumed_capacity`` specifies which consumed units of an
    emulator are trusted: none, writes or all.
    """
    where = f"KEYSHEET_ENDPOINTS[{position}]"
    if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
        raise ImproperlyConfigured(f"{where} must be an object with string values")
    if unknown := sorted(set(entry) - ENDPOINT_FIELDS):
        raise ImproperlyConfigured(f"{where} has unknown fields: {', '.join(unknown)}")
    found = {field: entry.get(field, "") for field in sorted(ENDPOINT_FIELDS)}
    found["consumed_capacity"] = found["consumed_capacity"] or "none"
    found["credentials"] = found["credentials"] or ENDPOINT_CREDENTIALS[0]
    found["name_prefix"] = found["name_prefix"] or "keysheet-"
    if not found["name"] or not found["region"]:
        raise ImproperlyConfigured(f"{where} needs a name and a region")
    is_account = _is_account(found, where)
    # Tables in an AWS account are hidden unless the operator lists them; an emulator contains tests.
    found["import_tables"] = found["import_tables"] or ("" if is_account else "*")
    if found["consumed_capacity"] not in CONSUMED_CAPACITY:
        raise ImproperlyConfigured(f"{where}.consumed_capacity must be one of {', '.join(CONSUMED_CAPACITY)}")
    # What IAM and this server read in the same way, in the policy of the role and when somebody asks for a table.
    if not re.fullmatch(r"[A-Za-z0-9_.*,\s-]*", found["import_tables"]):
        raise ImproperlyConfigured(f"{where}.import_tables must be names of tables, with *, separated by commas")
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,40}", found["name_prefix"]):
        raise ImproperlyConfigured(f"{where}.name_prefix can contain up to 40 letters, digits, '_', '.', '-'")
    _guarded(found, where, is_account=is_account)
    return _limited(found, where)


def _is_account(found: dict[str, str], where: str) -> bool:
    """Is it an AWS account? Raises for a declaration from which that, or how it is accessed, is not clear."""
    if found["kind"] not in ENDPOINT_KINDS:
        raise ImproperlyConfigured(f"{where}.kind must be one of {', '.join(ENDPOINT_KINDS[1:])}")
    if found["credentials"] not in ENDPOINT_CREDENTIALS:
        raise ImproperlyConfigured(f"{where}.credentials must be one of {', '.join(ENDPOINT_CREDENTIALS)}")
    ways = [found["role_arn"], found["profile"], "" if found["credentials"] == "declared" else "server"]
    if not found["url"] and not any(ways):
        said = "a url (an emulator), or a role_arn, a profile, or the credentials of the server (an AWS account)"
        raise ImproperlyConfigured(f"{where} needs {said}")
    if found["url"] and any(ways) and not found["kind"]:
        said = "aws for a VPC endpoint of an account, or the emulator"
        raise ImproperlyConfigured(f"{where} has a url and a role or credentials, so it needs a kind: {said}")
    is_account = found["kind"] == AWS or not found["url"]
    if is_account and (not any(ways) or found["kind"] not in ("", AWS)):
        said = "a role_arn, a profile, or the credentials of the server" if not any(ways) else "a url, as an emulator"
        raise ImproperlyConfigured(f"{where} needs {said}")
    for field in ("url", "sts_url"):
        if is_account and found[field] and not found[field].startswith("https://"):
            raise ImproperlyConfigured(f"{where}.{field} must start with https:// for an AWS account")
    if found["sts_url"] and not found["role_arn"]:
        raise ImproperlyConfigured(f"{where}.sts_url is where the role_arn is assumed; it has none")
    if found["profile"] and (found["access_key_id"] or found["credentials"] == "server"):
        raise ImproperlyConfigured(f"{where} has a profile and other credentials; give one of them")
    return is_account


def _guarded(found: dict[str, str], where: str, *, is_account: bool) -> None:
    """Add who may use an endpoint, and how much. An AWS account is open to no workspace until the operator names one:
    everybody who is invited can have a workspace.
    """
    found["workspaces"] = found["workspaces"].lower() or ("" if is_account else "*")
    found["role"] = found["role"] or ENDPOINT_ROLES[0]
    found["masking"] = found["masking"] or ENDPOINT_MASKING[0]
    found["point_in_time_recovery"] = found["point_in_time_recovery"] or ENDPOINT_RECOVERY[is_account]
    found["rehearsals"] = found["rehearsals"] or ENDPOINT_REHEARSALS[is_account]
    found["loads"] = found["loads"] or ENDPOINT_LOADS[0]
    for field, most in ACCOUNT_LIMITS.items():
        found[field] = found[field] or (most if is_account else "")
    named = [one.strip() for one in found["workspaces"].split(",") if one.strip()]
    if not all(one == "*" or re.fullmatch(UUID_PATTERN, one) for one in named):
        raise ImproperlyConfigured(f"{where}.workspaces must be ids of workspaces, or *, separated by commas")
    for field, choices in (
        ("role", ENDPOINT_ROLES),
        ("masking", ENDPOINT_MASKING),
        ("point_in_time_recovery", ENDPOINT_RECOVERY),
        ("rehearsals", ENDPOINT_REHEARSALS[is_account:]),
        ("loads", ENDPOINT_LOADS),
    ):
        if found[field] not in choices:
            raise ImproperlyConfigured(f"{where}.{field} must be one of {', '.join(choices)}")


def _limited(found: dict[str, str], where: str) -> dict[str, str]:
    """Check the numbers, and what says which account is the right one."""
    for field in ("read_units", "tables_per_day", "indexes_per_day", "units_per_day", "tables_standing"):
        if not re.fullmatch(r"([1-9][0-9]{0,8})?", found[field]):
            raise ImproperlyConfigured(f"{where}.{field} must be a whole number, 1 or more")
    for field in ("dollars_per_day", "all_dollars_per_day", "all_dollars_per_month"):
        if not re.fullmatch(r"([0-9]{1,6}(\.[0-9]{1,4})?)?", found[field]):
            raise ImproperlyConfigured(f"{where}.{field} must be an amount, as 5 or 0.50")
    if not re.fullmatch(r"([0-9]{12}(\s*,\s*[0-9]{12})*)?", found["accounts"]):
        raise ImproperlyConfigured(f"{where}.accounts must be account ids of 12 digits, separated by commas")
    if not all("=" in one for one in found["refused_tags"].split(",") if one.strip()):
        raise ImproperlyConfigured(f"{where}.refused_tags must be like stage=prod*, separated by commas")
    return found


def endpoints(text: str, sandbox_url: str, sandbox_key: str = "") -> tuple[dict[str, str], ...]:
    """The declared endpoints; by default the sandbox alone, trusted for writes only (its reads always report 0.5)."""
    if not text:
        sandbox = {"name": "Built-in sandbox", "kind": "ministack", "url": sandbox_url, "region": "us-east-1"}
        sandbox |= {"consumed_capacity": "writes", "loads": "allowed"}
        # The key id alone lets in; the sandbox does not check signatures.
        sandbox |= {"access_key_id": sandbox_key, "secret_access_key": sandbox_key}
        return (endpoint(sandbox, 0),) if sandbox_url else ()
    try:
        entries = json.loads(text)
    except ValueError as error:
        raise ImproperlyConfigured(f"KEYSHEET_ENDPOINTS must be JSON: {error}") from error
    if not isinstance(entries, list):
        raise ImproperlyConfigured("KEYSHEET_ENDPOINTS must be a JSON list of endpoints")
    found = tuple(endpoint(entry, position) for position, entry in enumerate(entries))
    if len({entry["name"] for entry in found}) < len(found):
        raise ImproperlyConfigured("KEYSHEET_ENDPOINTS contains an endpoint name twice")
    return found
