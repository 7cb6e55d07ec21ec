"""What ``transform`` and ``cdk`` of a table of SST change: arguments of the resources that SST makes."""

from __future__ import annotations

import re
from typing import Any, Final

from exporter.importers.described.tables import Context
from exporter.importers.programs.cdk_tables import Construct, Shape, settings_of
from exporter.importers.programs.pulumi_sources import known_arguments
from exporter.importers.scripts.functions import FunctionValue
from exporter.importers.scripts.syntax import text_of_node
from exporter.importers.scripts.values import ScriptConstants
from exporter.importers.terraform.pulumi_state import snake
from exporter.importers.terraform.shapes import shape_of

TRANSFORMS: Final = ("transform", "cdk")
_TABLE: Final = "table"
_OWN: Final = ("KeySchema", "AttributeDefinitions", "GlobalSecondaryIndexes", "LocalSecondaryIndexes")
_MEMBER: Final = re.compile(r"\w+((?:\.\w+){1,3})")


def transformed(made: Construct, shape: Shape, path: str, values: ScriptConstants) -> Shape:
    """Return the shape with what the source changes in it; what cannot be read is reported."""
    context = values.context
    for name in TRANSFORMS:
        held = made.props.get(name)
        given = held.get(_TABLE) if isinstance(held, dict) else held
        if isinstance(given, FunctionValue):
            given = _assigned(given, f"{path}.{name}.{_TABLE}", made.line, values)
        if isinstance(given, dict):
            shape = shape | (_of_pulumi if name == "transform" else _of_cdk)(given, made, path, context)
        elif given is not None:
            context.report.dropped(f"{path}.{name}", "what it changes is not in this file; left out", made.line)
        for other in held if isinstance(held, dict) else ():
            if other != _TABLE:
                context.report.dropped(f"{path}.{name}.{other}", "a design cannot represent this; left out", made.line)
    return shape


def _of_pulumi(given: dict[str, Any], made: Construct, path: str, context: Context) -> Shape:
    known = snake(known_arguments(given, context), context, 0)
    # Without a billing mode in the transformation, SST's default remains.
    whole = shape_of({"billing_mode": "PAY_PER_REQUEST", **known}, path, context)
    context.lines.put(whole, None, made.line)
    return {name: value for name, value in whole.items() if name not in _OWN}


def _of_cdk(given: dict[str, Any], made: Construct, path: str, context: Context) -> Shape:
    props = {"billingMode": "PAY_PER_REQUEST", **given}
    return settings_of(Construct("Table", made.identity, props, made.line), path, context)


def _assigned(function: FunctionValue, path: str, line: int, values: ScriptConstants) -> dict[str, Any]:
    """Return what a function sets in its first argument: ``(args) => { args.name = 'orders' }``."""
    found: dict[str, Any] = {}
    body = function.node.child_by_field_name("body")
    statements = [body] if body is not None and body.type != "statement_block" else getattr(body, "named_children", [])
    for statement in statements:
        one = statement.named_children[0] if statement.type == "expression_statement" else statement
        if one.type in ("comment", "return_statement"):
            continue
        left, right = (one.child_by_field_name(side) for side in ("left", "right"))
        member = _MEMBER.fullmatch(text_of_node(left)) if one.type == "assignment_expression" else None
        if member is None or right is None:
            said = "what this line changes cannot be read without running it; left out"
            values.context.report.dropped(path, said, one.start_point.row + 1)
            continue
        inner = found
        *outer, last = member[1].strip(".").split(".")
        for name in outer:
            inner = inner.setdefault(name, {}) if isinstance(inner.get(name, {}), dict) else {}
        inner[last] = values.value(right, function.scope)
    return found
