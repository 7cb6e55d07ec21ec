"""Finds indexes that could serve a pattern that declares its input, but not the key it reads by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import KeyCondition
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.items.sizes import projected_names
from modeler.core.keys.templates import KeyTemplate, parse
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.servings.binding import Bound, between, bind
from modeler.core.servings.ordering import KeyOrder, order_of
from modeler.core.servings.sparse_match import holds_all, joined, said_by
from modeler.core.servings.wanted import Equal, Term, Wanted, WantedRange, spoken_of
from modeler.core.values.attribute_values import AttributeType


@dataclass(frozen=True, slots=True)
class Candidate:
    """An index with the key condition that the given values make.

    `unbound` are what its partition key still needs. `filter` is what the key cannot express, `requests` how many calls
    its shards need. `why_not` is a sentence if it cannot serve the pattern although its key is known: it holds only a
    part of the entity, or lacks attributes of the remaining filter (`lacks`).
    """

    index: Index
    condition: tuple[KeyCondition, ...]
    unbound: tuple[str, ...]
    filter: str = ""
    requests: int = 1
    order: KeyOrder | None = None
    why_not: str = ""
    lacks: tuple[str, ...] = ()

    @property
    def serves(self) -> bool:
        """Return whether a call to it serves the pattern."""
        return not self.unbound and not self.why_not

    @property
    def binds(self) -> bool:
        """Return whether any given value is in its partition key."""
        partition = self.condition[: len(self.index.partition_key)]
        names = {name for one in partition for text in one.templates for name in parse(text).attributes}
        return bool(names.difference(self.unbound))

    @property
    def used(self) -> int:
        """How many parts of its templates the condition uses."""
        return sum(len(parse(text).parts) for one in self.condition for text in one.templates[:1])


@dataclass(frozen=True, slots=True)
class ServingQuestion:
    """A pattern to serve: its table, one of its entities, its input, and `whole`: by the whole key."""

    table: Table
    entity: Entity
    wanted: Wanted
    attributes: Mapping[str, Attribute]
    given: Mapping[str, Equal]
    whole: bool
    sorted: bool = True

    @classmethod
    def of(cls, table: Table, entity: Entity, wanted: Wanted, whole: bool) -> ServingQuestion:
        """A question with its repeated lookups computed."""
        given: dict[str, Equal] = {}
        for term in wanted.terms:
            if isinstance(term, Equal):
                given.setdefault(term.attribute, term)
        return cls(table, entity, wanted, entity.attributes_by_name, given, whole)


def candidates(
    table: Table, entities: tuple[Entity, ...], wanted: Wanted, indexes: tuple[Index, ...], *, whole: bool, every: bool
) -> Iterator[Candidate]:
    """What each index could do. `whole`: all of the table's own key, as GetItem and writes need it. `every`: all of the
    entities must be in one result; else any of them is meant.
    """
    questions = [ServingQuestion.of(table, entity, wanted, whole) for entity in entities]
    for index in indexes:
        found = [list(_of_index(index, question)) for question in questions]
        if not every:
            yield from (candidate for one in found for candidate in one)
        elif len(found) == 1:
            yield from found[0]
        elif all(found) and (together := _together([one[0] for one in found])):
            yield together
        elif all(found):
            # Their sort keys differ: the whole item collection is read, and the rest of the request filters it.
            wide = [next(_of_index(index, replace(question, sorted=False))) for question in questions]
            if together := _together(wide):
                yield together


def _together(found: list[Candidate]) -> Candidate | None:
    """One condition for several entities: their keys and their filters must agree."""
    first = found[0]
    if any(one.condition != first.condition or one.filter != first.filter for one in found):
        return None
    worst = next((one.order for one in found if one.order is not None and not one.order.satisfied), first.order)
    return replace(first, order=worst, why_not=next((o.why_not for o in found if o.why_not), ""))


def _of_index(index: Index, question: ServingQuestion) -> Iterator[Candidate]:
    keys = written_keys(question.table, question.entity, index)
    earlier: list[str] = []
    for key in keys:
        if key.complete is not None:
            # What the index includes describes all of its content only if nothing else is written there.
            alone = key.when if len(keys) == 1 else ""
            candidate = _candidate(index, alone, key.complete, question)
            part = _part(index, key, tuple(earlier), len(keys), question)
            yield replace(candidate, why_not=part, lacks=()) if part else candidate
        earlier.append(key.when)


def _part(index: Index, key: WrittenKey, earlier: tuple[str, ...], count: int, question: ServingQuestion) -> str:
    """Why the overload holds only a part of the requested items; '' if it holds all of them."""
    entity = question.entity
    if index.is_base and count == 1:
        return ""
    if (key.when.strip() or earlier) and not holds_all(question.wanted, key.when, earlier):
        if index.is_base and question.whole:
            return ""  # the caller knows which of the keys the item has
        where = f"where {key.when}" if key.when.strip() else "that no other overload includes"
        return f"{index.name} holds only the {entity.name} items {where}"
    if index.is_base:
        return ""
    for template in key.complete or ():
        for name in template.attributes:
            attribute = question.attributes.get(name)
            optional = attribute is not None and attribute.optional < 1 and name not in question.wanted.present
            if optional and f"attribute_exists({name})" not in key.when:
                return f"{index.name} holds only the {entity.name} items that have {name}"
    return ""


def _candidate(index: Index, when: str, templates: tuple[KeyTemplate, ...], question: ServingQuestion) -> Candidate:
    count = len(index.keys) if question.whole else len(index.partition_key)
    bounds = [bind(template, question.given, question.attributes, shards=not question.whole) for template in templates]
    unbound = tuple(
        dict.fromkeys(
            name
            for bound, template in zip(bounds[:count], templates, strict=False)
            if bound.missing
            for name in template.attributes
            if name not in question.given
        )
    )
    condition = [
        KeyCondition(element.name, "=", (str(template) if bound.missing else bound.text,))
        for element, bound, template in zip(index.keys[:count], bounds, templates, strict=False)
    ]
    used = {name for bound in bounds[:count] for name in bound.used}
    texts: set[str] = set()
    if question.sorted and not question.whole:
        for made, names, text in _sort_conditions(index, templates[count:], bounds[count:], question):
            condition.append(made)
            used |= names
            texts.add(text)
    requests = 1
    for bound in bounds[:count]:
        requests *= bound.shards
    candidate = Candidate(index, tuple(condition), unbound, requests=requests)
    if question.whole or unbound:
        return candidate
    return _completed(candidate, when, templates[count:], used, texts, question)


def _sort_conditions(
    index: Index, templates: tuple[KeyTemplate, ...], bounds: list[Bound], question: ServingQuestion
) -> Iterator[tuple[KeyCondition, frozenset[str], str]]:
    """As much of the sort key as is known, from left to right, with the attributes that it determines (a range by its
    text).
    """
    for element, template, bound in zip(index.sort_key, templates, bounds, strict=True):
        if not bound.missing:
            yield KeyCondition(element.name, "=", (bound.text,)), bound.used, ""
            continue
        if (asked := question.wanted.range_of(bound.missing)) is not None:
            attribute = question.attributes.get(asked.attribute)
            made = between(bound, template, asked, attribute, element.type)
            if made is not None:
                # What the key includes beyond a strict range is left to the filter.
                text = "" if asked.strict and made[0] not in {"<", ">"} else asked.text
                yield KeyCondition(element.name, *made), bound.used, text
                return
        if bound.parts and element.type is AttributeType.S:
            yield KeyCondition(element.name, "begins_with", (bound.text,)), bound.used, ""
        return


def _completed(
    candidate: Candidate,
    when: str,
    sort: tuple[KeyTemplate, ...],
    used: set[str],
    texts: set[str],
    question: ServingQuestion,
) -> Candidate:
    """The candidate with its order, and with the remaining filter."""
    index, wanted = candidate.index, question.wanted
    unsettled = [
        term
        for term in wanted.terms
        if not (isinstance(term, Equal) and term.attribute in used and question.given[term.attribute] is term)
        and not (isinstance(term, WantedRange) and term.text in texts)
    ]
    left = [term for term in unsettled if not said_by(when, term.text)]
    why_not = _unfilterable(index, left, question)
    unused = next((term.attribute for term in left if isinstance(term, Equal)), "")
    if not why_not and unused and not used and len(left) == len(unsettled):
        why_not = f"{index.name} would be read as a whole, and filtered by {unused}"
    lacks = () if why_not else _lacking(index, left, question)
    if lacks:
        why_not = f"{index.name} does not project {', '.join(lacks)} to filter by"
    order = None
    if wanted.order:
        known = frozenset(question.given)
        order = order_of(index, sort, question.entity, known, wanted.order, wanted.directions)
    filtered = joined(tuple(term.text for term in left)) if left else ""
    return Candidate(index, candidate.condition, (), filtered, candidate.requests, order, why_not, lacks)


def _unfilterable(index: Index, left: list[Term], question: ServingQuestion) -> str:
    """Why no filter can express the rest: it would filter by a key; '' if one can."""
    for name in (name for term in left for name in spoken_of(term)):
        if name in index.key_names:
            return f"{name} is a key of {index.name}, which a filter cannot use"
        attribute = question.attributes.get(name)
        if attribute is not None and attribute.key_only:
            return f"{name} is only in keys, so {index.name} cannot be filtered by it"
    return ""


def _lacking(index: Index, left: list[Term], question: ServingQuestion) -> tuple[str, ...]:
    """The attributes of the remaining filter that are not in the entries; a local index fetches them."""
    carried = None if index.kind is IndexKind.LSI else projected_names(question.table, index)
    if carried is None:
        return ()
    return tuple(dict.fromkeys(name for term in left for name in spoken_of(term) if name not in carried))
