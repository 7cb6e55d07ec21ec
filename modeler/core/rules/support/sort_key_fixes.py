"""The fix for a table without a sort key: add one to every entity, and to every call that names an item."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design import usage_settings
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.key_fixes import prefix_of

_NAME = "SK"
_ROOT = "METADATA"
_WITH_A_KEY = frozenset({Operation.GET, Operation.UPDATE, Operation.DELETE, Operation.CHECK})


def with_sort_key(context: RuleContext, table: Table) -> tuple[Fix, ...]:
    """Add a sort key: METADATA, or an entity's prefix with the identity attributes that the partition key lacks.

    Return () if the table is live, if a call that names an item could no longer name it, or if every item would still
    be alone under its partition key.
    """
    sorts = {entity.name: _sort_of(entity, table) for entity in table.entities}
    if usage_settings.is_live(context.design, table) or None in sorts.values() or _is_taken(table):
        return ()
    if len(table.entities) < 2 and set(sorts.values()) == {_ROOT}:
        return ()
    edits: list[Edit] = [Put(table.id, "sort_key", [{"name": _NAME, "type": "S"}])]
    for entity in table.entities:
        edits += [Put(one.id, f"keys.{_NAME}", sorts[entity.name]) for one in entity.overloads_of(None)]
    for pattern in _naming_items(context, table):
        if not pattern.id or {sorts.get(entity.name) for entity in context.about(pattern)} != {_ROOT}:
            return ()
        edits.append(Put(pattern.id, f"key.{_NAME}", _ROOT))
    return (Fix(f"Add the sort key {_NAME}, with {_ROOT} for items that are alone under their key", tuple(edits)),)


def _sort_of(entity: Entity, table: Table) -> str | None:
    """What an entity writes into the sort key; None if its key has no template."""
    element = table.partition_key[0].name
    written = [parse(one.keys[element]) for one in entity.overloads_of(None) if element in one.keys]
    if not written or len(written) < len(entity.overloads_of(None)) or any(one.problem for one in written):
        return None
    held = set.intersection(*(set(one.attributes) for one in written))
    lacking = [name for name in entity.identity if name not in held]
    return prefix_of(entity) + "#".join(f"{{{name}}}" for name in lacking) if lacking else _ROOT


def _is_taken(table: Table) -> bool:
    named = {name for index in table.indexes for name in index.key_names}
    return _NAME in named or any(entity.attribute(_NAME) is not None for entity in table.entities)


def _naming_items(context: RuleContext, table: Table) -> Iterator[AccessPattern]:
    for call in context.calls:
        pattern = call.pattern
        if pattern.operation in _WITH_A_KEY and context.design.table(pattern.table) is table:
            yield pattern
