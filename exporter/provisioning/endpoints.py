"""Where a design can be proved: what the operator declared, and what each kind of endpoint is trusted for.

An endpoint is found by its name among those that settings declare; a page or the REST API cannot specify an address.
Secrets come with the declaration, stay in the process, and are in no representation of an endpoint.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

from modeler.core.errors import Invalid, Missing
from modeler.permissions import Action, Role, may

_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,255}")


class EndpointKind(StrEnum):
    """What runs at an endpoint."""

    MINISTACK = "ministack"
    DYNAMODB_LOCAL = "dynamodb-local"
    LOCALSTACK = "localstack"
    AWS = "aws"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Trust:
    """What an endpoint is known to do correctly; only that is compared. docs/conformance.md says why.

    Units: `reads`, `empty_reads` (no items: the minimum), `partial_indexes` (of an index that holds less than its
    items: a Scan, and a Query of an LSI with a projection), `writes`, `transactions`, `indexed_transactions` (writes in
    a transaction on a table with indexes). `refusals`: it refuses what DynamoDB refuses. `unprojected`: it answers as
    DynamoDB does when a read of an index needs attributes that the index does not project. Features:
    `multi_attribute_keys`, `ttl`, `recovery` (PITR), `tags`. `settles`: a read right after a write can miss it, so a
    read that differs is repeated. `throughput`: it throttles as DynamoDB does, and its latency is DynamoDB's.
    """

    reads: bool = False
    empty_reads: bool = False
    partial_indexes: bool = False
    writes: bool = False
    transactions: bool = False
    indexed_transactions: bool = False
    refusals: bool = False
    unprojected: bool = False
    multi_attribute_keys: bool = False
    ttl: bool = False
    recovery: bool = False
    tags: bool = False
    settles: bool = False
    throughput: bool = False


_LOCAL: Final = Trust(reads=True, writes=True, refusals=True, ttl=True)
TRUST: Final[Mapping[EndpointKind, Trust]] = {
    EndpointKind.MINISTACK: Trust(
        writes=True,
        transactions=True,
        indexed_transactions=True,
        multi_attribute_keys=True,
        ttl=True,
        recovery=True,
        tags=True,
    ),
    EndpointKind.DYNAMODB_LOCAL: _LOCAL,
    EndpointKind.LOCALSTACK: _LOCAL,
    EndpointKind.AWS: Trust(*[True] * len(fields(Trust))),
    EndpointKind.OTHER: Trust(),
}


NEEDED: Final[Mapping[str, Action]] = {"editor": Action.PROVISION, "owner": Action.MANAGE}
"""What a member must be allowed in the workspace, by the role that the operator demands."""


@dataclass(frozen=True, slots=True)
class Daily:
    """What a person may use of an endpoint within 24 hours; None: no limit."""

    tables: int | None = None
    indexes: int | None = None
    units: int | None = None
    dollars: Decimal | None = None


@dataclass(frozen=True, slots=True)
class AccountGuard:
    """What the operator refuses to everybody; None and empty: no limit.

    `accounts` are the only ids of accounts that tables are created in. An account is refused if one of its aliases fits
    one of `aliases`, or a tag of the role fits one of `tags` (`*` is any characters). `tables` may exist at the
    same time; `dollars_a_day` and `dollars_a_month` are over all runs and imports of everybody.
    """

    accounts: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    tables: int | None = None
    dollars_a_day: Decimal | None = None
    dollars_a_month: Decimal | None = None

    @property
    def asks_for_account(self) -> bool:
        """Does the declaration itself name what an account must or must not be?"""
        return bool(self.accounts or self.aliases or self.tags)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One declared endpoint: an emulator, or an AWS account.

    An emulator has a `url`; an account can have one, of a VPC endpoint of DynamoDB, and `sts_url`, of one of STS. It is
    accessed by assuming `role_arn`, or directly with a `profile` of the server or the server's own role, as the
    operator declares. `guard` says which account it may be. `workspaces` are the ids of those that it is open to (`*`:
    all), `role` is the lowest that may use it there; `read_units` limits an import of tables, per second.
    """

    name: str
    kind: EndpointKind
    region: str
    url: str
    role_arn: str
    external_id: str
    name_prefix: str
    trust: Trust
    import_tables: str = ""
    workspaces: frozenset[str] = frozenset()
    role: str = "editor"
    is_always_masked: bool = False
    read_units: int | None = None
    daily: Daily = Daily()
    guard: AccountGuard = AccountGuard()
    allows_recovery: bool = True
    is_for_rehearsals: bool = True
    is_for_loads: bool = False
    sts_url: str = ""
    profile: str = ""
    access_key_id: str = field(default="", repr=False)
    secret_access_key: str = field(default="", repr=False)

    @property
    def costs_money(self) -> bool:
        """An AWS account bills what is created there."""
        return self.kind is EndpointKind.AWS

    @property
    def allows_rehearsals(self) -> bool:
        """Migrations are rehearsed on emulators only, and only where the operator does not refuse it."""
        return bool(self.url) and not self.costs_money and self.is_for_rehearsals

    @property
    def sts_address(self) -> str:
        """Where roles are assumed: an emulator has one address for everything. '' is that of AWS."""
        return self.sts_url or self.address_of("sts")

    def address_of(self, service: str) -> str:
        """Return the declared address of a service of AWS; '' is that of AWS itself."""
        return self.url if service == "dynamodb" or not self.costs_money else ""

    def may_import(self, table: str) -> bool:
        """Return whether editors of designs can read a table of this name: the operator decides, with `*` for any
        characters. An ARN is not a name; it can lead to another account.
        """
        patterns = (pattern.strip() for pattern in self.import_tables.split(","))
        return _NAME.fullmatch(table) is not None and any(fnmatchcase(table, one) for one in patterns if one)

    def is_open_to(self, workspace: UUID | str) -> bool:
        """Did the operator open it to that workspace?"""
        return "*" in self.workspaces or str(workspace) in self.workspaces

    def admits(self, role: Role | str | None) -> bool:
        """May a member with that role use it, in a workspace that it is open to?"""
        return may(role, Action.PROVISION) and may(role, NEEDED[self.role])

    def as_json(self) -> dict[str, str | bool]:
        """Return the public part: no address, no role, no secret."""
        return {"name": self.name, "kind": str(self.kind), "region": self.region, "costs_money": self.costs_money}


def declared(entries: Iterable[Mapping[str, str]]) -> tuple[Endpoint, ...]:
    """Return the endpoints of settings, in the operator's order. Raises Invalid for an address that is not allowed."""
    return tuple(_endpoint(entry) for entry in entries)


def endpoint_named(entries: Iterable[Mapping[str, str]], name: str) -> Endpoint:
    """Return the declared endpoint of that name; '' names the first. Raises Missing."""
    return endpoint_among(declared(entries), name, "declared endpoints")


def endpoint_among(found: Iterable[Endpoint], name: str, which: str) -> Endpoint:
    """Return the endpoint of that name; '' names the first. Raises Missing, with the names of those that there are."""
    listed = tuple(found)
    for endpoint in listed:
        if name in ("", endpoint.name):
            return endpoint
    names = ", ".join(endpoint.name for endpoint in listed) or "none"
    said = f"is named {name}" if name else "is available"
    raise Missing(f"no endpoint {said}; {which}: {names}", code="endpoint.missing", path="endpoint")


def _endpoint(entry: Mapping[str, str]) -> Endpoint:
    kind = _kind(entry)
    for url in filter(None, (entry["url"], entry.get("sts_url", ""))):
        refuse_address(url)
    return Endpoint(
        name=entry["name"],
        kind=kind,
        region=entry["region"],
        url=entry["url"],
        role_arn=entry["role_arn"],
        external_id=entry["external_id"],
        name_prefix=entry["name_prefix"],
        trust=_trust(kind, entry["consumed_capacity"]),
        import_tables=entry.get("import_tables", ""),
        workspaces=frozenset(_comma_list(entry, "workspaces")),
        role=entry.get("role") or "editor",
        is_always_masked=entry.get("masking") == "always",
        read_units=_whole_number(entry, "read_units"),
        daily=_daily(entry),
        guard=_guard(entry),
        allows_recovery=entry.get("point_in_time_recovery") != "refused",
        is_for_rehearsals=entry.get("rehearsals") != "refused",
        is_for_loads=entry.get("loads") == "allowed",
        sts_url=entry.get("sts_url", ""),
        profile=entry.get("profile", ""),
        access_key_id=entry["access_key_id"],
        secret_access_key=entry["secret_access_key"],
    )


def _comma_list(entry: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in entry.get(name, "").split(",") if one.strip())


def _guard(entry: Mapping[str, str]) -> AccountGuard:
    pairs = (one.partition("=") for one in _comma_list(entry, "refused_tags"))
    tags = tuple((key.strip(), value.strip()) for key, _, value in pairs)
    day, month = (Decimal(entry.get(f"all_dollars_per_{time}") or 0) or None for time in ("day", "month"))
    accounts, aliases = frozenset(_comma_list(entry, "accounts")), _comma_list(entry, "refused_aliases")
    return AccountGuard(accounts, aliases, tags, _whole_number(entry, "tables_standing"), day, month)


def _whole_number(entry: Mapping[str, str], name: str) -> int | None:
    return int(entry.get(name) or 0) or None


def _daily(entry: Mapping[str, str]) -> Daily:
    dollars = entry.get("dollars_per_day")
    tables, indexes, units = (_whole_number(entry, f"{what}_per_day") for what in ("tables", "indexes", "units"))
    return Daily(tables, indexes, units, Decimal(dollars) if dollars else None)


def _kind(entry: Mapping[str, str]) -> EndpointKind:
    if entry.get("kind"):
        return EndpointKind(entry["kind"])
    return EndpointKind.OTHER if entry["url"] else EndpointKind.AWS


def _trust(kind: EndpointKind, consumed: str) -> Trust:
    """Return the trust of a kind; for an endpoint of unknown kind, units as far as the operator trusts them."""
    if kind is not EndpointKind.OTHER:
        return TRUST[kind]
    writes = consumed in ("writes", "all")
    return replace(TRUST[kind], reads=consumed == "all", writes=writes, transactions=writes)


def trust_by_arn(trust: Trust, arn: str) -> Trust:
    """Return the trust of the program that created a table: DynamoDB Local names itself in every ARN,
    whatever was declared.
    """
    return TRUST[EndpointKind.DYNAMODB_LOCAL] if arn.startswith("arn:aws:dynamodb:ddblocal:") else trust


def refuse_address(url: str) -> None:
    """Raise Invalid for an address that is not a web address, or that leads to a machine's metadata service."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or parts.username or parts.password:
        raise Invalid("an endpoint's url must be http:// or https:// with a host and without credentials", path="url")
    if host.rstrip(".").endswith("metadata.google.internal"):
        raise Invalid("an endpoint must not be a metadata service", path="url")
    address = _literal(host)
    if address is None:
        return
    mapped = getattr(address, "ipv4_mapped", None) or address
    if mapped.is_link_local or mapped.is_multicast or mapped.is_unspecified or str(mapped) == "fd00:ec2::254":
        raise Invalid("an endpoint must not be a link-local, multicast, or unspecified address", path="url")


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a host is in itself, also in the short, octal and hexadecimal forms that resolvers
    accept: 2852039166 is 169.254.169.254. None is a name.
    """
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None
