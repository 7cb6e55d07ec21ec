"""A table whose entities have no keys yet, as after requirements were written: one cause, said once.

facts/table-api#item-messages.
"""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.tables import Table
from modeler.core.phrases import and_list
from modeler.core.rules.keys.key_templates import missing_in_item
from modeler.core.rules.support.context import RuleContext, entity_path, table_path
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule

_NAMED_MAX = 3


def awaits_keys(context: RuleContext, table: Table) -> bool:
    """Return whether a table has several entities, and none of them has a key of any index."""
    return len(table.entities) > 1 and all(context.is_keyless(table, entity) for entity in table.entities)


@rule(
    "keys.none_yet",
    ERROR,
    Scope.TABLE,
    title="No entity of the table has keys",
    why="An item without its table's key is rejected, so no item can be stored and no access pattern can be served",
    fix="Propose keys and indexes on the Requirements page, or write a key template for each entity",
    sources="facts/table-api#item-messages",
    hides=("keys.no_type_attribute",),
)
def none_yet(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not awaits_keys(context, table):
        return
    names = [entity.name for entity in table.entities]
    rest = len(names) - _NAMED_MAX
    shown = (*names[:_NAMED_MAX], f"{rest} other entities") if rest > 1 else names
    yield Spot(f"{and_list(shown)} have no key templates", table_path(table), table.id, "entities", {"entities": names})


@rule(
    "keys.missing_in_item",
    ERROR,
    Scope.TABLE,
    title=missing_in_item.title,
    why=missing_in_item.why,
    fix=missing_in_item.fix,
    sources=missing_in_item.sources,
)
def no_templates(context: RuleContext, table: Table) -> Iterator[Spot]:
    """A keyless entity counts by itself only where another one has keys: this part of the rule reads the table."""
    if awaits_keys(context, table):
        return
    for entity in table.entities:
        if any(key.is_begun for key in context.keys(table, entity, table.base)):
            continue
        missing = [name for name in table.base.key_names if entity.attribute(name) is None]
        stored = all(name in item.stored_keys for item in entity.items for name in missing) and entity.items
        if missing and not stored:
            names = ", ".join(missing)
            message = f"{entity.name} has no template for {names}, so none of its items can be stored"
            yield Spot(message, entity_path(table, entity), entity.id, "overloads", fix=f"Add a template for {names}")


RULES = (none_yet, no_templates)
