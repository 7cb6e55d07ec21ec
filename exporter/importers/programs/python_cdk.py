"""Constructs of the AWS CDK in a Python source, in the spelling of TypeScript."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context
from exporter.importers.programs.cdk_tables import (
    KINDS,
    READER,
    SCALES,
    TAGGED,
    Construct,
    given_of,
    shape_of,
    targeted,
)
from exporter.importers.programs.designs import Given
from exporter.importers.programs.python_values import PythonConstants, unrolled
from exporter.importers.scripts.values import ConstructedValue

_UNDERSCORE: Final = re.compile(r"_([a-z0-9])")


def camel(name: str) -> str:
    """Return a keyword of Python as TypeScript spells it: ``partition_key`` is ``partitionKey``."""
    return _UNDERSCORE.sub(lambda found: found[1].upper(), name.strip("_"))


class CdkValues(PythonConstants):
    """Constants of a source in which calls are kept: ``Attribute(name=...)`` is an object, others are Made."""

    def __init__(self, tree: ast.Module, context: Context) -> None:
        super().__init__(tree)
        self.context = context

    def made(self, node: ast.Call, depth: int = 0) -> ConstructedValue:
        """Return a call with its keywords as one object, after its other arguments."""
        given: dict[str, Any] = {}
        self.context.lines.put(given, None, node.lineno)
        for one in node.keywords:
            value = self.value(one.value, depth + 1)
            if one.arg is not None:
                given[camel(one.arg)] = value
                self.context.lines.put(given, camel(one.arg), one.lineno)
            elif isinstance(value, dict):
                given |= {camel(name): inner for name, inner in value.items()}
        values = [self.value(one, depth + 1) for one in node.args]
        arguments = (*values, given) if given else tuple(values)
        return ConstructedValue(camel(name_of_call(node)), arguments, node.lineno, name_of_call(node)[:1].isupper())

    def _call(self, node: ast.Call, depth: int) -> Any:
        name = name_of_call(node)
        if name in ("dict", "get", "getenv"):
            return super()._call(node, depth)
        made = self.made(node, depth)
        if name[:1].isupper() and len(made.arguments) == 1 and isinstance(made.arguments[0], dict):
            return made.arguments[0]
        return made if name in _FACTORIES else super()._call(node, depth)


_FACTORIES: Final = frozenset(
    {"on_demand", "provisioned", "fixed", "autoscaled", "dynamo_owned_key", "aws_managed_key", "customer_managed_key"}
)


def name_of_call(node: ast.Call) -> str:
    """Return the last name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def constructs_of(tree: ast.Module, context: Context) -> Iterator[Given]:
    """Yield the tables of a source's constructs, with the indexes that are added to them by the name they have."""
    values = CdkValues(tree, context)
    targets: dict[int, list[str]] = {}
    named: dict[str, Construct] = {}
    scaled: dict[str, tuple[Construct, ConstructedValue]] = {}
    found: list[Construct] = []
    of_all: list[tuple[str, Any, int]] = []
    for node in unrolled(tree, values):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            listed = node.targets if isinstance(node, ast.Assign) else [node.target]
            targets[id(node.value)] = [_dotted(one) for one in listed]
        elif isinstance(node, ast.Call) and name_of_call(node) in KINDS:
            if (one := _construct(node, values)) is not None:
                found.append(one)
                named |= dict.fromkeys(targets.get(id(node), ()), one)
        elif (tagged := _tagged(node)) is not None and isinstance(node, ast.Call):
            owner = named.get(tagged)
            calls = owner.calls if owner is not None else of_all if tagged == "self" else []
            calls.append((TAGGED, [values.value(one) for one in node.args[:2]], node.lineno))
        elif isinstance(node, ast.Call) and (read := _read_by(node)) and read[0] in named:
            named[read[0]].calls.append((READER, read[1], node.lineno))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            holder, call = named.get(_dotted(node.func.value)), values.made(node)
            scale = scaled.get(_dotted(node.func.value)) or _chained(node.func.value, named, values)
            if holder is not None and SCALES.fullmatch(call.name):
                scaled |= dict.fromkeys(targets.get(id(node), ()), (holder, call))
            if holder is not None:
                given = given_of(call) if SCALES.fullmatch(call.name) else next(iter(call.arguments[-1:]), None)
                holder.calls.append((call.name, given, node.lineno))
            elif scale is not None and call.name == "scaleOnUtilization":
                scale[0].calls.append((call.name, targeted(scale[1], call), node.lineno))
    for one in found:
        one.calls = [*of_all, *one.calls]
        shape = shape_of(one, context)
        if shape is not None:
            yield f"line {one.line}.{one.identity}", shape, ()


def _read_by(node: ast.Call) -> tuple[str, str] | None:
    """Return the table that ``fn.add_event_source(DynamoEventSource(table))`` names, and the function's name."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="add_event_source", value=holder), args=[ast.Call(args=[table, *_]) as made]
        ):
            if name_of_call(made) == READER:
                return _dotted(table), _dotted(holder).rpartition(".")[2] or "function"
    return None


def _tagged(node: ast.AST) -> str | None:
    """Return the name of what ``Tags.of(table).add(...)`` gives a tag; None for another call."""
    match node:
        case ast.Call(func=ast.Attribute(attr="add", value=ast.Call(func=ast.Attribute(attr="of") as of, args=[one]))):
            return _dotted(one) if _dotted(of.value).rpartition(".")[2] == "Tags" else None
    return None


def _chained(
    node: ast.expr, named: Mapping[str, Construct], values: CdkValues
) -> tuple[Construct, ConstructedValue] | None:
    """Return the construct and the call in ``table.auto_scale_read_capacity(...)``; None for anything else."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    holder = named.get(_dotted(node.func.value))
    return (holder, values.made(node)) if holder is not None else None


def _construct(node: ast.Call, values: CdkValues) -> Construct | None:
    made = values.made(node)
    props = next((one for one in reversed(made.arguments) if isinstance(one, dict)), {})
    identity = next((one for one in made.arguments[1:2] if isinstance(one, str)), "") or props.pop("id", "")
    # A construct has a scope and an id; other classes of these names have neither.
    if not isinstance(identity, str) or not identity:
        return None
    return Construct(name_of_call(node), identity, props, node.lineno)


def _dotted(node: ast.expr) -> str:
    """Return names joined by dots: ``self.table``; '' for anything else."""
    names: list[str] = []
    for _ in range(20):
        match node:
            case ast.Attribute(value=inner, attr=name):
                names.append(name)
                node = inner
            case ast.Subscript(value=inner, slice=ast.Constant(value=key)):
                names.append(repr(key))
                node = inner
            case ast.Name(id=name):
                return ".".join([name, *reversed(names)])
            case _:
                return ""
    return ""
