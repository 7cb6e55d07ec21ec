"""Sample items and example parameters with which the access patterns of a design find something: what a preview shows,
and what makes a proof prove something.

Existing items and parameters stay. Everything that is added is evaluated before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final

from modeler.core import effort
from modeler.core.design.items import BASE, Attribute, Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.evaluator import Database, evaluate
from modeler.core.evaluator.bindings import compared_with, standing_for, written_into
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Comparison, Literal, Name, Path, Placeholder, children, walk
from modeler.core.expressions.parse import parse_condition
from modeler.core.fixes import Put
from modeler.core.keys.template_writer import key_writer
from modeler.core.keys.templates import Reference, parse, print_template
from modeler.core.servings.known import KnownServings
from modeler.core.synthesis.recovering import recovered
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, order_key
from modeler.core.values.json_values import to_plain
from modeler.sampling.copies import new_item
from modeler.sampling.finding import item_found_by
from modeler.sampling.making import samples

ITEMS: Final = 12
"""Items of each entity that has none: enough for a read to return some and to leave others out."""
OTHER: Final = "OTHER"
"""A value beside the only one that the patterns name, so that a condition leaves something out."""
_LOW: Final = ("From", "Low", "After")
"""Ends of the names of parameters that are lower bounds."""


@dataclass(frozen=True, slots=True)
class _Parameter:
    """A parameter of a pattern: the call that uses it, which of the pattern's calls that is, and its attribute."""

    call: AccessPattern
    place: int
    attribute: str


def ready_to_prove(design: Design, seed: int = 1) -> Design:
    """Return the design with items for the entities that have none, and with an example value for every parameter that
    has none.
    """
    stocked = _stocked(design, seed)
    stored, telling = Database.of(stocked), _telling(stocked)
    patterns = tuple(_Filling(stocked, telling, one, seed).filled(stored) for one in stocked.patterns)
    made = replace(stocked, patterns=patterns)
    for pattern in made.patterns:
        if pattern.operation is not Operation.SCAN and evaluate(made, pattern).proves_nothing:
            made = _with_item_for(made, pattern, seed)
    return made


def example_values(design: Design, seed: int = 1) -> Iterator[Put]:
    """Yield an edit for each parameter of an access pattern that has no example value and for which an item has one.
    Counts against the time of the caller (`effort.timed`).
    """
    stored = Database.of(design)
    for pattern in design.patterns:
        effort.check_time()
        filled = _Filling(design, design, pattern, seed).filled(stored)
        for name in filled.parameters.keys() - pattern.parameters.keys():
            yield Put(pattern.id, f"parameters.{name}", filled.parameters[name])


def with_items(design: Design, made: Mapping[str, tuple[Item, ...]], *, is_replacing: bool) -> Design:
    """The design with these items, by the ids of their entities, after the existing ones or in their place."""

    def stocked(entity: Entity) -> Entity:
        kept = () if is_replacing and entity.id in made else entity.items
        return replace(entity, items=(*kept, *_items(entity, made)))

    return _mapped(design, stocked)


def several_parameters(
    design: Design, pattern: AccessPattern, count: int, new: Mapping[str, Sequence[Item]]
) -> Iterator[dict[str, Any]]:
    """Yield values for the parameters of a pattern, each time those of another item: of a stored one, or of a `new` one
    (by the id of its entity) if the pattern creates it. What no item has is the pattern's own example.
    """
    needed = dict(_needed(design, pattern))
    filling = _Filling(design, design, replace(pattern, parameters={}), 0, new)
    for start in range(count):
        yield {**pattern.parameters, **filling.given(needed, start)}


def _stocked(design: Design, seed: int) -> Design:
    """The design with generated items of every entity that has none."""
    empty = {entity.id: ITEMS for _, entity in design.entities() if not entity.items}
    if not empty:
        return design
    made = samples(_telling(design), empty, seed).items
    return with_items(design, made, is_replacing=False)


def _mapped(design: Design, change: Callable[[Entity], Entity]) -> Design:
    tables = tuple(replace(table, entities=tuple(map(change, table.entities))) for table in design.tables)
    return replace(design, tables=tables)


def _items(entity: Entity, made: Mapping[str, tuple[Item, ...]]) -> Iterator[SampleItem]:
    for number, values in enumerate(made.get(entity.id, ())):
        yield SampleItem(part_id(entity.id, "sample", str(number)), values)


def _telling(design: Design) -> Design:
    """The design with what its patterns and keys tell about attributes that declare nothing: the texts that a condition
    names, and that a number is whole where a key pads it.
    """
    named = dict(_named_values(design))
    return _mapped(design, lambda one: replace(one, attributes=tuple(_generable_attributes(one, named))))


def _generable_attributes(entity: Entity, named: Mapping[tuple[str, str], dict[str, float]]) -> Iterator[Attribute]:
    padded = set(padded_numbers(entity))
    for one in entity.attributes:
        values = named.get((entity.name, one.name), {})
        if one.name in padded:
            yield replace(one, format="integer")
        elif one.type is AttributeType.S and not one.values and not one.format and values:
            yield replace(one, values=values if len(values) > 1 else {**values, OTHER: 1.0})
        else:
            yield one


def padded_numbers(entity: Entity) -> Iterator[str]:
    """The numbers of an entity that declare no format, and that a key pads to whole digits."""
    for overload in entity.overloads:
        for part in chain.from_iterable(parse(text).references for text in overload.keys.values()):
            attribute = entity.attribute(part.attribute)
            pads = any(call.name == "pad" for call in part.formats)
            if pads and attribute is not None and attribute.type is AttributeType.N and not attribute.format:
                yield part.attribute


def _named_values(design: Design) -> Iterator[tuple[tuple[str, str], dict[str, float]]]:
    """The texts that patterns compare an attribute with or set it to, by entity and attribute, each as often."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for pattern in chain.from_iterable(map(_calls, design.patterns)):
        # A key condition can name a constant where the entity writes an attribute.
        asked, _ = recovered(design, pattern)
        told = [*_set(pattern), *chain.from_iterable(map(_compared, filter(str.strip, (asked.filter, pattern.if_))))]
        for entity in design.entities_of(pattern):
            for name, text in told:
                found.setdefault((entity.name, name), {})[text] = 1.0
    yield from found.items()


def _set(pattern: AccessPattern) -> Iterator[tuple[str, str]]:
    for name, value in pattern.set.items():
        if isinstance(value, str) and not value.startswith(":"):
            yield name, value


def _compared(text: str) -> Iterator[tuple[str, str]]:
    try:
        condition = parse_condition(text)
    except ExpressionInvalid:
        return
    for node in walk(condition):
        if isinstance(node, Comparison) and node.operator == "=":
            match children(node):
                case (Path((Name(name),)), Literal(value)) if value.type is AttributeType.S:
                    yield name, str(value.data)


def _calls(pattern: AccessPattern) -> tuple[AccessPattern, ...]:
    return pattern.members if pattern.steps else (pattern,)


@dataclass
class _Filling:
    """Finds values for the parameters of a pattern. `telling` is the design from which new items are generated; `new`
    are items that were generated before, by the id of their entity.
    """

    design: Design
    telling: Design
    pattern: AccessPattern
    seed: int
    new: Mapping[str, Sequence[Item]] = field(default_factory=dict)

    def filled(self, stored: Database) -> AccessPattern:
        """The pattern with values with which it finds some of the items and leaves others out, if any do."""
        pattern = self.pattern
        needed = dict(_needed(self.design, pattern))
        known = evaluate(self.design, pattern, stored=stored)
        if all(name in pattern.parameters for name in needed) or not (known.refused or known.proves_nothing):
            return pattern
        total = sum(len(one.items) for call in _calls(pattern) for one in self.design.entities_of(call))
        tried: list[tuple[bool, bool, dict[str, Any]]] = []
        for start in range(ITEMS):
            given = self.given(needed, start)
            done = evaluate(self.design, pattern, parameters=given, stored=stored)
            finds = not done.refused and not done.proves_nothing
            tried.append((finds, finds and (not pattern.operation.is_read or done.count < total), given))
            if tried[-1][1]:
                break
        best = max(tried, key=lambda one: one[:2])
        return replace(pattern, parameters=best[2])

    def given(self, needed: Mapping[str, _Parameter], start: int) -> dict[str, Any]:
        """Values for the parameters that have none: each call takes those of one item of its entity."""
        given: dict[str, Any] = dict(self.pattern.parameters)
        chosen: dict[tuple[int, str], Item] = {}
        for name, one in needed.items():
            if name in given:
                continue
            for entity in self.design.entities_of(one.call):
                key = (one.place, entity.id)
                if key not in chosen:
                    chosen[key] = self._item(entity, one.call, given, start)
                attribute = entity.attribute(one.attribute)
                value = _value(entity, one.attribute, name, chosen[key]) or _parameter_value(
                    one.call, entity, name, chosen[key]
                )
                if value is not None:
                    given[name] = to_plain(value, attribute.type if attribute is not None else AttributeType.S)
                    break
        return given

    def _item(self, entity: Entity, call: AccessPattern, given: Mapping[str, Any], start: int) -> Item:
        """The item whose values a call gives: a new one if the call creates it, else a stored one, which agrees with
        the values given so far if one does.
        """
        table = self.telling.table(call.table)
        told = table.entity(entity.name) if table is not None else None
        if call.operation is Operation.PUT and (made := self.new.get(entity.id)):
            return made[start % len(made)]
        if call.operation is Operation.PUT and table is not None and told is not None:
            return new_item(self.telling, table, told, None, self.seed + start)
        stored = [one.values for one in entity.items]
        fitting = [values for values in stored if _fits(entity, values, given)] or stored
        return fitting[start % len(fitting)] if fitting else {}


def _needed(design: Design, pattern: AccessPattern) -> Iterator[tuple[str, _Parameter]]:
    """The parameters that the calls of a pattern use."""
    for place, call in enumerate(_calls(pattern)):
        asked = KnownServings().asked(design, call)
        table = design.table(asked.table)
        if table is None:
            continue
        entities = design.entities_of(asked)
        known = {name: each for entity in entities for name, each in entity.attributes_by_name.items()}
        meant = {**standing_for(table, asked, known), **written_into(asked), **compared_with(asked)}
        names = known if asked.operation is Operation.PUT else _names(asked)
        for name in dict.fromkeys(names):
            yield name, _Parameter(asked, place, name if name in known else meant.get(name, name))


def _names(pattern: AccessPattern) -> Iterator[str]:
    """The parameters that the key and the expressions of a call use."""
    for condition in pattern.key:
        for text in condition.templates:
            yield from parse(text).attributes
    for text in filter(str.strip, (pattern.filter, pattern.if_)):
        try:
            yield from (one.text[1:] for one in walk(parse_condition(text)) if isinstance(one, Placeholder))
        except ExpressionInvalid:
            continue
    for value in (*pattern.set.values(), *pattern.add.values()):
        if isinstance(value, str) and value.startswith(":"):
            yield value[1:]


def _fits(entity: Entity, values: Item, given: Mapping[str, Any]) -> bool:
    known = ((name, entity.attribute(name)) for name in given if name in values)
    return all(to_plain(values[name], one.type) == given[name] for name, one in known if one is not None)


def _value(entity: Entity, attribute: str, name: str, item: Item) -> AttributeValue | None:
    """The value of a parameter: that of the item, or the least of all items if it is a lower bound."""
    if name != attribute and name.endswith(_LOW):
        values: Sequence[AttributeValue] = [one.values[attribute] for one in entity.items if attribute in one.values]
        return min(values, key=order_key, default=None)
    return item.get(attribute)


def _parameter_value(call: AccessPattern, entity: Entity, name: str, item: Item) -> AttributeValue | None:
    """What an entity writes into a key where a call names a parameter of its own, such as a day or a shard."""
    for condition in call.key:
        for overload in entity.overloads_of(call.index or BASE):
            written = parse(overload.keys.get(condition.name, "")).parts
            for asked, part in zip(parse(condition.templates[0]).parts, written, strict=False):
                if isinstance(asked, Reference) and asked.attribute == name and isinstance(part, Reference):
                    formats = {one.name: one.format for one in entity.attributes}
                    made = key_writer(print_template((part,)), AttributeType.S, formats)(item)
                    return made if isinstance(made, AttributeValue) else None
    return None


def _with_item_for(design: Design, pattern: AccessPattern, seed: int) -> Design:
    """The design with an item that a pattern finds, if one could be made."""
    found = item_found_by(_telling(design), pattern, seed)
    if found is None:
        return design
    entity, values = found
    made = SampleItem(part_id(entity.id, "sample", pattern.id), values)
    return _mapped(design, lambda one: replace(one, items=(*one.items, made)) if one.id == entity.id else one)
