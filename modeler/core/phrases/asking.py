"""What a phrase says about one entity: which attributes are given, fixed, bounded, ordered by or changed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Table
from modeler.core.phrases.lines import Clause, Phrase
from modeler.core.phrases.matching import (
    TIME_FORMATS,
    attribute_called,
    entity_called,
    identified_by,
    owned_by,
    time_attribute,
)
from modeler.core.phrases.words import words_of
from modeler.core.values.attribute_values import AttributeType

_VAGUE: Final = frozenset({"date", "time", "range", "window", "period", "day", "week", "month", "year", "two", "span"})
_ARTICLE_WORDS: Final = (("a",), ("an",), ("the",))
_MEASURES: Final = ("score", "point", "rank", "rating", "total", "count", "amount", "price")


@dataclass(slots=True)
class GatheredPhrase:
    """What is collected while the clauses of a phrase are read."""

    table: Table
    entity: Entity
    given: list[str] = field(default_factory=list)
    filters: list[str] = field(default_factory=list)
    fixed: dict[str, str] = field(default_factory=dict)
    order: str = ""
    is_falling: bool = False
    range: str = ""
    changed: str = ""
    verb: str = ""
    state: tuple[str, str] | None = None
    notes: list[str] = field(default_factory=list)

    def read(self, phrase: Phrase, before: tuple[str, ...]) -> None:
        """Read every part of the phrase; each is understood or noted."""
        if not entity_called(self.table, words_of(phrase.subject))[0]:
            found = attribute_called(self.entity, words_of(phrase.subject))
            self.changed = found.name if found else ""
        for word in self._act(phrase, before):
            self._adjective(word)
        for clause in phrase.clauses:
            for part in re.split(r"\s+and\s+(?:a |an |the )?|,\s*", clause.words):
                self._clause(Clause(clause.joint, part), phrase)
        if phrase.range is not None:
            self._range(phrase.range)
        if phrase.order is not None and not self.order:
            self._order(phrase.order, phrase.descending)

    def _act(self, phrase: Phrase, before: tuple[str, ...]) -> tuple[str, ...]:
        """ "Ship an order": a verb that only this design knows, by the state that it leads to; else it creates one. The
        remaining words are adjectives.
        """
        self.verb = phrase.verb
        act = before[0] if not phrase.verb and before[1:2] in _ARTICLE_WORDS else phrase.said
        self.state = self._state(act) if act and phrase.verb in {"", "update"} else None
        if before[1:2] not in _ARTICLE_WORDS or phrase.verb:
            return before
        self.verb = "update" if self.state else "create"
        if not self.state:
            self.notes.append(f"{act} is read as: create; write update or delete if that is meant")
        return before[2:]

    def _state(self, act: str) -> tuple[str, str] | None:
        """The attribute and the member of its values that an act leads to: ship to SHIPPED, close to CLOSED."""
        stem = act.split()[0].rstrip("e")
        for attribute in self.entity.attributes:
            for member in attribute.values:
                if len(stem) >= 3 and any(word.startswith(stem) for word in words_of(member)):
                    return attribute.name, member
        return None

    def _adjective(self, word: str) -> None:
        """A word before the noun: a member of an enum, or a flag, as in "open orders" and "unread messages"."""
        for attribute in self.entity.attributes:
            member = next((one for one in attribute.values if words_of(one) == (word,)), None)
            if member is not None:
                self._fix(attribute, member)
                return
            if attribute.type is AttributeType.BOOL and words_of(attribute.name)[-1:] in (
                (word,),
                (word.removeprefix("un"),),
            ):
                is_set = words_of(attribute.name)[-1:] == (word,)
                self.filters.append(f"{attribute.name} = {'true' if is_set else 'false'}")
                return
        self.notes.append(f"{self.entity.name} has no attribute with a value {word}")

    def _fix(self, attribute: Attribute, member: str) -> None:
        quoted = member.replace("'", "''")
        self.filters.append(f"{attribute.name} = '{quoted}'")
        self.fixed[attribute.name] = member

    def _clause(self, clause: Clause, phrase: Phrase) -> None:
        words = words_of(clause.words)
        if self.verb == "update" and clause.joint in {"as", "to"} and (state := self._state(clause.words)):
            self.state = state
            return
        owner, extra = entity_called(self.table, words)
        if owner is self.entity and not extra and not phrase.is_one and self.changed:
            return
        if words in {("id",), ("key",), ("it", "id"), ("primary", "key")}:
            self.give(*identified_by(self.entity))
        elif owner is not None and owner is not self.entity and not extra and self._owned(owner):
            return
        elif owner is self.entity and self.changed:
            self.give(*self.entity.identity)
        elif clause.joint == "by" and not phrase.is_one and set(words) <= _VAGUE:
            self._order("", phrase.descending)
        elif not self._named(clause, words, phrase):
            self.notes.append(f"{self.entity.name} has no attribute for {clause.joint} {clause.words}")

    def _owned(self, owner: Entity) -> bool:
        names = owned_by(self.entity, owner)
        self.give(*names)
        return bool(names)

    def _named(self, clause: Clause, words: tuple[str, ...], phrase: Phrase) -> bool:
        """An attribute, alone or followed by its value: "by email", "with status OPEN"."""
        for length in range(len(words), 0, -1):
            attribute = attribute_called(self.entity, words[:length])
            if attribute is None:
                continue
            value = words[length:]
            member = next((one for one in attribute.values if value and words_of(one) == value[-1:]), None)
            if member is not None:
                self._fix(attribute, member)
            elif clause.joint == "by" and not phrase.is_one and attribute.format in TIME_FORMATS:
                self._order_by(attribute, phrase.descending)
            else:
                self.give(attribute.name)
            return True
        return self._value(words)

    def _value(self, words: tuple[str, ...]) -> bool:
        """ "that are open": the value alone."""
        for attribute in self.entity.attributes:
            member = next((one for one in attribute.values if words_of(one) == words), None)
            if member is not None:
                self._fix(attribute, member)
                return True
        return False

    @property
    def is_about_something(self) -> bool:
        """Return whether anything is given, fixed, bounded or ordered by."""
        return bool(self.given or self.filters or self.order or self.range)

    def give(self, *names: str) -> None:
        """Add attributes that the caller knows."""
        self.given.extend(name for name in names if name not in self.given)

    def _range(self, said: str) -> None:
        exact = tuple(word for word in words_of(said) if word not in _VAGUE)
        attribute = attribute_called(self.entity, words_of(said)) or attribute_called(self.entity, exact)
        attribute = attribute or time_attribute(self.entity)
        if attribute is None:
            self.notes.append(f"{self.entity.name} has no time attribute for {said}")
        else:
            self.range = attribute.name

    def _order(self, said: str, is_falling: bool) -> None:
        attribute = attribute_called(self.entity, words_of(said)) if said else time_attribute(self.entity)
        if attribute is None and said == "score":
            attribute = next(filter(None, (attribute_called(self.entity, (one,)) for one in _MEASURES)), None)
        if attribute is None:
            self.notes.append(
                f"{self.entity.name} has no attribute to order by{f' for {said}' if said else ' in time'}"
            )
        else:
            self._order_by(attribute, is_falling)

    def _order_by(self, attribute: Attribute, is_falling: bool) -> None:
        self.order, self.is_falling = attribute.name, is_falling
