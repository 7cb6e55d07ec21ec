"""The last gate: a slot keeps a value only if words of the line license it, and words of a refused value stay visible.

No entity is named after a view of items ("a chart of my scores"), a term of DynamoDB, a unit of time, a detail
("information") or an adjective; nothing is kept of a sentence that states something and reads nothing.
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.clauses import WHAT_DOES_IT_DO
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    BE,
    CLOSED,
    DETAILS,
    HAVE,
    MODALS,
    MOMENTS,
    NO_THINGS,
    OFTEN,
    STATES,
    TRAITS,
    UNITS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.speech import is_joined_adjective, is_only_verb
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Aggregate, Question

_VIEWS: Final = words_in(
    "chart graph plot feed widget dashboard visualization breakdown heatmap diagram timeline graphic infographic"
)
"""Nouns for how items are shown: with "of", never items themselves."""
_TERMS: Final = words_in(
    "gsi gsi1 gsi2 gsi3 gsi4 lsi lsi1 pk sk gsi1pk gsi1sk gsi2pk gsi2sk dynamodb getitem putitem batchgetitem"
)
"""Terms of DynamoDB that name no items."""
_ENDS: Final = words_in("start end from to begin min max minimum maximum alongside aboard")
"""Words that begin a property or a phrase, and end no name."""
_IDS: Final = words_in("id ids uuid guid rps rp tps tp qps qp ops req reqs")
_LOADS: Final = words_in("peak spike burst surge rush")
"""Nouns for a load: "300/s, spikes around 2,500/s" reads no spikes."""
_SUMS: Final = (("money",), ("cash",), ("funds",), ("amount",))
"""Names of amounts: "withdraw money from an account" writes an account."""
_OF_ITEMS: Final = ("given", "range", "order", "limit", "returned", "condition", "changes")


def keep_licensed(draft: Draft) -> None:
    """Drop what no word licenses, and ask instead."""
    if _is_wished_state(draft):
        _forget(draft, ("operation", "entities", *_OF_ITEMS))
        draft.ask("operation", WHAT_DOES_IT_DO)
        return
    group = draft.about
    after = group.end if group is not None else 0
    if group is not None and _is_appeal(draft, group):
        _forget(draft, ("operation", "entities", *_OF_ITEMS))
        draft.ask("operation", WHAT_DOES_IT_DO)
        return
    if draft.value("operation") is None and draft.low(after) in BE | MODALS and not draft.used[after]:
        draft.forget("condition")
    is_remark = group is not None and group.determiner == "the" and draft.low(after) in BE and not draft.used[after]
    if group is not None and (_is_stated(draft, group.end) or (is_remark and draft.value("operation") is None)):
        _forget(draft, ("operation", "entities", *_OF_ITEMS))
        draft.ask("operation", WHAT_DOES_IT_DO)
        return
    returned = draft.value("returned")
    is_often = returned is not None and any(words_of(one)[0] in OFTEN for one in returned.attributes)
    is_attribute = returned is not None and returned.what is Aggregate.ATTRIBUTES
    if is_often or (is_attribute and _has_period(draft)):
        draft.forget("returned")
        draft.ask("returned", Question("What is computed here, and for what?"))
    for name in draft.value("entities") or ():
        if not _is_nameable(draft, name):
            _forget(draft, ("operation", "entities", *_OF_ITEMS))
            draft.ask("entities", Question("Which items does this read or write?"))
            return
    given = draft.value("given") or ()
    kept = tuple(one for one in given if not one.of or _is_nameable(draft, one.of))
    if kept != given:
        _forget(draft, ("given",))
        if kept:
            draft.fill("given", kept)


def _is_appeal(draft: Draft, group: NounGroup) -> bool:
    """Return whether a line asks people and no software for something: "Pay attention to time zones!"."""
    act = draft.value("operation")
    is_bare = not (group.determiner or group.is_plural or group.owner or group.states)
    return draft.tokens[-1].low == "!" and is_bare and act is not None and not act.is_read


def _has_period(draft: Draft) -> bool:
    """Return whether "per week" was not understood: something is computed then, and not an attribute returned."""
    said = zip(draft.tokens, draft.tokens[1:], draft.used, strict=False)
    return any(one.low == "per" and two.low in UNITS and not used for one, two, used in said)


def _is_stated(draft: Draft, at: int) -> bool:
    """Return whether a sentence tells what items do or must be: "closed jobs no longer accept bids"."""
    if draft.is_told("operation"):
        return False
    group, said = draft.about, [draft.low(one) for one in range(at, at + 3)]
    is_rule = (said[0] in MODALS and said[1:] == ["be", "unique"]) or (said[0] in BE and said[1] == "unique")
    is_habit = said[0] in {"never", "always", "no", "cannot"} and any(
        base_form(one) != "" and not is_participle(one) for one in said[1:]
    )
    is_rule = is_rule or (said[0] in BE and said[1] in STATES and group is not None and bool(group.states))
    place = at
    while draft.low(place) in ADVERBS and not draft.used[place]:
        place += 1
    is_rule = is_rule or (place > at and draft.low(place) in HAVE | BE and not draft.used[place])
    is_titled = said[0] == ":" and is_participle(said[1]) and not draft.used[at + 1]
    return is_rule or is_habit or is_titled


def _forget(draft: Draft, slots: tuple[str, ...]) -> None:
    for slot in slots:
        draft.forget(slot)


def _is_nameable(draft: Draft, name: str) -> bool:
    """Return whether a name can be of items: the design has it, or its words are a noun's."""
    if draft.known.entity(name) is not None:
        return True
    words = words_of(name)
    head = words[-1]
    if (
        words in {("write",), ("read",)}  # "40 writes per second"
        or is_only_verb(head)
        or head in _TERMS | _ENDS | _IDS | NO_THINGS - TRAITS
        or (head in {"average", "mean", "median"} and len(words) > 1)
        or words in _SUMS
        or (len(words) == 1 and head in {*_LOADS, *UNITS, *MOMENTS, *DETAILS} - {"point", "window", "period"})
    ):
        return False
    if (len(words) == 1 and head in CLOSED) or _is_adjective(draft, words):
        return False
    return not (head in _VIEWS and _has_of(draft))


def _is_adjective(draft: Draft, words: tuple[str, ...]) -> bool:
    """Return whether a name is one word with a hyphen that describes: real-time, high-level, not a check-in."""
    group = draft.about
    return group is not None and len(group.words) == 1 and len(words) > 1 and is_joined_adjective(group.words[0])


def _has_of(draft: Draft) -> bool:
    group = draft.about
    return group is not None and draft.low(group.end) == "of"


def _is_wished_state(draft: Draft) -> bool:
    """Return whether "I want" is followed by a thing and what it shall be or do: "I want the crop to be there"."""
    group = draft.about
    if not draft.is_nominal or group is None or draft.is_told("operation"):
        return False
    later = [one for one in range(group.end, len(draft.tokens)) if not draft.used[one]]
    is_to_do = any(draft.low(one) == "to" and draft.tokens[one + 1 : one + 2] for one in later)
    is_attached = bool(later) and later[0] == group.end and is_participle(draft.low(group.end))
    is_one = group.determiner == "a" and draft.value("operation") is Act.GET
    return is_to_do or is_attached or is_one
