"""A server of the Model Context Protocol: a tool for each access pattern, and the IAM policies that the tools need."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Final

from exporter.targets.base import Export, ExportFile, Loss, Target, TargetKind, header
from exporter.targets.infrastructure import table_inputs
from exporter.targets.policies.arns import ACCOUNT, place_losses
from exporter.targets.policies.pattern_policies import pattern_policy
from exporter.targets.python.entities import needed
from exporter.targets.python.functions import PackageFunction
from exporter.targets.python.package import Package, package_of
from exporter.targets.python.signature import Argument
from exporter.targets.python.target import package_files
from exporter.targets.support.literals import (
    Language,
    Style,
    identifier,
    python_comment,
    python_docstring,
    python_literal,
)
from exporter.targets.support.resolved_reads import by_key
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation

SDK: Final = "mcp>=2.3,<3"
_IMPORTS: Final = """
from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal

import serving as _serving
from mcp.server.mcpserver import MCPServer as _MCPServer
from mcp.types import ToolAnnotations as _ToolAnnotations
"""
LINE: Final = 92
_OWN: Final = ("found", "server", "READS", "WRITES", "DELETES", "Any", "Decimal", "Literal", "Sequence")
_START: Final = Argument("start", "str", default='""', said="the next of the page before")
_LIMIT: Final = Argument("limit", "int", default="_serving.PAGE", said="how many items DynamoDB examines at most")


@by_key
def _build(design: Design) -> Export:
    package = package_of(design)
    losses = (*package.losses, *_losses(design))
    reads = [one.pattern for one in package.functions if _reads(one)]
    writes = [one.pattern for one in package.functions if not _reads(one)]
    found = [
        ExportFile("server.py", _server(package, losses)),
        ExportFile("serving.py", files("exporter.targets.python").joinpath("data/serving.txt").read_text("utf-8")),
        ExportFile("policies/read.json", _json(pattern_policy(design, reads))),
        ExportFile("policies/write.json", _json(pattern_policy(design, writes))),
        ExportFile("requirements.txt", f"boto3>=1.42\n{SDK}\n"),
    ]
    return Export((*found, *package_files(package)), losses)


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _losses(design: Design) -> Iterator[Loss]:
    yield from place_losses(design)
    for table in design.tables:
        if table_inputs.encryption(table)[0] == "CUSTOMER":
            said = "its key also needs kms:Decrypt, which the policies of the target iam contain"
            yield Loss(f"tables.{table.name}.settings.encryption", said)


def _reads(function: PackageFunction) -> bool:
    return all(part.pattern.operation.is_read for part in function.parts or (function,))


def _server(package: Package, losses: tuple[Loss, ...]) -> str:
    taken: list[str] = [*_OWN, *(plan.name for plan in package.entities)]
    readers = [_tool(one, taken, 0) for one in package.functions if _reads(one)]
    writers = [_tool(one, taken, 1) for one in package.functions if not _reads(one)]
    body = "\n\n".join(readers)
    if writers:
        body += ("\n\n" if body else "") + "if _serving.may_write():\n\n" + "\n".join(writers)
    classes = sorted({plan.name for plan in package.entities} & set(re.findall(r"\w+", body)))
    own = f"from {package.name} import patterns as _patterns\n" if "_patterns." in body else ""
    own += f"from {package.name}.entities import {', '.join(classes)}\n" if classes else ""
    about = python_docstring(
        [
            f"{package.design.name}: a server of the Model Context Protocol. Its tools are the access patterns.",
            "",
            "Run: pip install -r requirements.txt; python server.py. It speaks over standard input and output.",
            "Credentials and Region are boto3's. policies/read.json is what the tools need, with your account for",
            f"{ACCOUNT}; with ALLOW_WRITES=1 there are tools that change items, which also need policies/write.json.",
            "TABLE_NAMES=orders=orders-prod names tables where they are deployed; DYNAMODB_ENDPOINT is an emulator.",
        ]
    )
    losing = python_comment(header(package.design, "an MCP server", losses)[1:])
    name = python_literal(identifier(package.design.name, Style.KEBAB, Language.PYTHON, otherwise="design"))
    start = f"\nserver = _MCPServer({name})\n{_kinds()}\n\n"
    end = 'if __name__ == "__main__":\n    server.run()\n'
    body += "\n\n" if body else ""
    imports = needed(_IMPORTS, f"{body} _serving _MCPServer _ToolAnnotations server")
    return about + losing + _with_aliases(imports) + own + start + body + end


def _with_aliases(imports: str) -> str:
    """`needed` knows names, not what they are renamed to."""
    fixed = [line for line in _IMPORTS.split("\n") if " as _" in line]
    kept = [line for line in imports.rstrip("\n").split("\n") if " as _" not in line]
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*kept, *fixed]) + "\n")


def _kinds() -> str:
    return (
        "READS = _ToolAnnotations(read_only_hint=True)\n"
        "WRITES = _ToolAnnotations(read_only_hint=False, destructive_hint=False)\n"
        "DELETES = _ToolAnnotations(read_only_hint=False, destructive_hint=True)\n"
    )


def _tool(function: PackageFunction, taken: list[str], depth: int) -> str:
    """Return a tool: the function of the package with its parameters, and its answer as JSON."""
    # A class differs from a function by its capitals.
    is_free = function.name not in taken
    name = function.name if is_free else identifier(function.name, Style.SNAKE, Language.PYTHON, taken)
    taken.append(name)
    is_found = function.returns.startswith("Found[")
    has_start = is_found and "start: Item | None" in function.code
    limit = replace(_LIMIT, default=str(function.pattern.limit)) if function.pattern.limit else _LIMIT
    more = [one for one, is_on in ((limit, is_found), (_START, has_start)) if is_on]
    arguments = sorted(function.arguments, key=lambda one: bool(one.default))
    passed = [f"_serving.table({python_literal(table)})" for table in function.tables]
    passed += [f"{one.name}={one.name}" for one in arguments]
    passed += ["limit=limit"] if is_found else []
    passed += ["start=_serving.start_of(start)"] if has_start else []
    call = (f"_patterns.{function.name}(", passed)
    pattern = function.pattern
    title = " ".join(filter(None, (f"{pattern.code}:" if pattern.code else "", pattern.name or function.name)))
    lines = [
        f"@server.tool(title={python_literal(title)}, annotations={_kind(function)})",
        *_wrapped(f"def {name}(", [one.declared for one in (*arguments, *more)], ") -> dict[str, Any]:"),
        *_docstring(function, [*arguments, *more]).rstrip("\n").split("\n"),
        *_answer(function, call),
    ]
    pad = "    " * depth
    return "".join(f"{pad}{line}".rstrip() + "\n" for line in lines)


def _docstring(function: PackageFunction, arguments: list[Argument]) -> str:
    pattern = function.pattern
    lines = [pattern.description or pattern.name or function.name]
    said = [f"{one.name}: {one.said}." for one in arguments if one.said]
    return python_docstring([*" ".join(lines).split("\n"), *(["", *said] if said else [])], 4)


def _wrapped(start: str, parts: list[str], end: str) -> list[str]:
    """Return code on one line, or with one line for each part."""
    whole = f"{start}{', '.join(parts)}{end}"
    return [whole] if len(whole) <= LINE else [start, *(f"    {part}," for part in parts), end]


def _answer(function: PackageFunction, call: tuple[str, list[str]]) -> list[str]:
    start, parts = call
    if function.returns == "None":
        return [*(f"    {line}" for line in _wrapped(start, parts, ")")), '    return {"done": True}']
    kind = "page" if function.returns.startswith("Found[") else "item"
    kind = "items" if function.returns.startswith(("list[", "tuple[")) else kind
    made = _wrapped(f"found = {start}", parts, ")")
    return [*(f"    {line}" for line in made), f"    return _serving.{kind}(found)"]


def _kind(function: PackageFunction) -> str:
    if _reads(function):
        return "READS"
    several = [one.operation for one in (function.pattern, *function.pattern.members)]
    return "DELETES" if Operation.DELETE in several or Operation.PUT in several else "WRITES"


TARGET: Final = Target(
    "mcp",
    "MCP server (Python)",
    ("server.py", "serving.py", "policies/read.json", "policies/write.json", "requirements.txt"),
    "text/x-python",
    _build,
    TargetKind.CODE,
)
