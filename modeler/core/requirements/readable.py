"""Rows as sentences for people. `sentences` writes what the grammar reads back as the same slots; these are read by
people only, so they agree in number and use the verbs and the prepositions of time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from modeler.core.arithmetic import number_of
from modeler.core.phrases import and_list
from modeler.core.requirements.english.canonical.sentences import (
    PERIODS,
    amount_texts,
    attribute,
    given_texts,
    group_texts,
    is_by_own_id,
    noun,
    nouns,
    order_texts,
    rate_texts,
    usage_texts,
)
from modeler.core.requirements.english.words.lexicon import STATES
from modeler.core.requirements.english.words.time_names import is_name_of_time
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.morphology import article, words_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    NUMBER,
    Act,
    Aggregate,
    AttributeChange,
    Comparator,
    Condition,
    Edit,
    Range,
    Returned,
)

_COMPARED: Final[Mapping[Comparator, str]] = {
    Comparator.EQUAL: "is",
    Comparator.UNEQUAL: "is not",
    Comparator.LESS: "is less than",
    Comparator.AT_MOST: "is at most",
    Comparator.GREATER: "is greater than",
    Comparator.AT_LEAST: "is at least",
    Comparator.BETWEEN: "is between",
    Comparator.BEGINS_WITH: "begins with",
    Comparator.CONTAINS: "contains",
    Comparator.EXISTS: "exists",
    Comparator.MISSING: "does not exist",
    Comparator.UNIQUE: "is unique",
}
_ALONE: Final = frozenset({Comparator.EXISTS, Comparator.MISSING, Comparator.UNIQUE})
"""Comparisons without a value."""
_IN_TIME: Final[Mapping[Comparator, str]] = {
    Comparator.UNEQUAL: "is not",
    Comparator.LESS: "is before",
    Comparator.AT_MOST: "is not after",
    Comparator.GREATER: "is after",
    Comparator.AT_LEAST: "is not before",
    Comparator.BETWEEN: "is between",
}
_AHEAD: Final[Mapping[Comparator, str]] = {Comparator.GREATER: "is more than"}
"""With a distance from now, which is a number: at most 30 days from now."""
_DAYS: Final = frozenset({"today", "tomorrow", "yesterday", "tonight", "now"})


def readable(row: Row) -> str:
    """Return a row as one sentence for people; '' for a row without an operation or an entity. What nobody has
    decided yet is left out.
    """
    act, entities = row.operation.value, row.entities.value or ()
    if act is None or not entities:
        return ""
    text = _read(row, act) if act.is_read else _write(row, act)
    tail = [*order_texts(row), *amount_texts(row), *([] if act.is_read else _only_if(row)), *usage_texts(row)]
    rates = ", ".join(rate_texts(row))
    made = plainly(", ".join((text, *tail)) + (f" ({rates})" if rates else ""))
    return made[:1].upper() + made[1:]


def plainly(text: str) -> str:
    """Return a sentence without what only the grammar needs: "the attribute" before a name like "at"."""
    return text.replace("the attribute ", "")


def _read(row: Row, act: Act) -> str:
    first, *others = row.entities.value or ("",)
    is_one, returned = act is Act.GET, row.returned.value or Returned(Aggregate.ALL)
    subject = article(noun(first)) if is_one else nouns(first)
    if others:
        subject += " together with their " + " and their ".join(map(nouns, others))
    is_computed = returned.what not in {Aggregate.ALL, Aggregate.ATTRIBUTES, Aggregate.EXISTS}
    given = () if is_one and is_by_own_id(row) else row.given.value or ()
    parts = [
        _returned(returned, subject, is_one=is_one),
        *group_texts(returned),
        *given_texts(given, first, is_grouped=is_computed),
        *map(_range, row.range.value or ()),
        *(_filter(one, is_one=is_one) for one in row.condition.value or ()),
    ]
    return " ".join(parts)


def _returned(returned: Returned, subject: str, *, is_one: bool) -> str:
    names = and_list([attribute(one) for one in returned.attributes])
    match returned.what:
        case Aggregate.ALL:
            return f"{'get' if is_one else 'list'} {subject}"
        case Aggregate.ATTRIBUTES:
            return f"{'get' if is_one else 'list'} {names} of {subject}"
        case Aggregate.COUNT:
            return f"count {subject}"
        case Aggregate.EXISTS:
            return f"check whether there is {subject}" if is_one else f"check whether there are {subject}"
    return f"compute the {returned.what} of {names} of {subject}"


def _write(row: Row, act: Act) -> str:
    entity = (row.entities.value or ("",))[0]
    own = next((one for one in row.given.value or () if one.of == entity), None)
    subject = article(noun(entity)) if _is_one(row, act) else nouns(entity)
    front = [subject, *given_texts([one for one in row.given.value or () if one is not own], entity)]
    whole = " ".join((*front, *map(_range, row.range.value or ())))
    changes = row.changes.value or ()
    if act is Act.UPDATE and len(changes) == 1:
        made = _changed(changes[0], whole)
    else:
        made = f"{act} {whole}" + (": " + ", ".join(map(_change, changes)) if changes else "")
    return made + (f" after {number_of(row.retention.value, 'day')}" if row.retention.value is not None else "")


def _is_one(row: Row, act: Act) -> bool:
    entity = (row.entities.value or ("",))[0]
    return act in {Act.CREATE, Act.SAVE} or any(one.of == entity for one in row.given.value or ())


def _changed(change: AttributeChange, subject: str) -> str:
    """Return an update of one attribute, with its verb."""
    if change.edit is Edit.SET and not change.attribute and change.value:
        return f"mark {subject} as {change.value}"
    if change.edit is Edit.SET and (state := _flag(change.attribute, change.value)):
        return f"mark {subject} as {state}"
    name = _the(change.attribute or "state")
    if change.edit is Edit.REMOVE:
        return f"remove {name} from {subject}"
    if change.edit is Edit.ADD:
        return f"add {_literal(change.value)} to {name} of {subject}"
    return f"set {name} of {subject} to {_literal(change.value)}" if change.value else f"change {name} of {subject}"


def _the(name: str) -> str:
    """Return an attribute with its article; names as code has them need none."""
    said = attribute(name)
    return said if said.startswith("the ") or not said.islower() else f"the {said}"


def _change(change: AttributeChange) -> str:
    """Return one of several changes."""
    name = attribute(change.attribute) if change.attribute else "its state"
    if change.edit is Edit.REMOVE:
        return f"remove {name}"
    if change.edit is Edit.ADD:
        return f"add {_literal(change.value)} to {name}"
    return f"set {name} to {_literal(change.value)}"


def _only_if(row: Row) -> Iterator[str]:
    """Yield the conditions of a write. One on several items says which of them are written."""
    is_one = row.operation.value is not None and _is_one(row, row.operation.value)
    for one in row.condition.value or ():
        if one.comparison is Comparator.UNIQUE:
            yield f"unless the {attribute(one.attribute).removeprefix('the ')} is taken"
        elif said := _state(one) or (one.value if not one.attribute else ""):
            yield f"only if it is {said}" if is_one else f"only those that are {said}"
        else:
            yield ("only if " if is_one else "only those whose ") + _compared(one)


def _state(condition: Condition) -> str:
    """Return the state that a flag says: "paid" of paid = true; '' for other conditions."""
    return _flag(condition.attribute, condition.value) if condition.comparison is Comparator.EQUAL else ""


def _flag(name: str, value: str) -> str:
    words = " ".join(words_of(name)) if name and value in {"true", "false"} else ""
    is_state = words in STATES or is_participle(words)
    return f"{'' if value == 'true' else 'not '}{words}" if is_state else ""


def _filter(condition: Condition, *, is_one: bool) -> str:
    if not condition.attribute or _state(condition):
        return f"that {'is' if is_one else 'are'} {_state(condition) or condition.value}"
    if condition.comparison in {Comparator.EXISTS, Comparator.MISSING}:
        is_with = condition.comparison is Comparator.EXISTS
        return f"{'with' if is_with else 'without'} {attribute(condition.attribute)}"
    return f"whose {_compared(condition)}"


def _compared(condition: Condition) -> str:
    if condition.value and condition.attribute and is_name_of_time(condition.attribute):
        return _range(Range(condition.attribute, condition.comparison, (condition.value,))).removeprefix("whose ")
    said = f"{attribute(condition.attribute)} {_COMPARED[condition.comparison]}"
    return said if condition.comparison in _ALONE else f"{said} {_literal(condition.value)}"


def _range(bounded: Range) -> str:
    name = attribute(bounded.attribute) if bounded.attribute else "time"
    values = bounded.values
    is_time = not bounded.attribute or is_name_of_time(bounded.attribute)
    if is_time and values and bounded.comparison is Comparator.EQUAL:
        return f"whose {name} falls {_when(values[0])}"
    is_ahead = is_time and bool(values) and values[0].startswith("in ")
    words = _AHEAD if is_ahead else _IN_TIME if is_time else {}
    compared = words.get(bounded.comparison, _COMPARED[bounded.comparison])
    if bounded.comparison in _ALONE:
        return f"whose {name} {compared}"
    if bounded.comparison is Comparator.BETWEEN:
        both = " and ".join(_bound(one, is_time=is_time) for one in values) if values else "two values"
        return f"whose {name} {compared} {both}"
    if bounded.comparison is Comparator.BEGINS_WITH and not values:
        return f"whose {name} begins with a text"
    return f"whose {name} {compared} {_bound(values[0], is_time=is_time) if values else 'a value'}"


def _when(period: str) -> str:
    """Return when a time is: on a given day, in last month."""
    if period in _DAYS:
        return period
    unit = period.removeprefix("a ")
    if unit in PERIODS:
        return f"{'on' if unit == 'day' else 'in'} a given {unit}"
    return f"{'on' if NUMBER.match(period) else 'in'} {period}"


def _bound(value: str, *, is_time: bool) -> str:
    """Return a bound; a time has no quotation marks: 2 years ago, 30 days from now."""
    if not is_time:
        return _literal(value)
    return f"{value.removeprefix('in ')} from now" if value.startswith("in ") else value


def _literal(value: str) -> str:
    if not value:
        return "a value"
    return value if NUMBER.fullmatch(value) else f'"{value}"'
