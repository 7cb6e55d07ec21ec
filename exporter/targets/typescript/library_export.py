"""What the three TypeScript targets share: the client, a file of several patterns, the fallback, the whole export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.pattern_plan import PatternPlan
from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.base import Export, ExportFile, Loss
from exporter.targets.typescript.document_client import ReadRows, raw_function
from exporter.targets.typescript.library_project import ModuleInProgress, Project, index_file, package, table_names

CLIENT: Final = (
    "const dynamodb = new DynamoDBClient({});\n"
    "const options = { marshallOptions: { removeUndefinedValues: true } };\n"
    "export const client = DynamoDBDocumentClient.from(dynamodb, options);\n"
)


@dataclass
class LibraryExport:
    """One export while it is written. `function` writes a pattern with the library, or raises Unsupported."""

    project: Project
    losses: list[Loss]
    function: Callable[[Project, PatternPlan, ModuleInProgress], str]
    new_module: Callable[[], ModuleInProgress] = field(default=ModuleInProgress)
    read: ReadRows = lambda pattern, module, rows: rows

    def add_function(self, pattern: PatternPlan, module: ModuleInProgress) -> None:
        """The function of a pattern; what the library cannot represent is sent by the document client."""
        try:
            module.add(self.function(self.project, pattern, module))
        except Unsupported as reason:
            said = f"{reason.message}: the document client of the AWS SDK sends it"
            self.losses.append(Loss(f"access_patterns.{pattern.pattern.label}", said))
            noted = replace(pattern, notes=(*pattern.notes, said))
            module.add(raw_function(self.project, noted, module, item_types=_fields_of, read=self.read))

    def several_file(self) -> Iterator[ExportFile]:
        """`several.ts`: the patterns of several entities, where there are any."""
        found = self.project.others()
        if found:
            module = self.new_module()
            for pattern in found:
                self.add_function(pattern, module)
            yield ExportFile("src/patterns/several.ts", module.text("", "./../keys.js"))

    def export(self, title: str, library: str, version: str, files: Iterable[ExportFile]) -> Export:
        """The whole package around the `files` of the library."""
        own = tuple(files)
        modules = [f"./{file.path.removeprefix('src/').removesuffix('.ts')}.js" for file in own]
        index = index_file(self.project, title, self.losses, ["./keys.js", "./requests.js", *modules])
        around = (
            ExportFile("src/requests.ts", runtime_file("typescript", "requests.ts")),
            *package(self.project.design, {library: version}),
        )
        return Export((index, *own, *around), tuple(self.losses))


def _fields_of(plan: EntityPlan) -> str:
    return f"{plan.name}Fields"


def table_module(project: Project, client: str = CLIENT) -> ModuleInProgress:
    """The module `table.ts` with the client and the names of the tables."""
    module = ModuleInProgress()
    module.need("@aws-sdk/client-dynamodb", "DynamoDBClient")
    module.need("@aws-sdk/lib-dynamodb", "DynamoDBDocumentClient")
    module.add(client)
    module.add(table_names(project))
    return module


def key_only_losses(plan: EntityPlan) -> Iterator[Loss]:
    """Attributes that live inside keys only, which a library of models stores all the same."""
    if names := plan.only_in_keys:
        path = f"tables.{plan.table.name}.entities.{plan.entity.name}.attributes"
        yield Loss(path, f"{', '.join(names)}: only in keys; the library also stores it as an attribute")
