"""Pulumi programs in TypeScript, JavaScript and Python, by their syntax tree: resources of pulumi-aws.

Their arguments are those of the Terraform provider in camel case (Python: in snake case). Nothing is run: what another
resource, the stack, or a function determines is left open and reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.described.tables import Context, Unresolved
from exporter.importers.programs.python_cdk import CdkValues, camel, name_of_call
from exporter.importers.programs.python_values import unrolled
from exporter.importers.scripts.functions import Computed
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants
from exporter.importers.support.base import Imported
from exporter.importers.terraform.pulumi_state import KINDS, snake
from exporter.importers.terraform.resource_kinds import TABLE, WORDS, ParsedResource
from exporter.importers.terraform.tables import design_of, unsaid_by

IN_SCRIPTS: Final = re.compile(r"""["']@pulumi/aws(?:/[\w/]+)?["']""")
IN_PYTHON: Final = re.compile(r"^\s*(?:from|import)\s+pulumi_aws\b", re.MULTILINE)
_RESOURCES_MAX: Final = 5_000
_DEPTH_MAX: Final = 40
_CLASSES: Final[Mapping[str, str]] = {
    f"{kind.split(':')[1].split('/')[0]}.{kind.rpartition(':')[2]}": kind for kind in KINDS
}
"""The name of a class, ``dynamodb.Table``, to Pulumi's type of the resource."""


def script_design(values: ScriptConstants) -> Imported | None:
    """Return the design of a program in TypeScript or JavaScript; None if it creates no table."""
    found: list[tuple[bool, int, ConstructedValue]] = []
    for node, scope in values.calls:
        assumed = dict(values.assumptions.found) if values.assumptions else {}
        made = values.value(node, scope)
        if isinstance(made, ConstructedValue) and made.is_new and _kind_of(made) is not None:
            found.append((node.type == "new_expression", made.line, made))
        elif values.assumptions:
            # No table depends on what other calls assume.
            values.assumptions.found = assumed
    if values.assumptions:
        values.assumptions.say(values.context.report)
    # What a function makes is made by its calls, and a call in a call makes it once.
    called = {line for is_own, line, _ in found if not is_own}
    kept: list[ConstructedValue] = []
    for is_own, line, one in found:
        if not (is_own and line in called) and one not in kept:
            kept.append(one)
    resources = [_resource(one, values.context) for one in kept]
    return _design([one for one in resources if one is not None], values.context)


def python_design(tree: ast.Module, context: Context) -> Imported | None:
    """Return the design of a program in Python; None if it creates no table."""
    values = CdkValues(tree, context)
    calls = (node for node in unrolled(tree, values) if isinstance(node, ast.Call) and name_of_call(node)[:1].isupper())
    made = ((ast.unparse(node.func), values.made(node)) for node in calls)
    found = [_resource(ConstructedValue(name, one.arguments, one.line, True), context) for name, one in made]
    return _design([one for one in found if one is not None], context)


def _design(found: list[ParsedResource], context: Context) -> Imported | None:
    if all(one.type != TABLE for one in found):
        return None
    context.words = WORDS
    design = design_of(found[:_RESOURCES_MAX], "", context)
    return Imported(design, tuple(context.report.lines), places=context.places, unsaid=unsaid_by(design))


def _resource(made: ConstructedValue, context: Context) -> ParsedResource | None:
    """Return a resource that a table consists of; None for any other."""
    kind, given = _kind_of(made), _given(made)
    if kind is None or given is None:
        return None
    label = made.arguments[0] if isinstance(made.arguments[0], str) and made.arguments[0] else made.last
    known = known_arguments(given, context)
    context.lines.put(known, None, made.line)
    values = snake(known, context, 0)
    if KINDS[kind] == TABLE and (not values.get("name") or isinstance(values["name"], Unresolved)):
        # Pulumi appends random letters to the label.
        said = f"the name of the table is known only when the program runs; {str(label)[:80]} is used"
        context.report.guessed(f"line {made.line}.name", said, made.line)
        values["name"] = str(label)
    return ParsedResource(KINDS[kind], f"line {made.line}.{label}", values)


def _kind_of(made: ConstructedValue) -> str | None:
    """Return Pulumi's type of a resource that a table consists of; None for any other."""
    return _CLASSES.get(".".join(made.name.split(".")[-2:])) if _given(made) is not None else None


def _given(made: ConstructedValue) -> dict[str, Any] | None:
    return next((one for one in made.arguments[1:] if isinstance(one, dict)), None)


def known_arguments(value: Any, context: Context, depth: int = 0) -> Any:
    """Return arguments without calls and functions: the name of another resource is that resource's label."""
    match value:
        case dict() if depth < _DEPTH_MAX:
            pairs = ((camel(name), known_arguments(one, context, depth + 1)) for name, one in value.items())
            made = {name: one for name, one in pairs if one is not None}
            context.lines.carry(value, made)
            return made
        case list() if depth < _DEPTH_MAX:
            listed = [one for one in (known_arguments(each, context, depth + 1) for each in value) if one is not None]
            context.lines.carry(value, listed)
            return listed
        case ConstructedValue():
            return (
                known_arguments(value.arguments[-1], context, depth + 1)
                if value.arguments and value.last.endswith("Args")
                else None
            )
        case Computed():
            return None
    return value
