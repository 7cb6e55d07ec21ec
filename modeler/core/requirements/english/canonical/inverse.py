"""The inverse of `sentences`: a line that it has written is read as the row that it was made of.

Names stand as `sentences.attribute` writes them, values in quotation marks, clauses in a fixed order. A line
counts as such a sentence only if its row is written as the same line again; all others are for the grammar of what
people write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from modeler.core.requirements.english.canonical import forms, sentences
from modeler.core.requirements.english.words.lexicon import TRAITS
from modeler.core.requirements.english.words.noun_groups import IDENTIFIER
from modeler.core.requirements.morphology import attribute_name, entity_name, id_name, singular
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    EVENTUAL,
    READ_YOUR_WRITE,
    REPEATED,
    STRONG,
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Given,
    Limit,
    Range,
    RequestedOrder,
    Returned,
    Slot,
    Span,
)
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary

type _Found = re.Match[str]
type _Filled = Iterator[tuple[str, Any]]


class _NotWritten(Exception):
    """The line is none that `sentences` writes."""


class _Line:
    """One line on its way back into the slots of a row."""

    def __init__(self, text: str, known: Vocabulary) -> None:
        """Take a line and the names of the design."""
        self.text, self.known = text, known
        self.plain = forms.QUOTED.sub(lambda found: f'"{"_" * len(found[1])}"', text)
        self.plain = self.plain[:1].lower() + self.plain[1:]
        self.slots: dict[str, Any] = {}
        self.entities: list[str] = []

    def fill(self, slot: str, value: Any, start: int, end: int) -> None:
        """Fill a slot, or add to it if it holds several."""
        had = self.slots.get(slot, Slot())
        joined = (*had.value, *value) if had.value is not None and isinstance(value, tuple) else value
        self.slots[slot] = Slot(joined, (*had.spans, Span(start, end)))

    def row(self, line: int, code: str) -> Row:
        """Return the row. Raises `_NotWritten`."""
        tail = forms.TAIL.fullmatch(self.plain)
        body = tail["body"] if tail else ""
        head = next((found for one in forms.HEADS if (found := one.match(body))), None)
        if tail is None or head is None:
            raise _NotWritten
        self._head(head)
        at = head.end()
        while at < len(body):
            at = self._clause(body, at)
        self._tail(tail)
        return Row(self.text, line=line, code=code, **self.slots)

    # Parts

    def _head(self, found: _Found) -> None:
        act = Act(found["verb"])
        self.fill("operation", act, found.start("verb"), found.end("verb"))
        kind = "one" if found.groupdict().get("one") else "many"
        self.entities = [self._entity(found[kind], sentences.noun if kind == "one" else sentences.nouns)]
        self.fill("entities", tuple(self.entities), found.start(kind), found.end(kind))
        if act.is_read:
            for slot, value in self._asked(found):
                self.fill(slot, value, found.end("verb") + 1, found.start(kind) - 1)
        is_own = act in {Act.GET, Act.UPDATE, Act.DELETE} and kind == "one"
        if is_own:
            self.fill("given", (self._reference(self.entities[0]),), found.start(kind), found.end(kind))

    def _asked(self, found: _Found) -> _Filled:
        if found["exists"]:
            yield "returned", Returned(Aggregate.EXISTS)
        elif found["count"]:
            yield "returned", Returned(Aggregate.COUNT)
        elif found["what"]:
            yield (
                "returned",
                Returned(Aggregate(found["what"]), (*map(self._attribute, forms.AND.split(found["of"])),)),
            )
        elif found["names"]:
            yield (
                "returned",
                Returned(Aggregate.ATTRIBUTES, (*map(self._attribute, forms.AND.split(found["names"])),)),
            )

    def _clause(self, body: str, at: int) -> int:
        for pattern, kind in forms.CLAUSES:
            found = pattern.match(body, at)
            if found is not None:
                for slot, value in _READERS[kind](self, found):
                    self.fill(slot, value, at + 1, found.end())
                return found.end()
        raise _NotWritten

    def _tail(self, found: _Found) -> None:
        for slot, read in _TAILS.items():
            if found[slot]:
                self.fill(slot, read(self, found[slot]), found.start(slot), found.end(slot))

    # Clauses

    def by(self, found: _Found) -> _Filled:
        """ "by id", "by siteId and day", "by a given priority"."""
        for one in forms.AND.split(found["names"]):
            own = self._reference(self.entities[0])
            yield "given", (own if one == "id" else Given(self._attribute(one.removeprefix("a given "))),)

    def for_given(self, found: _Found) -> _Filled:
        """ "for a given status": a value for which something is computed."""
        name, own = self._attribute(found["name"]), self._reference(self.entities[0])
        yield "given", (own if name == own.attribute else Given(name),)

    def of(self, found: _Found) -> _Filled:
        """ "of a customer"."""
        yield "given", (self._reference(self._entity(found["one"], sentences.noun)),)

    def related(self, found: _Found) -> _Filled:
        """ "related to a user by "follows""."""
        entity = self._entity(found["one"], sentences.noun)
        (via,) = self._values(found, "value")
        yield "given", (self._reference(entity, via),)

    def per(self, found: _Found) -> _Filled:
        """ "per customer", "per day"."""
        had = self.slots["returned"].value if "returned" in self.slots else None
        if had is None:
            raise _NotWritten
        name, group, period = found["name"], had.group, had.period
        if name in sentences.PERIODS:
            period = name
        else:
            is_attribute = name.split()[-1] in TRAITS or name.startswith("the attribute ") or IDENTIFIER.fullmatch(name)
            group = (*group, self._attribute(name) if is_attribute else id_name(self._entity(name, sentences.noun)))
        yield "returned", Returned(had.what, had.attributes, group, period)

    def together(self, found: _Found) -> _Filled:
        """ "together with their line items and their payments"."""
        names = found["names"].split(" and their ")
        self.entities += [self._entity(one, sentences.nouns) for one in names]
        yield "entities", tuple(self.entities[1:])

    def between(self, found: _Found) -> _Filled:
        """ "whose price is between two values"."""
        yield "range", (Range(self._attribute(found["name"]), Comparator.BETWEEN, self._values(found, "values")),)

    def placed(self, found: _Found) -> _Filled:
        """ "whose name begins with a text", "whose date is on a given day"."""
        name, period = self._attribute(found["name"]), found.groupdict().get("period")
        begins = Range(name, Comparator.BEGINS_WITH)
        yield "range", (Range(name, Comparator.EQUAL, (f"a {period}",)) if period else begins,)

    def bounded(self, found: _Found) -> _Filled:
        """ "whose price is below "15"", "whose price is below a value"."""
        comparison = forms.COMPARED[found["compared"]]
        yield "range", (Range(self._attribute(found["name"]), comparison, self._values(found, "value")),)

    def exists(self, found: _Found) -> _Filled:
        """ "where status exists", "where status is missing"."""
        comparison = Comparator.EXISTS if found["what"] == "exists" else Comparator.MISSING
        yield "condition", (Condition(self._attribute(found["name"]), comparison),)

    def where(self, found: _Found) -> _Filled:
        """ "where status is "PAID"", "where price > a value"."""
        sign = found["sign"]
        comparison = Comparator.EQUAL if sign == "is" else forms.CALLED.get(sign) or Comparator(sign)
        (value,) = self._values(found, "value") or ("",)
        yield "condition", (Condition(self._attribute(found["name"]), comparison, value),)

    def unique(self, found: _Found) -> _Filled:
        """ "unless the name is taken"."""
        yield "condition", (Condition(self._attribute(found["name"]), Comparator.UNIQUE),)

    def changed(self, found: _Found) -> _Filled:
        """ "to set status to "PAID"", "and to remove the attribute reason"."""
        edit = next(one for one in Edit if found[one.value])
        (value,) = self._values(found, "value" if edit is Edit.SET else "added") or ("",)
        yield "changes", (AttributeChange(edit, self._attribute(found[edit.value]), value),)

    def kept(self, found: _Found) -> _Filled:
        """ "after 30 days"."""
        yield "retention", float(found["days"])

    def ordered(self, text: str) -> tuple[RequestedOrder, ...]:
        """ "price descending and the count of orders ascending"."""
        made = []
        for one in forms.AND.split(text):
            found = forms.ORDERED.fullmatch(one)
            if found is None:
                raise _NotWritten
            by, is_falling = found["by"] or "", found["way"] == "descending"
            name = self._entity(found["name"], sentences.nouns) if by else self._attribute(found["name"])
            made.append(RequestedOrder(name, is_falling, by))
        return tuple(made)

    # Names and values

    def _values(self, found: _Found, name: str) -> tuple[str, ...]:
        """Return the values in quotation marks; none for "a value"."""
        said = self.text[found.start(name) : found.end(name)] if found[name] else ""
        return tuple(forms.QUOTED.findall(said))

    def _entity(self, text: str, write: Callable[[str], str]) -> str:
        """Return the entity that is written so: one of the design, if there is one."""
        for one in self.known.entities:
            if write(one.name) == text:
                return one.name
        if self.known.own or not (words := forms.nouns_of(text)):
            raise _NotWritten
        return entity_name(words)

    def _reference(self, entity: str, via: str = "") -> Given:
        """Return the identity of an entity as a given value."""
        held = self.known.entity(entity)
        return Given(held.identity[-1] if held is not None else id_name(entity), of=entity, via=via)

    def _attribute(self, text: str) -> str:
        """Return the attribute that is written so: one of the design's entity, if there is one."""
        for one in self._own.entity.attributes if self._own is not None else ():
            if sentences.attribute(one.name) == text:
                return one.name
        if self._own is not None or text in {"time", "the time"}:  # the time that a row implies is written so, too
            raise _NotWritten
        name = text.removeprefix("the attribute ")
        if name != text or IDENTIFIER.fullmatch(name):
            return name
        if not (words := forms.nouns_of(text)):
            raise _NotWritten
        return attribute_name(map(singular, words))

    @property
    def _own(self) -> KnownEntity | None:
        """Return the design's entity that the row is about."""
        held = self.known.entity(self.entities[0]) if self.entities else None
        return held if held is not None and held.is_own else None


_READERS: Final[dict[str, Callable[[_Line, _Found], _Filled]]] = {
    "by": _Line.by,
    "of": _Line.of,
    "for_given": _Line.for_given,
    "related": _Line.related,
    "per": _Line.per,
    "together": _Line.together,
    "between": _Line.between,
    "placed": _Line.placed,
    "bounded": _Line.bounded,
    "exists": _Line.exists,
    "where": _Line.where,
    "unique": _Line.unique,
    "changed": _Line.changed,
    "kept": _Line.kept,
}
_TAILS: Final[dict[str, Callable[[_Line, str], Any]]] = {
    "order": _Line.ordered,
    "limit": lambda _, said: Limit(int(re.sub(r"\D", "", said)), said.endswith("page")),
    "consistency": lambda _, said: STRONG if said.startswith("strongly") else EVENTUAL,
    "freshness": lambda _, said: READ_YOUR_WRITE if said[0] == "r" else float(said.split()[2]),
    "delivery": lambda *_: REPEATED,
    "rate": lambda _, said: float(said),
    "peak": lambda _, said: float(said),
}


def written(text: str, known: Vocabulary, *, line: int, code: str) -> Row | None:
    """Return the row that a line was made of; None if `sentences` does not write that line, or writes it for several
    rows.
    """
    try:
        row = _Line(text, known).row(line, code)
    except _NotWritten:
        return None
    is_write = row.operation.value in {Act.UPDATE, Act.DELETE}
    is_key_and_more = is_write and len(row.given.value or ()) > 1  # "by email" may be all
    return row if not is_key_and_more and sentences.sentence(row) == text[:1].upper() + text[1:] else None
