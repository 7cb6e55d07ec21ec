"""The query of an address: "?status=open&sort=-createdAt&from=&to=&limit=20"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl

from modeler.core.requirements.english.shapes.parameters import LIMITS, MANNERS, PAGES, PAGING, bound, paired
from modeler.core.requirements.english.slots.bounds import TIME_BOUNDED
from modeler.core.requirements.english.words.lexicon import ID_KINDS
from modeler.core.requirements.english.words.superlatives import TIMELY
from modeler.core.requirements.morphology import id_name, words_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    ANY_TIME,
    Choice,
    Comparator,
    Condition,
    Given,
    Limit,
    Question,
    Range,
    RequestedOrder,
    Slot,
    Span,
)
from modeler.core.requirements.vocabulary import Vocabulary

_ORDER: Final = re.compile(
    r"(?P<sign>[-+ ]?)(?P<name>[a-z]\w*?)(?:[_:.,+ -](?P<way>asc|desc|ascending|descending))?", re.IGNORECASE
)
_SORTS: Final = frozenset({"sort", "sort_by", "sortby", "order_by", "orderby", "order"})
_WAYS: Final = frozenset({"order", "dir", "direction", "sortorder", "sort_order", "orderdir", "sortdir", "sort_dir"})
_STARTS: Final = frozenset({"from", "since", "start", "startdate", "start_date", "starttime", "after_date"})
_ENDS: Final = frozenset({"to", "until", "end", "enddate", "end_date", "endtime"})


def queried(row: Row, query: str, start: int, end: int, known: Vocabulary) -> Row:
    """Return a row with what the query of its address says."""
    pairs = parse_qsl(query.replace("+", "%2B"), keep_blank_values=True)
    made = _Query(row, start, end, known)
    made.is_falling = any(name.lower() in _WAYS and value.lower().startswith("desc") for name, value in pairs)
    for name, value in pairs:
        made.read(name, value)
    return made.row()


class _Query:
    """A query while it is read."""

    def __init__(self, row: Row, start: int, end: int, known: Vocabulary) -> None:
        self._row, self._start, self._end, self._known = row, start, end, known
        self.is_falling = False
        self._given = list(row.given.value or ())
        self._order: Slot[tuple[RequestedOrder, ...]] = row.order
        self._limit: Slot[Limit] = row.limit
        self._ranges: list[Range] = []
        self._moments: dict[str, str] = {}
        self._passed: list[Span] = []
        self._conditions: list[Condition] = list(row.condition.value or ())

    def read(self, name: str, value: str) -> None:
        """Read one parameter."""
        low, spans = name.lower(), (Span(self._start, self._end),)
        if low in LIMITS | PAGES | {"first"}:
            if value.isdigit() and int(value):
                self._limit = Slot(Limit(int(value), low in PAGES), spans)
        elif low in _WAYS and value.lower() in {"asc", "desc", "ascending", "descending"}:
            return
        elif low in _SORTS:
            self._ordered(value, spans)
        elif low in _STARTS | _ENDS:
            self._moments["from" if low in _STARTS else "to"] = value if value[:1].isdigit() else ""
        elif low in MANNERS - _STARTS - _ENDS and (placed := _PLACE.fullmatch(value)) and _is_named(placed[1], low):
            self._given.append(self._value(placed[1]))
        elif low in MANNERS:
            place = self._row.text.find(name, self._start)
            self._passed += [Span(place, place + len(name))] if place >= 0 else []
        elif (limited := bound(name, "" if value[:1] in "{:<" else value)) is not None:
            self._ranges.append(limited)
        elif words_of(name)[-1:] in {("status",), ("state",)} and re.fullmatch(r"[A-Za-z][\w-]*", value):
            self._conditions.append(Condition(name, Comparator.EQUAL, value))
        elif low not in PAGING:
            placed = _PLACE.fullmatch(value)
            is_id = placed is not None and words_of(placed[1])[:-1] == words_of(name) and placed[1][-2:].lower() == "id"
            self._given.append(self._value(placed[1] if placed is not None and is_id else name))

    def _ordered(self, value: str, spans: tuple[Span, ...]) -> None:
        """Read what a value orders by, with its direction before or after it: -price, price_desc, newest."""
        if value.lower() in TIMELY:
            self._order = Slot((RequestedOrder("", TIMELY[value.lower()]),), spans)
            return
        found = _ORDER.fullmatch(value)
        if found is not None:
            falls = found["sign"] == "-" or (found["way"] or "").lower().startswith("desc") or self.is_falling
            self._order = Slot((RequestedOrder(found["name"], falls),), spans)

    def _value(self, name: str) -> Given:
        """Return what a parameter gives: the item that it identifies, or an attribute."""
        words = words_of(name)
        if len(words) < 2 or words[-1] != "id" or words[-2] in ID_KINDS:
            return Given(name)
        held = self._known.called(words[:-1])
        owner = held.name if held is not None else "".join(one[:1].upper() + one[1:] for one in words[:-1])
        return Given(held.identity[-1] if held is not None else id_name(owner), of=owner)

    def row(self) -> Row:
        """Return the row."""
        row, end, whole = self._row, self._end, Span(self._start, self._end)
        spans = (*row.given.spans, whole) if len(self._given) > len(row.given.value or ()) else row.given.spans
        last = max((one.end for one in row.changes.spans), default=end)
        rest = Span(last, len(row.text))
        unread = (*self._passed, rest) if row.text[last:].strip() else tuple(self._passed)
        return replace(
            row,
            given=Slot(tuple(self._given) or None, spans),
            limit=self._limit,
            order=self._order,
            range=self._range(whole),
            condition=Slot(tuple(self._conditions), (whole,)) if self._conditions else row.condition,
            unread=unread,
        )

    def _range(self, whole: Span) -> Slot[tuple[Range, ...]]:
        ranges = [*paired(self._ranges)]
        if not self._moments:
            return Slot(tuple(ranges), (whole,)) if ranges else self._row.range
        comparison = Comparator.BETWEEN if len(self._moments) == 2 else _OF_ONE[next(iter(self._moments))]
        values = tuple(one for one in self._moments.values() if one)
        bounded = Range("", comparison, values if len(values) == len(self._moments) else ())
        plain = {"comparison": str(comparison), **({"values": list(bounded.values)} if bounded.values else {})}
        choice = Choice(ANY_TIME, {"range": [{"attribute": ANY_TIME, **plain}]})
        return Slot((*ranges, bounded), (whole,), Question(TIME_BOUNDED, (choice,)))


_PLACE: Final = re.compile(r"[{<:]+(\w+)[}>]?")
"""A value that the caller gives: {email}, :email."""


def _is_named(said: str, name: str) -> bool:
    """Return whether a place names what its parameter does not: search={emailPrefix}."""
    return name in {"q", "query", "search", "filter"} and said.lower() not in {name, "term", "text", "q", "query"}


_OF_ONE: Final = {"from": Comparator.AT_LEAST, "to": Comparator.AT_MOST}
