"""Models of ElectroDB and OneTable in TypeScript and JavaScript sources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.described.tables import Unresolved
from exporter.importers.scripts.files import program_of
from exporter.importers.scripts.plain import plain
from exporter.importers.scripts.syntax import EXTENSIONS, faults
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants
from exporter.importers.support.base import Report
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid

ELECTRODB: Final = re.compile(r"""["']electrodb["']|\bnew\s+Entity\s*\(\s*\{\s*model:\s*\{[^{}]*\bentity:""")
"""The library, also through another module: by the shape that only its models have."""
ONETABLE: Final = re.compile(
    r"""["']dynamodb-onetable(?:/\w+)?["']|["']onetable:1\.|\bindexes:\s*\{\s*primary:\s*\{\s*hash:"""
)
_PARTS: Final = ("model", "attributes", "indexes")
_IMPORTS: Final = re.compile(r"^\s*(?:import|export|const|let|var|type|interface|class|module)\b", re.MULTILINE)


def is_source(source: Source, library: re.Pattern[str]) -> bool:
    """Is it a TypeScript or JavaScript source that uses a library?"""
    if source.looks_like_json or (source.extension and source.extension not in EXTENSIONS):
        return False
    return bool(library.search(source.text)) and bool(_IMPORTS.search(source.text))


def electrodb_models(source: Source, report: Report) -> list[tuple[str, Any]]:
    """Return the arguments of each ``new Entity(...)`` with its place. Raises DocumentInvalid if there is none."""
    values, lines = constants_of(source, report)
    found: list[tuple[str, Any]] = []
    for node, scope in values.calls:
        made = values.value(node, scope)
        if not isinstance(made, ConstructedValue) or not made.is_new or made.last not in ("Entity", "ElectroEntity"):
            continue
        model, options = (*made.arguments, None, None)[:2]
        model = model.arguments[0] if isinstance(model, ConstructedValue) and model.arguments else model
        path = f"line {made.line}"
        if not isinstance(model, Mapping) or not all(isinstance(model.get(name), Mapping) for name in _PARTS):
            report.dropped(path, "the model of this entity is not in this file; left out", made.line)
            continue
        raw = plain(_without_conditions(model), path, values.context)
        table = options.get("table") if isinstance(options, Mapping) else None
        if isinstance(table, str) and table:
            raw.setdefault("table", str(table))
            if isinstance(table, Unresolved):
                _say_unknown_name(table, made.line, report)
        found.append((path, raw))
    report.lines += values.context.report.lines
    if not found:
        raise nothing_in("ElectroDB entity", "new Entity({model, attributes, indexes})", lines)
    return found


def _without_conditions(model: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a model in which only the names of the functions remain that decide who is in an index."""
    indexes = {
        name: {**one, "condition": "function"} if isinstance(one, Mapping) and "condition" in one else one
        for name, one in model["indexes"].items()
    }
    return {**model, "indexes": indexes}


def onetable_schema(source: Source, report: Report) -> Mapping[str, Any]:
    """Return the first schema of a source, with the name of its table. Raises DocumentInvalid if there is none."""
    values, lines = constants_of(source, report)
    schemas = []
    for node, scope in values.objects:
        value = values.value(node, scope)
        if isinstance(value, dict) and {"indexes", "models"} <= value.keys() and isinstance(value["models"], dict):
            schemas.append((value, node.start_point.row + 1))
    if not schemas:
        raise nothing_in("OneTable schema", "an object with indexes and models", lines)
    for _, line in schemas[1:]:
        report.dropped(f"line {line}", "one schema is read from a file; this one is left out", line)
    first, line = schemas[0]
    for name in [name for name, one in first["models"].items() if isinstance(one, Unresolved)]:
        said = "this model is in another file: import the folder that holds both, or a zip of it; left out"
        report.dropped(f"line {line}.models.{name}", said, line)
    own = {name: one for name, one in first["models"].items() if not isinstance(one, Unresolved)}
    schema = plain({**first, "models": own}, f"line {line}", values.context)
    for node, scope in values.calls:
        made = values.value(node, scope)
        if isinstance(made, ConstructedValue) and made.is_new and made.last == "Table" and made.arguments:
            options = made.arguments[0]
            if isinstance(options, dict) and isinstance(options.get("name"), str):
                schema.setdefault("table", str(options["name"]))
                if isinstance(options["name"], Unresolved):
                    _say_unknown_name(options["name"], made.line, report)
    report.lines += values.context.report.lines
    return schema if isinstance(schema, dict) else {}


def _say_unknown_name(name: str, line: int, report: Report) -> None:
    said = f"the table's name is known only when the program runs; named {name[:80]!r}"
    if all(one.message != said for one in report.lines):
        report.guessed(f"line {line}.name", said, line)


def constants_of(source: Source, report: Report) -> tuple[ScriptConstants, list[int]]:
    """Return the constants of a source, and the lines in it that were not understood, which are reported."""
    values = ScriptConstants(*program_of(source))
    lines = [line for root in values.roots for line in faults(root)]
    for line in lines:
        report.dropped(f"line {line}", "not understood; what is around it may be missing", line)
    return values, lines


def nothing_in(what: str, written: str, lines: list[int]) -> DocumentInvalid:
    """Return the error for a source that has no model of a library."""
    where = f"line {lines[0]}: not understood. " if lines else ""
    said = (
        f"{where}This source has no {what} that can be read without running it ({written} with constants); "
        "run JSON.stringify on that object and import the JSON"
    )
    return DocumentInvalid(said, code="document.no_model")
