"""Terraform's HCL: tables of the AWS provider, with what scales and protects them; nothing is planned or fetched.

The files of a folder are a module; modules on disk that it calls are read with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved, text_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.line_numbers import Lines
from exporter.importers.support.report_lines import in_the_design, once_each
from exporter.importers.support.source import Source
from exporter.importers.terraform.calls import RESOURCES_MAX, Instance, instance
from exporter.importers.terraform.expressions import Evaluator
from exporter.importers.terraform.hcl import ParsedBlock, parse_hcl
from exporter.importers.terraform.modules import ROOT, Module, Modules, root_of
from exporter.importers.terraform.resource_kinds import TABLE, WORDS, ParsedResource
from exporter.importers.terraform.tables import design_of, unsaid_by
from exporter.importers.terraform.terms import EvaluationWork
from exporter.importers.terraform.tf_json import blocks_of
from exporter.importers.terraform.tf_json import claims as claims_json
from exporter.importers.terraform.variables import inputs_of, parameters_of
from modeler.core.design.model import Design
from modeler.core.documents.reading import to_document
from modeler.core.errors import DocumentInvalid

_N: Final = r'"?[\w-]+"?'
_LOOKS: Final = re.compile(
    rf"^[ \t]*(?:terraform|locals|(?:module|variable|provider)[ \t]+{_N}|(?:resource|data)[ \t]+{_N}[ \t]+{_N})"
    r"[ \t]*\{",
    re.MULTILINE,
)


def _claims(source: Source) -> bool:
    if source.folder is not None and not source.raw:
        return bool(Modules(source.folder).folders())
    if source.looks_like_json:
        return claims_json(source)
    return source.extension in ("tf", "hcl", "tofu") or bool(_LOOKS.search(source.text[:2_000_000]))


def read_terraform(text: str) -> Imported:
    """Return the design of the files of one module, joined.

    Raises DocumentInvalid with line and column if it is not HCL or is too large; with a sentence if it has no table.
    """
    return _imported(Module("", parse_hcl(text)), None, Source(b""), [])


def _read(source: Source) -> Imported:
    if source.folder is not None and not source.raw:
        modules = Modules(source.folder)
        roots = modules.roots()
        module = modules.module(root_of(modules, source.given))
        return _imported(module, modules, source, roots)
    blocks = blocks_of(source) if source.looks_like_json else parse_hcl(source.text)
    return _imported(Module("", blocks), None, source, [])


def _imported(module: Module, modules: Modules | None, source: Source, roots: list[str]) -> Imported:
    """Read a root module. Values that conditions assume for unknown variables are their values in a second reading."""
    first = EvaluationWork()
    found = _import_module(module, modules, source, roots, first)
    if not first.assumed:
        return found
    return _import_module(module, modules, source, roots, EvaluationWork(decided=first.assumed))


def _import_module(
    module: Module, modules: Modules | None, source: Source, roots: list[str], work: EvaluationWork
) -> Imported:
    context = Context(Lines(), Report(), words=WORDS)
    root = instance(module, modules, context, inputs_of(module, source.given), work)
    evaluator = root.evaluator
    resources = list(_bounded(root))
    region = _region(module.blocks, evaluator)
    _say_unread(module, roots, source, context)
    design = _with_tags(_with_others(resources, region, context, roots, module), module.blocks, evaluator)
    parameters = tuple(parameters_of(evaluator, source.given, roots, module.folder))
    said = [*work.opened.values(), *context.report.lines]
    others = {one.type for one in resources if one.type != TABLE}
    lines = tuple(in_the_design(once_each(said), json.dumps(to_document(design), ensure_ascii=False), others))
    return Imported(design, lines, places=context.places, unsaid=unsaid_by(design), parameters=parameters)


def _bounded(root: Instance) -> Iterator[ParsedResource]:
    for number, one in enumerate(root.resources()):
        if number >= RESOURCES_MAX:
            raise DocumentInvalid(f"more than {RESOURCES_MAX:,} resources", code="document.too_large")
        yield one


def _with_others(
    resources: list[ParsedResource], region: str, context: Context, roots: list[str], module: Module
) -> Design:
    """Return the design. Raises DocumentInvalid, with the other folders that can be read, if there is no table."""
    others = [one or "." for one in roots if one != module.folder]
    if any(one.type == TABLE for one in resources):
        return design_of(resources, region, context)
    left = [line for line in context.report.lines if line.path.startswith("module.") and line.level == "dropped"]
    said = f"this Terraform configuration creates no table: use files with an {TABLE}"
    if left:
        said += f"; {left[0].path}: {left[0].message}"
    if others:
        said += f"; other folders that can be read, by {ROOT}: {', '.join(others[:10])}"
    raise DocumentInvalid(said, code="document.no_model")


def _say_unread(module: Module, roots: list[str], source: Source, context: Context) -> None:
    others = [one or "." for one in roots if one != module.folder]
    if others and ROOT not in source.given:
        said = (
            f"the folder {module.folder or '.'} is read; others that no module calls are not: {', '.join(others[:20])}"
        )
        context.report.note(ROOT, said)
    for path in module.unread:
        context.report.note(path[-200:], "Terraform reads this file only if it is named on its command line; not read")


def _region(blocks: list[ParsedBlock], evaluator: Evaluator) -> str:
    """Return the Region that the first provider "aws" without an alias specifies."""
    for block in blocks:
        if block.type == "provider" and block.labels == ("aws",) and "alias" not in block.attributes:
            said = len(evaluator.report.lines)
            region: Any = evaluator.value(block.attributes["region"], "region") if "region" in block.attributes else ""
            del evaluator.report.lines[said:]
            return "" if isinstance(region, Unresolved) else text_of(region)[:255]
    return ""


def _with_tags(design: Design, blocks: list[ParsedBlock], evaluator: Evaluator) -> Design:
    """Return the design with the tags that the provider "aws" adds to everything that has no tag of that name."""
    for block in blocks:
        if block.type == "provider" and block.labels == ("aws",) and "alias" not in block.attributes:
            given = [one.attributes["tags"] for one in block.inner("default_tags") if "tags" in one.attributes]
            path = "provider.aws.default_tags"
            found: Any = evaluator.quietly(given[0], path) if given else None
            if isinstance(found, Mapping) and found:
                common = {str(name): text_of(one) for name, one in found.items() if not isinstance(one, Unresolved)}
                if unknown := [str(name)[:80] for name in found if name not in common]:
                    said = f"the files do not give the value of {', '.join(unknown[:20])}; left out"
                    evaluator.report.dropped(path, said, block.line)
                tables = [
                    replace(one, settings={**one.settings, "tags": {**common, **(one.settings.get("tags") or {})}})
                    for one in design.tables
                ]
                return replace(design, tables=tuple(tables))
    return design


IMPORTER: Final = Importer("terraform", "Terraform files", _claims, _read)
