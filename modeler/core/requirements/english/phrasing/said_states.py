"""States as people write them beside an item: "in status open", "status: open", "(active only)", ", not yet paid"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.states import known_state, state_condition
from modeler.core.requirements.english.words.lexicon import CLOSED, PREPOSITIONS, STATES, STAY_ING, words_in
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.slots import Condition


def _is_of_items(draft: Draft) -> bool:
    act = draft.value("operation")
    return draft.has("entities") and (act is None or act.is_read or bool(draft.value("changes") or draft.verb))


def _status(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with a status of open", "in state closed", "status = 'open'": the value of a status."""
    place, named, value = end - 1, _name(draft, at, end), draft.tokens[end - 1]
    is_marked = draft.low(place - 1) in {"=", "==", ":", "of", "is"}
    if value.is_word and (value.low in _COMPARING or draft.low(end) in {"to", "than"}):
        return False
    if value.low == "missing" and draft.low(place - 1) == "is" and known_state(draft, "missing", negated=False) is None:
        return False  # the item has no status
    if not _is_of_items(draft) or not _is_value(value, is_sure=is_marked or named == "status"):
        return False
    if draft.low(at) in _MARKS_BEFORE and not is_marked:
        return False
    return _require(draft, named, value, at, end)


def _status_first(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "in open status", "with a closed state"."""
    value = draft.tokens[end - 2]
    return _is_of_items(draft) and _is_state(value.low) and _require(draft, draft.low(end - 1), value, at, end)


def _require(draft: Draft, name: str, value: WordToken, at: int, end: int) -> bool:
    known = known_state(draft, value.low, negated=False)
    plain = value.plain if value.is_value else value.text
    draft.fill("condition", known or Condition(draft.attribute((name,)), value=plain), places(at, end))
    return True


def _name(draft: Draft, at: int, end: int) -> str:
    return next(low for low in map(draft.low, range(at, end)) if low in {"status", "state"})


def _is_value(token: WordToken, *, is_sure: bool) -> bool:
    if token.is_value or _is_state(token.low):
        return True
    return is_sure and token.is_word and token.low not in CLOSED


def _is_state(low: str) -> bool:
    return low != "given" and (low in STATES | STAY_ING or is_participle(low))


def _only(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "(active only)", ", only unread", ", not yet paid": a state between marks."""
    first = at if draft.low(at) not in _MARKS_BEFORE else at + 1
    is_closed = end == len(draft.tokens) or draft.low(end) in _MARKS_AFTER
    is_apart = first > at or draft.low(at - 1) in _MARKS_BEFORE
    is_after = draft.about is not None and draft.about.end == at and draft.about.is_plural
    said = str(caught[0])
    if not _is_of_items(draft) or not is_closed or not (is_apart or is_after):
        return False
    if draft.about is None or not draft.about.is_plural:
        return False
    act = draft.value("operation")
    if (act is not None and not act.is_read) or not _is_state(said.split()[-1]):
        return False
    if set(map(draft.low, range(at, end))) & {"not", "never"} and not said.startswith("not "):
        said = f"not {said}"
    state_condition(draft, said, places(first, end))
    return True


# "whose status is equal to a value" compares; what it compares with comes after. "different", "below" and "above" too.
_COMPARING: Final = words_in("equal equals different below above between like one either neither any none not null set")
_MARKS_BEFORE: Final = frozenset({",", "(", ";", "-", "–", "—", ":", "|", "/"})
_MARKS_AFTER: Final = frozenset({",", ")", ";", "-", "–", "—", ".", "|", "!", "/"}) | (PREPOSITIONS & {"by"})
_IS: Final = "=|==|:|of|is|are?"
RULES: Final = (
    Phrase(f"with|in|having|of|where|whose|by|for a|an|the? status|state {_IS} WORD", _status),
    Phrase(f"with|in|having|of|where|whose|by|for a|an|the? status|state {_IS} VALUE", _status),
    Phrase("with|in|of a|an|the? WORD status|state", _status_first),
    Phrase("status|state =|==|: WORD", _status),
    Phrase("status|state =|==|: VALUE", _status),
    Phrase("only|just STATE", _only),
    Phrase("STATE only", _only),
    Phrase("not|never yet? STATE", _only),
)
