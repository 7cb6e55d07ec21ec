"""Access code: a typed Python package that uses boto3, one module per entity, one function per access pattern."""

from __future__ import annotations

from typing import Final

from exporter.targets.access_code.runtime_files import runtime_file
from exporter.targets.base import Export, ExportFile, Target, TargetKind, comment_text, header
from exporter.targets.python.entities import entity_module
from exporter.targets.python.naming import item_class
from exporter.targets.python.package import Package, package_of
from exporter.targets.python.project_file import project_file
from exporter.targets.support.literals import python_comment, python_docstring, python_literal
from exporter.targets.support.resolved_reads import by_key
from modeler.core.design.model import Design

OLDEST: Final = "3.12"
"""The oldest Python that reads the package: its generic classes have the syntax of that version."""

RUNTIME: Final = ("__init__", "keys", "conditions", "rules", "calls")


def package_files(package: Package) -> tuple[ExportFile, ...]:
    """Return the files of the package."""
    root = package.name
    found = [
        ExportFile(f"{root}/__init__.py", _init(package)),
        ExportFile(f"{root}/py.typed", "\n"),
        ExportFile(f"{root}/tables.py", _tables(package)),
        ExportFile(f"{root}/patterns.py", package.patterns_module()),
        ExportFile(f"{root}/entities/__init__.py", _entities(package)),
    ]
    found += [ExportFile(f"{root}/entities/{plan.module}.py", entity_module(plan)) for plan in package.entities]
    found += [ExportFile(f"{root}/runtime/{name}.py", _runtime(name)) for name in RUNTIME]
    found.append(project_file(root, OLDEST, ["boto3>=1.42"]))
    return tuple(found)


def _runtime(name: str) -> str:
    return runtime_file("python", f"{name}.py")


def _init(package: Package) -> str:
    design = package.design
    said = [f"{design.name}: access code for DynamoDB, written by Keysheet.", ""]
    said += [*comment_text(design.description).split("\n"), ""] if design.description else []
    said += [
        "entities: a class for each, with its keys. patterns: a function for each access pattern. tables: their names.",
        f"Functions expect boto3's Table: boto3.resource('dynamodb').Table(name). Python {OLDEST} or later.",
    ]
    losses = python_comment(header(design, "access code", package.losses)[1:])
    return python_docstring(said) + ("\n" + losses if losses else "")


def _tables(package: Package) -> str:
    names = {table.name: [index.name for index in table.indexes] for table in package.design.tables}
    lines = "".join(f"    {python_literal(name)}: {python_literal(indexes)},\n" for name, indexes in names.items())
    about = python_docstring(["The tables of the design, each with its indexes."])
    return f"{about}\nINDEXES: dict[str, list[str]] = {{\n{lines}}}\n"


def _entities(package: Package) -> str:
    lines = [f"from .{plan.module} import {plan.name}, {item_class(plan)}\n" for plan in package.entities]
    exported = [name for plan in package.entities for name in (plan.name, item_class(plan))]
    about = python_docstring(["The entities of the design."])
    return about + "\n" + "".join(lines) + f"\n__all__ = {python_literal(sorted(exported))}\n"


@by_key
def _build(design: Design) -> Export:
    package = package_of(design)
    return Export(package_files(package), package.losses)


TARGET: Final = Target(
    "python",
    "Python access code (boto3, typed)",
    ("<design>/entities/*.py", "<design>/patterns.py"),
    "text/x-python",
    _build,
    TargetKind.CODE,
)
