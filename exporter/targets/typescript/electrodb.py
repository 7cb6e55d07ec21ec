"""ElectroDB: one Entity with its indexes per entity, one Service per table, one function per access pattern."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind
from exporter.targets.support.resolved_reads import by_key
from exporter.targets.typescript.document_client import stored
from exporter.targets.typescript.electrodb_functions import function
from exporter.targets.typescript.electrodb_keys import carried, computed_base, is_entity, primary_of
from exporter.targets.typescript.electrodb_schema import entity_constant, left_behind, marks_of, primary_function
from exporter.targets.typescript.entity_rows import electrodb_rows
from exporter.targets.typescript.library_export import LibraryExport, key_only_losses, table_module
from exporter.targets.typescript.library_project import (
    ModuleInProgress,
    Project,
    fields_interface,
    key_functions,
    shadowing,
)
from exporter.targets.typescript.nodes import Code, Object, write
from modeler.core.design.model import Design
from modeler.core.design.tables import IndexKind

LIBRARY: Final = "electrodb"
VERSION: Final = "^3.9.3"


def _table_file(project: Project) -> ExportFile:
    return ExportFile("src/table.ts", table_module(project).text("", "./keys.js"))


def _entity_file(writing: LibraryExport, plan: EntityPlan) -> ExportFile:
    module = ModuleInProgress(plan)
    for text in (fields_interface(plan), *key_functions(plan, module), stored(plan, writing.project)):
        module.add(text)
    if is_entity(plan):
        module.add(entity_constant(writing.project, plan, module))
        if computing := primary_function(plan):
            module.used.add("needed")
            module.add(computing)
    for pattern in writing.project.of_entity(plan):
        writing.add_function(pattern, module)
    return ExportFile(f"src/entities/{plan.name}.ts", module.text("", "./../keys.js"))


def _service_file(project: Project) -> ExportFile:
    module = ModuleInProgress()
    for table in project.design.tables:
        plans = [plan for plan in project.entities if plan.table is table and is_entity(plan)]
        if plans:
            module.need(LIBRARY, "Service")
            for plan in plans:
                module.need(f"./entities/{plan.name}.js", plan.name)
            members = Object([(plan.variable, Code(plan.name)) for plan in plans], is_open=True)
            name = project.tables[table.name]
            module.add(f"/** The entities of {name}. */\nexport const {name}Service = new Service({write(members)});\n")
    return ExportFile("src/services.ts", module.text("", "./keys.js") or "export {};\n")


def _losses(project: Project) -> Iterator[Loss]:
    yield from project.losses()
    own = (
        "every item gets __edb_e__ and __edb_v__, by which ElectroDB identifies its entity; items "
        "without them are not found"
    )
    yield Loss("design", own)
    for plan in project.entities:
        path = f"tables.{plan.table.name}.entities.{plan.entity.name}"
        if plan.base is not None and not is_entity(plan):
            own = "ElectroDB does not support the keys of its table; its patterns are sent with the AWS SDK"
            yield Loss(path, f"it has no Entity: {own}")
            continue
        for one in plan.keys:
            if not carried(plan, one.index):
                kind = "local" if one.index.kind is IndexKind.LSI else "global"
                yield Loss(
                    f"{path}.{one.index.name}",
                    f"{one.index.name}: ElectroDB does not support such keys for a {kind} index",
                )
        yield from shadowing(plan, "ElectroDB")
        yield from key_only_losses(plan)
        for said in left_behind(plan):
            yield Loss(path, said)
        if names := computed_base(plan):
            own = f"put and create compute it, and {primary_of(plan)} makes it for get, update and delete"
            yield Loss(path, f"no template of ElectroDB can express {', '.join(names)}: {own}")


@by_key
def _build(design: Design) -> Export:
    project = Project(design, marks_of)
    writing = LibraryExport(project, list(_losses(project)), function, read=electrodb_rows)
    files = [_table_file(project), ExportFile("src/transactions.ts", runtime_file("typescript", "transactions.ts"))]
    files += [_entity_file(writing, plan) for plan in project.entities]
    files += writing.several_file()
    files.append(_service_file(project))
    return writing.export("ElectroDB", LIBRARY, VERSION, files)


TARGET: Final = Target(
    "electrodb",
    "ElectroDB (TypeScript)",
    ("src/index.ts", "src/entities/<Entity>.ts", "src/services.ts"),
    "text/typescript",
    _build,
    TargetKind.CODE,
)
