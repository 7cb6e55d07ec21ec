"""Names the attributes of a row whose items no design describes, where the line names or plainly implies one.

They are proposals: the board shows them as new, and a person confirms them as the entities.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.proposing.listed import name_listed
from modeler.core.requirements.english.proposing.state_names import AVAILABLE, FLAGS, named_state, plain_state
from modeler.core.requirements.english.proposing.times import name_compared, name_order, name_range
from modeler.core.requirements.english.words.lexicon import MOMENTS, WEEKDAYS, words_in
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import NOW, Act, AttributeChange, Comparator, Condition, Edit, Range


def propose(draft: Draft) -> None:
    """Fill what a row asks only because no design has the attribute."""
    names: tuple[str, ...] = draft.value("entities") or ()
    if draft.known.own or len(names) != 1 or draft.question("entities") is not None:
        return
    act = draft.value("operation")
    if act is None or draft.question("operation") is not None:
        return
    name_range(draft, names[0])
    name_order(draft, names[0])
    name_listed(draft)
    if act is Act.CREATE:
        return
    name_compared(draft)
    _name_states(draft, names[0])
    _name_changes(draft)


def _name_states(draft: Draft, entity: str) -> None:
    told: tuple[Condition, ...] = draft.value("condition") or ()
    if draft.question("condition") is None or not any(_is_open(one) for one in told) or _is_more(draft, entity, told):
        return
    made = [named_state(plain_state(one.value, entity)) if _is_open(one) else one for one in told]
    if all(one is not None for one in made):
        _settle(draft, tuple(dict.fromkeys(one for one in made if one is not None)))


def _settle(draft: Draft, states: tuple[Condition, ...]) -> None:
    """Put states into the condition; of a read, those that the clock says bound a time: "upcoming events"."""
    act = draft.value("operation")
    by_clock = tuple(one for one in states if one.value == NOW) if act.is_read and not draft.has("range") else ()
    others = tuple(one for one in states if one not in by_clock)
    places = sorted(draft.places("condition"))
    draft.settle("condition", others)
    if by_clock:
        draft.fill("range", tuple(Range(one.attribute, one.comparison, (NOW,)) for one in by_clock), places)
    if not others:
        draft.drop("condition")


def _is_open(one: Condition) -> bool:
    return not one.attribute and one.comparison is Comparator.EQUAL and bool(one.value)


def _is_more(draft: Draft, entity: str, told: tuple[Condition, ...]) -> bool:
    """Return whether words beside a state say that it means more than an attribute: "free on Friday", "flagged at least
    3 times", "nobody has worn since the premiere", "open now" of a shop.
    """
    after = draft.last_of("condition") + 1
    said = {one.value for one in told}
    left = {draft.low(at) for at in range(after, len(draft.tokens)) if not draft.used[at]}
    if said & AVAILABLE and (draft.has("range") or left & _DAYS or _is_timed(draft)):
        return True
    if "open" in said and words_of(entity)[-1] in _OPENING:
        return True
    is_next = after < len(draft.tokens) and not draft.used[after]
    is_counted = is_next and (draft.low(after) in _COUNTED or draft.tokens[after].kind == "number")
    return is_counted or (any(one.startswith("not ") and one[4:] not in FLAGS for one in said) and bool(left & _TIMES))


_COUNTED: Final = words_in("at more less twice once over under exactly times")
_TIMES: Final = words_in("on for since within this last during between at after before until tomorrow today now")
_DAYS: Final = WEEKDAYS | words_in("on for between from until during tomorrow")
_OPENING: Final = words_in("restaurant shop store museum office pharmacy bar cafe library pool park gate branch")


def _is_timed(draft: Draft) -> bool:
    """Return whether a day or a time is given."""
    return any(words_of(one.attribute)[-1] in MOMENTS for one in draft.value("given") or () if not one.of)


def _name_changes(draft: Draft) -> None:
    told: tuple[AttributeChange, ...] = draft.value("changes") or ()
    is_open = any(not one.attribute for one in told)
    if draft.question("changes") is None or not is_open:
        return
    made = [_changed(one) if not one.attribute else one for one in told]
    if all(one is not None for one in made):
        draft.settle("changes", tuple(dict.fromkeys(one for one in made if one is not None)))


def _changed(one: AttributeChange) -> AttributeChange | None:
    state = named_state(one.value) if one.edit is Edit.SET else None
    is_value = state is not None and state.comparison is Comparator.EQUAL
    return replace(one, attribute=state.attribute, value=state.value) if state is not None and is_value else None
