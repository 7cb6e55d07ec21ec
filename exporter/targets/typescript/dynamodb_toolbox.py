"""DynamoDB-Toolbox v2: one Table per table, one Entity with linked keys per entity, one function per access pattern.

The document client sends what the library cannot express (batches, transactions, changes inside documents).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind
from exporter.targets.support.literals import star_comment
from exporter.targets.support.resolved_reads import by_key
from exporter.targets.typescript.document_client import stored
from exporter.targets.typescript.entity_rows import told_apart, toolbox_rows
from exporter.targets.typescript.key_reading import key_reader
from exporter.targets.typescript.library_export import LibraryExport, key_only_losses, table_module
from exporter.targets.typescript.library_project import ModuleInProgress, Project, fields_interface, key_functions
from exporter.targets.typescript.nodes import Code, Object, write
from exporter.targets.typescript.toolbox_functions import function
from exporter.targets.typescript.toolbox_schema import entity_constant, is_table
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Table
from modeler.core.values.attribute_values import AttributeType

LIBRARY: Final = "dynamodb-toolbox"
VERSION: Final = "^2.10.6"
_RENAMED: Final = {"QueryCommand": "DocumentQueryCommand", "ScanCommand": "DocumentScanCommand"}
"""Commands of the AWS SDK with names that the library also uses."""
_KEY_TYPES: Final = {AttributeType.S: "string", AttributeType.N: "number", AttributeType.B: "binary"}


_CLIENT: Final = (
    "const options = { marshallOptions: { removeUndefinedValues: true } };\n"
    "export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), options);\n"
)


def _table_file(project: Project) -> ExportFile:
    module = table_module(project, _CLIENT)
    module.need(LIBRARY, "Table")
    for table in filter(is_table, project.design.tables):
        module.add(_table(project, table))
    return ExportFile("src/table.ts", module.text("", "./keys.js"))


def _table(project: Project, table: Table) -> str:
    name = project.tables[table.name]
    members: list[tuple[str, Any]] = [("name", Code(f"tableNames.{name}")), ("documentClient", Code("client"))]
    members += [*_keys("partitionKey", table.partition_key), *_keys("sortKey", table.sort_key)]
    if table.indexes:
        members.append(("indexes", Object([(index.name, _index(index)) for index in table.indexes], is_open=True)))
    comment = star_comment([table.description]) if table.description else ""
    return f"{comment}export const {name} = new Table({write(Object(members, is_open=True))});\n"


def _index(index: Index) -> Object:
    members: list[tuple[str, Any]] = [("type", "local" if index.kind is IndexKind.LSI else "global")]
    if index.kind is IndexKind.GSI:
        members += _keys("partitionKey", index.partition_key)
    return Object(members + _keys("sortKey", index.sort_key))


def _keys(name: str, keys: tuple[KeyAttribute, ...]) -> list[tuple[str, Any]]:
    if len(keys) > 1:
        return [(f"{name}s", [_key(key) for key in keys])]
    return [(name, _key(key)) for key in keys]


def _key(key: KeyAttribute) -> Object:
    return Object([("name", key.name), ("type", _KEY_TYPES[key.type])])


def _entity_file(writing: LibraryExport, plan: EntityPlan) -> ExportFile:
    module = ModuleInProgress(plan, renamed=_RENAMED)
    for text in (fields_interface(plan), *key_functions(plan, module), stored(plan, writing.project)):
        module.add(text)
    if plan.base is not None and is_table(plan.table):
        module.add(entity_constant(writing.project, plan, module))
    for text in filter(None, (key_reader(writing.project, plan, module), told_apart(writing.project, plan))):
        module.add(text)
    for pattern in writing.project.of_entity(plan):
        writing.add_function(pattern, module)
    return ExportFile(f"src/entities/{plan.name}.ts", module.text("", "./../keys.js"))


def _losses(project: Project) -> Iterator[Loss]:
    yield from project.losses()
    for table in project.design.tables:
        if not is_table(table):
            said = (
                "the library does not support its own key; its patterns are sent with the document "
                "client of the AWS SDK"
            )
            yield Loss(f"tables.{table.name}", said)
    for plan in project.entities:
        yield from key_only_losses(plan)


@by_key
def _build(design: Design) -> Export:
    project = Project(design)
    writing = LibraryExport(
        project, list(_losses(project)), function, lambda: ModuleInProgress(renamed=_RENAMED), toolbox_rows
    )
    files = [_table_file(project)]
    files += [_entity_file(writing, plan) for plan in project.entities]
    files += writing.several_file()
    return writing.export("DynamoDB-Toolbox v2", LIBRARY, VERSION, files)


TARGET: Final = Target(
    "dynamodb-toolbox",
    "DynamoDB-Toolbox v2 (TypeScript)",
    ("src/index.ts", "src/entities/<Entity>.ts", "src/table.ts"),
    "text/typescript",
    _build,
    TargetKind.CODE,
)
