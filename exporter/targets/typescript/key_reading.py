"""Attributes that are read back from keys: for items of an index that does not project every attribute."""

from __future__ import annotations

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.key_reading import ECMA, groups_of, key_readings
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.support.literals import star_comment, typescript_literal
from exporter.targets.typescript.document_client import need_of_entity
from exporter.targets.typescript.library_project import ModuleInProgress, Project
from exporter.targets.typescript.nodes import member
from modeler.core.design.tables import ProjectionType
from modeler.core.values.attribute_values import AttributeType


def is_partial(pattern: PatternPlan) -> bool:
    """Does the pattern read an index that does not project every attribute?"""
    return not pattern.index.is_base and pattern.index.projection.type is not ProjectionType.ALL


def reader_of(plan: EntityPlan) -> str:
    """Return the name of the function that reads the keys of an entity."""
    return f"{plan.variable}FromKeys"


def reads_keys(plan: EntityPlan) -> bool:
    """Do the keys of an entity reveal attributes that an item of an index can lack?"""
    return any(True for _ in key_readings(plan, ECMA))


def key_reader(project: Project, plan: EntityPlan, module: ModuleInProgress) -> str:
    """Write the function that reads the keys of an entity; '' where no pattern needs it."""
    needed = any(is_partial(one) and plan in one.entities for one in project.patterns)
    readings = tuple(key_readings(plan, ECMA)) if needed else ()
    if not readings:
        return ""
    module.used.add("told")
    groups = groups_of(plan)
    sources = "".join(f"    ...told({_regex(one.pattern)}, {member('item', one.key)}),\n" for one in readings)
    revealed = [name for name in plan.lacked if any(name in one.attributes for one in readings)]
    lines = "".join(
        f"    ...({typescript_literal(groups[name])} in found && {{ {_member(plan, name, groups[name])} }}),\n"
        for name in revealed
    )
    comment = star_comment([f"Returns the attributes of {plan.entity.name} that its keys contain."])
    head = f"export function {reader_of(plan)}(item: Record<string, any>): {plan.name}Fields"
    return (
        f"{comment}{head} {{\n  const found: Record<string, any> = {{\n{sources}  }};\n  return {{\n{lines}  }};\n}}\n"
    )


def _regex(pattern: str) -> str:
    return f"/^(?:{pattern})$/su"


def _member(plan: EntityPlan, name: str, group: str) -> str:
    attribute = plan.entity.attribute(name)
    value = f"found.{group}"
    if attribute is not None and attribute.type is AttributeType.N:
        value = f"Number({value})"
    elif attribute is not None and attribute.type is AttributeType.BOOL:
        value = f'{value} === "true"'
    own = plan.field(name)
    return f"{own}: {value}"


def with_key_attributes(pattern: PatternPlan, module: ModuleInProgress, rows: str) -> str:
    """Return rows of a query with what their keys contain, as code."""
    entity = pattern.entity
    if entity is None or not reads_keys(entity):
        return rows
    need_of_entity(module, entity, reader_of(entity))
    return f"{rows}.map((row) => ({{ ...{reader_of(entity)}(row), ...row }}))"
