"""The meaning of a phrase in a table: the fields of an access pattern by intent, and what was not understood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from modeler.core.design.items import BASE, Entity, SampleItem
from modeler.core.design.tables import Table
from modeler.core.phrases.asking import GatheredPhrase
from modeler.core.phrases.lines import Phrase
from modeler.core.phrases.matching import (
    attribute_called,
    entity_called,
    key_attributes,
    link_between,
    owned_by,
)
from modeler.core.phrases.plainer import plainer
from modeler.core.phrases.words import words_of
from modeler.core.values.attribute_values import AttributeValue, order_key
from modeler.core.values.json_values import to_plain


@dataclass(frozen=True, slots=True)
class Meant:
    """`fields` are those of a pattern in the document's terms, without an id; `notes` list what was not understood, a
    sentence each. `entity` is None if no entity of the table is mentioned.
    """

    fields: Mapping[str, Any]
    entity: Entity | None
    notes: tuple[str, ...]


def meaning(table: Table, phrase: Phrase) -> Meant:
    """The meaning of a phrase in a table. An attribute that the phrase needs and the entity lacks is a note."""
    phrase = plainer(table, phrase)
    entity, rest = _entity(table, phrase)
    fields: dict[str, Any] = {"name": phrase.text, "table": table.name}
    if phrase.code:
        fields["code"] = phrase.code
    if phrase.average is not None or phrase.peak is not None:
        average = phrase.average if phrase.average is not None else phrase.peak
        fields["per_second"] = {"average": average, "peak": max(phrase.peak or 0, average or 0)}
    if entity is None:
        note = f"{table.name} has no entity named {phrase.subject or phrase.text}"
        return Meant({**fields, "operation": "Query", "entities": []}, None, (note,))
    asked = GatheredPhrase(table, entity)
    asked.read(phrase, rest)
    return Meant({**fields, **_Written(asked).fields(phrase)}, entity, tuple(asked.notes))


def _entity(table: Table, phrase: Phrase) -> tuple[Entity | None, tuple[str, ...]]:
    entity, before = entity_called(table, words_of(phrase.subject))
    if entity is not None:
        return _linked(table, entity, phrase), before
    # "Update the status of an order": the change comes first.
    for clause in phrase.clauses:
        if clause.joint in {"of", "for", "to", "in", "on"}:
            found, _ = entity_called(table, words_of(clause.words))
            if found is not None and attribute_called(found, before) is not None:
                return found, ()
    return None, ()


def _linked(table: Table, entity: Entity, phrase: Phrase) -> Entity:
    """ "Groups of a user": if a group does not name its users, use the memberships."""
    for clause in phrase.clauses:
        owner, _ = entity_called(table, words_of(clause.words))
        if owner is not None and owner is not entity and not owned_by(entity, owner):
            return link_between(table, entity, owner) or entity
    return entity


@dataclass(frozen=True, slots=True)
class _Written:
    """The request as fields of a pattern, with values of a sample item as its parameters."""

    asked: GatheredPhrase

    @property
    def entity(self) -> Entity:
        return self.asked.entity

    def fields(self, phrase: Phrase) -> dict[str, Any]:
        """As fields of a pattern in the document."""
        asked = self.asked
        made: dict[str, Any] = {"entities": [self.entity.name]}
        if asked.verb in {"create", "update", "delete"}:
            return made | self._write(asked.verb)
        if phrase.is_one and not asked.is_about_something:
            asked.give(*key_attributes(self.entity))
        if self._is_get(phrase):
            return made | {"operation": "GetItem", "key": self._keys(), "parameters": self._parameters()}
        if not (asked.given or asked.filters or asked.range) and (phrase.verb == "all" or not asked.order):
            return made | {"operation": "Scan"}
        made |= {"operation": "Query", "intent": self._intent(), "parameters": self._parameters(phrase.bounds)}
        made |= {"filter": " AND ".join(asked.filters)} if asked.filters else {}
        made |= {"descending": True} if asked.is_falling else {}
        made |= {"limit": phrase.limit, "items_returned": phrase.limit} if phrase.limit else {}
        return {name: value for name, value in made.items() if value not in ({}, [])}

    def _is_get(self, phrase: Phrase) -> bool:
        """Return whether it reads one item, by everything that its key is made of."""
        asked, bound, given = self.asked, set(key_attributes(self.entity)), set(self.asked.given)
        is_plain = bool(self._keys()) and bound <= given and not (asked.filters or asked.order or asked.range)
        return is_plain and (phrase.is_one or set(self.entity.identity) <= given)

    def _intent(self) -> dict[str, Any]:
        asked = self.asked
        intent: dict[str, Any] = {"given": list(asked.given)} if asked.given else {}
        if asked.order:
            intent |= {"order_by": [asked.order], "direction": "descending" if asked.is_falling else "ascending"}
        return intent | ({"range": asked.range} if asked.range else {})

    def _keys(self) -> dict[str, str]:
        """The entity's one key in the table; {} if it has none or several."""
        base = self.entity.overloads_of(BASE)
        return dict(base[0].keys) if len(base) == 1 else {}

    def _write(self, verb: str) -> dict[str, Any]:
        sample, first = self._sample(), self.asked.table.base.key_names[0]
        if verb == "create":
            values = {name: self._plain(name, value) for name, value in sample.values.items()} if sample else {}
            return {"operation": "PutItem", "if": f"attribute_not_exists({first})", "parameters": values}
        self.asked.given = list(key_attributes(self.entity))
        made = {"key": self._keys(), "parameters": self._parameters(), "if": f"attribute_exists({first})"}
        if verb == "delete":
            return made | {"operation": "DeleteItem"}
        return made | {"operation": "UpdateItem"} | self._set(sample)

    def _set(self, sample: SampleItem | None) -> dict[str, Any]:
        """What an update sets: a state, or an attribute to the value of a sample."""
        asked = self.asked
        value = sample.values.get(asked.changed) if sample and asked.changed else None
        if asked.state:
            return {"set": {asked.state[0]: asked.state[1]}}
        if asked.changed and value is not None:
            return {"set": {asked.changed: self._plain(asked.changed, value)}}
        asked.notes.append("the change is not specified: add the attributes that it sets")
        return {}

    def _sample(self) -> SampleItem | None:
        """A sample item that the filter finds, else the first."""
        fixed, items = self.asked.fixed, self.entity.items
        fits = (one for one in items if all(_said(one, name) == member for name, member in fixed.items()))
        return next(fits, items[0] if items else None)

    def _plain(self, name: str, value: AttributeValue) -> Any:
        attribute = self.entity.attribute(name)
        return to_plain(value, attribute.type if attribute else None)

    def _parameters(self, bounds: str = "both") -> dict[str, Any]:
        """A value for everything that the caller gives, from the sample items."""
        sample, ranged = self._sample(), self.asked.range
        held = sample.values if sample else {}
        found = {name: self._plain(name, held[name]) for name in self.asked.given if name in held}
        bounded = sorted((one.values[ranged] for one in self.entity.items if ranged in one.values), key=order_key)
        if bounded and bounds in {"both", "from"}:
            found[f"{ranged}From"] = self._plain(ranged, bounded[0])
        if bounded and bounds in {"both", "to"}:
            found[f"{ranged}To"] = self._plain(ranged, bounded[-1])
        return found


def _said(item: SampleItem, name: str) -> str:
    value = item.values.get(name)
    return "" if value is None else str(value.data)
