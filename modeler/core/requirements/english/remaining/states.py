"""Conditions in phrases that are left: "that have 'tin' among their alloys", "in any stage but 'shipped'"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.naming.names import follows, name_at, numbers
from modeler.core.requirements.english.remaining.runs import runs
from modeler.core.requirements.english.remaining.time_verbs import time_by_verb
from modeler.core.requirements.english.words.lexicon import ARTICLES, BE, HAVE, NEGATIONS, words_in
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import singular, words_of
from modeler.core.requirements.slots import Comparator, Condition, Given, Range
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_LEADS: Final = (
    BE | HAVE | words_in("that which who whose where with having and of in only ones those they it still so")
)
_NOT: Final = NEGATIONS | words_in("without no not")
_AMONG: Final = words_in("in among amongst within")
_ITS: Final = ARTICLES | words_in("its their his her")
_EMPTY: Final = ("is|are? missing|empty|blank|unset", "is|are? not|yet set|filled|known|there", "is|are not? filled in")
_BUT: Final = ("but", "except", "except for", "other than", "apart from")
_BOUNDS: Final = (
    ("is|are|of? at least", Comparator.AT_LEAST), ("is|are|of? at most", Comparator.AT_MOST),
    ("is|are|of? more than", Comparator.GREATER), ("is|are|of? less than", Comparator.LESS),
    ("is|are? above|over", Comparator.GREATER), ("is|are? below|under", Comparator.LESS),
)  # fmt: skip
_PASSED: Final = words_in("the a an number value amount one caller user client passes passed gives given in by enters")


def read_states(draft: Draft, held: KnownEntity) -> None:
    """Fill conditions of a read from phrases that say what an attribute is."""
    act = draft.value("operation")
    if act is None or not act.is_read:
        return
    _given_value(draft, held)
    for run in runs(draft):
        start = run.start
        while start < run.stop and draft.low(start) in _LEADS | _ITS and not _flag(draft, held, run, start):
            start += 1
        found = (
            _contained(draft, held, start, run.stop)
            or _excepted(draft, held, start, run)
            or _missing(draft, held, start, run)
            or _flag(draft, held, run, start)
            or _valued(draft, held, start, run)
        )
        if found is not None and not _is_told(draft, found.attribute):
            if draft.question("condition") is not None and not draft.value("condition"):
                draft.drop("condition")
            draft.fill("condition", found, run)
        elif found is None and (limit := _limited(draft, held, start, run.stop)) is not None:
            draft.drop("range")
            draft.fill("range", limit, run)
    _assigned(draft, held)
    _asked(draft, held)


def _given_value(draft: Draft, held: KnownEntity) -> None:
    """Require the value that follows what is given: "had the status 'late'" gives no status."""
    told: tuple[Given, ...] = draft.value("given") or ()
    for at in range(1, len(draft.tokens)):
        if draft.tokens[at].kind != "quoted" or draft.used[at] or at - 1 not in draft.places("given"):
            continue
        start = at - 1
        while start > 0 and name_at(draft, held, start - 1)[1] == at:
            start -= 1
        name, end = name_at(draft, held, start)
        if end == at and any(one.attribute == name and not one.of for one in told):
            kept = tuple(one for one in told if one.attribute != name)
            draft.settle("given", kept)
            if not kept:
                draft.drop("given")
            draft.fill("condition", Condition(name, value=draft.tokens[at].plain), range(start, at + 1))
            return


def _asked(draft: Draft, held: KnownEntity) -> None:
    """Name the flag that the words of an open condition say: onCall of "on call"."""
    places = sorted(draft.places("condition"))
    if draft.question("condition") is None or draft.value("condition") or not places:
        return
    if places == list(range(places[0], places[-1] + 1)):
        found = _flag(draft, held, range(places[0], places[-1] + 1), places[0])
        found = found or _undone(draft, held, places)
        if found is not None:
            draft.drop("condition")
            draft.fill("condition", found, places)


def _undone(draft: Draft, held: KnownEntity, places: list[int]) -> Condition | None:
    """ "not cleared yet": the time at which that happens is missing."""
    said = [draft.low(at) for at in places if draft.low(at) not in BE | HAVE | {"yet", "been", "that", "which"}]
    if len(said) != 2 or said[0] not in _NOT or not is_participle(said[1]):
        return None
    name = time_by_verb(held, said[1])
    attribute = held.attribute(name) if name else None
    is_own = attribute is not None and words_of(name)[0] not in {"last", "first", "next", "planned", "due"}
    return Condition(name, Comparator.MISSING) if is_own else None


def _is_told(draft: Draft, name: str) -> bool:
    return any(one.attribute == name for one in draft.value("condition") or ())


def _is_list(held: KnownEntity, name: str) -> bool:
    attribute = held.attribute(name)
    return attribute is not None and attribute.type in {AttributeType.L, AttributeType.SS}


def _contained(draft: Draft, held: KnownEntity, at: int, stop: int) -> Condition | None:
    """ "'tin' among their alloys", "alloys that include 'tin'"."""
    if at + 2 >= stop:
        return None
    value = draft.tokens[at]
    if value.kind == "quoted" and draft.low(at + 1) in _AMONG:
        name, end = name_at(draft, held, at + 2)
        return Condition(name, Comparator.CONTAINS, value.plain) if end == stop and _is_list(held, name) else None
    name, end = name_at(draft, held, at)
    end += draft.low(end) in {"that", "which"}
    is_held = base_form(draft.low(end)) in {"include", "contain"} or draft.low(end) in {"include", "includes"}
    if name and is_held and end + 2 == stop and draft.tokens[end + 1].kind == "quoted" and _is_list(held, name):
        return Condition(name, Comparator.CONTAINS, draft.tokens[end + 1].plain)
    return None


def _excepted(draft: Draft, held: KnownEntity, at: int, run: range) -> Condition | None:
    """ "in any stage but 'shipped'", "with a status other than 'open'"."""
    start = at + (draft.low(at) in {"any", "every", "all", "a"})
    name, end = name_at(draft, held, start)
    way = next((one.split() for one in _BUT if follows(draft, end, one.split())), [])
    place = end + len(way)
    if not name or not way or place + 1 != run.stop or not draft.tokens[place].is_value:
        return None
    return Condition(name, Comparator.UNEQUAL, draft.tokens[place].plain)


def _missing(draft: Draft, held: KnownEntity, at: int, run: range) -> Condition | None:
    """ "no resolvedAt", "without a note", "whose note is missing"."""
    lead = draft.low(at)
    if lead in {"no", "without"}:
        start = at + 1 + (draft.low(at + 1) in {"a", "an", "any"})
        name, end = name_at(draft, held, start)
        is_plain = bool(name) and end == run.stop and name not in held.identity
        return _none(held, name) if is_plain else None
    name, end = name_at(draft, held, at)
    if not name or name in held.identity:
        return None
    for pattern in _EMPTY:
        found = match(draft.tokens, end, pattern)
        if found is not None and found[0] == run.stop:
            return _none(held, name)
    return None


def _valued(draft: Draft, held: KnownEntity, at: int, run: range) -> Condition | None:
    """ "of size 'L'"; what is given so far is that value."""
    name, end = name_at(draft, held, at)
    is_value = bool(name) and end + 1 == run.stop and draft.tokens[end].kind == "quoted"
    is_led = draft.low(at - 1) in {"of", "with", "in", "has", "have", "and", ""} or at == run.start
    return Condition(name, value=draft.tokens[end].plain) if is_value and is_led else None


def _none(held: KnownEntity, name: str) -> Condition | None:
    attribute = held.attribute(name)
    if attribute is not None and attribute.type is AttributeType.BOOL:
        return Condition(name, value="false")
    return None if _is_list(held, name) else Condition(name, Comparator.MISSING)


def _flag(draft: Draft, held: KnownEntity, run: range, at: int) -> Condition | None:
    """ "on call", "with trapped people", "deposit not paid": the words are those of a flag, in any order."""
    said = [draft.low(one) for one in range(at, run.stop)]
    if draft.low(run.stop) == "=":
        return None  # "solved = false"
    is_not = bool(_NOT & set(said)) or ("yet" in said and "to" in said)  # "yet to be sold"
    said = [one for one in said if one not in {"yet", "to", "be"}] if "yet" in said else said
    words = {_stem(one) for one in said if one not in _NOT and one not in _ITS and one not in _FILLED}
    for one in held.entity.attributes:
        parts = words_of(one.name)
        parts = parts[1:] if parts[0] in {"is", "has"} and len(parts) > 1 else parts
        wanted = {_stem(word) for word in parts}
        if one.type is AttributeType.BOOL and words == wanted:
            return Condition(one.name, value="false" if is_not else "true")
    return None


_FILLED: Final = (
    BE | HAVE | words_in("and still now currently yet already who that which only right moment present at the")
) - words_in("on")


def _stem(word: str) -> str:
    return base_form(word) or singular(word)


def _limited(draft: Draft, held: KnownEntity, at: int, stop: int) -> Range | None:
    """ "lengthMetres at least the number the caller passes in"."""
    name, end = name_at(draft, held, at)
    if name not in numbers(held) or draft.has("range"):
        return None
    for pattern, sign in _BOUNDS:
        found = match(draft.tokens, end, pattern)
        if found is None or found[0] >= stop:
            continue
        if all(draft.low(one) in _PASSED for one in range(found[0], stop)):
            return Range(name, sign)
    return None


def _assigned(draft: Draft, held: KnownEntity) -> None:
    """ "unpaid invoices (paid = false)", "state = 'in_stock'"."""
    for at in range(1, len(draft.tokens) - 1):
        if draft.low(at) != "=" or draft.used[at - 1] or draft.used[at + 1]:
            continue
        start = at - 1
        while start > 0 and name_at(draft, held, start - 1)[1] == at and not draft.used[start - 1]:
            start -= 1
        name, end = name_at(draft, held, start)
        token = draft.tokens[at + 1]
        if not name or end != at or not (token.is_value or token.low in {"true", "false"}) or _is_told(draft, name):
            continue
        last = words_of(name)[-1]
        told = draft.value("condition") or ()
        kept = tuple(one for one in told if one.attribute or last not in one.value)
        if kept != told or (draft.question("condition") is not None and not told):
            draft.settle("condition", kept)
        draft.fill("condition", Condition(name, value=token.plain), range(start, at + 2))
