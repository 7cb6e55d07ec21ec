"""What rules can query about a design; each answer is computed once and kept as long as the parts it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any

from modeler.core.algebra.extent import Bounds, byte_bounds
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.heat import DesignHeat, design_heat
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.items.materialize import StoredItem, item_writer
from modeler.core.items.sizes import Sizes
from modeler.core.keys.templates import KeyTemplate
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.support.memo import Memo
from modeler.core.servings import Serving, serving
from modeler.core.servings.known import is_sought

type Written = tuple[Entity, WrittenKey, tuple[str, ...]]
"""A complete key that an entity writes, with the literal start of each of its templates."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of an access pattern: the pattern itself, or one of its steps with what it inherits; then `within` is
    the batch, transaction or sequence that it is a step of, which in a sequence can be a step itself.
    """

    pattern: AccessPattern
    top: AccessPattern
    path: str
    within: AccessPattern | None = None

    @property
    def label(self) -> str:
        """The name of the call in sentences: the pattern's code, and which step of it."""
        if self.pattern.label or self.pattern is self.top:
            return self.pattern.label
        return f"{self.top.label} {self.pattern.operation}"

    @property
    def in_transaction(self) -> bool:
        """Whether it is a write that succeeds or fails with others."""
        return self.within is not None and self.within.operation is Operation.TRANSACT_WRITE


class RuleContext:
    """A design, and what follows from it."""

    def __init__(self, design: Design, memo: Memo | None = None) -> None:
        self.design = design
        self.memo = memo or Memo()
        self.sizes: Sizes = self.memo.sizes
        """Size estimates, kept between runs."""
        self._once: dict[object, Any] = {}
        # Each with the object it belongs to, so that no id can be given to another object.
        self._about: dict[int, tuple[AccessPattern, tuple[Entity, ...]]] = {}
        self._written: dict[int, tuple[Call, tuple[Entity, ...]]] = {}
        self._answers: dict[int, tuple[Call, dict[str, Any]]] = {}
        self._servings: dict[int, tuple[Call, Serving]] = {}

    def once[T](self, question: object, answer: Callable[[], T]) -> T:
        """Return the answer to a question about this design, computed once in this run. For answers assembled from
        answers that are cached one by one: those would be forgotten if no rule used them.
        """
        if question not in self._once:
            self._once[question] = answer()
        value: T = self._once[question]
        return value

    def keys(self, table: Table, entity: Entity, index: Index) -> tuple[WrittenKey, ...]:
        """The keys that the entity writes into the index."""
        return self.sizes.entity(table, entity).keys(table, index)

    def is_keyless(self, table: Table, entity: Entity) -> bool:
        """Return whether the entity has no key of any index yet: no template, no attribute and no item with one."""
        if any(key.is_begun for index in table.all_indexes for key in self.keys(table, entity, index)):
            return False
        own = self.attribute_names(entity)
        names = table.base.key_names
        return not all(name in own or any(name in item.stored_keys for item in entity.items) for name in names)

    def stored(self, table: Table, entity: Entity) -> tuple[StoredItem, ...]:
        """The entity's sample items as DynamoDB would hold them."""
        return self.memo.get(
            "stored", (entity, *schema(table)), lambda: tuple(map(item_writer(table, entity), entity.items))
        )

    def bounds(self, entity: Entity, template: KeyTemplate) -> Bounds:
        """How many bytes the template's keys have for this entity."""
        parts = (template, entity.attributes)
        return self.memo.get("bounds", parts, lambda: byte_bounds(template, entity.attributes_by_name))

    def key_names(self, table: Table) -> frozenset[str]:
        """Names of the key attributes of a table and its indexes."""
        parts = (table.partition_key, table.sort_key, table.indexes)
        return self.memo.get(
            "key names", parts, lambda: frozenset(name for index in table.all_indexes for name in index.key_names)
        )

    def attribute_names(self, entity: Entity) -> frozenset[str]:
        """Names of the attributes that the entity has: declared, or in a sample item."""

        def names() -> frozenset[str]:
            return frozenset(
                (*(one.name for one in entity.attributes), *(name for item in entity.items for name in item.values))
            )

        return self.memo.get("names", (entity,), names)

    def about(self, pattern: AccessPattern) -> tuple[Entity, ...]:
        """The entities that a pattern is about: those it declares, else all of its table."""
        found = self._about.get(id(pattern))
        if found is None:
            table, named = self.design.table(pattern.table), self.design.entities_of(pattern)
            found = self._about[id(pattern)] = (pattern, named or (table.entities if table else ()))
        return found[1]

    def written_by(self, call: Call) -> tuple[Entity, ...]:
        """The entities that a call declares as written; a step that names none inherits its pattern's, if it is one."""
        found = self._written.get(id(call))
        if found is None:
            own, top = self.design.entities_of(call.pattern), call.top
            if not own and call.pattern is not top and len(top.entities) == 1:
                own = self.design.entities_of(replace(call.pattern, entities=top.entities))
            found = self._written[id(call)] = (call, own)
        return found[1]

    def serving(self, call: Call) -> Serving:
        """How a call is served."""
        found = self._servings.get(id(call))
        if found is None:
            if is_sought(call.pattern):
                made = self.memo.servings.serving(self.design, call.pattern)
            else:
                made = self.kept_of_same_calls("serving", call, self._serving)
            found = self._servings[id(call)] = (call, made)
        return found[1]

    def _serving(self, call: Call) -> Serving:
        return serving(self.design, call.pattern)

    def of_same_calls[T](self, question: str, call: Call, answer: Callable[[Call], T]) -> T:
        """What follows from what a call asks (`AccessPattern.call`), its table and its entities: one answer for all
        patterns that make the same call, in this run.
        """
        pattern = call.pattern
        table = self.design.table(pattern.table)
        if table is None or pattern.operation.is_multiple:
            return answer(call)  # the answer may name its steps
        return self.once((question, pattern.call, id(table)), lambda: answer(call))

    def kept_of_same_calls[T](self, question: str, call: Call, answer: Callable[[Call], T]) -> T:
        """The same for an answer that is kept for the next run too, with the parts of `of_call`."""
        return self.of_call(question, call, lambda: self.of_same_calls(question, call, answer))

    def asked(self, pattern: AccessPattern) -> AccessPattern:
        """A pattern or step with its serving filled in: a pattern that names no key gets the index and the key that
        were found.
        """
        return self.memo.servings.asked(self.design, pattern)

    def of_call[T](self, question: str, call: Call, answer: Callable[[], T]) -> T:
        """Return what follows from a call, its table's keys and indexes, its entities, and its serving."""
        found = self._answers.get(id(call))
        if found is None:
            answers: dict[str, Any] = self.memo.get("answers", self._parts(call), dict)
            found = self._answers[id(call)] = (call, answers)
        if question not in found[1]:
            found[1][question] = answer()
        value: T = found[1][question]
        return value

    def _parts(self, call: Call) -> tuple[object, ...]:
        """What the answers about a call follow from."""
        pattern, table = call.pattern, self.design.table(call.pattern.table)
        if pattern.operation.is_multiple:
            return (call, *self.design.tables)
        if table is None:
            return (call, self.design.tables)  # which decides what is reported about a missing table
        parts: tuple[object, ...] = (call, self.memo.capacity.dependencies.of(self.design, pattern), table.settings)
        if self.about(pattern) is table.entities:
            parts = (*parts, table.entities)
        # Which index serves it depends on every entity of the table; an equal answer is the same object.
        return (*parts, self.serving(call)) if is_sought(pattern) else parts

    def of_entities[T](
        self, question: str, table: Table, answer: Callable[[Entity], T], parts: tuple[object, ...] | None = None
    ) -> tuple[T, ...]:
        """Return the answer about each entity of a table, that follows from the entity and from the parts: the table's
        keys, indexes and settings (`schema`) if none are given.
        """
        parts = schema(table) if parts is None else parts
        return self.memo.of_each(f"{question} {table.name}", parts, table.entities, answer)

    def written(self, table: Table, index: Index) -> tuple[Written, ...]:
        """Every complete key that the table's entities write into an index, with the literal start of its templates."""

        def of_entity(entity: Entity) -> tuple[Written, ...]:
            keys = ((key, key.complete) for key in self.keys(table, entity, index))
            return tuple(
                (entity, key, tuple(template.literal_prefix for template in templates))
                for key, templates in keys
                if templates is not None
            )

        def of_all() -> tuple[Written, ...]:
            parts = (*keys_of(table), index_part(index))
            return tuple(chain.from_iterable(self.of_entities("written", table, of_entity, parts)))

        return self.once(("written", id(table), id(index_part(index))), of_all)

    @cached_property
    def capacity(self) -> DesignCapacity:
        """Units of every access pattern, and per second at every table and index."""
        return design_capacity(self.design, self.memo.capacity)

    @cached_property
    def heat(self) -> DesignHeat:
        """The load on the hottest partition keys of every table and index."""
        return design_heat(self.design, self.memo.heat)

    @cached_property
    def cost(self) -> Cost:
        """The monthly cost of the design; each number is computed when a rule requests it."""
        return monthly_cost(self.design, capacity=self.capacity, cache=self.memo.capacity)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call of every access pattern, including members of batches, transactions and sequences."""
        found = self.memo.of_each("calls", (), self.design.patterns, _calls_of)
        return tuple(chain.from_iterable(found))

    def calls_on(self, table: Table) -> tuple[Call, ...]:
        """The calls on a table."""
        design = self.design
        return self.once(
            ("calls on", id(table)),
            lambda: tuple(call for call in self.calls if design.table(call.pattern.table) is table),
        )


def schema(table: Table) -> tuple[object, ...]:
    """The parts of a table that define its keys, without its entities and items."""
    return (table.partition_key, table.sort_key, table.indexes, table.settings)


def keys_of(table: Table) -> tuple[object, ...]:
    """The parts of a table that define its keys, without its settings."""
    return (table.partition_key, table.sort_key, table.indexes)


def index_part(index: Index) -> Index | None:
    """The index as a part that answers follow from; None for the base index, which each revision of a table remakes."""
    return None if index.is_base else index


def _calls_of(pattern: AccessPattern) -> tuple[Call, ...]:
    return tuple(_calls(pattern, pattern, pattern_path(pattern)))


def _calls(
    pattern: AccessPattern, top: AccessPattern, path: str, within: AccessPattern | None = None
) -> Iterator[Call]:
    yield Call(pattern, top, path, within)
    for number, step in enumerate(pattern.members):
        yield from _calls(step, top, f"{path}.steps[{number}]", pattern)


def table_path(table: Table) -> str:
    """The path of a table."""
    return f"tables.{table.name}"


def index_path(table: Table, index: Index) -> str:
    """The path of an index; for the base index, that of the table."""
    return table_path(table) if index.is_base else f"tables.{table.name}.indexes.{index.name}"


def entity_path(table: Table, entity: Entity) -> str:
    """The path of an entity."""
    return f"tables.{table.name}.entities.{entity.name}"


def cell_path(table: Table, entity: Entity, index: str | None) -> str:
    """The path of an overload: `tables.T.entities.Order.GSI1`; `key` represents the table's own key."""
    return f"{entity_path(table, entity)}.{index or 'key'}"


def pattern_path(pattern: AccessPattern) -> str:
    """The path of an access pattern."""
    return f"patterns.{pattern.label}"
