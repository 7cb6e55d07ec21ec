"""What is given, required and compared, as the attributes that the design has."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import owner
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.states import known_state
from modeler.core.requirements.english.words.lexicon import STATES, STATES_BEFORE_NOUNS, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.speech import is_known_state
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import attribute_name, words_of
from modeler.core.requirements.slots import (
    AttributeChange,
    Choice,
    Comparator,
    Condition,
    Given,
    Question,
    Range,
    RequestedOrder,
)
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_STATUS: Final = frozenset({("status",), ("state",)})
_GENERIC: Final = words_in("number code id reference key")
"""Words for what identifies an item, where its attributes have no such name."""
_TAILS: Final = words_in("address number")
"""Words that say the same of an email or a phone."""
_DUE: Final = words_in("due deadline")
_MADE: Final = words_in("opened created added placed submitted reported made posted received registered filed raised")
"""Participles that say when an item came to be, beside a time: "opened in the last 7 days"."""
_AHEAD: Final = words_in("upcoming future coming")
_BEHIND: Final = words_in("past previous bygone")
_ADJECTIVE_LEAST: Final = 5


def subject(draft: Draft) -> KnownEntity | None:
    """Return the entity that a row is about, if it is one of the design."""
    names = draft.value("entities") or ()
    found = draft.known.entity(names[0]) if names else None
    return found if found is not None and found.is_own else None


def ground_givens(draft: Draft) -> None:
    """Give attributes for nouns that name no entity: a category, where items have one; ask about the others."""
    here = subject(draft)
    if here is not None:
        _of_owner(draft, here)
    given = draft.value("given") or ()
    if not given:
        return
    made: list[Given] = []
    asked: Given | None = None
    for one in given:
        if not one.of:
            made.append(_own_identity(draft, here, one))
        elif draft.known.entity(one.of) is not None:
            made.append(one)
        elif (found := _attribute(draft, here, one.of)) is not None:
            made.append(Given(found.name))
        elif here is None and draft.has("entities") and draft.question("entities") is None:
            made.append(one)  # a line about something new
        else:
            asked = asked or one
    if tuple(made) != given:
        draft.settle("given", tuple(dict.fromkeys(made)))
    if asked:
        if not made:
            draft.drop("given")
        draft.ask("given", _which(draft, made, asked))


def _of_owner(draft: Draft, here: KnownEntity) -> None:
    """Read "the user who owns a phone number" as found by its phone, not by its identity."""
    for at in range(1, len(draft.tokens) - 2):
        is_owning = draft.low(at) in {"who", "that", "which"} and draft.low(at + 1) in _OWNING
        group = group_at(draft.tokens, at + 2) if is_owning else None
        if group is None or group.is_plural or draft.known_entity(group.words) is not None:
            continue
        held = here.called(group.words) or (here.called(group.words[:-1]) if group.words[-1] in _TAILS else None)
        if held is None or held.name in here.identity or group.determiner not in {"a", "the", "this", "given"}:
            continue
        kept = tuple(one for one in draft.value("given") or () if one.of != here.name and one.attribute != held.name)
        draft.drop("given")
        draft.fill("given", (Given(held.name), *kept), range(at, group.end))
        return


_OWNING: Final = words_in("owns has uses holds")


def _which(draft: Draft, made: list[Given], asked: Given) -> Question:
    """Ask what a noun gives that names no attribute: a new entity's identity, or an attribute."""
    words = words_of(asked.of)
    kept = plain_value(tuple(made))
    choices = (
        Choice(f"a new entity {asked.of}", {"given": [*kept, *plain_value((asked,))]}),
        Choice(f"an attribute {attribute_name(words)}", {"given": [*kept, {"attribute": attribute_name(words)}]}),
    )
    return Question(f'"{" ".join(words)}": what is given?', choices)


def _attribute(draft: Draft, here: KnownEntity | None, name: str) -> Attribute | None:
    """Return the attribute that a noun names, which identifies no other entity. Where the items are a
    question, one that only one entity has.
    """
    words = words_of(name)
    if here is None:
        held = [each for one in draft.known.own for each in one.entity.attributes if words_of(each.name) == words]
        return held[0] if len(held) == 1 else None
    found = here.called(words) or _name_of(here, words)
    front = words_of(found.name)[: -len(words)] if found is not None else ()
    other = draft.known.called(front) if front else None
    return found if other is None or other is here else None


def _name_of(here: KnownEntity, words: tuple[str, ...]) -> Attribute | None:
    """Return the only attribute that names or identifies what words mean: inspectorName of "inspector"."""
    found = [
        one for one in here.entity.attributes if words_of(one.name)[:-1] == words and words_of(one.name)[-1] in _NAMING
    ]
    return found[0] if len(found) == 1 else None


_NAMING: Final = words_in("name email code number no username login")


def _own_identity(draft: Draft, here: KnownEntity | None, one: Given) -> Given:
    """Return "its number" as the identity of an item that has no other number, "email address" as its email."""
    words = words_of(one.attribute)
    shorter = here.called(words[:-1]) if here is not None and len(words) > 1 and words[-1] in _TAILS else None
    if here is not None and shorter is not None and here.called(words) is None:
        return Given(shorter.name)
    if here is not None and here.called(words) is None and (other := _held_by_one(draft, words)):
        return Given(other)
    if here is None or here.attribute(one.attribute) is None:
        is_generic = here is not None and words_of(one.attribute) in {(word,) for word in _GENERIC}
        return draft.reference(here.name) if here is not None and is_generic else one
    return one


def _held_by_one(draft: Draft, words: tuple[str, ...]) -> str:
    """Return the attribute that words name in one entity of the design alone: the phone of "phone number"."""
    wanted = {words, words[:-1]} if len(words) > 1 and words[-1] in _TAILS else set()
    found = {each.name for one in draft.known.own for each in one.entity.attributes if words_of(each.name) in wanted}
    return found.pop() if len(found) == 1 else ""


def ground_conditions(draft: Draft) -> None:
    """Read states as values of attributes: unpaid is paid = false, free is a status."""
    here = subject(draft)
    told = draft.value("condition") or ()
    if here is None or not told:
        return
    made: list[Condition] = []
    for one in told:
        if one.attribute or one.comparison is not Comparator.EQUAL:
            made.append(one)
        elif not _as_range(draft, here, one.value):
            made.append(state_of(here, one, draft) or one)
    if tuple(made) == told:
        return
    question = draft.question("condition")
    draft.settle("condition", tuple(made))
    if not made:
        draft.drop("condition")
    elif question is not None and any(not one.attribute for one in made):
        draft.ask("condition", question)


def ground_changes(draft: Draft) -> None:
    """Set the attribute that a state is a value of: cancelled is a status, excused a flag."""
    here = subject(draft)
    told: tuple[AttributeChange, ...] = draft.value("changes") or ()
    if here is None or not any(not one.attribute and one.value for one in told):
        return
    made = []
    for one in told:
        state = state_of(here, Condition("", value=one.value), draft) if one.value and not one.attribute else None
        is_set = state is not None and state.comparison is Comparator.EQUAL
        made.append(replace(one, attribute=state.attribute, value=state.value) if state is not None and is_set else one)
    question = draft.question("changes")
    if tuple(made) != told:
        draft.settle("changes", tuple(made))
        if question is not None and any(not one.attribute for one in made):
            draft.ask("changes", question)


def _as_range(draft: Draft, here: KnownEntity, said: str) -> bool:
    """Read "upcoming" as a bound of the only time that items have, or ask which; "overdue" of the time they are due."""
    due = [one for one in here.times if _DUE & set(words_of(one.name))] if said == "overdue" else []
    if len(due) == 1 and not draft.value("range"):
        draft.fill("range", Range(due[0].name, Comparator.LESS, ("now",)), range(0))
        return True
    if said in _MADE and {one.attribute for one in draft.value("range") or ()} & {
        "",
        *(one.name for one in here.times),
    }:
        return True
    act = draft.value("operation")
    if said == "new" and (act is None or not act.is_read):
        return True  # what is made, or put in the place of another, is new
    if said not in _AHEAD | _BEHIND or not here.times or draft.value("range"):
        return False
    comparison = Comparator.AT_LEAST if said in _AHEAD else Comparator.LESS
    return time_range(draft, comparison, ("now",), range(0))


def state_of(here: KnownEntity, said: Condition, draft: Draft) -> Condition | None:
    """Return a state as the value of an attribute."""
    negated = said.value.startswith("not ")
    words = said.value.removeprefix("not ").split()
    words = words[len(here.words) :] if tuple(words[: len(here.words)]) == here.words and len(words) > 1 else words
    if len(words) != 1:
        return None
    word = words[0]
    if (known := known_state(draft, word, negated=negated)) is not None:
        return known
    for name, is_true in ((word, True), (word.removeprefix("un"), False)):
        flag = _flag(here, name) if is_true or name != word else None
        if flag is not None:
            return Condition(flag.name, value="true" if is_true is not negated else "false")
    sign = Comparator.UNEQUAL if negated else Comparator.EQUAL
    is_form = (is_participle(word) or word.endswith("able")) and is_known_state(word)
    is_state = word in STATES | STATES_BEFORE_NOUNS or is_form
    held = _of_adjective(here, word) or (status_of(here) if is_state else None)
    return Condition(held.name, sign, word) if held is not None and not held.values else None


def _flag(here: KnownEntity, word: str) -> Attribute | None:
    """Return the attribute that says whether something is so: paid, isPaid."""
    for one in here.entity.attributes:
        words = words_of(one.name)
        is_open = one.type is AttributeType.BOOL or (one.type is AttributeType.S and not (one.format or one.values))
        if is_open and words in {(word,), ("is", word), ("was", word), ("has", word)}:
            return one
    return None


def _of_adjective(here: KnownEntity, word: str) -> Attribute | None:
    """Return the attribute that an adjective is a value of: severity of severe."""
    stem = word[:-1]
    found = [
        one
        for one in here.entity.attributes
        if len(stem) >= _ADJECTIVE_LEAST and words_of(one.name)[-1].startswith(stem) and words_of(one.name) != (word,)
    ]
    return found[0] if len(found) == 1 else None


def status_of(here: KnownEntity) -> Attribute | None:
    """Return the attribute that states are values of."""
    found = [one for one in here.entity.attributes if words_of(one.name) in _STATUS]
    return found[0] if len(found) == 1 else None


def ground_times(draft: Draft) -> None:
    """Name the time that a row compares and sorts by, where its items have only one, or only one of such a name."""
    here = subject(draft)
    times = [one for one in here.times if owner(draft.known, one.name) in (None, here)] if here is not None else []
    told = draft.value("range") or ()
    only = times[0].name if len(times) == 1 else ""
    if only and any(not one.attribute for one in told):
        draft.settle("range", tuple(Range(one.attribute or only, one.comparison, one.values) for one in told))
    orders = draft.value("order") or ()
    if not any(not (one.attribute or one.by) for one in orders):
        return
    bounded = [one.attribute for one in told if one.attribute in {time.name for time in times}]
    name = only or (bounded[0] if len(bounded) == 1 else _time_of_verb(draft, times))
    if name:
        named = (one if one.attribute or one.by else RequestedOrder(name, one.descending) for one in orders)
        draft.settle("order", tuple(named))


def _time_of_verb(draft: Draft, times: list[Attribute]) -> str:
    """Return the time that the verb before an order names: endsAt of "ending soonest first"."""
    at = draft.first_of("order") - 1
    verb = base_form(draft.low(at)) if at >= 0 else ""
    found = [one.name for one in times if verb and base_form(words_of(one.name)[0]) == verb]
    if len(found) == 1:
        draft.read(range(at, at + 1), "order")
    return found[0] if len(found) == 1 else ""
