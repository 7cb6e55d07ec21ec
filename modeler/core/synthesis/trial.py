"""Trial tables: entities with chosen keys in as many index slots as they need, and calls resolved against them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity, Overload
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, Table
from modeler.core.items.sizes import Sizes
from modeler.core.keys.templates import parse
from modeler.core.servings.binding import bind
from modeler.core.servings.filters import kept_share
from modeler.core.servings.found import WHOLE_KEY, looked_up
from modeler.core.servings.served import Serving
from modeler.core.servings.wanted import Equal, Other, Term, WantedRange, filter_terms
from modeler.core.synthesis.bucketed_reads import Bucketed, in_buckets
from modeler.core.synthesis.calls import KEYED, PlacedCall
from modeler.core.synthesis.pages import PAGES_MAX, pages_of
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.words import PartLabels, is_orderable, referred_to
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


class Workshop:
    """Makes tables of a design's entities: knows its words, its settings, and the names of keys."""

    def __init__(self, design: Design, words: PartLabels) -> None:
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
        templates = self.words.partition(shape, entity), self.words.sort(shape, entity)
        key = part_id(entity.id, "overload", index or "")
        return Overload(key, index, dict(zip(names, templates, strict=True)), shape.when)

    def index(self, number: int, projection: Projection, native: str = "") -> Index:
        """A generic index slot, or one whose sort key is an attribute with a number."""
        name = f"GSI{number}"
        sort = KeyAttribute(native, AttributeType.N) if native else KeyAttribute(f"{name}SK", AttributeType.S)
        keys = (KeyAttribute(f"{name}PK", AttributeType.S),), (sort,)
        return Index(part_id(self.table_id, "index", name), name, IndexKind.GSI, *keys, projection)

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


@dataclass(frozen=True, slots=True)
class ServedCall:
    """A call as it is made against a table: its pattern, and how the table serves it. `filtered`: it examines items
    that a filter discards, and that a key could leave out. `placed`: it reads several periods of time.
    """

    pattern: AccessPattern
    serving: Serving
    filtered: bool = False
    placed: Bucketed | None = None


def resolved_write(workshop: Workshop, table: Table, call: PlacedCall) -> AccessPattern | None:
    """A write against a table; None if it does not give every value of the item's key."""
    asked = replace(call.asked, table=table.name, filter="" if call.is_change else call.asked.filter)
    if not call.is_change or not call.entities:
        return asked
    entity = table.entity(call.entities[0].name)
    if entity is None or not entity.overloads:
        return None
    given = {term.attribute: term for term in call.wanted.terms if isinstance(term, Equal)}
    key = []
    for name, template in entity.overloads[0].keys.items():
        bound = bind(parse(template), given, entity.attributes_by_name)
        if bound.missing:
            return None
        key.append(KeyCondition(name, "=", (bound.text,)))
    return replace(asked, key=tuple(key), index=None)


def resolved_read(
    workshop: Workshop, table: Table, call: PlacedCall, index: str | None, sizes: Sizes
) -> ServedCall | None:
    """A read against one index of a table (None: the table's own key); None if it cannot serve it."""
    entities = tuple(found for one in call.entities if (found := table.entity(one.name)) is not None)
    if call.wanted.problem or not entities:
        return None
    placed = in_buckets(table, call) if index is None else None
    if placed is not None:
        made = resolved_read(workshop, placed.table, placed.call, None, sizes)
        if made is None:
            return None
        pattern = placed.resolved(call.asked, made.pattern)
        return ServedCall(pattern, placed.served(made.serving), made.filtered, placed)
    single = KEYED.get(call.asked.operation, call.asked.operation)
    for operation in dict.fromkeys((single, Operation.QUERY)):
        if operation in WHOLE_KEY and index is not None:
            continue
        asked = replace(call.asked, operation=operation, table=table.name, index=None, key=())
        served, _ = looked_up(table, entities, asked, call.wanted, None)
        best = next((one for one in served if one.index == index), None)
        if best is not None and (done := _accepted(workshop, table, call, asked, best, sizes)) is not None:
            kept = call.asked.operation if operation is single else operation
            pattern = replace(done, operation=kept)
            if operation is not single and call.asked.items_returned is None:
                pattern = replace(pattern, items_returned=1)
            filtered = any(not is_only_filter(term) for _, term in _terms(pattern.filter))
            return ServedCall(pattern, best, filtered)
    return None


def _accepted(
    workshop: Workshop, table: Table, call: PlacedCall, asked: AccessPattern, made: Serving, sizes: Sizes
) -> AccessPattern | None:
    if made.order_satisfied is False or (asked.consistent and not made.consistent_possible):
        return None
    extra: Mapping[str, Any] = asked.extra
    left = frozenset(term.text for _, term in _terms(made.filter))
    if call.asked.facts.intent.returns and math.isfinite(every := workshop.collection(call, left)):
        extra = {**extra, "examined": _rounded(every)}
    elif made.filter:
        share = _kept(workshop, table, call, made, sizes)
        every = workshop.collection(call, left)
        returned = _returned(call, asked)
        if share is None or (not share and pages_of(table, call.entities, every, sizes) > PAGES_MAX):
            return None
        if share < 1:
            # What the filter keeps is unknown. It examines at most the whole collection.
            examined = min(returned / share, every) if share else every
            # The limit would count examined items: the application reads on until it has what it wants.
            extra = {**extra, "examined": _rounded(max(examined, returned))}
            asked = replace(asked, limit=None, items_returned=returned)
    return replace(
        asked,
        index=made.index,
        key=made.condition,
        filter=made.filter,
        descending=made.descending,
        fan_out=max(asked.fan_out, made.requests),
        extra=extra,
    )


def _terms(text: str) -> tuple[tuple[object, Term], ...]:
    found = filter_terms(text)
    return () if isinstance(found, str) else found


def is_only_filter(term: Term) -> bool:
    """Return whether no key can express a term: a comparison with a parameter other than = or a range."""
    return isinstance(term, Other) and ":" in term.text


def _rounded(value: float) -> float:
    return round(value, 3) if value < 100 else float(round(value))


def _returned(call: PlacedCall, asked: AccessPattern) -> float:
    """Items that a read returns: what it declares, else what it is limited to, else a parent's children."""
    if asked.items_returned is not None:
        return asked.items_returned
    if asked.limit is not None:
        return asked.limit
    return sum(one.per_parent.average for one in call.entities if one.per_parent is not None) or 1.0


def _kept(workshop: Workshop, table: Table, call: PlacedCall, made: Serving, sizes: Sizes) -> float | None:
    """The share of the examined items that the remaining filter keeps; None if it is unknown and a key can do without
    the filter; 0 if it is unknown and no key can: for a BOOL, or the second of two ranges.
    """
    left = filter_terms(made.filter)
    index = table.index(made.index)
    if isinstance(left, str) or index is None:
        return None
    share = 1.0
    for _, term in left:
        if is_only_filter(term):
            continue  # no key can express it, so every index is filtered alike
        if isinstance(term, WantedRange):
            if set(made.bound) & {term.low, term.high} - {""}:
                continue  # the key ends where the range does, apart from the bound itself
            if term.prefix and math.isfinite(every := workshop.collection(call, frozenset())):
                share *= min(_returned(call, call.asked) / every, 1.0)
                continue
            if call.wanted.range is None or term.attribute == call.wanted.range.attribute:
                return None
            share = 0.0
            continue
        owner = workshop.values_of(call.entities[0], term.attribute) if isinstance(term, Equal) else None
        entities = tuple(found for one in call.entities if (found := table.entity(one.name)) is not None)
        known = kept_share(table, table.base, entities, term.text, call.asked.parameters, sizes)
        each = known.value if known is not None and known.value else 1 / owner if owner else None
        attribute = call.entities[0].attribute(term.attribute) if isinstance(term, Equal) else None
        if each is None and (attribute is None or is_orderable(attribute)):
            return None
        share *= each or 0.0
    return share
