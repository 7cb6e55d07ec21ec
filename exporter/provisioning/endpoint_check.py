"""A check of an endpoint before a run: which permission lacks, what the quotas leave, and whether the guard agrees.

Nothing is created or changed. Most permissions are tried on a table that does not exist: an endpoint that permits the
call answers that there is none. Creating and deleting are simulated by IAM; without the permission to simulate, they
are unknown.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

from exporter.provisioning.account import AnsweringAccount, account_of, needs_account, refusal_of
from exporter.provisioning.aws import DynamoDB, EndpointDenied, EndpointUnreachable, RequestRefused
from exporter.provisioning.failures import NOT_PERMITTED_CODES
from exporter.provisioning.run_tags import RUN_TAG
from modeler.core.limits import GSI_MAX, TABLE_UNITS_QUOTA, TABLES_QUOTA

QUOTA_OF_TABLES: Final = "L-F98FE922"
QUOTA_OF_INDEXES: Final = "L-F7858A77"
QUOTA_OF_READS: Final = "L-CF0CBE56"
QUOTA_OF_WRITES: Final = "L-AB614373"
"""Of a table, on-demand or not, and of each of its GSIs."""

TABLES_COUNTED: Final = 10_000
"""The number of tables that a Region can have at most, on request. facts/limits#throughput."""
_KEY: Final = {"PK": {"S": "x"}}
_NO_ITEM: Final[Mapping[str, Any]] = {"Key": _KEY}
_TRIED: Final[tuple[tuple[str, str, Mapping[str, Any]], ...]] = (
    ("DescribeTable", "describe_table", {}),
    ("GetItem", "get_item", _NO_ITEM),
    ("PutItem", "put_item", {"Item": _KEY}),
    ("UpdateItem", "update_item", _NO_ITEM),
    ("DeleteItem", "delete_item", _NO_ITEM),
    ("Scan", "scan", {"Limit": 1}),
    (
        "Query",
        "query",
        {"KeyConditionExpression": "PK = :x", "ExpressionAttributeValues": {":x": {"S": "x"}}, "Limit": 1},
    ),
)
_SIMULATED: Final = ("CreateTable", "TagResource", "DeleteTable", "UpdateTimeToLive")


@dataclass(frozen=True, slots=True)
class RunNeeds:
    """What a run needs: tables, GSIs of the table that has the most, and the units that it consumes in all."""

    tables: int
    indexes: int
    read_units: int = 0
    write_units: int = 0


@dataclass(frozen=True, slots=True)
class PermissionState:
    """One action of IAM: `allowed`, `denied`, or `unknown`; `about` says what to do, or why it is unknown."""

    action: str
    state: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class QuotaState:
    """One quota: how much is used and needed, and its limit; `is_read`: from the account, else AWS's default."""

    name: str
    used: int | None
    needed: int
    limit: int
    is_read: bool

    @property
    def is_exceeded(self) -> bool:
        """Is there too little left, as far as it is known?"""
        return self.used is not None and self.used + self.needed > self.limit


@dataclass(frozen=True, slots=True)
class EndpointCheck:
    """What a check found. `refusal` is the guard's ('' for none), `problem` is why nothing could be checked."""

    endpoint: str
    problem: str = ""
    refusal: str = ""
    alias: str | None = None
    permissions: tuple[PermissionState, ...] = ()
    quotas: tuple[QuotaState, ...] = ()

    @property
    def lacking(self) -> tuple[PermissionState, ...]:
        """The permissions that are denied."""
        return tuple(one for one in self.permissions if one.state == "denied")

    @property
    def unknown(self) -> tuple[PermissionState, ...]:
        """The permissions that could not be checked."""
        return tuple(one for one in self.permissions if one.state == "unknown")

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API uses."""
        quotas = [{**asdict(one), "is_exceeded": one.is_exceeded} for one in self.quotas]
        about = {name: getattr(self, name) for name in ("endpoint", "problem", "refusal", "alias")}
        return {**about, "permissions": [asdict(one) for one in self.permissions], "quotas": quotas}


def checked(dynamodb: DynamoDB, needs: RunNeeds) -> EndpointCheck:
    """Check an endpoint for a run. Raises nothing."""
    endpoint = dynamodb.endpoint
    account = account_of(dynamodb)
    try:
        permissions = (*_tried(dynamodb), *_simulated(dynamodb, account))
        quotas = _quotas(dynamodb, needs)
    except EndpointUnreachable as unreachable:
        return EndpointCheck(endpoint.name, problem=unreachable.message)
    alias = ", ".join(account.aliases) if account.aliases else None
    return EndpointCheck(endpoint.name, "", refusal_of(endpoint, account), alias, permissions, quotas)


def _tried(dynamodb: DynamoDB) -> Iterator[PermissionState]:
    name = f"{dynamodb.endpoint.name_prefix}check-{uuid.uuid4().hex[:10]}"
    yield _state("dynamodb:ListTables", lambda: dynamodb.call("list_tables", Limit=1))
    for action, method, arguments in _TRIED:
        given = {"TableName": name, **arguments}
        yield _state(f"dynamodb:{action}", partial(dynamodb.call, method, **given))


def _state(action: str, ask: Callable[[], Any]) -> PermissionState:
    try:
        ask()
    except EndpointDenied as denied:
        is_denied = denied.code in NOT_PERMITTED_CODES
        return PermissionState(action, "denied" if is_denied else "unknown", denied.message)
    except RequestRefused as refused:
        is_known = refused.code == "ResourceNotFoundException"
        return PermissionState(action, "allowed" if is_known else "unknown", "" if is_known else refused.message)
    return PermissionState(action, "allowed")


def _simulated(dynamodb: DynamoDB, account: AnsweringAccount) -> Iterator[PermissionState]:
    endpoint = dynamodb.endpoint
    if not endpoint.role_arn or account.number is None:
        return
    partition = endpoint.role_arn.split(":")[1]
    table = f"arn:{partition}:dynamodb:{endpoint.region}:{account.number}:table/{endpoint.name_prefix}check"
    values = {f"aws:RequestTag/{RUN_TAG}": "check", f"aws:ResourceTag/{RUN_TAG}": "check"}
    values["aws:RequestedRegion"] = endpoint.region
    context = [
        {"ContextKeyName": key, "ContextKeyValues": [value], "ContextKeyType": "string"}
        for key, value in values.items()
    ]
    names = [f"dynamodb:{one}" for one in _SIMULATED]
    try:
        answer = dynamodb.ask_service(
            "iam",
            "simulate_principal_policy",
            PolicySourceArn=endpoint.role_arn,
            ActionNames=names,
            ResourceArns=[table],
            ContextEntries=context,
        )
    except (RequestRefused, EndpointUnreachable):
        about = "known only to a run, unless the operator permits iam:SimulatePrincipalPolicy"
        yield from (PermissionState(name, "unknown", about) for name in names)
        return
    found = {one["EvalActionName"]: one["EvalDecision"] for one in answer.get("EvaluationResults", ())}
    for name in names:
        yield _decided(name, found.get(name, ""))


def _decided(action: str, decision: str) -> PermissionState:
    if decision == "allowed":
        return PermissionState(action, "allowed")
    if decision == "explicitDeny":
        return PermissionState(action, "denied", "a policy forbids it")
    if decision == "implicitDeny":
        return PermissionState(action, "denied", "the operator adds it to the policy of the role")
    return PermissionState(action, "unknown", "the simulation of IAM has no answer")


def _quotas(dynamodb: DynamoDB, needs: RunNeeds) -> tuple[QuotaState, ...]:
    """Return the quotas that a run can exceed. Its requests come one after the other: all its units in one second are
    more than it can consume.
    """
    used: int | None = None
    try:
        names, has_more = dynamodb.names(TABLES_COUNTED)
        used = None if has_more else len(names)
    except RequestRefused:
        pass
    read = _quotas_read(dynamodb) if needs_account(dynamodb.endpoint) else {}

    def state(name: str, code: str, usual: int, needed: int, used: int | None = 0) -> QuotaState:
        return QuotaState(name, used, needed, read.get(code, usual), code in read)

    return (
        state("tables in the Region", QUOTA_OF_TABLES, TABLES_QUOTA, needs.tables, used),
        state("GSIs per table", QUOTA_OF_INDEXES, GSI_MAX, needs.indexes),
        state("read units per second of a table", QUOTA_OF_READS, TABLE_UNITS_QUOTA, needs.read_units),
        state("write units per second of a table", QUOTA_OF_WRITES, TABLE_UNITS_QUOTA, needs.write_units),
    )


def _quotas_read(dynamodb: DynamoDB) -> dict[str, int]:
    """Return the quotas that the account says, by their codes; those above the default are among them."""
    found: dict[str, int] = {}
    more: dict[str, str] = {}
    try:
        while True:
            page = dynamodb.ask_service("service-quotas", "list_service_quotas", ServiceCode="dynamodb", **more)
            found |= {
                str(one.get("QuotaCode")): int(one["Value"]) for one in page.get("Quotas", ()) if one.get("Value")
            }
            if not page.get("NextToken"):
                return found
            more = {"NextToken": page["NextToken"]}
    except (RequestRefused, EndpointUnreachable):
        return found
