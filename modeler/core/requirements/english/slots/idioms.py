"""States of several words: on duty, on loan to a museum, awaiting approval, currently rented out."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.conditions import OF_PARTICIPLES, time_follows
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import IDIOMS
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.slots import Question


def _awaiting(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    state_condition(draft, " ".join(draft.low(one) for one in range(at, end)), places(at, end))
    return True


def _awaiting_one(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "parcels waiting for a resident": the resident is given. "waiting for an interview" becomes a question."""
    group = group_at(draft.tokens, at + 2)
    if group is not None and group.determiner in {"a", "an"} and is_agent(group):
        return give(draft, group, places(at, end), "waiting for")
    said = " ".join(draft.low(one) for one in range(at, end))
    draft.ask("condition", Question(f'Which attribute says "{said}"?'), places(at, end))
    return True


def _idiom(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "lifeguards on duty": a state right after the noun."""
    said = f"{draft.low(end - 2)} {draft.low(end - 1)}"
    act = draft.value("operation")
    is_after_comma = draft.low(at - 1) == "," and draft.used[at - 2]
    is_next = at and (draft.used[at - 1] or is_after_comma)
    if said not in IDIOMS or not is_next or not (act is None or act.is_read):
        return False
    if draft.value("given") and draft.last_slot == "given" and not is_after_comma:
        return False
    state_condition(draft, said, places(at, end))
    return True


def _lent_to(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "objects on loan to a museum": a state, and who has them."""
    start = caught[0].start - 1
    return _idiom(draft, at, start, ()) and give(draft, caught[0], places(start, end))


def _done_now(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "costumes currently rented out"; what follows must not belong to the participle."""
    act = draft.value("operation")
    is_read = act is None or act.is_read
    if not (at and draft.used[at - 1] and is_read) or draft.low(end) in OF_PARTICIPLES or time_follows(draft, end):
        return False
    state_condition(draft, " ".join(draft.low(one) for one in range(at + 1, end)), places(at, end))
    return True


RULES: Final = (
    Phrase("awaiting BARE", _awaiting),
    Phrase("waiting for BARE", _awaiting),
    Phrase("waiting for a|an|the|their|its BARE", _awaiting_one),
    Phrase("currently|already|now|still? on loan|hire|lease|rent to|from ONE", _lent_to),
    Phrase("currently|already|now|still? on|in|under|off|out WORD", _idiom),
    Phrase("currently|already|now|still PARTICIPLE out|up|off|back?", _done_now),
)
_SET_PHRASES: Final = (("first", "come", ",", "first", "served"), ("first", "come", "first", "served"))


def skip_set_phrases(draft: Draft) -> None:
    """Read phrases that only look like an order: "first come, first served"."""
    for phrase in _SET_PHRASES:
        for at in range(len(draft.tokens) - len(phrase) + 1):
            if tuple(map(draft.low, range(at, at + len(phrase)))) == phrase:
                draft.read(range(at, at + len(phrase)))
