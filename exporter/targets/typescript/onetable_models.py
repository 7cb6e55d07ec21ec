"""A model of OneTable: fields, and keys as value templates where those suffice; a function makes the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, PlannedField
from exporter.targets.support.literals import star_comment
from exporter.targets.typescript.nodes import Code, Object, write
from modeler.core.design.tables import Index, Table
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.values.attribute_values import AttributeType

_TYPES: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "String",
    AttributeType.N: "Number",
    AttributeType.B: "ArrayBuffer",
    AttributeType.BOOL: "Boolean",
    AttributeType.NULL: "Object",
    AttributeType.M: "Object",
    AttributeType.L: "Array",
    AttributeType.SS: "Set",
    AttributeType.NS: "Set",
    AttributeType.BS: "Set",
}
_WHOLE: Final = frozenset({"integer", "sequence"})


def carried(table: Table) -> bool:
    """Does the library support the table? One partition key, at most one sort key, no binary ones."""
    base = table.base
    return (
        len(base.partition_key) == 1
        and len(base.sort_key) <= 1
        and all(key.type is not AttributeType.B for key in base.keys)
    )


def carries_index(index: Index) -> bool:
    """Does the library support the index?"""
    fits = len(index.partition_key) == 1 and len(index.sort_key) <= 1
    return fits and index.name != "primary" and all(key.type is not AttributeType.B for key in index.keys)


def model_name(plan: EntityPlan, name: str) -> str:
    """The name of an attribute in the model: that of its field, or a key's own."""
    return plan.fields[name].identifier if name in plan.fields else name


def computed_names(plan: EntityPlan) -> tuple[str, ...]:
    """Return keys that no value template can express."""
    return tuple(name for name in plan.made if value_template(plan, name) is None)


def value_template(plan: EntityPlan, name: str) -> str | None:
    """Return a key as OneTable's value template; None if it cannot express it."""
    _, writers = plan.made[name]
    if len(writers) != 1 or len(writers[0].written) != 1 or writers[0].written[0].when:
        return None
    one = writers[0]
    complete = one.written[0].complete
    if complete is None:
        return None
    if not one.index.is_base and any(_may_be_missing(plan, text) for text in complete):
        return None
    return _template(plan, dict(zip(one.index.key_names, complete, strict=True))[name], plan.made[name][0].type)


def _may_be_missing(plan: EntityPlan, text: KeyTemplate) -> bool:
    """The keys of an index are written together, but a template cannot see the other one."""
    return any(name not in plan.fields or plan.fields[name].is_optional for name in text.attributes)


def _template(plan: EntityPlan, text: KeyTemplate, kind: AttributeType) -> str | None:
    if kind is not AttributeType.S or text.problem:
        return None
    made = ""
    for part in text.parts:
        if isinstance(part, LiteralText):
            if "$" in part.text or "{" in part.text:
                return None
            made += part.text
        else:
            hole = _hole(plan, part)
            if hole is None:
                return None
            made += hole
    return made


def _hole(plan: EntityPlan, part: Reference) -> str | None:
    field = plan.fields.get(part.attribute)
    attribute = field.attribute if field else None
    if field is None or attribute is None:
        return None
    if part.is_plain and attribute.type is AttributeType.S:
        return f"${{{field.identifier}}}"
    if (
        attribute.type is AttributeType.N
        and attribute.format in _WHOLE
        and [call.name for call in part.formats] == ["pad"]
    ):
        return f"${{{field.identifier}:{part.formats[0].argument}:0}}"
    return None


def model(plan: EntityPlan) -> str:
    """Return `export const OrderModel = {...} as const`, and the type of its items."""
    members: list[tuple[str, Any]] = []
    for name, (element, _) in plan.made.items():
        template = value_template(plan, name)
        members.append(
            (name, Object([("type", Code(_TYPES[element.type])), ("value", True if template is None else template)]))
        )
    members += [(one.identifier, _field(plan, one)) for one in plan.fields.values()]
    comment = star_comment([plan.entity.description or f"{plan.entity.name} in {plan.table.name}."])
    return (
        f"{comment}export const {plan.name}Model = {write(Object(members, is_open=True))} as const;\n\n"
        f"export type {plan.name}Type = Entity<typeof {plan.name}Model>;\n"
    )


def _field(plan: EntityPlan, one: PlannedField) -> Object:
    attribute = one.attribute
    members: list[tuple[str, Any]] = [("type", Code(_TYPES[attribute.type] if attribute else "Object"))]
    if attribute is not None and attribute.type is AttributeType.S and attribute.values:
        members.append(("enum", list(attribute.values)))
    if attribute is not None and attribute.type is AttributeType.NULL:
        members.append(("nulls", True))
    if not one.is_optional:
        members.append(("required", True))
    if one.name != one.identifier:
        members.append(("map", one.name))
    return Object(members)
