"""Tenants in one table, separated by their keys. facts/building-blocks#p13, facts/modeling#rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.design_settings import ApplicationRole, Tenancy
from modeler.core.design.items import Entity
from modeler.core.design.parts import ROOT
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.fixes import Fix
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.security.access_and_encryption import SCAN, narrowed, role_path, with_roles
from modeler.core.rules.support.context import RuleContext, cell_path
from modeler.core.rules.support.key_fixes import Change, made_of, rekey
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

_UNGUESSABLE: Final = frozenset({"uuid4", "uuid7", "ulid", "ksuid"})
_KEPT: Final = frozenset({"lower", "upper", "pad"})
"""Formats after which IAM can still compare a key with the tenant."""

_SELECT: Final = "dynamodb:PartiQLSelect"


@rule(
    "tenant.key_without_tenant",
    ERROR,
    Scope.TABLE,
    title="Partition key does not start with the tenant",
    why="In a shared table, every tenant can reach a key without the tenant: IAM has nothing to check",
    fix="Start the partition key with the tenant, or list the entity as shared by all tenants",
    sources="facts/building-blocks#p13, facts/modeling#tenants",
    fixes=True,
)
def key_without_tenant(context: RuleContext, table: Table) -> Iterator[Spot]:
    tenancy = pooled(context)
    if tenancy is None:
        return
    for entity in table.entities:
        for key in context.keys(table, entity, table.base):
            yield from _without_tenant(context, table, entity, table.base, key, tenancy)


@rule(
    "tenant.index_without_tenant",
    ERROR,
    Scope.TABLE,
    title="Index key does not start with the tenant",
    why="A query of the index returns items of every tenant, and IAM cannot restrict a tenant to its own keys",
    fix="Start the index's partition key with the tenant, or list the index among admin_indexes",
    sources="facts/building-blocks#p13, facts/modeling#tenants",
    fixes=True,
)
def index_without_tenant(context: RuleContext, table: Table) -> Iterator[Spot]:
    tenancy = pooled(context)
    if tenancy is None:
        return
    for index in table.indexes:
        if index.kind is IndexKind.GSI and index.name not in tenancy.admin_indexes:
            for entity in table.entities:
                for key in context.keys(table, entity, index):
                    yield from _without_tenant(context, table, entity, index, key, tenancy)


def pooled(context: RuleContext) -> Tenancy | None:
    """The tenancy of a design whose tenants share tables; None for another one."""
    tenancy = context.design.options.tenancy
    return tenancy if tenancy is not None and tenancy.is_pooled else None


def _partition(index: Index, key: WrittenKey) -> tuple[KeyTemplate, ...]:
    """The parsed templates of the partition key; () if one is missing."""
    found = key.templates[: len(index.partition_key)]
    readable = tuple(one for one in found if one is not None and not one.problem)
    return readable if len(readable) == len(found) else ()


def _without_tenant(
    context: RuleContext, table: Table, entity: Entity, index: Index, key: WrittenKey, tenancy: Tenancy
) -> Iterator[Spot]:
    partition = _partition(index, key)
    if not partition or entity.name in tenancy.shared or any(_starts_with(one, tenancy.attribute) for one in partition):
        return
    named = index.partition_key[0].name
    shown = " / ".join(template.source for template in partition)
    names = {name for template in partition for name in template.attributes}
    formats = {attribute.format for attribute in entity.attributes if attribute.name in names}
    unguessable = bool(formats & _UNGUESSABLE) and not tenancy.iam
    message = (
        f"{entity.name} writes {shown} into {named} of {index.name}, which does not start with {tenancy.attribute}"
    )
    if unguessable:
        message += "; its id is unique across tenants, but IAM does not separate them"
    path = f"{cell_path(table, entity, None if index.is_base else index.name)}.{named}"
    part = key.overload.id if key.overload else entity.id
    severity = WARNING if unguessable else ERROR
    fixes = _prefixing(context, table, entity, named, tenancy.attribute)
    yield Spot(message, path, part, f"keys.{named}", {"tenant": tenancy.attribute}, severity, fixes=fixes)


def _starts_with(template: KeyTemplate, attribute: str) -> bool:
    """Return whether the tenant is the first value in it, unformatted. Several tenants can have the same hash or
    shard.
    """
    first = template.references[0] if template.references else None
    return first is not None and first.attribute == attribute and all(call.name in _KEPT for call in first.formats)


def _prefixing(context: RuleContext, table: Table, entity: Entity, named: str, tenant: str) -> tuple[Fix, ...]:
    if entity.attribute(tenant) is None:
        return ()
    label = f"Start {named} of {entity.name} with TENANT#{{{tenant}}}#"
    return rekey(context, table, entity, named, label, _with_tenant(tenant))


def _with_tenant(attribute: str) -> Change:
    def change(template: KeyTemplate) -> KeyTemplate:
        match template.parts:
            case (LiteralText(first), *rest):
                return made_of((LiteralText("TENANT#"), Reference(attribute), LiteralText("#" + first), *rest))
        return made_of((LiteralText("TENANT#"), Reference(attribute), LiteralText("#"), *template.parts))

    return change


@rule(
    "tenant.leading_keys_form",
    WARNING,
    Scope.DESIGN,
    title="Leading keys condition does not fit the keys",
    why=(
        "StringEquals compares the whole partition key, so it rejects a key with more after the tenant; and "
        "leading keys do not restrict a Scan"
    ),
    fix="Use StringLike with the tenant alone and the tenant followed by #*; remove Scan from the role",
    sources="facts/building-blocks#p13, facts/operations#access-control",
    fixes=True,
)
def leading_keys_form(context: RuleContext) -> Iterator[Spot]:
    tenancy = pooled(context)
    if tenancy is None:
        return
    for role in context.design.options.roles:
        if not role.leading_keys or role.admin:
            continue
        longer = "" if "like" in role.operator.lower() else next(_longer_keys(context, tenancy), "")
        wrong = [f"compares leading keys with {role.operator}, which rejects {longer}"] if longer else []
        open_ = [] if longer else _open_ended(context, role, tenancy)
        wrong += [f"reaches {_others(one)} by {one}" for one in open_[:1]]
        wrong += ["may Scan, which leading keys do not restrict"] if role.may(SCAN) else []
        if role.may(_SELECT) and not role.may(SCAN):
            wrong.append("may PartiQLSelect, which scans all tenants if it gives no partition key")
        if wrong:
            message = f"The role {role.name} {' and '.join(wrong)}"
            fixes = _fixed(context, role, open_, liking=bool(longer))
            severity = ERROR if open_ else None
            yield Spot(message, role_path(role), ROOT, "settings.iam", {"role": role.name}, severity, fixes=fixes)


def _open_ended(context: RuleContext, role: ApplicationRole, tenancy: Tenancy) -> list[str]:
    """Leading keys with a * right after the tenant, which continues the id of another tenant, or without a tenant."""
    if "like" not in role.operator.lower():
        return []
    held = [entity.attribute(tenancy.attribute) for _, entity in context.design.entities()]
    # No id of a fixed length begins with another.
    fixed = all(one.format in _UNGUESSABLE for one in held if one is not None) and any(held)
    return [
        one
        for one in role.leading_keys
        if (one.endswith("}*") and not fixed) or ("${" not in one and one.endswith("*"))
    ]


def _others(value: str) -> str:
    return "tenants whose id begins with that of another," if "${" in value else "every tenant"


def _longer_keys(context: RuleContext, tenancy: Tenancy) -> Iterator[str]:
    """Text templates of partition keys with more after the tenant."""
    for table, entity in context.design.entities():
        for index in table.all_indexes:
            for key in context.keys(table, entity, index):
                for element, template in zip(index.partition_key, _partition(index, key), strict=False):
                    has_tenant = element.type is AttributeType.S and _starts_with(template, tenancy.attribute)
                    if has_tenant and _has_suffix(template):
                        yield template.source


def _has_suffix(template: KeyTemplate) -> bool:
    first = next(at for at, part in enumerate(template.parts) if isinstance(part, Reference))
    return first < len(template.parts) - 1


def _fixed(context: RuleContext, role: ApplicationRole, open_: list[str], *, liking: bool) -> tuple[Fix, ...]:
    made = dict(context.design.options.raw_roles[role.place])
    labels = []
    if any("${" not in one for one in open_):
        return ()  # which tenant is the role's is not known
    if open_:
        kept = [one for one in role.leading_keys if one not in open_]
        ended = [value for one in open_ for value in (one[:-1], f"{one[:-1]}#*")]
        made["leading_keys"] = {"operator": role.operator, "values": list(dict.fromkeys((*kept, *ended)))}
        labels.append("end the tenant with #")
    if liking:
        values = dict.fromkeys(
            value for one in role.leading_keys for value in (one, one if one.endswith("*") else f"{one}#*")
        )
        made["leading_keys"] = {"operator": "ForAllValues:StringLike", "values": list(values)}
        labels.append("compare with StringLike")
    if role.may(SCAN):
        made["actions"] = list(narrowed(role))
        labels.append("remove Scan")
    elif _SELECT in role.actions:
        made["actions"] = [one for one in role.actions if one != _SELECT]
        labels.append("remove PartiQLSelect")
    if not labels:
        return ()
    return with_roles(context.design, f"Let {role.name} {' and '.join(labels)}", role.place, made)


RULES = (key_without_tenant, index_without_tenant, leading_keys_form)
