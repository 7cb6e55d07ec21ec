"""Which leading keys a tenant may touch, from the key templates: ``TENANT#${aws:PrincipalTag/tenantId}#*``.

Leading keys are the values of the partition key in a request: the table's, or the index's where an index is queried.
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
from modeler.core.keys.templates import KeyTemplate, Literal, Reference
from modeler.core.keys.written_keys import written_keys
from modeler.core.values.attribute_values import AttributeType

KEYS: Final = "dynamodb:LeadingKeys"
_WILD: Final[Mapping[str, str]] = {"*": "${*}", "?": "${?}", "$": "${$}"}
"""What IAM reads as a wildcard or as a variable, as text."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The patterns of leading keys that a tenant has in one index: its own, and `shared` ones that it may read."""

    own: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    losses: tuple[Loss, ...] = ()


def reach(table: Table, index: Index, tenancy: Tenancy) -> Reach:
    """What a tenant reaches of an index: the keys of each entity that begin with the tenant, and of shared entities."""
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
            said = f"{template.source} is shared, and its pattern would open keys of tenants; not granted to tenants"
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
        return "a partition key of several attributes has no leading key that IAM documents; not granted to tenants"
    if index.partition_key[0].type is AttributeType.B:
        return "a binary partition key is no text that IAM compares; not granted to tenants"
    return ""


def _problem(template: KeyTemplate, tenant: str) -> str:
    """Why a key does not keep tenants apart; '' where it does."""
    first = template.references[0] if template.references else None
    if first is None or first.attribute != tenant:
        return f"{template.source} does not begin with {tenant}; not granted to tenants"
    if not first.is_plain:
        return f"{template.source} formats {tenant}, which IAM cannot; not granted to tenants"
    if isinstance(_behind(template, first), Reference):
        return f"nothing stands between {tenant} and what follows in {template.source}; not granted to tenants"
    return ""


def _doubt(template: KeyTemplate, entity: Entity, tenant: str) -> str:
    """May a tenant's name hold what ends it in the key? Then one tenant's pattern opens keys of another."""
    behind, attribute = _behind(template, template.references[0]), entity.attribute(tenant)
    if isinstance(behind, Literal) and attribute is not None and behind.text[:1] in value_class(attribute):
        return f"{tenant} may hold {behind.text[:1]!r}, which ends it in {template.source}; give it a format without it"
    return ""


def _behind(template: KeyTemplate, first: Reference) -> Literal | Reference | None:
    place = template.parts.index(first) + 1
    return template.parts[place] if place < len(template.parts) else None


def _meets(template: KeyTemplate, begun: list[str]) -> bool:
    prefix = template.literal_prefix
    return not prefix or any(prefix.startswith(one) or one.startswith(prefix) for one in begun)


def key_pattern(template: KeyTemplate, tenant: str) -> str:
    """The template as a pattern of StringLike: the tenant as the caller's tag, any other attribute as ``*``."""
    written = "".join(_part(part, tenant) for part in template.parts)
    while "**" in written:
        written = written.replace("**", "*")
    return written


def _part(part: Literal | Reference, tenant: str) -> str:
    if isinstance(part, Literal):
        return "".join(_WILD.get(letter, letter) for letter in part.text)
    if part.attribute == tenant and part.is_plain:
        return f"${{aws:PrincipalTag/{tag(tenant)}}}"
    return "*"


def tag(tenant: str) -> str:
    """The session tag that carries the tenant: the attribute's name, as far as a tag's key may hold it."""
    return "".join(letter for letter in tenant if letter.isascii() and (letter.isalnum() or letter in "_.:/=+-@"))[:128]


def kept_to(patterns: tuple[str, ...]) -> dict[str, Any]:
    """The condition. A request without leading keys (a Scan) would pass ForAllValues, so they must be there."""
    return {"ForAllValues:StringLike": {KEYS: list(patterns)}, "Null": {KEYS: "false"}}
