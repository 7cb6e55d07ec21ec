"""Upper and lower case in keys. facts/ordering#sort-key-formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Table
from modeler.core.keys.attribute_formats import value_class
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import Reference
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.key_fixes import ReferencePlace, Rekey, at_places, spots, text_keys
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

_FREE_WORDS: Final = frozenset({"email", "text"})
_HANDLES: Final = frozenset({"email", "mail", "handle", "username", "nickname", "login", "screenname", "emailaddress"})
_NO_WORDS: Final = re.compile(r"ur[il]s?|href|link|path|token|hash|etag|arn|slug")
"""Names of texts in which the case matters, such as URLs."""
_ONE_CASE: Final = frozenset({"lower", "upper", "hash", "shard", "pad", "reverse"})


@rule(
    "keys.case_not_normalised",
    ADVICE,
    Scope.TABLE,
    title="Key contains a name or email address that is not lower-cased",
    why="Ada@example.org and ada@example.org are two keys, and capitals sort before lower-case letters",
    fix="Apply lower to it, in the key and where it is read",
    sources="facts/ordering#sort-key-formats",
    fixes=True,
)
def case_not_normalised(context: RuleContext, table: Table) -> Iterator[Spot]:
    kept = [entity for entity in table.entities if entity.constraint_of]
    constraints = {*(one.id for one in kept), *(cell.id for one in kept for cell in one.overloads)}
    for spot in spots(context, table, "case", lambda entity: _as_typed(context, table, entity)):
        # Two spellings of one address then are two values, and the constraint keeps neither out.
        yield replace(spot, severity=WARNING) if spot.part in constraints else spot


def _as_typed(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    attributes = entity.attributes_by_name
    found: dict[tuple[str, tuple[FormatCall, ...]], list[ReferencePlace]] = {}
    for index, key, name, template in text_keys(context, table, entity):
        for position, part in enumerate(template.parts):
            if not isinstance(part, Reference) or any(call.name in _ONE_CASE for call in part.formats):
                continue
            attribute = attributes.get(part.attribute)
            if attribute is not None and _is_typed_by_people(attribute):
                place = ReferencePlace(index, key, name, template, position)
                found.setdefault((part.attribute, part.formats), []).append(place)
    for (held, formats), places in found.items():
        message = f"{held} in {places[0].template} of {entity.name} keeps the case in which it was typed"
        label = f"Apply lower to {held}"
        yield at_places(table, entity, places, held, message, label, *formats, FormatCall("lower"))


def _is_typed_by_people(attribute: Attribute) -> bool:
    if attribute.values or attribute.type is not AttributeType.S:
        return False
    plain = attribute.name.lower().replace("_", "").replace("-", "")
    if _NO_WORDS.search(plain):
        return False
    has_case = {"a", "A"} <= value_class(attribute).ascii
    return has_case and (attribute.format in _FREE_WORDS or (plain in _HANDLES and attribute.format in {"", "id"}))


RULES = (case_not_normalised,)
