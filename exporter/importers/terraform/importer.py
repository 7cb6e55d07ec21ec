"""Terraform's HCL: tables of the AWS provider, with what scales and protects them; nothing is planned or fetched.

The files of a module belong together: `read_terraform` takes their texts joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved, text_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.line_numbers import Lines
from exporter.importers.support.source import Source
from exporter.importers.terraform.expressions import Evaluator
from exporter.importers.terraform.hcl import Block, parse_hcl
from exporter.importers.terraform.loops import instances
from exporter.importers.terraform.registry_module import arguments_of, is_known, scaling_of
from exporter.importers.terraform.tables import READ, TABLE, TARGET, Resource, design_of, unsaid_by
from exporter.importers.terraform.tf_json import blocks_of
from exporter.importers.terraform.tf_json import claims as claims_json

RESOURCES_MAX: Final = 20_000

_N: Final = r'"?[\w-]+"?'
_LOOKS: Final = re.compile(
    rf"^[ \t]*(?:terraform|locals|(?:module|variable|provider)[ \t]+{_N}|(?:resource|data)[ \t]+{_N}[ \t]+{_N})"
    r"[ \t]*\{",
    re.MULTILINE,
)


def _claims(source: Source) -> bool:
    if source.looks_like_json:
        return claims_json(source)
    return source.extension in ("tf", "hcl", "tofu") or bool(_LOOKS.search(source.text[:2_000_000]))


def read_terraform(text: str) -> Imported:
    """Return the design of the joined files of one module; lines are numbered across files.

    Raises DocumentInvalid with line and column if it is not HCL or is too large; with a sentence if it has no table.
    """
    return _imported(parse_hcl(text))


def _read(source: Source) -> Imported:
    return _imported(blocks_of(source)) if source.looks_like_json else read_terraform(source.text)


def _imported(blocks: list[Block]) -> Imported:
    context = Context(Lines(), Report())
    evaluator = Evaluator(blocks, context.report)
    resources = list(_resources(blocks, evaluator, context))
    region = _region(blocks, evaluator)
    design = design_of(resources, region, context)
    return Imported(design, tuple(context.report.lines), places=context.places, unsaid=unsaid_by(design))


def _resources(blocks: list[Block], evaluator: Evaluator, context: Context) -> Iterator[Resource]:
    found = 0
    for block in blocks:
        if block.type == "module" and block.labels:
            yield from _of_module(block, evaluator, context)
        if block.type != "resource" or len(block.labels) != 2:
            continue
        kind, label = block.labels
        address = f"{kind}.{label}"
        if kind not in READ:
            found += 1
            yield Resource(kind, address, {})
            continue
        for suffix, bound in instances(evaluator, block, address):
            found += 1
            path = f"{address}{suffix}"
            if found > RESOURCES_MAX:
                return
            with evaluator.binding(bound):
                yield Resource(kind, path, evaluator.block(block, path, context.lines.put))


def _of_module(block: Block, evaluator: Evaluator, context: Context) -> Iterator[Resource]:
    """Return the tables of a known module; report that other modules are not read."""
    address = f"module.{block.labels[0]}"[:200]
    source = block.attributes.get("source")
    if source is None or not is_known(evaluator.value(source, f"{address}.source")):
        said = "a module's files are not read; import them as a separate module, or use terraform show -json"
        context.report.dropped(address, said, block.line)
        return
    for suffix, bound in instances(evaluator, block, address):
        with evaluator.binding(bound):
            inputs = evaluator.block(block, f"{address}{suffix}", context.lines.put)
        arguments = arguments_of(inputs)
        if arguments is None:
            context.report.dropped(f"{address}{suffix}", "it creates no table; left out", block.line)
            continue
        context.lines.carry(inputs, arguments)
        yield Resource(TABLE, f"{address}{suffix}", arguments)
        for scaled in scaling_of(inputs):
            context.lines.carry(inputs, scaled)
            yield Resource(TARGET, f"{address}{suffix}", scaled)


def _region(blocks: list[Block], evaluator: Evaluator) -> str:
    """Return the Region that the first provider "aws" without an alias specifies."""
    for block in blocks:
        if block.type == "provider" and block.labels == ("aws",) and "alias" not in block.attributes:
            said = len(evaluator.report.lines)
            region: Any = evaluator.value(block.attributes["region"], "region") if "region" in block.attributes else ""
            del evaluator.report.lines[said:]
            return "" if isinstance(region, Unresolved) else text_of(region)[:255]
    return ""


IMPORTER: Final = Importer("terraform", "Terraform files", _claims, _read)
