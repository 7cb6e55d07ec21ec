"""Which leading keys a tenant may access, from the key templates: ``TENANT#${aws:PrincipalTag/tenantId}#*``.

Leading keys are the values of the partition key in a request: the table's, or the index's if an index is queried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.targets.base import Loss
from modeler.core.design.design_settings import Tenancy
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, Table
from modeler.core.keys.attribute_formats import value_class
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.keys.written_keys import written_keys
from modeler.core.values.attribute_values import AttributeType

KEYS: Final = "dynamodb:LeadingKeys"
_WILD: Final[Mapping[str, str]] = {"*": "${*}", "?": "${?}", "$": "${$}"}
"""Characters that IAM reads as a wildcard or a variable, escaped as text."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The patterns of leading keys that a tenant has in one index: its own, and `shared` ones that it can read."""

    own: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()


def reach(table: Table, index: Index, tenancy: Tenancy) -> Reach:
    """Return what a tenant can access in an index: keys of entities that begin with the tenant, and
    keys of shared entities.
    """
    own: list[str] = []
    shared: dict[str, tuple[KeyTemplate, str]] = {}
    losses: list[Loss] = []
    begun: list[str] = []
    for entity in table.entities:
        path = f"tables.{table.name}.entities.{entity.name}.{index.name}"
        for template in _partitions(table, index, entity):
            problem = _unkeyed(index)
            if problem:
                losses.append(Loss(path, problem))
            elif entity.name in tenancy.shared:
                shared[key_pattern(template, "")] = (template, path)
            else:
                problem = _problem(template, tenancy.attribute)
                losses += [
                    Loss(path, said) for said in (problem or _doubt(template, entity, tenancy.attribute),) if said
                ]
                if not problem:
                    own.append(key_pattern(template, tenancy.attribute))
                    begun.append(template.literal_prefix)
    read: list[str] = []
    for pattern, (template, path) in shared.items():
        if _meets(template, begun):
            said = f"{template.source} is shared, and its pattern would match keys of tenants; not granted to tenants"
            losses.append(Loss(path, said))
        else:
            read.append(pattern)
    return Reach(tuple(dict.fromkeys(own)), tuple(dict.fromkeys(read)), tuple(losses))


def _partitions(table: Table, index: Index, entity: Entity) -> Iterator[KeyTemplate]:
    for written in written_keys(table, entity, index):
        template = written.templates[0]
        if template is not None and not template.problem:
            yield template


def _unkeyed(index: Index) -> str:
    if len(index.partition_key) != 1:
        return "IAM documents no leading key for a multi-attribute partition key; not granted to tenants"
    if index.partition_key[0].type is AttributeType.B:
        return "IAM cannot compare a binary partition key as text; not granted to tenants"
    return ""


def _problem(template: KeyTemplate, tenant: str) -> str:
    """Return why a key does not separate tenants; '' if it does."""
    first = template.references[0] if template.references else None
    if first is None or first.attribute != tenant:
        return f"{template.source} does not begin with {tenant}; not granted to tenants"
    if not first.is_plain:
        return f"{template.source} formats {tenant}, which IAM cannot do; not granted to tenants"
    if isinstance(_behind(template, first), Reference):
        return f"nothing separates {tenant} from what follows in {template.source}; not granted to tenants"
    return ""


def _doubt(template: KeyTemplate, entity: Entity, tenant: str) -> str:
    """Can a tenant's name contain the text that ends it in the key? Then one tenant's pattern matches
    keys of another.
    """
    behind, attribute = _behind(template, template.references[0]), entity.attribute(tenant)
    if isinstance(behind, LiteralText) and attribute is not None and behind.text[:1] in value_class(attribute):
        return (
            f"{tenant} can contain {behind.text[:1]!r}, which ends it in {template.source}; give it a format "
            "that excludes it"
        )
    return ""


def _behind(template: KeyTemplate, first: Reference) -> LiteralText | Reference | None:
    place = template.parts.index(first) + 1
    return template.parts[place] if place < len(template.parts) else None


def _meets(template: KeyTemplate, begun: list[str]) -> bool:
    prefix = template.literal_prefix
    return not prefix or any(prefix.startswith(one) or one.startswith(prefix) for one in begun)


def key_pattern(template: KeyTemplate, tenant: str) -> str:
    """Return the template as a StringLike pattern: the tenant as the caller's tag, any other attribute as ``*``."""
    written = "".join(_part(part, tenant) for part in template.parts)
    while "**" in written:
        written = written.replace("**", "*")
    return written


def _part(part: LiteralText | Reference, tenant: str) -> str:
    if isinstance(part, LiteralText):
        return "".join(_WILD.get(letter, letter) for letter in part.text)
    if part.attribute == tenant and part.is_plain:
        return f"${{aws:PrincipalTag/{tag(tenant)}}}"
    return "*"


def tag(tenant: str) -> str:
    """Return the session tag for the tenant: the attribute's name, reduced to the characters that a tag key allows."""
    return "".join(letter for letter in tenant if letter.isascii() and (letter.isalnum() or letter in "_.:/=+-@"))[:128]


def kept_to(patterns: tuple[str, ...]) -> dict[str, Any]:
    """Return the condition. A request without leading keys (a Scan) would pass ForAllValues, so they
    must be present.
    """
    return {"ForAllValues:StringLike": {KEYS: list(patterns)}, "Null": {KEYS: "false"}}
