"""The patterns of a design as rows: their intent, and what the keys and filters show of patterns without an intent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from modeler.core.arithmetic import plain_number
from modeler.core.design.lenient import mapping, mappings, text, texts
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.keys.templates import parse
from modeler.core.requirements.answers import with_slots
from modeler.core.requirements.english.canonical.sentences import noun, rate_texts, sentence
from modeler.core.requirements.morphology import article
from modeler.core.requirements.readable import plainly, readable
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    EVENTUAL,
    REPEATED,
    STRONG,
    TRANSACTION,
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
)
from modeler.core.requirements.vocabulary import Vocabulary

_ACTS: Final = {
    Operation.GET: Act.GET,
    Operation.QUERY: Act.LIST,
    Operation.SCAN: Act.LIST,
    Operation.PUT: Act.CREATE,
    Operation.UPDATE: Act.UPDATE,
    Operation.DELETE: Act.DELETE,
    Operation.BATCH_GET: Act.LIST,
    Operation.BATCH_WRITE: Act.CREATE,
}
_TERM: Final = re.compile(
    r'\s*(?:(attribute_exists|attribute_not_exists|contains|begins_with)\(\s*)?("?)([\w.-]+)\2'
    r"(?:\s*(=|<>|<=|>=|<|>|,)\s*(:[\w]+|'(?:[^']|'')*'|-?[\d.]+|true|false))?\s*\)?\s*",
    re.IGNORECASE,
)
_CALLS: Final = {
    "attribute_exists": Comparator.EXISTS, "attribute_not_exists": Comparator.MISSING, "contains": Comparator.CONTAINS,
    "begins_with": Comparator.BEGINS_WITH,
}  # fmt: skip


def rows_of(design: Design) -> tuple[Row, ...]:
    """Return the rows of all patterns, each with its sentence as its text. `line` is the place of the pattern, from
    1.
    """
    known = Vocabulary.of(design)
    return tuple(
        row for line, pattern in enumerate(design.patterns, 1) for row in pattern_rows(pattern, known, line=line)
    )


def pattern_rows(pattern: AccessPattern, known: Vocabulary, *, line: int = 1) -> tuple[Row, ...]:
    """Return the row of a pattern; those of its members, for a batch, a transaction or a sequence."""
    if not pattern.steps:
        return (_row(pattern, known, line, pattern.code),)
    joined = TRANSACTION if pattern.operation in {Operation.TRANSACT_WRITE, Operation.TRANSACT_GET} else None
    rows = (_row(one, known, line, pattern.code) for one in pattern.members)
    return tuple(with_slots(row, joined=Slot(joined)) for row in rows)


def pattern_sentence(pattern: AccessPattern, known: Vocabulary) -> str:
    """Return a pattern as one sentence: what it means by intent, or what its keys and filters show."""
    said = [text for text in (_sentence(one, known) for one in pattern.members or (pattern,)) if text]
    if not said:
        return pattern.name or "Not described yet"
    front = _TOGETHER.get(pattern.operation, "") if pattern.steps else ""
    listed = "; ".join(one[:1].lower() + one[1:] for one in said) if front else said[0]
    return plainly(f"{front}{listed}.")


_TOGETHER: Final = {
    Operation.TRANSACT_WRITE: "In one transaction: ",
    Operation.TRANSACT_GET: "In one transaction: ",
    Operation.BATCH_WRITE: "In one batch: ",
    Operation.BATCH_GET: "In one batch: ",
    Operation.STEPS: "In steps: ",
}


def _sentence(pattern: AccessPattern, known: Vocabulary) -> str:
    """Return the sentence of one call, with what no slot holds: a filter of several parts, the order of its key, and
    how many items it returns on average.
    """
    row = _row(pattern, known, 1, "")
    said_too = (*(row.condition.value or ()), *_of_index(pattern, known))
    conditions = tuple(one for one in said_too if not _is_of_key(one, row, known))
    plain = with_slots(row, condition=Slot(conditions or None), rate=Slot(), peak=Slot())
    if pattern.operation is Operation.CHECK and pattern.entities:
        text = f"Check {article(noun(pattern.entities[0]))}"
    else:
        text = readable(plain)
    if not text:
        return ""
    said = pattern.filter if pattern.operation.is_read else pattern.if_ or pattern.condition
    if said and not row.condition.value:
        text += f", {'where' if pattern.operation.is_read else 'only if'} {said}"
    if pattern.descending and not row.order.value:
        text += ", in descending order"
    is_several = row.operation.value is not Act.GET and pattern.operation.is_read
    if is_several and pattern.items_returned is not None and pattern.items_returned != pattern.limit:
        text += f", {plain_number(pattern.items_returned)} items on average"
    rates = ", ".join(rate_texts(row))
    return f"{text} ({rates})" if rates else text


def _of_index(pattern: AccessPattern, known: Vocabulary) -> Iterator[Condition]:
    """Yield what the index that a pattern reads says of its items, so that the pattern needs no filter for it."""
    held = known.entity(pattern.entities[0]) if pattern.entities and pattern.operation.is_read else None
    for one in held.entity.overloads if held is not None and pattern.index else ():
        if one.index == pattern.index and one.when:
            terms = [_term(each) for each in re.split(r"\s+AND\s+", one.when)]
            yield from (each for each in terms if each is not None and each.value)


def _is_of_key(condition: Condition, row: Row, known: Vocabulary) -> bool:
    """Return whether a condition only says that the item exists or not: what creating and updating mean."""
    held = known.entity((row.entities.value or ("",))[0])
    is_existence = condition.comparison in {Comparator.EXISTS, Comparator.MISSING}
    return is_existence and held is not None and held.attribute(condition.attribute) is None


def _row(pattern: AccessPattern, known: Vocabulary, line: int, code: str) -> Row:
    raw = pattern.facts.intent.raw
    act = _act(pattern)
    row = Row(
        pattern.name,
        line=line,
        code=code,
        operation=Slot(act),
        entities=Slot(pattern.entities or None),
        given=Slot(tuple(_given(pattern, known)) or None),
        range=Slot(tuple(_ranges(pattern, known)) or None),
        order=Slot(tuple(_orders(pattern)) or None),
        limit=Slot(Limit(pattern.limit, raw.get("page") is True) if pattern.limit else None),
        returned=Slot(_returned(pattern)),
        condition=Slot(tuple(_conditions(pattern)) or None),
        changes=Slot(tuple(_changes(pattern)) or None),
        consistency=Slot(STRONG if pattern.consistent else EVENTUAL if raw.get("eventual") is True else None),
        freshness=Slot(pattern.facts.fresh),
        rate=Slot(pattern.per_second.average if pattern.per_second else None),
        peak=Slot(_peak(pattern)),
        delivery=Slot(REPEATED if pattern.facts.delivery == REPEATED else None),
    )
    return row if pattern.name else replace(row, text=sentence(row))


def _peak(pattern: AccessPattern) -> float | None:
    rate = pattern.per_second
    return rate.peak if rate is not None and rate.peak != rate.average else None


def _act(pattern: AccessPattern) -> Act | None:
    intent = pattern.facts.intent
    if intent.one:
        return Act.GET
    if pattern.operation is Operation.PUT and intent.replace:
        return Act.SAVE
    return _ACTS.get(pattern.operation)


def _given(pattern: AccessPattern, known: Vocabulary) -> Iterator[Given]:
    """Yield what is given: by intent, else the attributes of the key condition that are compared for equality."""
    intent = pattern.facts.intent
    related = {text(one.get("given")): one for one in mappings(intent.raw.get("related"))}
    names = intent.given or tuple(
        name
        for condition in pattern.key
        if condition.operator == "="
        for template in condition.templates
        for name in parse(template).attributes
    )
    own = pattern.entities[0] if pattern.entities else ""
    for name in dict.fromkeys(names):
        told = related.get(name)
        if told is not None:
            yield Given(name, text(told.get("entity")), text(told.get("via")))
        else:
            yield Given(name, _identified(name, own, known))


def _identified(name: str, own: str, known: Vocabulary) -> str:
    """Return the entity that an attribute identifies alone: the row's own, else the only one; '' for several or
    none.
    """
    items = (one for one in known.entities if not one.entity.constraint_of)  # these only keep a value unique
    found = [one.name for one in items if one.entity.identity == (name,)]
    return own if own in found else found[0] if len(found) == 1 else ""


def _ranges(pattern: AccessPattern, known: Vocabulary) -> Iterator[Range]:
    intent = pattern.facts.intent
    if not intent.given and not intent.ranges and not intent.range:
        yield from _key_ranges(pattern, known)
    bounds = mappings(intent.raw.get("bounds"))
    for place, name in enumerate(intent.ranges or ((intent.range,) if intent.range else ())):
        said = bounds[place] if place < len(bounds) else {}
        word = text(said.get("comparison"))
        comparison = Comparator(word) if word in set(Comparator) else _by_parameters(pattern, name)
        yield Range(name, comparison, texts(said.get("values")))


def _key_ranges(pattern: AccessPattern, known: Vocabulary) -> Iterator[Range]:
    """Yield what a key condition bounds: the last hole of its template, if an attribute has that name."""
    for condition in pattern.key:
        names = [name for template in condition.templates for name in parse(template).attributes]
        held = known.entity(pattern.entities[0]) if pattern.entities else None
        is_known = held is not None and bool(names) and held.attribute(names[-1]) is not None
        if condition.operator != "=" and condition.operator in set(Comparator) and is_known:
            yield Range(names[-1], Comparator(condition.operator))


def _by_parameters(pattern: AccessPattern, name: str) -> Comparator:
    low, high = f"{name}From" in pattern.parameters, f"{name}To" in pattern.parameters
    if low == high:
        return Comparator.BETWEEN
    return Comparator.AT_LEAST if low else Comparator.AT_MOST


def _orders(pattern: AccessPattern) -> Iterator[RequestedOrder]:
    intent = pattern.facts.intent
    falling = [one.lower().startswith(("desc", "newest")) for one in intent.direction] or [pattern.descending]
    ranked = mapping(intent.raw.get("ranked_by"))
    if ranked:
        yield RequestedOrder(text(ranked.get("of")), falling[0], by=text(ranked.get("what")))
    for place, name in enumerate(intent.order_by):
        yield RequestedOrder(name, falling[min(place, len(falling) - 1)])


def _returned(pattern: AccessPattern) -> Returned | None:
    said = mapping(pattern.facts.intent.raw.get("returns"))
    what = text(said.get("what"))
    if what in set(Aggregate):
        return Returned(Aggregate(what), texts(said.get("of")), texts(said.get("group_by")), text(said.get("period")))
    named = tuple(one for one in pattern.projection if one != "*")
    return Returned(Aggregate.ATTRIBUTES, named) if named else None


def _conditions(pattern: AccessPattern) -> Iterator[Condition]:
    """Yield the terms of a filter or a condition that are plain comparisons joined by AND; none if one is not."""
    said = pattern.filter if pattern.operation.is_read else pattern.if_
    terms = [_term(one) for one in re.split(r"\s+AND\s+", said)] if said and "BETWEEN" not in said else []
    yield from (one for one in terms if one is not None) if None not in terms else ()
    for name in texts(pattern.facts.intent.raw.get("unique")):
        yield Condition(name, Comparator.UNIQUE)


def _term(said: str) -> Condition | None:
    found = _TERM.fullmatch(said)
    if found is None:
        return None
    call, _, name, operator, value = found.groups()
    plain = "" if value is None or value.startswith(":") else value.strip("'").replace("''", "'")
    if call:
        return Condition(name, _CALLS[call.lower()], plain)
    return Condition(name, Comparator(operator), plain) if operator and operator != "," else None


def _changes(pattern: AccessPattern) -> Iterator[AttributeChange]:
    for name, value in pattern.set.items():
        yield AttributeChange(Edit.SET, name, _literal_text(value))
    for name, value in pattern.add.items():
        yield AttributeChange(Edit.ADD, name, _literal_text(value))
    for name in pattern.remove:
        yield AttributeChange(Edit.REMOVE, name)


def _literal_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "" if value.startswith(":") else value
    return str(value) if isinstance(value, int | float) else ""
