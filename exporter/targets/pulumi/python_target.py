"""Pulumi in Python: the tables of a design, with auto scaling, alarms, and policies, for pulumi-aws 7."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exporter.targets.access_code.nodes import CallCode, Node
from exporter.targets.base import Export, ExportFile, Target, TargetKind, header
from exporter.targets.pulumi import program
from exporter.targets.pulumi.program import CLASSES, PulumiProgram, Writer
from exporter.targets.python.code_writer import INDENT, assignment
from exporter.targets.support.literals import Language, Style, python_comment, python_literal
from exporter.targets.terraform.resources import KMS_KEY, POLICY
from exporter.targets.terraform.values import Resource
from modeler.core.design.model import Design

REQUIREMENTS: Final = "pulumi>=3.150,<4\npulumi-aws>=7.51,<8\n"
"""The files are checked with pulumi-aws 7.51."""


def _main(design: Design, made: PulumiProgram, head: list[str]) -> str:
    writer = Writer(made, lambda name: name, "pulumi.Output.concat", "json.dumps")
    body = "".join(f"\n{text}" for one in made.resources for text in _resource(one, made, writer))
    imports = "import pulumi\nimport pulumi_aws as aws\n"
    if any(one.type == POLICY for one in made.resources):
        imports = "import json\n\n" + imports
    settings = "".join(_settings(made))
    exports = "".join(
        f"pulumi.export({python_literal(program.camel(name))}, {made.variable(table)}.{attribute})\n"
        for name, table, attribute in program.outputs(made)
    )
    return python_comment(head) + "\n" + imports + settings + body + ("\n" + exports if exports else "")


def _settings(made: PulumiProgram) -> Iterator[str]:
    if made.asked:
        yield "\nconfig = pulumi.Config()\n"
    for name, variable in made.asked.items():
        key = python_literal(program.camel(name))
        yield python_comment([variable.description])
        read = f"config.get({key})"
        if variable.is_list or variable.is_flag:
            read = f"config.get_object({key}) or []" if variable.is_list else f"config.get_bool({key})"
        yield f"{made.settings[name]} = {read}\n"


def _resource(resource: Resource, made: PulumiProgram, writer: Writer) -> Iterator[str]:
    arguments = writer.members(resource.attributes)
    if resource.type == KMS_KEY:
        yield assignment(made.variable(resource), CallCode("aws.kms.get_key_output", (), arguments))
        return
    options: dict[str, Node] = {**program.deletion(resource)}
    if resource.ignored:
        # The SDK has members named like arguments.
        ignored: list[Node] = [
            "global_secondary_indexes" if one.startswith("global") else one for one in resource.ignored
        ]
        options["ignore_changes"] = ignored
    if options:
        arguments["opts"] = CallCode("pulumi.ResourceOptions", (), dict(sorted(options.items())))
    depth = 1 if resource.wanted else 0
    call = CallCode(f"aws.{CLASSES[resource.type]}", (resource.label.replace("_", "-"),), arguments)
    notes = [*resource.description.splitlines(), *resource.comments]
    if any(one.startswith("global") for one in resource.ignored):
        notes += program.WHOLE_INDEXES
    guard = f"if {made.settings[resource.wanted.name]}:\n" if resource.wanted else ""
    yield guard + python_comment(notes, len(INDENT) * depth) + assignment(made.variable(resource), call, depth)


def _build(design: Design) -> Export:
    made = program.program(design, Language.PYTHON, Style.SNAKE)
    losses = program.losses(design)
    head = header(design, "Pulumi (Python)", losses)
    runtime = {"name": "python", "options": {"virtualenv": "venv"}}
    files = {
        "Pulumi.yaml": program.project(design, made, runtime, head[:1]),
        "__main__.py": _main(design, made, head),
        "requirements.txt": REQUIREMENTS,
    }
    return Export(tuple(ExportFile(path, text) for path, text in files.items()), losses)


TARGET: Final = Target(
    "pulumi-python",
    "Pulumi (Python)",
    ("__main__.py", "Pulumi.yaml", "requirements.txt"),
    "text/x-python",
    _build,
    TargetKind.INFRASTRUCTURE,
)
