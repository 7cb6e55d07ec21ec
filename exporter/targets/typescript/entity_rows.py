"""Rows of several entities, or of a batch, as the items of a library: each by the entity that it belongs to."""

from __future__ import annotations

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.support.literals import star_comment, typescript_literal
from exporter.targets.support.template_regex import template_pattern
from exporter.targets.typescript.document_client import need_of_entity
from exporter.targets.typescript.electrodb_keys import is_entity
from exporter.targets.typescript.key_reading import is_partial
from exporter.targets.typescript.library_project import ModuleInProgress, Project
from exporter.targets.typescript.nodes import Code, Object, member, write
from exporter.targets.typescript.toolbox_schema import is_table
from modeler.core.design.patterns import Operation
from modeler.core.values.attribute_values import AttributeType


def whole_entities(pattern: PatternPlan) -> tuple[EntityPlan, ...]:
    """Return the entities whose items a pattern reads whole; none if it reads parts of items, or of no known entity."""
    keyed = [*([pattern] if pattern.pattern.key or not pattern.members else []), *pattern.members]
    found = dict.fromkeys(plan.name for one in keyed for plan in one.entities)
    plans = {plan.name: plan for one in keyed for plan in one.entities}
    has_parts = any(one.paths or is_partial(one) or not one.entities for one in keyed)
    if has_parts or any(plan.base is None or not is_table(plan.table) for plan in plans.values()):
        return ()
    return tuple(plans[name] for name in found)


def electrodb_rows(pattern: PatternPlan, module: ModuleInProgress, rows: str) -> str:
    """Return the items of ElectroDB as code, as a collection has them: by entity, each told by its marks."""
    plans = whole_entities(pattern)
    if not plans or not all(map(is_entity, plans)):
        return rows
    for plan in plans:
        need_of_entity(module, plan, plan.name)
    if len(plans) == 1 and pattern.operation is Operation.BATCH_GET:
        return f"{plans[0].name}.parse({{ Items: {rows} }}).data"
    # Without the option, `parse` also takes items of other entities whose keys have the same form.
    parsed = f"parse({{ Items: {rows} }}, {{ ignoreOwnership: false }}).data"
    members = [(plan.variable, Code(f"{plan.name}.{parsed}")) for plan in plans]
    return write(Object(members, is_open=True), 2)


def toolbox_rows(pattern: PatternPlan, module: ModuleInProgress, rows: str) -> str:
    """Return the items of DynamoDB-Toolbox as code, each formatted by the entity that its keys belong to."""
    plans = whole_entities(pattern)
    if not plans:
        return rows
    module.need("dynamodb-toolbox", "EntityFormatter")
    for plan in plans:
        need_of_entity(module, plan, plan.name)
    if len(plans) == 1:
        return f"{rows}.map((row) => {plans[0].name}.build(EntityFormatter).format(row))"
    lines = ""
    for plan in sorted(plans, key=_demands, reverse=True):
        need_of_entity(module, plan, is_of(plan))
        lines += f"    if ({is_of(plan)}(row)) return {plan.name}.build(EntityFormatter).format(row);\n"
    lines += "    // Items of other entities are left out.\n    return undefined;\n"
    return f"{rows}.map((row) => {{\n{lines}  }}).filter((one) => one !== undefined)"


def is_of(plan: EntityPlan) -> str:
    """Return the name of the function that says whether a row is of an entity."""
    return f"is{plan.name}"


def told_apart(project: Project, plan: EntityPlan) -> str:
    """Write the function that says whether a row is of an entity; '' where no pattern reads several."""
    several = [one for one in project.patterns if one.entity is None and not one.members and not one.problem]
    if not any(plan in one.entities and len(whole_entities(one)) > 1 for one in several):
        return ""
    tests = [f"{typescript_literal(name)} in row" for name in _stored_needs(plan)]
    tests += [
        f"/^(?:{'|'.join(patterns)})$/su.test({member('row', name)})" for name, patterns in _key_patterns(plan).items()
    ]
    comment = star_comment([f"Does a row of the table hold {plan.entity.name}? Its keys and attributes say so."])
    body = "\n    && ".join(tests) or "true"
    return f"{comment}export function {is_of(plan)}(row: Record<string, any>): boolean {{\n  return {body};\n}}\n"


def _key_patterns(plan: EntityPlan) -> dict[str, list[str]]:
    """Return the patterns of an entity's keys of type S in the table; nothing for a key that cannot be described."""
    found: dict[str, list[str]] = {}
    for key in plan.table.base.keys:
        texts = [one.keys[key.name] for one in plan.base.overloads if key.name in one.keys] if plan.base else []
        patterns = [template_pattern(text, plan.entity.attributes_by_name)[1:-1] for text in texts]
        if key.type is AttributeType.S and patterns and all(patterns):
            found[key.name] = list(dict.fromkeys(patterns))
    return found


def _demands(plan: EntityPlan) -> int:
    return len(_stored_needs(plan))


def _stored_needs(plan: EntityPlan) -> list[str]:
    """Return the names of the attributes that every stored item of an entity has."""
    return [one.name for one in plan.fields.values() if not one.is_optional]
