"""CloudFormation in TypeScript and JavaScript objects: ``serverless.ts``, and modules that export resources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from exporter.importers.scripts.plain import plain
from exporter.importers.scripts.syntax import text_of_node
from exporter.importers.scripts.values import ScriptConstants

if TYPE_CHECKING:
    from tree_sitter import Node

LOOKS: Final = re.compile(r"AWS::(?:DynamoDB::(?:Global)?Table|Serverless::SimpleTable)\b")
_MEMBERS: Final = frozenset(
    {"Resources", "Parameters", "Conditions", "Mappings", "Description", "Globals", "Transform", "service", "provider",
     "custom", "params", "stages", "resources"}
)  # fmt: skip
"""Members that say something about tables, or hold variables."""


def template_in(values: ScriptConstants) -> dict[str, Any] | None:
    """Return the first service or template of a source; else a template of all its objects that are tables.

    None if it has none.
    """
    alone: dict[str, Any] = {}
    for node, scope in values.objects:
        value = values.value(node, scope)
        if not isinstance(value, dict):
            continue
        if isinstance(value.get("Resources"), dict) or value.keys() >= {"service", "provider", "resources"}:
            found = {name: plain(value[name], name, values.context) for name in value if name in _MEMBERS}
            values.context.lines.carry(value, found)
            return found
        if LOOKS.fullmatch(str(value.get("Type"))) and isinstance(value.get("Properties"), dict):
            name = _name(node) or f"Table{len(alone) + 1}"
            alone[name] = plain(value, name, values.context)
            values.context.lines.put(alone, name, node.start_point.row + 1)
    return {"Resources": alone} if alone else None


def _name(node: Node) -> str:
    """Return the name of the member or the variable that an object is the value of; '' for none."""
    holder = node.parent
    while holder is not None and holder.type in ("as_expression", "satisfies_expression", "parenthesized_expression"):
        holder = holder.parent
    if holder is not None and holder.type == "assignment_expression":
        return text_of_node(holder.child_by_field_name("left")).rpartition(".")[2]
    if holder is None or holder.type not in ("pair", "variable_declarator"):
        return ""
    key = holder.child_by_field_name("key") or holder.child_by_field_name("name")
    return text_of_node(key).strip("'\"")
