"""DynamoDB OneTable: one schema per table, one model with value templates per entity, one function per
access pattern.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind
from exporter.targets.support.literals import star_comment
from exporter.targets.support.resolved_reads import by_key
from exporter.targets.typescript.document_client import stored
from exporter.targets.typescript.key_reading import key_reader
from exporter.targets.typescript.library_export import LibraryExport, key_only_losses, table_module
from exporter.targets.typescript.library_project import (
    ModuleInProgress,
    Project,
    fields_interface,
    key_functions,
    shadowing,
)
from exporter.targets.typescript.nodes import Code, Object, Spread, write
from exporter.targets.typescript.onetable_functions import function
from exporter.targets.typescript.onetable_models import carried, carries_index, computed_names, model
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.values.attribute_values import AttributeType

LIBRARY: Final = "dynamodb-onetable"
VERSION: Final = "^2.7.7"


def _model_file(project: Project, plan: EntityPlan) -> ExportFile:
    module = ModuleInProgress(plan)
    module.need(LIBRARY, "Entity", types=True)
    for text in (fields_interface(plan), *key_functions(plan, module), stored(plan, project)):
        module.add(text)
    module.add(model(plan))
    if names := computed_names(plan):
        calls: list[Any] = [Spread(Code(f"{one.function}(item)")) for one in reversed(plan.keys)]
        comment = star_comment([f"The keys of {plan.name} that no value template can express: {', '.join(names)}."])
        head = f"export function {plan.variable}Computed(item: {plan.name}Fields): Keys"
        module.add(f"{comment}{head} {{\n  return {write(Object(calls), 1, 7)};\n}}\n")
    if reader := key_reader(project, plan, module):
        module.add(reader)
    return ExportFile(f"src/models/{plan.name}.ts", module.text("", "./../keys.js"))


def _table_file(project: Project) -> ExportFile:
    module = table_module(project)
    for table in project.design.tables:
        plans = [one for one in project.entities if one.table is table and one.base is not None]
        if plans and carried(table):
            module.need(f"{LIBRARY}/Dynamo", "Dynamo")
            module.need(LIBRARY, "Table")
            module.add(_table(project, table, plans, module))
    return ExportFile("src/table.ts", module.text("", "./keys.js"))


def _table(project: Project, table: Table, plans: list[EntityPlan], module: ModuleInProgress) -> str:
    name = project.tables[table.name]
    indexes = [
        ("primary", _index(table.base)),
        *((one.name, _index(one)) for one in table.indexes if carries_index(one)),
    ]
    models: list[tuple[str, Any]] = []
    computed: list[tuple[str, Any]] = []
    for plan in plans:
        module.need(f"./models/{plan.name}.js", f"{plan.name}Model")
        models.append((plan.name, Code(f"{plan.name}Model")))
        if computed_names(plan):
            module.need(f"./models/{plan.name}.js", f"{plan.variable}Computed")
            computed.append((plan.name, Code(f"{plan.variable}Computed")))
    params = Object([("typeField", "_type"), ("isoDates", False), ("timestamps", False)])
    schema = Object(
        [("format", "onetable:1.1.0"), ("version", "1.0.0"), ("indexes", Object(indexes, is_open=True)),
         ("models", Object(models, is_open=True)), ("params", params)],
        is_open=True,
    )  # fmt: skip
    members: list[tuple[str, Any]] = [
        ("name", Code(f"tableNames.{name}")),
        ("client", Code("new Dynamo({ client: dynamodb })")),
        ("schema", Code(f"{name}Schema")),
        ("partial", False),
    ]
    before = _key_makers(name, computed, members, module)
    comment = star_comment([table.description]) if table.description else ""
    return (
        f"{before}export const {name}Schema = {write(schema)} as const;\n\n"
        f"{comment}export const {name} = new Table({write(Object(members, is_open=True))});\n"
    )


def _key_makers(
    name: str, computed: list[tuple[str, Any]], members: list[tuple[str, Any]], module: ModuleInProgress
) -> str:
    """Return the functions that make keys without a value template, and how the table calls them."""
    if not computed:
        return ""
    module.need("./keys.js", "Keys", types=True)
    call = f"{name}KeyMakers[(model as any).name]?.(given)[field]"
    asked = f"(model, field, given) => (given[field] !== undefined ? given[field] : {call}) as string"
    members.append(("value", Code(asked)))
    makers = write(Object(computed, is_open=True))
    head = f"const {name}KeyMakers: Record<string, (item: any) => Keys>"
    return f"/** Keys that a function makes, by model. */\n{head} = {makers};\n\n"


def _index(index: Index) -> Object:
    members: list[tuple[str, Any]] = []
    if index.kind is IndexKind.LSI:
        members.append(("type", "local"))
    members.append(("hash", index.partition_key[0].name))
    members += [("sort", key.name) for key in index.sort_key[:1]]
    kind = index.projection.type
    if kind is ProjectionType.KEYS_ONLY:
        members.append(("project", "keys"))
    elif kind is ProjectionType.INCLUDE:
        members.append(("project", [*index.projection.attributes]))
    elif not index.is_base:
        members.append(("project", "all"))
    return Object(members)


def _entity_file(writing: LibraryExport, plan: EntityPlan) -> ExportFile:
    module = ModuleInProgress(home="models")
    if plan.base is not None and carried(plan.table):
        table = writing.project.tables[plan.table.name]
        module.need("./../table.js", table)
        module.need(f"./../models/{plan.name}.js", f"{plan.name}Type", types=True)
        comment = star_comment([plan.entity.description or f"{plan.entity.name} in {plan.table.name}."])
        module.add(f'{comment}export const {plan.name} = {table}.getModel<{plan.name}Type>("{plan.name}");\n')
    for pattern in writing.project.of_entity(plan):
        writing.add_function(pattern, module)
    return ExportFile(f"src/entities/{plan.name}.ts", module.text("", "./../keys.js") or "export {};\n")


def _losses(project: Project) -> Iterator[Loss]:
    yield from project.losses()
    yield Loss(
        "design",
        "every item gets the attribute _type, by which OneTable identifies its model; items without it are not found",
    )
    for table in project.design.tables:
        if not carried(table):
            yield Loss(
                f"tables.{table.name}",
                "OneTable does not support its keys; its patterns are sent with the AWS SDK",
            )
        for index in table.indexes:
            if not carries_index(index):
                yield Loss(
                    f"tables.{table.name}.indexes.{index.name}",
                    "OneTable does not support an index with such keys, or with this name",
                )
    for plan in project.entities:
        path = f"tables.{plan.table.name}.entities.{plan.entity.name}.attributes"
        yield from shadowing(plan, "OneTable")
        yield from key_only_losses(plan)
        binary = [one.name for one in plan.fields.values() if one.attribute and one.attribute.type is AttributeType.B]
        if binary:
            yield Loss(path, f"{', '.join(binary)}: pass a Uint8Array; OneTable stores a Buffer as text")


@by_key
def _build(design: Design) -> Export:
    project = Project(design, lambda plan: {"_type": plan.name})
    writing = LibraryExport(project, list(_losses(project)), function, lambda: ModuleInProgress(home="models"))
    files = [_table_file(project)]
    files += [_model_file(project, plan) for plan in project.entities]
    files += [_entity_file(writing, plan) for plan in project.entities]
    files += writing.several_file()
    return writing.export("DynamoDB OneTable", LIBRARY, VERSION, files)


TARGET: Final = Target(
    "onetable",
    "DynamoDB OneTable (TypeScript)",
    ("src/index.ts", "src/models/<Entity>.ts", "src/entities/<Entity>.ts", "src/table.ts"),
    "text/typescript",
    _build,
    TargetKind.CODE,
)
