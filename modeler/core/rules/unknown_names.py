"""Names of attributes that nobody has: in projections, conditions and patterns. KNOWLEDGE 2."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.keys import parse
from modeler.core.patterns import ALL_ATTRIBUTES, AccessPattern, Operation
from modeler.core.rules import keys
from modeler.core.rules.context import Call, RuleContext, index_path
from modeler.core.rules.rule import ERROR, Scope, Spot, rule
from modeler.core.tables import Table


@rule(
    "keys.unknown_attribute",
    ERROR,
    Scope.TABLE,
    title=keys.unknown_attribute.title,
    why="no item has the attribute, so the index carries nothing under this name",
    fix=keys.unknown_attribute.fix,
    sources=keys.unknown_attribute.sources,
)
def unknown_projected(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.entities:
        return
    known = _known(context, table)
    for index in table.indexes:
        for name in index.projection.attributes:
            if name not in known:
                message = f"{index.name} projects {name}, which no entity of {table.name} has"
                yield Spot(message, index_path(table, index), index.id, "projection", {"attribute": name})


def _known(context: RuleContext, table: Table) -> set[str]:
    known = {name for index in table.all_indexes for name in index.key_names}
    known |= {name for item in table.unassigned for name in item.values}
    for entity in table.entities:
        known |= context.attribute_names(entity)
    return known


@rule(
    "keys.unknown_attribute",
    ERROR,
    Scope.PATTERN,
    title=keys.unknown_attribute.title,
    why="no item has the attribute, so the pattern cannot give a key or meet a condition with it",
    fix="add the attribute or the parameter, or correct the name",
    sources=keys.unknown_attribute.sources,
)
def unknown_in_pattern(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = context.design.table(call.pattern.table)
    entities = context.about(call.pattern)
    if table is None or not entities or call.pattern.operation is Operation.PUT:
        return
    known = {name for index in table.all_indexes for name in index.key_names}
    for entity in entities:
        known |= context.attribute_names(entity)
    for field, name in dict.fromkeys(_named(call.pattern)):
        free = field.startswith("key.") and name in call.pattern.parameters
        if name not in known and not free:
            who = " and ".join(entity.name for entity in entities[:3])
            message = f"{call.pattern.label} names {name}, which {who} {'have' if len(entities) > 1 else 'has'} not"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})


def _named(pattern: AccessPattern) -> Iterator[tuple[str, str]]:
    """The field and the name of every attribute that a pattern speaks of."""
    for condition in pattern.key:
        for text in condition.templates:
            yield from ((f"key.{condition.name}", name) for name in parse(text).attributes)
    for path in pattern.projection:
        name = path.split(".")[0].split("[")[0]
        if path != ALL_ATTRIBUTES and not name.startswith("#"):
            yield "projection", name
    for field, text in (("filter", pattern.filter), ("if", pattern.if_)):
        if text.strip():
            try:
                names = attribute_names(parse_condition(text), pattern.names)
            except ExpressionInvalid:
                continue
            yield from ((field, name) for name in names)


RULES = (unknown_projected, unknown_in_pattern)
