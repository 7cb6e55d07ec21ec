"""Updates that take an item out of an index that is to hold every item. facts/throughput#index-writes."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Remove
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import actions_of, table_of, written_by


@rule(
    "write.leaves_index",
    WARNING,
    Scope.NEIGHBOURS,
    title="Update takes an item out of an index that holds all of them",
    why="An item that lacks an attribute of an index key is not in the index, and its queries do not return it",
    fix="Keep the attribute, or declare that the index holds only items that have it",
    sources="facts/throughput#index-writes, facts/expressions#updates",
    operations={Operation.UPDATE},
)
def leaves_index(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    removed = _removed(pattern) if table is not None else set()
    if table is None or not removed:
        return
    for entity in written_by(context, call):
        for index in table.indexes:
            for key in context.keys(table, entity, index):
                made = {name for template in key.complete or () for name in template.attributes}
                lost = sorted(
                    name for name in made & removed if (one := entity.attribute(name)) is not None and one.optional >= 1
                )
                if lost and not key.when.strip():
                    message = (
                        f"{call.label} removes {lost[0]} of {entity.name}, which then is no longer in {index.name}"
                    )
                    field = "update" if pattern.update.strip() else "remove"
                    yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"index": index.id})
                    return


def _removed(pattern: AccessPattern) -> set[str]:
    """The attributes that an update removes as a whole."""
    gone = (one for one in actions_of(pattern) if isinstance(one, Remove) and len(one.path.parts) == 1)
    return {*pattern.remove, *(name_of(one.path, pattern.names) for one in gone)}


RULES = (leaves_index,)
