"""The things that rows speak of: entities, attributes and relations, each known to the design or proposed.

A noun is proposed until somebody confirms it. Rows alone never make a part of a design.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from modeler.core.requirements.english.words.lexicon import MOMENTS, words_in
from modeler.core.requirements.morphology import id_name, plural, words_of
from modeler.core.requirements.rows import EntityDescription, Row
from modeler.core.requirements.slots import NUMBER, Act, Aggregate, Comparator, Edit, Range
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary

_RANKING: Final = words_in("top most least highest lowest largest smallest biggest best worst")
"""Words that order by how much, not by a name or a time."""


class NounOrigin(StrEnum):
    """Where a noun comes from."""

    KNOWN = "known"
    PROPOSED = "proposed"
    CONFIRMED = "confirmed"


class Sort(StrEnum):
    """What the words around an attribute say about its values; '' where they say nothing."""

    UNSAID = ""
    ID = "id"
    TIME = "time"
    NUMBER = "number"
    FLAG = "flag"

    @property
    def typed(self) -> dict[str, str]:
        """The type and the format of such an attribute, as a design document has them."""
        types = {Sort.NUMBER: {"type": "N"}, Sort.FLAG: {"type": "BOOL"}}
        formats = {Sort.ID: {"format": "id"}, Sort.TIME: {"format": "iso"}}
        return types.get(self, {"type": "S"}) | formats.get(self, {})


@dataclass(frozen=True, slots=True)
class EntityNoun:
    """An entity. `lines` are the lines of the text that mention it."""

    name: str
    standing: NounOrigin = NounOrigin.PROPOSED
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AttributeNoun:
    """An attribute of an entity. `refers_to` is the entity that its value identifies: customerId of an Order. `values`
    are all its values, where a line lists them.
    """

    entity: str
    name: str
    sort: Sort = Sort.UNSAID
    refers_to: str = ""
    standing: NounOrigin = NounOrigin.PROPOSED
    lines: tuple[int, ...] = ()
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationNoun:
    """Two entities, one read by the other: `parent` by its identity. `via` is the verb between them, '' for
    "of"; a relation with a verb is many to many until somebody says otherwise.
    """

    parent: str
    child: str
    via: str = ""
    standing: NounOrigin = NounOrigin.PROPOSED
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Nouns:
    """All nouns of some rows."""

    entities: tuple[EntityNoun, ...] = ()
    attributes: tuple[AttributeNoun, ...] = ()
    relations: tuple[RelationNoun, ...] = ()

    @property
    def proposed(self) -> Nouns:
        """Return those that somebody has still to confirm."""
        return Nouns(
            tuple(one for one in self.entities if one.standing is NounOrigin.PROPOSED),
            tuple(one for one in self.attributes if one.standing is NounOrigin.PROPOSED),
            tuple(one for one in self.relations if one.standing is NounOrigin.PROPOSED),
        )

    def confirmed(self) -> Nouns:
        """Return them with every proposal confirmed, as after a person has seen and accepted the whole board."""
        return Nouns(
            tuple(_confirm(one) for one in self.entities),
            tuple(_confirm(one) for one in self.attributes),
            tuple(_confirm(one) for one in self.relations),
        )

    def has_entity(self, name: str) -> bool:
        """Return whether an entity is known or confirmed."""
        return any(one.name == name and one.standing is not NounOrigin.PROPOSED for one in self.entities)


def _confirm[N: (EntityNoun, AttributeNoun, RelationNoun)](noun: N) -> N:
    return replace(noun, standing=NounOrigin.CONFIRMED) if noun.standing is NounOrigin.PROPOSED else noun


def nouns(
    rows: Iterable[Row], known: Vocabulary = NOTHING_KNOWN, descriptions: Iterable[EntityDescription] = ()
) -> Nouns:
    """Return the nouns that the values of slots name, in the order in which they appear, and before them those of
    descriptions.
    """
    found = _Found(known)
    told = tuple(descriptions)
    for one in told:
        found.describe(one, told)
    for row in rows:
        found.read(row)
    found.join_both_ways()
    return Nouns(tuple(found.entities.values()), tuple(found.attributes.values()), tuple(found.relations.values()))


class _Found:
    """Nouns by their names, while rows are read."""

    def __init__(self, known: Vocabulary) -> None:
        self.known = known
        self.entities: dict[str, EntityNoun] = {}
        self.attributes: dict[tuple[str, str], AttributeNoun] = {}
        self.relations: dict[tuple[str, str, str], RelationNoun] = {}
        self._of_one: set[tuple[str, str]] = set()
        """An entity, and what a line says that each of its items has one of."""

    def read(self, row: Row) -> None:
        """Add the nouns of a row."""
        names = row.entities.value or ()
        for name in names:
            self._entity(name, row.line)
        if not names:
            return
        entity = names[0]
        self._given(row, entity)
        self._together(row, names)
        for one in row.range.value or ():
            self._attribute(entity, one.attribute, row.line, _compared(one))
        for order in row.order.value or ():
            if not order.by:
                self._attribute(entity, order.attribute, row.line, _ranked(row, order.attribute))
        if row.returned.value is not None:
            computed = row.returned.value.what not in {Aggregate.ALL, Aggregate.ATTRIBUTES, Aggregate.EXISTS}
            for attribute in row.returned.value.attributes:
                self._attribute(entity, attribute, row.line, Sort.NUMBER if computed else Sort.UNSAID)
            for attribute in row.returned.value.group:
                self._attribute(entity, attribute, row.line)
        for condition in row.condition.value or ():
            self._attribute(entity, condition.attribute, row.line, _flag(condition.value))
        for change in row.changes.value or ():
            sort = Sort.NUMBER if change.edit is Edit.ADD else _flag(change.value)
            self._attribute(entity, change.attribute, row.line, sort)

    def describe(self, said: EntityDescription, told: Iterable[EntityDescription]) -> None:
        """Add the nouns of a description; `told` are all."""
        self._entity(said.entity, said.line)
        values = {one.attribute: one.values for one in said.values}
        for name in said.attributes:
            listed = {Sort.NUMBER: said.numbers, Sort.TIME: said.times, Sort.FLAG: said.flags}
            sort = next((one for one, names in listed.items() if name in names), Sort.UNSAID)
            self._attribute(said.entity, name, said.line, sort)
            had = self.attributes[said.entity, name]
            self.attributes[said.entity, name] = replace(had, values=values.get(name, had.values))
        for one in said.belongs_to:
            self._entity(one.entity, said.line)
            self._attribute(said.entity, one.attribute, said.line, Sort.ID, one.entity)
            self._relation(one.entity, said.entity, "", said.line)
            self._of_one.add((said.entity, one.entity))
        for child in said.has_several:
            self._entity(child, said.line)
            if any(one.entity == child and said.entity in one.has_several for one in told):
                first = min((said.entity, child), key=list(self.entities).index)
                self._relation(first, child if first == said.entity else said.entity, "has", said.line)
            else:
                self._attribute(child, id_name(said.entity), said.line, Sort.ID, said.entity)
                self._relation(said.entity, child, "", said.line)

    def _given(self, row: Row, entity: str) -> None:
        for one in row.given.value or ():
            if one.of and self._is_both(one.of, entity):
                self._entity(one.of, row.line)
                continue  # several of each other: neither has one identity of the other
            if one.of and row.operation.question is not None and row.operation.value is Act.CREATE:
                self._entity(one.of, row.line)
                continue  # "add a book to the cart": an item of its own can join the two
            sort = Sort.ID if one.of else Sort.UNSAID
            self._attribute(entity, one.attribute, row.line, sort, one.of if one.of != entity else "")
            if one.of and one.of != entity:
                self._entity(one.of, row.line)
                self._relation(one.of, entity, one.via, row.line)

    def _is_both(self, one: str, other: str) -> bool:
        """Return whether lines say that two entities have several of each other."""
        return (one, other, "has") in self.relations or (other, one, "has") in self.relations

    def _together(self, row: Row, names: tuple[str, ...]) -> None:
        """One item with several of another entity, "a loan with its objects": these are found by its identity."""
        one = names[0]
        if row.operation.value is not Act.GET or not any(given.of == one for given in row.given.value or ()):
            return
        said = row.text.lower()
        for other in names[1:]:
            # Two that the design has, or that a line relates, belong together as that says.
            is_known = self.known.entity(one) is not None and self.known.entity(other) is not None
            is_said = any({parent, child} == {one, other} for parent, child, _ in self.relations)
            if not is_known and not is_said and plural(" ".join(words_of(other))) in said:
                self._relation(one, other, "", row.line)
                self._attribute(other, id_name(one), row.line, Sort.ID, one)

    def join_both_ways(self) -> None:
        """Two entities, each read by the other, have several of each other: "courses of a student" and "students of a
        course". Neither holds one identity of the other.
        """
        for parent, child, via in tuple(self.relations):
            there, back = (parent, child, via), (child, parent, via)
            is_pair = not via and parent != child and there in self.relations and back in self.relations
            if not is_pair or {(parent, child), (child, parent)} & self._of_one:
                continue
            pair = self.relations[there], self.relations[back]
            if any(one.standing is NounOrigin.KNOWN for one in pair) or not self._are_plain(parent, child):
                continue
            for one, other in ((parent, child), (child, parent)):
                del self.relations[one, other, ""], self.attributes[other, id_name(one)]
            for line in sorted({*pair[0].lines, *pair[1].lines}):
                self._relation(parent, child, "has", line)

    def _are_plain(self, one: str, other: str) -> bool:
        """Return whether each of two entities was proposed to hold the other's identity, and has no role for it."""
        held = (self.attributes.get((one, id_name(other))), self.attributes.get((other, id_name(one))))
        return all(each is not None and each.standing is NounOrigin.PROPOSED for each in held)

    def _entity(self, name: str, line: int) -> None:
        standing = NounOrigin.KNOWN if self.known.entity(name) else NounOrigin.PROPOSED
        had = self.entities.get(name, EntityNoun(name, standing))
        self.entities[name] = replace(had, lines=_with(had.lines, line))

    def _attribute(self, entity: str, name: str, line: int, sort: Sort = Sort.UNSAID, refers_to: str = "") -> None:
        if not name:
            return
        held = self.known.entity(entity)
        is_known = held is not None and held.attribute(name) is not None
        had = self.attributes.get((entity, name))
        if had is None:
            had = AttributeNoun(entity, name, standing=NounOrigin.KNOWN if is_known else NounOrigin.PROPOSED)
        self.attributes[entity, name] = replace(
            had, lines=_with(had.lines, line), sort=had.sort or sort, refers_to=had.refers_to or refers_to
        )

    def _relation(self, parent: str, child: str, via: str, line: int) -> None:
        standing = NounOrigin.KNOWN if (parent, child) in self.known.relations else NounOrigin.PROPOSED
        had = self.relations.get((parent, child, via), RelationNoun(parent, child, via, standing))
        self.relations[parent, child, via] = replace(had, lines=_with(had.lines, line))


def _flag(value: str) -> Sort:
    """Return what a value says about an attribute that is compared with it or set to it: true and false are flags."""
    return Sort.FLAG if value in {"true", "false"} else Sort.UNSAID


def _compared(one: Range) -> Sort:
    """Return what a bound says about values: only numbers are more or less than a number without a unit."""
    is_number = one.comparison is not Comparator.EQUAL and one.values and all(map(NUMBER.fullmatch, one.values))
    return Sort.NUMBER if is_number else Sort.UNSAID


def _ranked(row: Row, attribute: str) -> Sort:
    """Return what an order says about values: "top 10 by revenue" and "the highest value" rank by a number."""
    said = {word for one in (*row.order.spans, *row.limit.spans) for word in one.of(row.text).lower().split()}
    is_time = not words_of(attribute)[-1:] or words_of(attribute)[-1] in {*MOMENTS, "at"}
    return Sort.NUMBER if said & _RANKING and not is_time else Sort.UNSAID


def _with(lines: tuple[int, ...], line: int) -> tuple[int, ...]:
    return lines if line in lines else (*lines, line)
