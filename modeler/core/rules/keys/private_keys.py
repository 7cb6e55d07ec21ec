"""Personal data in the keys of a table, which logs and graphs show. facts/operations#protection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Table
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import RuleContext, table_path
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule

_FORMATS: Final = frozenset({"email", "phone"})
_NAMES: Final = re.compile(
    r"(?:^|_|[a-z])(?:e-?mail|phone(?:_?number)?|mobile|msisdn|ssn|passport|iban)(?:_?address)?$", re.I
)
_SCATTERED: Final = frozenset({"hash", "shard"})


@rule(
    "keys.personal_data",
    ADVICE,
    Scope.TABLE,
    title="Personal data in a key of the table",
    why="CloudTrail logs keys, Contributor Insights shows them in plain text, and a changed address moves every item",
    fix="Use an id in the key, and find it by an index or by a constraint item",
    sources="facts/operations#protection, facts/limits#policies-and-insights",
)
def personal_data(context: RuleContext, table: Table) -> Iterator[Spot]:
    found: dict[str, list[str]] = {}
    is_sensitive = False
    private = context.of_entities("private keys", table, partial(_private, context, table))
    for entity, attributes in zip(table.entities, private, strict=True):
        for attribute in attributes:
            found.setdefault(attribute.name, []).append(entity.name)
            is_sensitive = is_sensitive or attribute.sensitive
    if found:
        said = and_list([f"{name} of {and_list(entities)}" for name, entities in found.items()])
        message = f"A key of {table.name} contains {said}"
        severity = WARNING if is_sensitive else ADVICE
        yield Spot(message, table_path(table), table.id, "partition_key", {"attributes": list(found)}, severity)


def _private(context: RuleContext, table: Table, entity: Entity) -> list[Attribute]:
    """Attributes in its key. Entities that keep a value unique have it there by design."""
    if entity.constraint_of:
        return []
    names = {
        part.attribute
        for key in context.keys(table, entity, table.base)
        for template in key.complete or ()
        for part in template.references
        if not any(call.name in _SCATTERED for call in part.formats)
    }
    held = (entity.attribute(name) for name in sorted(names))
    return [
        one for one in held if one is not None and (one.sensitive or one.format in _FORMATS or _NAMES.search(one.name))
    ]


RULES = (personal_data,)
