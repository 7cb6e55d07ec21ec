"""Pulumi in TypeScript: the tables of a design, with auto scaling, alarms, and policies, for @pulumi/aws 7."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from exporter.targets.access_code.nodes import CallCode, Node
from exporter.targets.base import Export, ExportFile, Target, TargetKind, header
from exporter.targets.pulumi import program
from exporter.targets.pulumi.program import CLASSES, PulumiProgram, Writer, camel
from exporter.targets.support.literals import Language, Style, identifier, slash_comment, typescript_literal
from exporter.targets.terraform.resources import KMS_KEY, SCALING_TARGET
from exporter.targets.terraform.values import Resource
from exporter.targets.typescript.code_writer import INDENT, statement
from modeler.core.design.model import Design

PACKAGES: Final = {"@pulumi/aws": "^7.48.0", "@pulumi/pulumi": "^3.150.0"}
DEVELOPMENT: Final = {"@types/node": "^22.0.0", "typescript": "^5.9.0"}
COMPILER: Final = {
    "strict": True,
    "outDir": "bin",
    "target": "es2022",
    "module": "commonjs",
    "moduleResolution": "node",
    "sourceMap": True,
    "skipLibCheck": True,
    "forceConsistentCasingInFileNames": True,
}


def _index(design: Design, made: PulumiProgram, head: list[str]) -> str:
    writer = Writer(made, camel, "pulumi.concat", "JSON.stringify")
    imports = 'import * as aws from "@pulumi/aws";\n'
    if made.asked or any(one.type == SCALING_TARGET for one in made.resources):
        imports += 'import * as pulumi from "@pulumi/pulumi";\n'
    body = "".join(f"\n{text}" for one in made.resources for text in _resource(one, made, writer))
    exports = "".join(_outputs(made))
    return slash_comment(head) + "\n" + imports + "".join(_settings(made)) + body + ("\n" + exports if exports else "")


def _settings(made: PulumiProgram) -> Iterator[str]:
    if made.asked:
        yield "\nconst config = new pulumi.Config();\n"
    for name, variable in made.asked.items():
        key = typescript_literal(camel(name))
        yield slash_comment([variable.description])
        read = f"config.get({key})"
        if variable.is_list or variable.is_flag:
            read = f"config.getObject<string[]>({key}) ?? []" if variable.is_list else f"config.getBoolean({key})"
        yield f"const {made.settings[name]} = {read};\n"


def _resource(resource: Resource, made: PulumiProgram, writer: Writer) -> Iterator[str]:
    arguments: list[Node] = [writer.members(resource.attributes)]
    held = made.variable(resource)
    start = f"const {held} = " if held else ""
    if resource.type == KMS_KEY:
        yield statement(start, CallCode("aws.kms.getKeyOutput", tuple(arguments)))
        return
    options: dict[str, Node] = {camel(name): value for name, value in program.deletion(resource).items()}
    if resource.ignored:
        ignored: list[Node] = [
            "globalSecondaryIndexes" if one.startswith("global") else camel(one) for one in resource.ignored
        ]
        options["ignoreChanges"] = ignored
    if options:
        arguments.append(dict(sorted(options.items())))
    depth = 1 if resource.wanted else 0
    call = CallCode(f"new aws.{CLASSES[resource.type]}", (resource.label.replace("_", "-"), *arguments))
    notes = [*resource.description.splitlines(), *resource.comments]
    if any(one.startswith("global") for one in resource.ignored):
        notes += program.WHOLE_INDEXES
    text = slash_comment(notes, len(INDENT) * depth) + statement(start, call, depth)
    yield f"if ({made.settings[resource.wanted.name]}) {{\n{text}}}\n" if resource.wanted else text


def _outputs(made: PulumiProgram) -> Iterator[str]:
    taken = ["pulumi", "aws", "config", *made.settings.values(), *made.variables.values()]
    for name, table, attribute in program.outputs(made):
        exported = identifier(name, Style.CAMEL, Language.TYPESCRIPT, taken)
        taken.append(exported)
        yield f"export const {exported} = {made.variable(table)}.{camel(attribute)};\n"


def _build(design: Design) -> Export:
    made = program.program(design, Language.TYPESCRIPT, Style.CAMEL)
    losses = program.losses(design)
    head = header(design, "Pulumi (TypeScript)", losses)
    package = {
        "name": program.project_name(design),
        "private": True,
        "main": "index.ts",
        "dependencies": PACKAGES,
        "devDependencies": DEVELOPMENT,
    }
    runtime = {"name": "nodejs", "options": {"packagemanager": "npm"}}
    files = {
        "Pulumi.yaml": program.project(design, made, runtime, head[:1]),
        "index.ts": _index(design, made, head),
        "package.json": json.dumps(package, indent=2) + "\n",
        "tsconfig.json": json.dumps({"compilerOptions": COMPILER, "files": ["index.ts"]}, indent=2) + "\n",
    }
    return Export(tuple(ExportFile(path, text) for path, text in files.items()), losses)


TARGET: Final = Target(
    "pulumi-typescript",
    "Pulumi (TypeScript)",
    ("index.ts", "Pulumi.yaml", "package.json", "tsconfig.json"),
    "text/plain",
    _build,
    TargetKind.INFRASTRUCTURE,
)
