"""Python sources that create tables, by their syntax tree: boto3's ``create_table``, PynamoDB's models, the AWS CDK."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.programs.designs import Given, design_of_shapes
from exporter.importers.programs.pulumi_sources import IN_PYTHON, python_design
from exporter.importers.programs.pynamodb_models import models_of, region_of
from exporter.importers.programs.python_cdk import constructs_of
from exporter.importers.programs.python_files import PythonProgram, program_of
from exporter.importers.programs.python_values import PythonConstants, nodes
from exporter.importers.support.base import Imported, Importer
from exporter.importers.support.source import Source

_LOOKS: Final = re.compile(r"\bcreate_table\s*\(|^\s*(?:from|import)\s+(?:pynamodb|aws_cdk)\b", re.MULTILINE)
_BESIDE: Final[Mapping[str, str]] = {
    "update_time_to_live": "TimeToLiveSpecification",
    "update_continuous_backups": "PointInTimeRecoverySpecification",
}
_REQUEST: Final = frozenset({"TableName", "KeySchema", "AttributeDefinitions"})


def _claims(source: Source) -> bool:
    if source.extension == "py":
        return True
    if source.extension or source.looks_like_json:
        return False
    return bool(_LOOKS.search(source.text[:500_000])) and bool(re.search(r"^(?:import|from) \w", source.text, re.M))


def _read(source: Source) -> Imported:
    program = program_of(source)
    context = program.files[0].values.context
    for file in program.files:
        if IN_PYTHON.search(file.text) and (made := python_design(file.tree, context)) is not None:
            return made
    what = "a source that calls boto3's create_table, or has models of PynamoDB or tables of the AWS CDK or Pulumi"
    return design_of_shapes(_tables(program), what, context, region_of(program))


def _tables(program: PythonProgram) -> Iterator[Given]:
    for file in program.files:
        yield from _created(file.tree, file.values)
    yield from models_of(program)
    for file in program.files:
        yield from constructs_of(file.tree, file.values.context)


def _created(tree: ast.Module, values: PythonConstants) -> Iterator[Given]:
    calls = [node for node in nodes(tree) if isinstance(node, ast.Call)]
    beside = {(name, text_of(found.get("TableName"))): found for name, found in _beside(calls, values)}
    created = set()
    for node in calls:
        if _name(node) != "create_table":
            continue
        shape = _arguments(node, values)
        if "KeySchema" not in shape:
            continue
        name = text_of(shape.get("TableName"))
        created.add(name)
        for call, member in _BESIDE.items():
            if found := beside.get((call, name)):
                shape[member] = found.get(member)
        yield f"line {node.lineno}.create_table", shape, ()
    yield from _constants(tree, values, created)


def _constants(tree: ast.Module, values: PythonConstants, created: set[str]) -> Iterator[Given]:
    """Yield requests that no call of the file gives: a fixture, or what another file creates."""
    for node in nodes(tree):
        if not isinstance(node, ast.Dict):
            continue
        members = {key.value for key in node.keys if isinstance(key, ast.Constant)}
        shape = values.value(node) if members >= _REQUEST else None
        if isinstance(shape, dict) and text_of(shape.get("TableName")) not in created:
            created.add(text_of(shape["TableName"]))
            path = f"line {node.lineno}"
            values.context.report.guessed(path, "no call in this file creates it; read as a table", node.lineno)
            values.context.lines.put(shape, None, node.lineno)
            yield path, shape, ()


def _name(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _beside(calls: list[ast.Call], values: PythonConstants) -> Iterator[tuple[str, dict[str, Any]]]:
    for node in calls:
        if (name := _name(node)) in _BESIDE:
            yield name, _arguments(node, values)


def _arguments(node: ast.Call, values: PythonConstants) -> dict[str, Any]:
    made: dict[str, Any] = {}
    values.context.lines.put(made, None, node.lineno)
    for one in node.keywords:
        found = values.value(one.value)
        if one.arg is None:
            if isinstance(found, dict):
                values.context.lines.carry(found, made)
                made |= found
            continue
        made[one.arg] = found
        values.context.lines.put(made, one.arg, one.lineno)
    if isinstance(made.get("TableName"), Unresolved):
        values.context.lines.put(made, "TableName", node.lineno)
    return made


IMPORTER: Final = Importer("python", "a Python source that creates tables", _claims, _read)
