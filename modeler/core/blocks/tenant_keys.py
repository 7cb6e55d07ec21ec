"""A block in a table that tenants share: every partition key that it brings begins with the tenant, as the rules ask.

The keys that an existing entity keeps stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from modeler.core.blocks.walking import Document, calls_of, entities_of
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.documents.parts_json import attribute_document
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import LiteralText, Reference, parse
from modeler.core.values.attribute_values import AttributeType
from modeler.core.values.json_values import to_plain

_USUAL: Final = "TENANT#"


def begin_with_tenant(document: Document, design: Design, table: Table | None, kept: frozenset[str]) -> None:
    """Put the tenant before the partition keys of entities and calls, if tenants share the table. `kept` are partition
    keys of existing entities, in the words of the block.
    """
    tenancy = design.options.tenancy
    if tenancy is None or not tenancy.is_pooled or not tenancy.attribute:
        return
    tenant, spare = tenancy.attribute, kept
    entities = table.entities if table is not None else tuple(entity for _, entity in design.entities())
    head = f"{_literal(entities, tenant)}{{{tenant}}}#"
    attribute, example = _attribute(entities, tenant)
    for entity in entities_of(document):
        before = [dict(overload["keys"]) for overload in entity["overloads"]]
        for overload in entity["overloads"]:
            overload["keys"] = _begun(overload["keys"], head, tenant, spare)
        if before != [overload["keys"] for overload in entity["overloads"]]:
            _add(entity, attribute, example)
    for call, _ in calls_of(document):
        was = call.get("key")
        if was:
            call["key"] = _begun(was, head, tenant, spare)
        # A put writes the keys of its item.
        if (was and was != call["key"]) or call["operation"] == "PutItem":
            call.setdefault("parameters", {}).setdefault(tenant, example)


def _begun(keys: Mapping[str, Any], head: str, tenant: str, spare: frozenset[str]) -> dict[str, Any]:
    name, source = next(iter(keys.items()))
    if not isinstance(source, str) or source in spare or tenant in parse(source).attributes:
        return dict(keys)
    return {**keys, name: head + source}


def _literal(entities: Iterable[Entity], tenant: str) -> str:
    """What the table's own keys write before the tenant."""
    for entity in entities:
        for overload in entity.overloads:
            for source in overload.keys.values():
                match parse(source).parts:
                    case (LiteralText(text), Reference(attribute), *_) if attribute == tenant:
                        return text
    return _USUAL


def _attribute(entities: Iterable[Entity], tenant: str) -> tuple[dict[str, Any], Any]:
    """The tenant's attribute as a new entity gets it, and an example value."""
    for entity in entities:
        known = entity.attribute(tenant)
        if known is not None:
            values = [item.values[tenant] for item in entity.items if tenant in item.values]
            example = to_plain(values[0], values[0].type) if values else format_of(known).example
            plain = {field: value for field, value in attribute_document(known).items() if field != "id"}
            return plain, example or "t-1"
    return attribute_document(Attribute("", tenant, AttributeType.S, "id")), "t-1"


def _add(entity: Document, attribute: Mapping[str, Any], example: Any) -> None:
    if all(one["name"] != attribute["name"] for one in entity["attributes"]):
        entity["attributes"].append({name: value for name, value in attribute.items() if name != "id"})
    for item in entity["items"]:
        item.setdefault(attribute["name"], example)
    # A key with the tenant is unique for each tenant.
    if entity.get("unique"):
        entity["unique"] = [[attribute["name"], *names] for names in entity["unique"]]
