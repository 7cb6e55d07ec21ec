"""ElectroDB: one Entity an entity with its indexes, a Service a table, a function an access pattern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.base import Export, ExportFile, Kind, Loss, Target
from exporter.targets.support.resolved_reads import by_key
from exporter.targets.typescript.document_client import raw_function, stored
from exporter.targets.typescript.electrodb_functions import Unsaid, function
from exporter.targets.typescript.electrodb_schema import carried, entity_constant
from exporter.targets.typescript.library_project import (
    Module,
    Project,
    fields_interface,
    index_file,
    key_functions,
    package,
    shadowing,
    table_names,
)
from exporter.targets.typescript.nodes import Code, Object, write
from exporter.targets.typescript.request_helpers import REQUESTS, REQUESTS_FILE
from modeler.core.design.model import Design
from modeler.core.design.tables import IndexKind

LIBRARY: Final = "electrodb"
VERSION: Final = "^3.9.3"


def _table_file(project: Project) -> ExportFile:
    module = Module()
    module.need("@aws-sdk/client-dynamodb", "DynamoDBClient")
    module.need("@aws-sdk/lib-dynamodb", "DynamoDBDocumentClient")
    module.add(
        "const dynamodb = new DynamoDBClient({});\n"
        "const options = { marshallOptions: { removeUndefinedValues: true } };\n"
        "export const client = DynamoDBDocumentClient.from(dynamodb, options);\n"
    )
    module.add(table_names(project))
    return ExportFile("src/table.ts", module.text("", "./keys.js"))


def _entity_file(project: Project, plan: EntityPlan, losses: list[Loss]) -> ExportFile:
    module = Module(plan)
    for text in (fields_interface(plan), *key_functions(plan, module), stored(plan)):
        module.add(text)
    if plan.base is not None:
        module.add(entity_constant(project, plan, module))
    for pattern in project.of_entity(plan):
        module.add(_function(project, pattern, module, losses))
    return ExportFile(f"src/entities/{plan.name}.ts", module.text("", "./../keys.js"))


def _service_file(project: Project) -> ExportFile:
    module = Module()
    for table in project.design.tables:
        plans = [plan for plan in project.entities if plan.table is table and plan.base is not None]
        if plans:
            module.need(LIBRARY, "Service")
            for plan in plans:
                module.need(f"./entities/{plan.name}.js", plan.name)
            members = Object([(plan.variable, Code(plan.name)) for plan in plans], is_open=True)
            name = project.tables[table.name]
            module.add(f"/** The entities of {name}. */\nexport const {name}Service = new Service({write(members)});\n")
    return ExportFile("src/services.ts", module.text("", "./keys.js") or "export {};\n")


def _function(project: Project, pattern: PatternPlan, module: Module, losses: list[Loss]) -> str:
    try:
        return function(project, pattern, module)
    except Unsaid as reason:
        losses.append(
            Loss(f"access_patterns.{pattern.pattern.label}", f"{reason}: the document client of the AWS SDK sends it")
        )
        return raw_function(project, pattern, module, item_types=lambda plan: f"{plan.name}Fields")


def _patterns_file(project: Project, losses: list[Loss]) -> Iterator[ExportFile]:
    found = project.others()
    if found:
        module = Module()
        for pattern in found:
            module.add(_function(project, pattern, module, losses))
        yield ExportFile("src/patterns/several.ts", module.text("", "./../keys.js"))


def _losses(project: Project) -> Iterator[Loss]:
    yield from project.losses()
    own = (
        "every item gets __edb_e__ and __edb_v__, by which ElectroDB knows its entity; items without them are not found"
    )
    yield Loss("design", own)
    for plan in project.entities:
        path = f"tables.{plan.table.name}.entities.{plan.entity.name}"
        for one in plan.keys:
            if not carried(plan, one.index):
                kind = "local" if one.index.kind is IndexKind.LSI else "global"
                yield Loss(f"{path}.{one.index.name}", f"{one.index.name}: no {kind} index of ElectroDB has such keys")
        yield from shadowing(plan, "ElectroDB")
        if names := plan.only_in_keys:
            yield Loss(
                f"{path}.attributes", f"{', '.join(names)}: in keys only; the library stores it as an attribute too"
            )


@by_key
def _build(design: Design) -> Export:
    project = Project(design)
    losses = list(_losses(project))
    files = [_table_file(project)]
    files += [_entity_file(project, plan, losses) for plan in project.entities]
    files += _patterns_file(project, losses)
    files.append(_service_file(project))
    modules = [f"./{file.path.removeprefix('src/').removesuffix('.ts')}.js" for file in files]
    index = index_file(project, "ElectroDB", losses, ["./keys.js", "./requests.js", *modules])
    return Export(
        (index, *files, ExportFile(REQUESTS_FILE, REQUESTS), *package(design, {LIBRARY: VERSION})), tuple(losses)
    )


TARGET: Final = Target(
    "electrodb",
    "ElectroDB (TypeScript)",
    ("src/index.ts", "src/entities/<Entity>.ts", "src/services.ts"),
    "text/typescript",
    _build,
    Kind.CODE,
)
