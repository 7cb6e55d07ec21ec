"""Who may do what, with which encryption key, over which network. facts/modeling#rules (tenancy, security), 6.3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core.design import usage_settings
from modeler.core.design.design_settings import ApplicationRole
from modeler.core.design.model import Design
from modeler.core.design.parts import ROOT
from modeler.core.design.surroundings import ALL_ACTIONS, compliance
from modeler.core.design.tables import Table
from modeler.core.fixes import Fix, put
from modeler.core.rules.support.common_fixes import free_name
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

SCAN: Final = "dynamodb:Scan"
READING: Final = ("dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query")
WRITING: Final = (
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
)
_NAME_MOST: Final = 64
"""Characters of the name of an IAM role."""
ADMINISTRATING: Final = (SCAN, "dynamodb:DeleteTable", "dynamodb:UpdateTable")
"""Actions that an application's role does not need; only an administrator's role may perform them."""

type _Raw = Mapping[str, Any]


def role_path(role: ApplicationRole) -> str:
    """The path of a role."""
    return f"settings.iam.roles.{role.name}"


def with_roles(design: Design, label: str, place: int, *made: _Raw) -> tuple[Fix, ...]:
    """The fix that replaces a role by these roles."""
    raw = design.settings.get("iam")
    listed = list(design.options.raw_roles)
    listed[place : place + 1] = [dict(one) for one in made]
    return put(label, ROOT, "settings.iam", {**(raw if isinstance(raw, Mapping) else {}), "roles": listed})


def narrowed(role: ApplicationRole) -> tuple[str, ...]:
    """The role's actions on items and keys, without wildcards and administrator actions."""
    known = [one for one in (*READING, *WRITING) if role.may(one)]
    # IAM matches actions case-insensitively, and treats ? as a wildcard too.
    said = {one.lower() for one in (*known, *ADMINISTRATING)}
    others = [one for one in role.actions if not {"*", "?"} & set(one) and one.lower() not in said]
    return (*others, *known)


@rule(
    "security.broad_policy",
    WARNING,
    Scope.DESIGN,
    title="Policy allows more than the application needs",
    why="A mistake or a stolen credential can then read every item, or delete the table",
    fix="Split it: one role reads, one writes, and only an administrator's role scans, changes and deletes tables",
    sources="facts/operations#access-control",
    fixes=True,
)
def broad_policy(context: RuleContext) -> Iterator[Spot]:
    tenancy = context.design.options.tenancy
    pooled = tenancy is not None and tenancy.is_pooled
    for role in context.design.options.roles:
        if role.admin:
            continue
        everything = any(one in ("*", ALL_ACTIONS) for one in role.actions)
        # If leading keys separate tenants, a Scan is worse than broad: the tenant rule reports it.
        bad = [one for one in ADMINISTRATING if role.may(one) and not (one == SCAN and role.leading_keys and pooled)]
        if everything or bad:
            what = "do everything" if everything else " and ".join(one.removeprefix("dynamodb:") for one in bad)
            message = f"The role {role.name} may {what} but is not an administrator's role"
            fixes = _splitting(context.design, role)
            yield Spot(message, role_path(role), ROOT, "settings.iam", {"actions": list(role.actions)}, fixes=fixes)


def _splitting(design: Design, role: ApplicationRole) -> tuple[Fix, ...]:
    """Split into readers, writers and administrators, as far as the role has their actions."""
    own = design.options.raw_roles[role.place]
    kept = narrowed(role)
    shares = {
        "reader": [one for one in kept if one not in WRITING],
        "writer": [one for one in kept if one in WRITING],
        "admin": [one for one in ADMINISTRATING if role.may(one)],
    }
    taken = [one.name for one in design.options.roles]
    made = [
        {
            **own,
            "name": free_name(f"{role.name}-{name}", taken, _NAME_MOST),
            "actions": actions,
            **({"admin": True} if name == "admin" else {}),
        }
        for name, actions in shares.items()
        if actions
    ]
    names = ", ".join(str(one["name"]) for one in made)
    return with_roles(design, f"Split {role.name} into {names}", role.place, *made)


@rule(
    "security.encryption",
    ADVICE,
    Scope.TABLE,
    title="Regulated data without a customer managed key",
    why="With a customer managed key, key use is audited and access can be revoked; it costs a monthly fee",
    fix="Encrypt with a customer managed KMS key",
    sources="facts/operations#protection",
    fixes=True,
)
def encryption(context: RuleContext, table: Table) -> Iterator[Spot]:
    regimes = compliance(context.design, table)
    raw = table.settings.get("encryption")
    given: _Raw = raw if isinstance(raw, Mapping) else {}
    if regimes and usage_settings.is_production(context.design, table) and given.get("type") != "CUSTOMER":
        message = f"{table.name} is subject to {' and '.join(regimes)} but is not encrypted with a customer managed key"
        fixes = put("Use a customer managed key", table.id, "settings.encryption", {**given, "type": "CUSTOMER"})
        yield Spot(message, table_path(table), table.id, "settings.encryption", fixes=fixes)


@rule(
    "security.endpoint",
    ADVICE,
    Scope.DESIGN,
    title="Production is reached over the public internet",
    why="A gateway endpoint is free, keeps traffic inside AWS, and its policy names the tables that can be reached",
    fix="Add a gateway endpoint with a policy, or declare that nothing runs in a VPC",
    sources="facts/operations#access-control",
    fixes=True,
)
def endpoint(context: RuleContext) -> Iterator[Spot]:
    design, reached = context.design, context.design.options.network
    open_ = [
        table.name
        for table in design.tables
        if usage_settings.is_production(design, table) and not table.options.operation.endpoint
    ]
    if not open_ or not reached.vpc or (reached.endpoint and reached.endpoint_policy):
        return
    names = ", ".join(open_[:3]) + (" and others" if len(open_) > 3 else "")
    lacks = "no policy on the gateway endpoint" if reached.endpoint else "no gateway endpoint"
    message = f"{names} {'is' if len(open_) == 1 else 'are'} in production with {lacks} for DynamoDB"
    raw = design.settings.get("network")
    given: _Raw = raw if isinstance(raw, Mapping) else {}
    field = "settings.network"
    fixes = (
        *put("Plan an endpoint with a policy", ROOT, field, {**given, "endpoint": True, "endpoint_policy": True}),
        *put("Declare that nothing runs in a VPC", ROOT, field, {**given, "vpc": False}),
    )
    yield Spot(message, field, ROOT, field, fixes=fixes)


RULES = (broad_policy, encryption, endpoint)
