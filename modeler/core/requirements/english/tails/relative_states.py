"""States that a relative clause tells with words around them: "that nobody has worn", "that have been lent out for more
than a week", "but not the resolved ones".
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.orders import ask_order
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import CLOSED, MONTH_NAMES, STAY_ING, is_superlative
from modeler.core.requirements.slots import Comparator, Range, RequestedOrder


def _is_read(draft: Draft) -> bool:
    act = draft.value("operation")
    return act is None or act.is_read


def _by_nobody(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that nobody has collected after 3 days": not collected, and the time when they came."""
    if not _is_read(draft):
        return False
    stop = end if len(caught) == 1 else end - 3
    state_condition(draft, f"not {caught[0]}", places(at, stop))
    if len(caught) > 1:
        time_range(draft, Comparator.LESS, (f"{caught[1].text} ago",), places(stop, end))
    return True


def _by_none(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "flags that no SDK has evaluated": who did not do it belongs to the state."""
    subject, verb = caught
    if not _is_read(draft) or subject in CLOSED:
        return False
    state_condition(draft, f"not {verb}", places(at, end))
    return True


def _state_for(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that have been lent out for more than a week"."""
    said, duration = caught
    if not _is_read(draft) or said.startswith("not "):
        return False
    stop = next(one for one in range(end - 1, at, -1) if draft.low(one) in {"for", "over"})
    state_condition(draft, said, places(at, stop))
    verb = said.split()[0]
    return time_range(draft, Comparator.LESS, (f"{duration.text} ago",), places(stop, end), verb)


def _state_longer(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "applications waiting longer than 30 days"."""
    group = draft.about
    if group is None or at != group.end or not group.is_plural or caught[0] not in STAY_ING or not _is_read(draft):
        return False
    state_condition(draft, caught[0], places(at, at + 1))
    return time_range(draft, Comparator.LESS, (f"{caught[1].text} ago",), places(at + 1, end))


def _whose_not(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "whose deposit hasn't been refunded yet"."""
    group, verb = caught
    if not _is_read(draft) or group.states:
        return False
    state_condition(draft, f"{' '.join(group.words)} not {verb}", places(at, end))
    return True


def _state_first(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "urgent ones first": an order by what only its author can name."""
    if draft.low(end - 1) not in {"first", "top"} or draft.has("order") or is_superlative(caught[0]):
        return False
    ask_order(draft, caught[0], descending=True, at=places(at, end))
    if caught[0] in _SCALES:
        draft.fill("order", RequestedOrder(draft.attribute((_SCALES[caught[0]],)), descending=True))
    return True


def _doer(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "fillings a dentist did": whose they are."""
    group = caught[0]
    is_after = at > 0 and draft.used[at - 1] and group.determiner in {"a", "this", "one"}
    if not is_after or group.is_trait or not draft.value("entities") or not _is_read(draft):
        return False
    draft.fill("given", draft.reference(draft.entity(group.words)), places(at, end))
    return True


def _not_theirs(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "who have not paid their rent": the verb and its object."""
    verb, group = caught
    if not _is_read(draft) or group.states:
        return False
    state_condition(draft, f"not {verb} {' '.join(group.words)}", places(at, end))
    return True


def _none_of(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "but not the resolved ones"."""
    if not _is_read(draft) or caught[0].startswith("not "):
        return False
    state_condition(draft, f"not {caught[0]}", places(at, end))
    return True


def _waiting(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "parcels waiting in a station": a state after the noun."""
    group = draft.about
    is_after = group is not None and at == group.end and group.is_plural and _is_read(draft)
    if not is_after or caught[0] not in STAY_ING - {"missing", "existing"} or draft.low(end) in _ON:
        return False
    state_condition(draft, caught[0], places(at, end))
    return True


def _amount(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "who owe more than 2 monthly fees": a number of things is compared."""
    number, group = caught[-2:]
    words = [draft.low(one) for one in range(at, group.start)]
    comparison = next((_FEW[one] for one in words if one in _FEW), None)
    if comparison is None or group.determiner or group.rank or not group.is_plural or not _is_read(draft):
        return False
    draft.fill("range", Range(draft.attribute(group.words), comparison, (str(number),)), places(at, end))
    return True


def _between_months(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "whose best-before date falls between June and August"."""
    joint = next(one for one in range(at, end) if draft.low(one) in {"and", "to"})
    values = tuple(draft.tokens[one].text for one in (joint - 1, joint + 1))
    draft.fill("range", Range(draft.attribute(caught[0].words), Comparator.BETWEEN, values), places(at, end))
    return True


_SCALES: Final = {"urgent": "urgency", "critical": "severity", "important": "importance"}
_ON: Final = frozenset({"for", "longer", "more", "since", "to"})
_FEW: Final = {
    "fewer": Comparator.LESS, "less": Comparator.LESS, "more": Comparator.GREATER, "least": Comparator.AT_LEAST,
    "most": Comparator.AT_MOST,
}  # fmt: skip
_MONTHS: Final = "|".join(sorted(MONTH_NAMES))
_WHICH: Final = "that|which|who"
_BEEN: Final = "has|have|is|are been?"
_HOLD: Final = "owe|owes|own|owns|speak|speaks|hold|holds|keep|keeps|run|runs|play|plays|teach|teaches"
RULES: Final = (
    Phrase(
        f"{_WHICH}? nobody|noone has|have? ever|yet? PARTICIPLE yet? after|in|for|within|since DURATION", _by_nobody
    ),
    Phrase(f"{_WHICH}? nobody|noone has|have? ever|yet? PARTICIPLE yet?", _by_nobody),
    Phrase(f"{_WHICH}? no one has|have ever|yet? PARTICIPLE yet?", _by_nobody),
    Phrase(f"{_WHICH}? no WORD has|have ever|yet? PARTICIPLE yet?", _by_none),
    Phrase("whose GROUP hasn't|haven't|isn't|aren't been? PARTICIPLE yet?", _whose_not),
    Phrase("whose GROUP has|have|is|are not been? PARTICIPLE yet?", _whose_not),
    Phrase("STATE ones first|on|at the? top?", _state_first),
    Phrase(f"{_WHICH} {_BEEN} STATE for more|longer|over than? DURATION", _state_for),
    Phrase(f"{_WHICH} has|have|had not|never yet? PARTICIPLE their|its|his|her GROUP", _not_theirs),
    Phrase(f"{_WHICH} haven't|hasn't yet? PARTICIPLE their|its|his|her GROUP", _not_theirs),
    Phrase("but not the? STATE ones", _none_of),
    Phrase("but|and no STATE ones", _none_of),
    Phrase(f"{_WHICH} {_HOLD} more|less|fewer than NUMBER GROUP", _amount),
    Phrase(f"{_WHICH} {_HOLD} at least|most NUMBER GROUP", _amount),
    Phrase(f"whose TRAIT is|falls|lies between {_MONTHS} and {_MONTHS}", _between_months),
    Phrase("ONE did|made|had", _doer),
    Phrase("STATE longer|more than DURATION", _state_longer),
    Phrase("STATE for more|longer|over than? DURATION", _state_longer),
    Phrase("STATE", _waiting),
)
