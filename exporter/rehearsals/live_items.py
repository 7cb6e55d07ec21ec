"""Items of live tables as sample items of a design: each with its entity, masked values, and keys that are made anew.

Keys are not masked as texts: they are made of the masked values by the templates of the design. So an item keeps its
shape whatever the masking does to its values, and equal values are equal in every key. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from exporter.importers.live.masking import Masker
from exporter.targets.access_code.entity_plan import EntityPlan, plan_key, plans_by_key, templated_keys
from exporter.targets.access_code.key_reading import groups_of, key_readings
from exporter.targets.python.item_reading import PYTHON
from exporter.targets.support.literals import Language
from modeler.core.design.items import Attribute, Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.errors import Invalid
from modeler.core.items.materialize import KeyValues, StoredItem, item_writer, key_of
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, normal_number
from modeler.core.values.json_values import from_dynamodb_json, to_dynamodb_json

NO_ENTITY: Final = "match no entity of the design"
SEVERAL: Final = "match several entities of the design"
KNOWN: Final = "have the key of another item"
UNREADABLE: Final = "have values that cannot be read"
UNWRITABLE: Final = "have masked values that make no key"
_LITERAL: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"")


@dataclass(frozen=True, slots=True)
class LiveShape:
    """How the items of an entity are recognized and written."""

    table: Table
    entity: Entity
    readings: tuple[tuple[str, str, Mapping[str, Attribute]], ...]
    made: frozenset[str]
    always: frozenset[str]
    constants: Mapping[str, frozenset[str]]
    write: Callable[[SampleItem], StoredItem]

    def values(self, item: Item) -> Item | None:
        """Return the attributes of an item if the templates make exactly the key that it has."""
        found: dict[str, AttributeValue] = {}
        for name, pattern, groups in self.readings:
            found |= _told(item.get(name), pattern, groups)
        found |= {name: value for name, value in item.items() if name not in self.made}
        key = self.key(found)
        return found if key is not None and key == _key(self.table, item) else None

    def key(self, values: Item) -> KeyValues | None:
        """Return the key of an item with some attributes; None if they make none."""
        return self.write(SampleItem("", values)).key

    def masked(self, values: Item, mask: Masker) -> Item:
        """Return the values masked, without those that the design itself names: members of an enum and values of
        conditions decide which keys an item has.
        """
        hidden = mask({name: to_dynamodb_json(value) for name, value in values.items() if not self._names(name, value)})
        made = {name: from_dynamodb_json(value) for name, value in hidden.items()}
        return {
            name: made.get(name, value) for name, value in values.items() if name in made or self._names(name, value)
        }

    def _names(self, name: str, value: AttributeValue) -> bool:
        return value.type == AttributeType.S and value.data in self.constants.get(name, ())


@dataclass
class LiveItems:
    """What was made of the items of live tables: samples by table and entity, and how many were left out, and why."""

    samples: dict[tuple[str, str], list[SampleItem]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)
    taken: set[tuple[str, KeyValues]] = field(default_factory=set)

    @property
    def count(self) -> int:
        """How many items can be stored."""
        return sum(map(len, self.samples.values()))


class LiveReader:
    """Turns items of the live tables of a design into sample items, masked as soon as they are recognized."""

    def __init__(self, design: Design) -> None:
        plans = plans_by_key(design, Language.PYTHON)
        self._shapes = {
            table.name: [_shape(table, entity, plans[plan_key(table, entity)]) for entity in table.entities]
            for table in design.tables
        }
        self.found = LiveItems(taken=set(_taken(design)))

    def take(self, table: str, raws: Iterable[Mapping[str, Any]], mask: Masker) -> None:
        """Take up items of a table in DynamoDB JSON."""
        for raw in raws:
            reason = self._take(table, raw, mask)
            if reason:
                self.found.left_out[reason] += 1

    def _take(self, table: str, raw: Mapping[str, Any], mask: Masker) -> str:
        try:
            item = {name: from_dynamodb_json(value) for name, value in raw.items()}
        except Invalid:
            return UNREADABLE
        fitting = [(one, values) for one in self._shapes[table] if (values := one.values(item)) is not None]
        whole = [(one, values) for one, values in fitting if one.always <= item.keys()]
        if len(whole or fitting) != 1:
            return SEVERAL if fitting else NO_ENTITY
        ((shape, values),) = whole or fitting
        hidden = shape.masked(values, mask)
        made = shape.key(hidden)
        if made is None:
            return UNWRITABLE
        if (table, made) in self.found.taken:
            return KNOWN
        self.found.taken.add((table, made))
        self.found.samples.setdefault((table, shape.entity.name), []).append(SampleItem("", hidden))
        return ""


def with_live(design: Design, live: LiveItems) -> Design:
    """Return the design with more sample items."""
    tables = []
    for table in design.tables:
        grown = (
            replace(one, items=(*one.items, *live.samples.get((table.name, one.name), ()))) for one in table.entities
        )
        tables.append(replace(table, entities=tuple(grown)))
    return replace(design, tables=tuple(tables))


def _shape(table: Table, entity: Entity, plan: EntityPlan) -> LiveShape:
    groups = groups_of(plan)
    own = frozenset(table.base.key_names)
    attributes = {groups[one.name]: one for one in plan.attributes}
    readings = tuple(
        (one.key, one.pattern, attributes) for one in key_readings(plan, PYTHON, tuple(groups)) if one.key in own
    )
    always = {one.name for one in plan.attributes if one.optional >= 1} - set(plan.only_in_keys) - own
    write = item_writer(table, entity)
    return LiveShape(table, entity, readings, templated_keys(entity), frozenset(always), _constants(entity), write)


def _constants(entity: Entity) -> dict[str, frozenset[str]]:
    """Return the texts that the design names for each attribute."""
    conditions = {text for one in entity.overloads for found in _LITERAL.findall(one.when) for text in found if text}
    return {one.name: frozenset({*one.values, *conditions}) for one in entity.attributes}


def _told(key: AttributeValue | None, pattern: str, groups: Mapping[str, Attribute]) -> dict[str, AttributeValue]:
    match = re.fullmatch(pattern, key.data, re.DOTALL) if key is not None and key.type == AttributeType.S else None
    found = match.groupdict() if match else {}
    return {groups[group].name: _typed(groups[group].type, text) for group, text in found.items()}


def _typed(kind: AttributeType, text: str) -> AttributeValue:
    if kind == AttributeType.N:
        return AttributeValue(kind, normal_number(text))
    return AttributeValue(kind, text == "true") if kind == AttributeType.BOOL else AttributeValue(kind, text)


def _key(table: Table, item: Item) -> KeyValues | None:
    return key_of(table.partition_key + table.sort_key, item)


def _taken(design: Design) -> Iterator[tuple[str, KeyValues]]:
    """Yield the keys of the sample items."""
    for table in design.tables:
        for entity in table.entities:
            write = item_writer(table, entity)
            yield from ((table.name, key) for one in entity.items if (key := write(one).key) is not None)
