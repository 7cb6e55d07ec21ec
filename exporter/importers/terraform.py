"""Terraform's HCL: tables of the AWS provider, with what scales and guards them; nothing is planned or fetched.

The files of a module belong together: `read_terraform` takes their texts one behind the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from exporter.importers.base import Imported, Importer, Report
from exporter.importers.described_tables import Context, Unresolved, text_of, whole
from exporter.importers.located import Lines
from exporter.importers.source import Source
from exporter.importers.terraform_hcl import Block, parse_hcl
from exporter.importers.terraform_tables import READ, Resource, design_of, unsaid_by
from exporter.importers.terraform_values import Evaluator

RESOURCES_MAX: Final = 20_000

_N: Final = r'"?[\w-]+"?'
_LOOKS: Final = re.compile(
    rf"^[ \t]*(?:terraform|locals|(?:module|variable|provider)[ \t]+{_N}|(?:resource|data)[ \t]+{_N}[ \t]+{_N})"
    r"[ \t]*\{",
    re.MULTILINE,
)


def _claims(source: Source) -> bool:
    if source.looks_like_json:
        return False
    return source.extension in ("tf", "hcl", "tofu") or bool(_LOOKS.search(source.text[:2_000_000]))


def read_terraform(text: str) -> Imported:
    """The design of the files of one module, one behind the other; lines count through.

    Raises DocumentInvalid with line and column where it is no HCL, or too much of it; a sentence where it has no table.
    """
    blocks = parse_hcl(text)
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
            said = "a module's files are not read; give them as a module of their own, or terraform show -json"
            context.report.dropped(f"module.{block.labels[0]}"[:200], said, block.line)
        if block.type != "resource" or len(block.labels) != 2:
            continue
        found += 1
        kind, label = block.labels
        address = f"{kind}.{label}"
        if kind not in READ or found > RESOURCES_MAX:
            yield Resource(kind, address, {})
            continue
        if _is_made(block, address, evaluator, context):
            yield Resource(kind, address, evaluator.block(block, address, context.lines.put))


def _is_made(block: Block, address: str, evaluator: Evaluator, context: Context) -> bool:
    """Is it made at all? Of several of its kind, one stands in the design."""
    for name in ("count", "for_each"):
        if name not in block.attributes:
            continue
        value = evaluator.value(block.attributes[name], f"{address}.{name}")
        if (name == "count" and value == 0 and value is not False) or value in ([], {}):
            context.report.dropped(f"{address}.{name}", "it makes none of this; left out", block.lines[name])
            return False
        many = whole(value) if name == "count" else (len(value) if isinstance(value, list | dict) else None)
        if many == 1 and name == "count":
            continue
        times = f"{many} of this" if many else "a number of this that is known when it is applied"
        said = f"{name} makes {times}; one stands in the design"
        context.report.guessed(f"{address}.{name}", said, block.lines[name])
    return True


def _region(blocks: list[Block], evaluator: Evaluator) -> str:
    """The Region of the first provider "aws" without an alias that says it."""
    for block in blocks:
        if block.type == "provider" and block.labels == ("aws",) and "alias" not in block.attributes:
            said = len(evaluator.report.lines)
            region: Any = evaluator.value(block.attributes["region"], "region") if "region" in block.attributes else ""
            del evaluator.report.lines[said:]
            return "" if isinstance(region, Unresolved) else text_of(region)[:255]
    return ""


IMPORTER: Final = Importer("terraform", "Terraform files", _claims, lambda source: read_terraform(source.text))
