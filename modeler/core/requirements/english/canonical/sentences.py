"""Rows as plain English sentences, which the grammar reads back as the same slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from modeler.core.arithmetic import number_of
from modeler.core.phrases import and_list
from modeler.core.requirements.english.words.lexicon import SCALES, TRAITS
from modeler.core.requirements.english.words.noun_groups import IDENTIFIER
from modeler.core.requirements.morphology import article, plural, words_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    STRONG,
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Given,
    Range,
    RequestedOrder,
    Returned,
)

COMPARED: Final = {
    Comparator.EQUAL: "equal to",
    Comparator.UNEQUAL: "different from",
    Comparator.LESS: "below",
    Comparator.AT_MOST: "at most",
    Comparator.GREATER: "above",
    Comparator.AT_LEAST: "at least",
}
_LISTED_MAX = 3
"""Values in one list that the grammar reads."""
_ACTS = {Act.CREATE: "create", Act.SAVE: "save", Act.UPDATE: "update", Act.DELETE: "delete"}


PERIODS: Final = frozenset({"hour", "day", "week", "month", "quarter", "year"})


def sentence(row: Row) -> str:
    """Return a row as one sentence. What nobody has decided yet is left out; '' for a row without an entity."""
    act, entities = row.operation.value, row.entities.value or ()
    if act is None or not entities:
        return ""
    parts = _read(row, act) if act.is_read else _write(row, act)
    text = " ".join(part for part in parts if part)
    tail = ", ".join(part for part in (*order_texts(row), *amount_texts(row), *usage_texts(row)) if part)
    rates = ", ".join(rate_texts(row))
    made = text + (f", {tail}" if tail else "") + (f" ({rates})" if rates else "")
    return made[:1].upper() + made[1:]


def noun(entity: str) -> str:
    """Return the words of an entity: line item."""
    return " ".join(words_of(entity)) or entity


def nouns(entity: str) -> str:
    """Return the words of an entity in the plural: line items."""
    *front, last = words_of(entity) or (entity,)
    return " ".join((*front, plural(last)))


def attribute(name: str) -> str:
    """Return an attribute as the grammar reads it: its words if they name a property, else with its exact name."""
    words = words_of(name)
    made = words[0] + "".join(one[:1].upper() + one[1:] for one in words[1:]) if words else ""
    if made == name and words[-1] in TRAITS:
        return " ".join(words)
    return name if IDENTIFIER.fullmatch(name) else f"the attribute {name}"


def _read(row: Row, act: Act) -> Iterator[str]:
    entities, returned = row.entities.value or (), row.returned.value
    own = is_by_own_id(row)
    yield "get" if act is Act.GET else "list"
    many = [nouns(one) for one in entities]
    subject = article(noun(entities[0])) if act is Act.GET else many[0]
    if returned is not None and returned.what is Aggregate.EXISTS:
        yield "whether there is"
    elif returned is not None and returned.what is Aggregate.ATTRIBUTES:
        yield and_list([attribute(one) for one in returned.attributes]) + " of"
    elif returned is not None and returned.what is Aggregate.COUNT:
        yield "the number of"
    elif returned is not None and returned.what is not Aggregate.ALL:
        yield f"the {returned.what} of {' and '.join(map(attribute, returned.attributes))} of"
    yield subject
    if len(entities) > 1:
        yield "together with their " + " and their ".join(many[1:])
    if returned is not None:
        yield from group_texts(returned)
    yield from _clauses(row, own=own)


def group_texts(returned: Returned) -> Iterator[str]:
    """Yield what an aggregate is computed for: per customer, per day."""
    for one in returned.group:
        yield f"per {noun(one.removesuffix('Id'))}" if one.endswith("Id") else f"per {attribute(one)}"
    if returned.period:
        yield f"per {returned.period}"


def is_by_own_id(row: Row) -> bool:
    """Return whether the only given value is the identity of the entity itself."""
    given = row.given.value or ()
    return len(given) == 1 and given[0].of == (row.entities.value or ("",))[0] and not given[0].via


def _clauses(row: Row, *, own: bool) -> Iterator[str]:
    entity = (row.entities.value or ("",))[0]
    returned = row.returned.value
    is_computed = returned is not None and returned.what not in {Aggregate.ALL, Aggregate.ATTRIBUTES, Aggregate.EXISTS}
    given = () if own and row.operation.value is not Act.LIST else row.given.value or ()
    # "the number of tickets by status" has a number for each status.
    yield from given_texts(given, entity, is_grouped=is_computed)
    for bounded in row.range.value or ():
        yield _range(bounded)
    for condition in row.condition.value or ():
        yield _filter(condition)


def given_texts(given: Sequence[Given], entity: str, *, is_grouped: bool = False) -> Iterator[str]:
    """Yield the given values; neighbors that are attributes are one list: by siteId and day."""
    for is_named, several in groupby(given, key=lambda one: not one.of or one.of == entity):
        listed = [_given(one, entity, is_grouped=is_grouped) for one in several]
        if is_named and not is_grouped and 1 < len(listed) <= _LISTED_MAX:
            yield "by " + and_list([one.removeprefix("by ") for one in listed])
        else:
            yield from listed


def _given(given: Given, entity: str, *, is_grouped: bool = False) -> str:
    if is_grouped and (given.of == entity or not given.of):
        return f"for a given {attribute(given.attribute).removeprefix('the ')}"
    if given.of == entity:
        return "by id"
    if given.of and given.via:
        return f'related to {article(noun(given.of))} by "{given.via}"'
    if not given.of and words_of(given.attribute)[-1:] and words_of(given.attribute)[-1] in SCALES:
        return f"by a given {attribute(given.attribute)}"
    return f"of {article(noun(given.of))}" if given.of else f"by {attribute(given.attribute)}"


def _range(bounded: Range) -> str:
    name = attribute(bounded.attribute) if bounded.attribute else "time"
    values = list(bounded.values)
    if bounded.comparison is Comparator.BETWEEN:
        both = " and ".join(f'"{one}"' for one in values) if values else "two values"
        return f"whose {name} is between {both}"
    if bounded.comparison is Comparator.BEGINS_WITH:
        return f"whose {name} begins with a text"
    if bounded.comparison is Comparator.EQUAL and values and (period := values[0].removeprefix("a ")) in PERIODS:
        return f"whose {name} is {'on' if period == 'day' else 'in'} a given {period}"
    value = f'"{values[0]}"' if values else "a value"
    if bounded.comparison not in COMPARED:
        return f"whose {name} {bounded.comparison} {value}"  # contains; the grammar reads no range of this kind
    return f"whose {name} is {COMPARED[bounded.comparison]} {value}"


def _filter(condition: Condition) -> str:
    if not condition.attribute:
        return f"that are {condition.value}"
    value = f'"{condition.value}"' if condition.value else "a value"
    name = attribute(condition.attribute)
    match condition.comparison:
        case Comparator.EQUAL:
            return f"where {name} is {value}"
        case Comparator.EXISTS:
            return f"where {name} exists"
        case Comparator.MISSING:
            return f"where {name} is missing"
        case Comparator.UNIQUE:
            return f"unless the {name.removeprefix('the ')} is taken"
        case Comparator.CONTAINS | Comparator.BEGINS_WITH | Comparator.BETWEEN:
            return f"where {name} {condition.comparison.replace('_', ' ')} {value}"
    return f"where {name} {condition.comparison} {value}"


def _write(row: Row, act: Act) -> Iterator[str]:
    entity, changes = (row.entities.value or ("",))[0], row.changes.value or ()
    own = next((one for one in row.given.value or () if one.of == entity), None)
    subject = article(noun(entity)) if act in {Act.CREATE, Act.SAVE} or own else nouns(entity)
    yield f"{_ACTS[act]} {subject}"
    yield from given_texts([one for one in row.given.value or () if one is not own], entity)
    for bounded in row.range.value or ():
        yield _range(bounded)
    if changes:
        yield "to " + " and to ".join(_change(one) for one in changes)
    for condition in row.condition.value or ():
        yield _filter(condition)
    if row.retention.value is not None:
        yield f"after {number_of(row.retention.value, 'day')}"


def _change(change: AttributeChange) -> str:
    value = f'"{change.value}"' if change.value else "a value"
    name = attribute(change.attribute) if change.attribute else "a state"
    if change.edit is Edit.SET:
        return f"set {name} to {value}"
    return f"add {value} to {name}" if change.edit is Edit.ADD else f"remove {name}"


def order_texts(row: Row) -> Iterator[str]:
    """Yield the order as text."""
    orders = row.order.value or ()
    if orders:
        yield "sorted by " + and_list([_ordered(one) for one in orders])


def _ordered(order: RequestedOrder) -> str:
    direction = "descending" if order.descending else "ascending"
    if order.by:
        return f"the {order.by} of {nouns(order.attribute)} {direction}"
    return f"{attribute(order.attribute) if order.attribute else 'the time'} {direction}"


def amount_texts(row: Row) -> Iterator[str]:
    """Yield how many items come, as text."""
    limit = row.limit.value
    if limit is not None:
        yield f"{limit.count} per page" if limit.is_page else f"limit {limit.count}"


def usage_texts(row: Row) -> Iterator[str]:
    """Yield how the result is used, as text: its consistency, its age, calls that arrive again."""
    if row.consistency.value is not None:
        yield "strongly consistent" if row.consistency.value == STRONG else "eventually consistent"
    if row.freshness.value is not None:
        seconds = row.freshness.value
        yield f"may be {_number(seconds)} seconds old" if seconds else "read-your-writes"
    if row.delivery.value is not None:
        yield "idempotent"


def rate_texts(row: Row) -> Iterator[str]:
    """Yield the rate and the peak as text."""
    if row.rate.value is not None:
        yield f"{_number(row.rate.value)}/s"
    if row.peak.value is not None:
        yield f"peak {_number(row.peak.value)}/s"


def _number(number: float) -> str:
    return str(int(number)) if number == int(number) else repr(number)


_RATE: Final = re.compile(
    r"\s*\((?=[^()]*\d)[^()]*(?:/\s?(?:s|sec|min|h|hour|day)\b|\brps\b|\bper (?:second|minute|hour|day)\b)[^()]*\)\s*$"
)


def pattern_name(text: str) -> str:
    """The name of a pattern: its line, without the rate in parentheses, which has a field of its own."""
    name = _RATE.sub("", text).strip() or text
    return (name[:1].upper() + name[1:])[:255]
