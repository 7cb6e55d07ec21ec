"""Trial tables: entities with chosen keys in as many index slots as they need."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity, Overload
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, Table
from modeler.core.servings.wanted import Equal
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.words import PartLabels, referred_to
from modeler.core.values.attribute_values import AttributeType, AttributeValue

TYPE: Final = "Type"
"""The attribute that names an item's entity."""
TABLE: Final = "app-main"


EVERYTHING: Final = Projection()


@dataclass(frozen=True, slots=True)
class TrialEntry:
    """A key of an entity in an index, with what the index projects of it."""

    shape: KeyShape
    projection: Projection = EVERYTHING

    @property
    def name(self) -> str:
        """The name of the index in a trial table, which has no other."""
        return "LSI1" if self.shape.is_local else "GSI1"

    def index(self, workshop: Workshop) -> Index:
        """The index that has it."""
        return workshop.index(1, self.projection, self.shape.native, is_local=self.shape.is_local)


class Workshop:
    """Makes tables of a design's entities: knows its words, its settings, and the names of keys."""

    def __init__(self, design: Design, words: PartLabels, *, natural_keys: bool = False) -> None:
        self.natural_keys = natural_keys
        first = design.tables[0] if design.tables else None
        self.design = design
        self.words = words
        self.name = first.name if first is not None and len(design.tables) == 1 else TABLE
        generic = first is not None and len(design.tables) == 1 and _is_generic(first)
        self.partition, self.sort = "PK", "SK"
        if generic and first:
            self.partition, self.sort = first.partition_key[0].name, first.sort_key[0].name
        self.settings: Mapping[str, Any] = {"billing": "PAY_PER_REQUEST"} if first is None else first.settings
        self.table_id = first.id if first is not None else part_id("", "table", self.name)
        self.description = first.description if first is not None and len(design.tables) == 1 else ""
        counts = {one.identity[0]: one.count for _, one in design.entities() if len(one.identity) == 1}
        self.counts = {name: count for name, count in counts.items() if count}
        parents = {entity.name: entity.count for _, entity in design.entities()}
        self.referred = referred_to([entity for _, entity in design.entities()])
        self.related = {
            (one.join or one.child, name): count
            for one in design.relations
            if (count := parents.get(one.parent)) and len(one.through) == 1
            for name in one.through
        }

    def values_of(self, entity: Entity, name: str) -> float | None:
        """How many values an attribute has: as many as there are things that it identifies; None if unknown.

        It identifies what a relation says, what it is the identity of, or what its name ends with (`sellerRegionId`).
        """
        known = self.related.get((entity.name, name)) or self.counts.get(name)
        if known:
            return float(known)
        ends = [count for identity, count in self.counts.items() if name.lower().endswith(identity.lower())]
        return float(ends[0]) if len(ends) == 1 else None

    def collection(self, call: PlacedCall, left: frozenset[str]) -> float:
        """The items of an entity that have the values that a read gives, but for the terms that are `left` to a filter;
        infinite if unknown. Of listed values, a caller can give the most frequent one.
        """
        entity = call.entities[0]
        if len(call.entities) != 1 or not entity.count:
            return math.inf
        found = float(entity.count)
        for term in call.wanted.terms:
            if not isinstance(term, Equal) or term.text in left:
                continue
            attribute = entity.attribute(term.attribute)
            if isinstance(term.value, str):
                values = self.values_of(entity, term.attribute)
                listed = attribute.values.values() if attribute is not None else ()
                share = 1 / values if values else max(listed, default=0.0) or None
            else:
                share = attribute.values.get(str(term.value.data)) if attribute is not None else None
            found *= share if share is not None else 1.0
        return max(found, 1.0)

    def table(
        self, entities: Iterable[tuple[Entity, KeyShape, Sequence[tuple[str, KeyShape]]]], indexes: tuple[Index, ...]
    ) -> Table:
        """A table of entities, each with its key in the table and its keys in indexes by name."""
        made = tuple(self._with_keys(entity, base, keys) for entity, base, keys in entities)
        keys = (KeyAttribute(self.partition, AttributeType.S),), (KeyAttribute(self.sort, AttributeType.S),)
        return Table(self.table_id, self.name, *keys, indexes, made, (), self.settings, self.description)

    def _with_keys(self, entity: Entity, base: KeyShape, keys: Sequence[tuple[str, KeyShape]]) -> Entity:
        overloads = [self._overload(entity, base, None, (self.partition, self.sort))]
        overloads += [
            self._overload(entity, shape, name, (f"{name}PK", shape.native or f"{name}SK")) for name, shape in keys
        ]
        return replace(entity, overloads=tuple(overloads), items=())

    def _overload(self, entity: Entity, shape: KeyShape, index: str | None, names: tuple[str, str]) -> Overload:
        keys = dict(zip(names, (self.words.partition(shape, entity), self.words.sort(shape, entity)), strict=True))
        if shape.is_local:
            del keys[names[0]]  # it is the partition key of the table, which the item has anyway
        return Overload(part_id(entity.id, "overload", index or ""), index, keys, shape.when)

    def index(self, number: int, projection: Projection, native: str = "", *, is_local: bool = False) -> Index:
        """A generic index slot, or one whose sort key is an attribute with a number; or an LSI."""
        kind = IndexKind.LSI if is_local else IndexKind.GSI
        name = f"{kind}{number}"
        partition = self.partition if is_local else f"{name}PK"
        sort = KeyAttribute(native, AttributeType.N) if native else KeyAttribute(f"{name}SK", AttributeType.S)
        keys = (KeyAttribute(partition, AttributeType.S),), (sort,)
        return Index(part_id(self.table_id, "index", name), name, kind, *keys, projection)

    def around(self, table: Table, patterns: tuple[AccessPattern, ...]) -> Design:
        """A design of this one table, with the settings of the whole."""
        return replace(self.design, tables=(table,), patterns=patterns, mutes=())


def typed(entity: Entity) -> Entity:
    """The entity with an attribute `Type` that names it."""
    if any(one.name.lower() in {"type", "entitytype"} for one in entity.attributes):
        return entity
    made = Attribute(part_id(entity.id, "attribute", TYPE), TYPE, AttributeType.S, "enum", {entity.name: 1.0})
    kind = AttributeValue(AttributeType.S, entity.name)
    items = tuple(replace(one, values={**one.values, TYPE: kind}) for one in entity.items)
    return replace(entity, attributes=(*entity.attributes, made), items=items)


def _is_generic(table: Table) -> bool:
    """Return whether the keys of a table are texts that no entity has as an attribute."""
    keys = table.base.keys
    own = {name for entity in table.entities for name in entity.attributes_by_name}
    single = len(table.partition_key) == 1 and len(table.sort_key) == 1
    return single and all(key.type is AttributeType.S and key.name not in own for key in keys)
