"""The IAM policies of a design, one document each: reader, writer, admin, tenants, streams, guardrail, VPC endpoint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from exporter.targets.base import Loss
from exporter.targets.infrastructure import table_inputs
from exporter.targets.policies.arns import ACCOUNT, PolicyStatement, TableArns, allow, deny, places, policy, sid_word
from exporter.targets.policies.tenants import KEYS, Reach, kept_to, reach
from modeler.core.design.design_settings import ApplicationRole, Tenancy
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table

READ: Final = ("BatchGetItem", "ConditionCheckItem", "GetItem", "Query")
WRITE: Final = ("BatchWriteItem", "ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem")
ADMIN: Final = (
    "CreateBackup", "CreateTable", "DescribeContinuousBackups", "DescribeContributorInsights", "DescribeTable",
    "DescribeTimeToLive", "ListTagsOfResource", "TagResource", "UntagResource",
    "UpdateContinuousBackups", "UpdateContributorInsights", "UpdateTable", "UpdateTimeToLive",
)  # fmt: skip
_INSIGHTS: Final = ("DescribeContributorInsights", "UpdateContributorInsights")
_ACCOUNT_WIDE: Final = ("DescribeLimits", "ListTables")
_STREAM: Final = ("DescribeStream", "GetRecords", "GetShardIterator")
_NAMED: Final = tuple(sorted({*READ, *WRITE, *ADMIN, "Scan", "DeleteTable"}))
_ON_INDEXES: Final = frozenset({"Query", "Scan", *_INSIGHTS})
OPERATORS: Final = frozenset(
    prefix + name
    for prefix in ("", "ForAllValues:")
    for name in ("StringEquals", "StringEqualsIgnoreCase", "StringLike")
)
"""The condition operators for leading keys."""

_KMS_KEY: Final = re.compile(r"arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key/[A-Za-z0-9-]+")

type Policies = dict[str, dict[str, Any]]
"""Policy documents by file name, without extension."""


def policies(design: Design) -> Policies:
    """Return every policy that applies to this design; none for a design without a table that IAM can name."""
    found = places(design)
    if not found:
        return {}
    made: Policies = {
        "reader": policy([*_reading(design, found), *_scans(design, found), *_keys(found, writes=False)]),
        "writer": policy([*_writing(found), *_keys(found, writes=True)]),
        "admin": policy(list(_administration(found))),
        "deny-table-deletion": policy([_no_deletion(found)]),
    }
    if limited := list(_limited(found)):
        made["reader-limited"] = policy([*limited, *_keys(found, writes=False)])
    tenancy = pooled(design)
    if tenancy is not None:
        for name, statements in (("tenant-reader", _tenants(found, tenancy, writes=False)),
                                 ("tenant-writer", _tenants(found, tenancy, writes=True))):  # fmt: skip
            if made_of := list(statements):
                made[name] = policy([*made_of, *_keys(found, writes=name == "tenant-writer")])
    if streams := [f"{arn}/stream/*" for place in found if table_inputs.stream(place.table) for arn in place.arns]:
        made["stream-reader"] = policy(
            [allow("ReadStreams", _STREAM, streams), allow("FindStreams", ["ListStreams"], ["*"])]
        )
    made |= _declared(design, found)
    made["vpc-endpoint"] = _endpoint(design, found)
    return made


def pooled(design: Design) -> Tenancy | None:
    """Return the tenancy of a design whose tenants share tables."""
    tenancy = design.options.tenancy
    return tenancy if tenancy is not None and tenancy.isolation == "pool" else None


def _arns(found: tuple[TableArns, ...]) -> list[str]:
    return [arn for place in found for arn in place.arns]


def _reading(design: Design, found: tuple[TableArns, ...]) -> Iterator[PolicyStatement]:
    yield allow("ReadTables", READ, _arns(found))
    if indexes := [arn for place in found for arn in place.index_arns()]:
        yield allow("QueryIndexes", ["Query"], indexes)


def _scans(design: Design, found: tuple[TableArns, ...]) -> Iterator[PolicyStatement]:
    """Scan is granted only where a pattern scans."""
    for place in found:
        scanned = {one.index for one in _calls(design, place.table) if one.operation is Operation.SCAN}
        arns = list(place.arns) if None in scanned else []
        if named := sorted(name for name in scanned if name):
            arns += place.index_arns(*named)
        if arns:
            yield allow(f"Scan{sid_word(place.table.name)}", ["Scan"], arns)


def _calls(design: Design, table: Table) -> Iterator[AccessPattern]:
    for pattern in design.patterns:
        for call in (pattern, *pattern.members):
            if design.table(call.table) is table:
                yield call


def _writing(found: tuple[TableArns, ...]) -> Iterator[PolicyStatement]:
    yield allow("WriteTables", WRITE, _arns(found))


def _administration(found: tuple[TableArns, ...]) -> Iterator[PolicyStatement]:
    yield allow("ManageTables", ADMIN, _arns(found))
    if indexes := [arn for place in found for arn in place.index_arns()]:
        yield allow("WatchIndexes", _INSIGHTS, indexes)
    # These name no resource: IAM accepts only * for them.
    yield allow("SeeAccount", _ACCOUNT_WIDE, ["*"])
    keys = [key for place in found for key in _key(place)]
    if keys:
        actions = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey"]
        yield allow("UseTableKeys", actions, sorted(set(keys)), _through_dynamodb(keys))
    yield _no_deletion(found)


def _no_deletion(found: tuple[TableArns, ...]) -> PolicyStatement:
    return deny("DenyTableDeletion", ["DeleteTable", "DeleteTableReplica"], _arns(found))


def _keys(found: tuple[TableArns, ...], *, writes: bool) -> Iterator[PolicyStatement]:
    """Items of a table encrypted with a customer managed key are read and written with that key."""
    if keys := sorted({key for place in found for key in _key(place)}):
        sid = "EncryptItems" if writes else "DecryptItems"
        yield allow(sid, ["kms:Decrypt"], keys, _through_dynamodb(keys))


def _key(place: TableArns) -> Iterator[str]:
    kind, key = table_inputs.encryption(place.table)
    if kind == "CUSTOMER" and _KMS_KEY.fullmatch(key):
        yield key


def _through_dynamodb(keys: list[str]) -> dict[str, Any]:
    regions = sorted({found[1] for key in keys if (found := _KMS_KEY.fullmatch(key))})
    return {"StringEquals": {"kms:ViaService": [f"dynamodb.{region}.amazonaws.com" for region in regions]}}


def _limited(found: tuple[TableArns, ...]) -> Iterator[PolicyStatement]:
    """Reading without the attributes marked as sensitive: the request must name the attributes that it needs."""
    for place in found:
        table, name = place.table, sid_word(place.table.name)
        if not any(attribute.sensitive for entity in table.entities for attribute in entity.attributes):
            continue
        open_ = open_attributes(table)
        yield allow(f"Read{name}", ("BatchGetItem", "GetItem", "Query"), place.arns, _only(open_))
        for index in place.indexes:
            seen = [one for one in open_ if one in projected(table, index)]
            yield allow(f"Query{name}{sid_word(index.name)}", ["Query"], place.index_arns(index.name), _only(seen))


def open_attributes(table: Table) -> list[str]:
    """Return attributes of a table that no entity marks as sensitive, keys first; a sensitive key is left out too."""
    closed = {one.name for entity in table.entities for one in entity.attributes if one.sensitive}
    keys = [name for index in table.all_indexes for name in index.key_names]
    others = [one.name for entity in table.entities for one in entity.attributes if not one.key_only]
    return [name for name in dict.fromkeys([*keys, *others]) if name not in closed]


def projected(table: Table, index: Index) -> frozenset[str]:
    """Return the attributes that an index can return without the table."""
    keys = {*table.base.key_names, *index.key_names}
    if index.projection.type is ProjectionType.ALL:
        return frozenset(keys | set(open_attributes(table)))
    return frozenset(keys | set(index.projection.attributes if index.projection.type is ProjectionType.INCLUDE else ()))


def _only(attributes: list[str]) -> dict[str, Any]:
    return {
        "ForAllValues:StringEquals": {"dynamodb:Attributes": attributes},
        "StringEqualsIfExists": {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"},
    }


def _tenants(found: tuple[TableArns, ...], tenancy: Tenancy, *, writes: bool) -> Iterator[PolicyStatement]:
    for place in found:
        name = sid_word(place.table.name)
        of_table = reach(place.table, place.table.base, tenancy)
        if writes:
            if of_table.own:
                yield allow(f"Write{name}", WRITE, place.arns, kept_to(of_table.own))
            continue
        if patterns := (*of_table.own, *of_table.shared):
            yield allow(f"Read{name}", READ, place.arns, kept_to(patterns))
        for index, reached in tenant_indexes(place, tenancy):
            if patterns := (*reached.own, *reached.shared):
                arns = place.index_arns(index.name)
                yield allow(f"Query{name}{sid_word(index.name)}", ["Query"], arns, kept_to(patterns))


def tenant_indexes(place: TableArns, tenancy: Tenancy) -> Iterator[tuple[Index, Reach]]:
    """Return the indexes that tenants may query, each with what they can access; an LSI has the table's
    own partition key.
    """
    for index in place.indexes:
        if index.name not in tenancy.admin_indexes:
            base = place.table.base if index.kind is IndexKind.LSI else index
            yield index, reach(place.table, base, tenancy)


def _declared(design: Design, found: tuple[TableArns, ...]) -> Policies:
    """Return the roles that the design itself declares, with their leading keys."""
    made: Policies = {}
    for role in design.options.roles:
        if role.leading_keys and role.operator not in OPERATORS:
            continue
        if statements := list(_of_role(role, found)):
            made[f"role-{role.place + 1}-{sid_word(role.name) or 'role'}"] = policy(statements)
    return made


def _of_role(role: ApplicationRole, found: tuple[TableArns, ...]) -> Iterator[PolicyStatement]:
    # Actions in DynamoDB's spelling, so that no misspelling or wildcard of the design gets into a policy.
    tables = [name for name in _NAMED if role.may(f"dynamodb:{name}")]
    keyed = [name for name in tables if name in {*READ, *WRITE}] if role.leading_keys else []
    # Leading keys do not restrict a Scan: a role that is restricted to some keys has no Scan.
    plain = [name for name in tables if name not in keyed and not (role.leading_keys and name == "Scan")]
    keys = {role.operator: {KEYS: list(role.leading_keys)}, "Null": {KEYS: "false"}}
    for sid, actions, condition in (("Keys", keyed, keys), ("Tables", plain, None)):
        if actions:
            yield allow(sid, actions, _arns(found), condition)
        on_indexes = [name for name in actions if name in _ON_INDEXES]
        if on_indexes and (indexes := [arn for place in found for arn in place.index_arns()]):
            yield allow(f"{sid}Indexes", on_indexes, indexes, condition)
    if wide := [name for name in _ACCOUNT_WIDE if role.may(f"dynamodb:{name}")]:
        yield allow("Account", wide, ["*"])


def declared_losses(design: Design) -> Iterator[Loss]:
    """Yield what is left out of the roles that the design declares."""
    for role in design.options.roles:
        path = f"settings.iam.roles.{role.name}"
        if role.leading_keys and role.operator not in OPERATORS:
            yield Loss(path, f"{role.operator} cannot compare leading keys; the role is left out")
            continue
        for action in role.actions:
            if not any(_matches(action, name) for name in (*_NAMED, *_ACCOUNT_WIDE)):
                yield Loss(
                    path, f"{action} is not one of the actions on tables and items that can be granted here; left out"
                )
        if role.leading_keys and role.operator in OPERATORS and role.may("dynamodb:Scan"):
            yield Loss(path, "leading keys do not restrict a Scan; it is left out of the role")


def _matches(action: str, name: str) -> bool:
    return ApplicationRole("", (action,)).may(f"dynamodb:{name}")


def key_losses(design: Design) -> Iterator[Loss]:
    """Yield customer managed keys that no policy can name, without which the items of their tables cannot be read."""
    for place in places(design):
        kind, key = table_inputs.encryption(place.table)
        path = f"tables.{place.table.name}.settings.encryption"
        if kind == "CUSTOMER" and not list(_key(place)):
            yield Loss(path, "its key is not given as a key ARN; grant kms:Decrypt on it to the users of the table")
        elif kind == "CUSTOMER" and len(place.arns) > 1:
            yield Loss(path, f"only {key} is granted; grant kms:Decrypt on the keys of the other Regions there")


def _endpoint(design: Design, found: tuple[TableArns, ...]) -> dict[str, Any]:
    """Return what a gateway endpoint allows: these tables, for principals of this account."""
    actions = sorted({*READ, *WRITE, *(["Scan"] if list(_scans(design, found)) else []), "DescribeTable"})
    resources = [arn for place in found for arn in (*place.arns, *place.index_arns())]
    own = {"StringEquals": {"aws:PrincipalAccount": ACCOUNT}}
    statement = allow("TablesOfThisDesign", actions, resources, own)
    return policy([{**statement, "Principal": "*"}])


def tenant_losses(design: Design) -> Iterator[Loss]:
    """Yield what tenants are not granted, and why."""
    tenancy = pooled(design)
    if tenancy is None:
        return
    for place in places(design):
        yield from reach(place.table, place.table.base, tenancy).losses
        for _, reached in tenant_indexes(place, tenancy):
            yield from reached.losses
