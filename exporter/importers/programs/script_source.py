"""TypeScript and JavaScript that create tables, by their syntax tree: the AWS CDK, and the SDK's CreateTable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.cloudformation.functions import placeholder
from exporter.importers.cloudformation.importer import read_template
from exporter.importers.described.tables import Unresolved
from exporter.importers.programs.cdk_tables import KINDS, READER, TAGGED, Construct, given_of, shape_of, targeted
from exporter.importers.programs.designs import Given, design_of_shapes
from exporter.importers.programs.pulumi_sources import IN_SCRIPTS, script_design
from exporter.importers.programs.sst_tables import SST, shape_of_sst, sst_construct
from exporter.importers.scripts.conditions import Assumptions
from exporter.importers.scripts.files import program_of
from exporter.importers.scripts.scopes import Known, ScriptScope, dotted
from exporter.importers.scripts.syntax import EXTENSIONS, faults, line_of, text_of_node
from exporter.importers.scripts.templates import LOOKS, template_in
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants
from exporter.importers.support.base import Imported, Importer
from exporter.importers.support.line_numbers import Located
from exporter.importers.support.source import Source

if TYPE_CHECKING:
    from tree_sitter import Node

_REQUEST: Final = re.compile(r"\bKeySchema\b")
_IMPORTS: Final = re.compile(r"""["'](?:aws-cdk-lib|@aws-cdk/aws-dynamodb|@aws-sdk/client-dynamodb|aws-sdk)\b""")


def _claims(source: Source) -> bool:
    if source.extension in EXTENSIONS:
        return True
    if source.extension or source.looks_like_json:
        return False
    return bool(_IMPORTS.search(source.text)) and bool(re.search(r"^(?:import|const|var) ", source.text, re.MULTILINE))


def _read(source: Source) -> Imported:
    """Read a source. Conditions that are assumed to hold have that value in a second reading."""
    first = Assumptions()
    found = _imported(source, first)
    return found if not first.found else _imported(source, Assumptions(first.texts()))


def _imported(source: Source, assumptions: Assumptions) -> Imported:
    values = ScriptConstants(*program_of(source), assumptions=assumptions)
    for line in (line for root in values.roots for line in faults(root)):
        values.context.report.dropped(f"line {line}", "not understood; what is around it may be missing", line)
    if LOOKS.search(source.text) and (template := template_in(values)) is not None:
        assumptions.say(values.context.report)
        lines = values.context.report.lines
        return read_template(Located(template, values.context.lines, tuple(lines)), source)
    said = len(values.context.report.lines)
    if IN_SCRIPTS.search(source.text) and (made := script_design(values)) is not None:
        return made
    del values.context.report.lines[said:]
    what = (
        "a TypeScript or JavaScript source with Table, TableV2, or CfnTable of the AWS CDK, Dynamo or Table of SST, "
        "aws.dynamodb.Table of Pulumi, "
        "calls of the SDK's CreateTable, objects with Type: 'AWS::DynamoDB::Table', ElectroDB or DynamoDB-Toolbox "
        "entities, or a OneTable schema; other programs can be imported by what they deploy (a CloudFormation "
        "template: cdk synth)"
    )
    return design_of_shapes(_said(_tables(values, assumptions), assumptions, values), what, values.context)


def _said(tables: Iterator[Given], assumptions: Assumptions, values: ScriptConstants) -> Iterator[Given]:
    yield from tables
    assumptions.say(values.context.report)


def _tables(values: ScriptConstants, assumptions: Assumptions) -> Iterator[Given]:
    made: dict[int, Construct] = {}
    found: list[Construct | tuple[int, dict[str, Any]]] = []
    of_all: list[tuple[str, Any, int]] = []
    for node, scope in values.calls:
        assumed = dict(assumptions.found)
        value = values.value(node, scope)
        if not isinstance(value, ConstructedValue):
            assumptions.found = assumed
            continue
        if (one := sst_construct(value)) is not None:
            made[node.id] = one
            found.append(one)
        elif value.is_new and value.last in KINDS and len(value.arguments) > 1:
            identity = value.arguments[1] if isinstance(value.arguments[1], str) else value.last
            props = value.arguments[2] if len(value.arguments) > 2 else {}
            made[node.id] = Construct(value.last, identity or value.last, props, value.line)
            found.append(made[node.id])
        elif value.last in ("CreateTableCommand", "createTable") and value.arguments:
            given = value.arguments[0]
            if isinstance(given, dict) and "KeySchema" in given:
                found.append((value.line, given))
        elif value.last == "scaleOnUtilization" and (chain := _holder(node, scope)) is not None:
            scaled = values.value(*chain)
            one = _called_on(*chain, made)
            if one is not None and isinstance(scaled, ConstructedValue):
                one.calls.append((value.last, targeted(scaled, value), value.line))
        elif value.is_new and value.last == READER:
            if (reader := _reader(node)) and (one := _made_by(reader[0], scope, made)) is not None:
                one.calls.append((READER, reader[1], value.line))
        elif (tagged := _tagged(node)) is not None:
            owner = _made_by(tagged, scope, made)
            calls = owner.calls if owner is not None else of_all if text_of_node(tagged) in ("this", "scope") else []
            calls.append((TAGGED, list(value.arguments[:2]), value.line))
        elif (one := _called_on(node, scope, made)) is not None:
            one.calls.append((value.last, given_of(value), value.line))
        else:
            # No table depends on what other calls assume.
            assumptions.found = assumed
    yield from _shapes(found or list(_requests(values)), of_all, values)


def _shapes(
    found: list[Construct | tuple[int, dict[str, Any]]], of_all: list[tuple[str, Any, int]], values: ScriptConstants
) -> Iterator[Given]:
    for each in found:
        if isinstance(each, Construct):
            each.calls = [*of_all, *each.calls]
            shape = shape_of_sst(each, values) if each.kind == SST else shape_of(each, values.context)
            if shape is not None:
                yield f"line {each.line}.{each.identity}", shape, ()
        else:
            line, request = each
            yield f"line {line}.CreateTable", _known(request, values), ()


def _known(request: dict[str, Any], values: ScriptConstants) -> dict[str, Any]:
    """Return a request in which what a call returns is unknown text, and a list that calls can lengthen is open."""
    made = {
        name: placeholder(one.last or "value") if isinstance(one, ConstructedValue) else one
        for name, one in request.items()
    }
    values.context.lines.carry(request, made)
    listed = made.get("AttributeDefinitions")
    if isinstance(listed, list) and any(_lengthens(node) for node, _ in values.calls):
        made["AttributeDefinitions"] = [*listed, Unresolved("more")]
    return made


def _lengthens(node: Node) -> bool:
    return text_of_node(node.child_by_field_name("function")).endswith(".push")


def _requests(values: ScriptConstants) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a source without any call that are requests of CreateTable, each once."""
    for node, scope in values.objects:
        if _REQUEST.search(text_of_node(node)):
            value = values.value(node, scope)
            if isinstance(value, dict) and isinstance(value.get("KeySchema"), list) and "TableName" in value:
                yield line_of(node), value


def _reader(node: Node) -> tuple[Node, str] | None:
    """Return the table that ``fn.addEventSource(new DynamoEventSource(table, ...))`` names, and the function's name."""
    given = node.child_by_field_name("arguments")
    call = node.parent.parent if node.parent is not None else None
    function = call.child_by_field_name("function") if call is not None else None
    holder = function.child_by_field_name("object") if function is not None else None
    name = dotted(holder).rpartition(".")[2] if holder is not None else ""
    return (given.named_children[0], name or "function") if given is not None and given.named_children else None


def _holder(node: Node, scope: ScriptScope) -> tuple[Node, ScriptScope] | None:
    """Return the call on whose result a method is called, directly or through a name; None if it is none."""
    function = node.child_by_field_name("function")
    holder = function.child_by_field_name("object") if function is not None else None
    if holder is not None and holder.type != "call_expression":
        found = scope.named(dotted(holder))
        holder, scope = (found[0], found[1]) if found is not None and not isinstance(found[0], Known) else (None, scope)
    return (holder, scope) if holder is not None and holder.type == "call_expression" else None


def _tagged(node: Node) -> Node | None:
    """Return what ``Tags.of(table).add(...)`` gives a tag; None for another call."""
    function = node.child_by_field_name("function")
    holder = function.child_by_field_name("object") if function is not None else None
    called = text_of_node(holder.child_by_field_name("function")) if holder is not None else ""
    given = holder.child_by_field_name("arguments") if holder is not None else None
    is_tag = text_of_node(function).endswith(".add") and (called == "Tags.of" or called.endswith(".Tags.of"))
    return given.named_children[0] if is_tag and given is not None and given.named_children else None


def _called_on(node: Node, scope: ScriptScope, made: dict[int, Construct]) -> Construct | None:
    """Return the construct on which a method is called, through the name that it was given."""
    function = node.child_by_field_name("function")
    return _made_by(function.child_by_field_name("object") if function is not None else None, scope, made)


def _made_by(holder: Node | None, scope: ScriptScope, made: dict[int, Construct]) -> Construct | None:
    """Return the construct that an expression names."""
    for _ in range(5):
        if holder is None:
            return None
        if holder.id in made:
            return made[holder.id]
        found = scope.named(dotted(holder))
        if found is None or isinstance(found[0], Known):
            return None
        holder, scope = found[0], found[1]
    return None


IMPORTER: Final = Importer("script", "a TypeScript or JavaScript source that creates tables", _claims, _read)
