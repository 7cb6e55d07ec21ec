"""An entity of DynamoDB-Toolbox: its attributes, and its keys linked to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, PlannedField
from exporter.targets.access_code.naming import own_name
from exporter.targets.support.literals import Language, Style, star_comment, typescript_key, typescript_literal
from exporter.targets.typescript.library_project import ModuleInProgress, Project
from exporter.targets.typescript.nodes import Code, Object, member, write
from modeler.core.design.tables import Table
from modeler.core.values.attribute_values import AttributeType

LIBRARY: Final = "dynamodb-toolbox"
_WORD: Final = re.compile(r"[\w#@-]+", re.ASCII)
_TYPES: Final[Mapping[AttributeType, tuple[str, tuple[str, ...]]]] = {
    AttributeType.S: ("string()", ("string",)),
    AttributeType.N: ("number()", ("number",)),
    AttributeType.B: ("binary()", ("binary",)),
    AttributeType.BOOL: ("boolean()", ("boolean",)),
    AttributeType.NULL: ("nul()", ("nul",)),
    AttributeType.M: ("record(string(), any())", ("record", "string", "any")),
    AttributeType.L: ("list(any())", ("list", "any")),
    AttributeType.SS: ("set(string())", ("set", "string")),
    AttributeType.NS: ("set(number())", ("set", "number")),
    AttributeType.BS: ("set(binary())", ("set", "binary")),
}
DOCUMENTS: Final = frozenset({AttributeType.M, AttributeType.L, AttributeType.SS, AttributeType.NS, AttributeType.BS})
"""Types that hold others."""


def is_table(table: Table) -> bool:
    """Does the library support a table with such keys? It needs one partition key, and allows at most one sort key."""
    return len(table.partition_key) == 1 and len(table.sort_key) <= 1


def made_identifiers(plan: EntityPlan) -> dict[str, str]:
    """Return names in the schema of the keys that are made of attributes."""
    taken = [one.identifier for one in plan.fields.values()]
    found: dict[str, str] = {}
    for name in plan.made:
        found[name] = own_name(name, Style.CAMEL, Language.TYPESCRIPT, taken, "key")
        taken.append(found[name])
    return found


def is_place(name: str) -> bool:
    """Can the library's conditions and projections name a stored attribute? It reads the path that it writes again,
    where words have these characters, and it quotes only names with a dot or a bracket.
    """
    return _WORD.fullmatch(name) is not None or (any(sign in name for sign in ".[]") and "'" not in name)


def schema_names(plan: EntityPlan) -> dict[str, str]:
    """Return names in the schema of everything that an item has."""
    return {**made_identifiers(plan), **{one.name: one.identifier for one in plan.fields.values()}}


def entity_constant(project: Project, plan: EntityPlan, module: ModuleInProgress) -> str:
    """Return `export const Order = new Entity({...})`."""
    table = project.tables[plan.table.name]
    module.need("./../table.js", table)
    module.need(LIBRARY, "Entity", "item")
    fields = Object([(one.identifier, Code(_field(plan, one, module))) for one in plan.fields.values()], is_open=True)
    schema = f"item({write(fields, 1)})"
    names = made_identifiers(plan)
    if names:
        links = Object([(own, Code(_link(plan, name, own, module))) for name, own in names.items()], is_open=True)
        schema += f".and((before) => ({write(links, 1)}))"
    members: list[tuple[str, Any]] = [
        ("name", plan.entity.name),
        ("table", Code(table)),
        ("schema", Code(schema)),
        *_key_of_nothing(plan),
        # Items stay as the design specifies: without the library's additional attributes.
        ("entityAttribute", False),
        ("timestamps", False),
    ]
    comment = star_comment([plan.entity.description or f"{plan.entity.name} in {plan.table.name}."])
    return f"{comment}export const {plan.name} = new Entity({write(Object(members, is_open=True))});\n"


def _key_of_nothing(plan: EntityPlan) -> list[tuple[str, Any]]:
    """Return a key that is made of no attribute: the library calls a function that makes it."""
    if plan.base is None or plan.key_inputs:
        return []
    types = ", ".join(f"{typescript_key(key.name)}: string" for key in plan.base.index.keys)
    return [("computeKey", Code(f"() => {plan.base.function}({{}} as {plan.name}Fields) as {{ {types} }}"))]


def _field(plan: EntityPlan, one: PlannedField, module: ModuleInProgress) -> str:
    attribute = one.attribute
    kind, needed = _TYPES[attribute.type] if attribute else ("any()", ("any",))
    if attribute is not None and attribute.type is AttributeType.S and attribute.values:
        kind += f".enum({', '.join(map(typescript_literal, attribute.values))})"
    module.need(LIBRARY, *needed)
    if one.name in plan.key_inputs or one.name in plan.table.base.key_names:
        # An attribute that only a condition uses can be missing; the condition then determines what is written.
        kind += ".key()" if not one.is_optional else ".key().optional()"
    elif one.is_optional:
        kind += ".optional()"
    return kind if one.identifier == one.name else f"{kind}.savedAs({typescript_literal(one.name)})"


def _link(plan: EntityPlan, name: str, own: str, module: ModuleInProgress) -> str:
    element, writers = plan.made[name]
    kind, needed = _TYPES[element.type]
    module.need(LIBRARY, *needed)
    is_base = element.name in plan.table.base.key_names
    calls = [member(f"{one.function}(item)", name) for one in writers]
    cast = {AttributeType.S: "string", AttributeType.N: "number", AttributeType.B: "Uint8Array"}[element.type]
    if is_base:
        module.used.add("needed")
        value = f"needed({' ?? '.join(calls)}, {typescript_literal(name)}) as {cast}"
    else:
        value = f"({' ?? '.join(calls)}) as {cast}" if len(calls) > 1 else f"{calls[0]} as {cast}"
    saved = "" if own == name else f".savedAs({typescript_literal(name)})"
    state = ".key()" if is_base else ".optional()"
    return f"{kind}{state}{saved}.link<typeof before>((item) => {value})"
