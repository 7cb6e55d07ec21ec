"""The forms that `sentences` writes and that people rarely do: exact names, values in quotation marks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.givens import give, identified
from modeler.core.requirements.english.words.lexicon import PLACES
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.slots import Act, AttributeChange, Comparator, Condition, Edit, Given, Range

_WORDS: Final = {
    "equal": Comparator.EQUAL, "different": Comparator.UNEQUAL, "below": Comparator.LESS, "above": Comparator.GREATER,
    "most": Comparator.AT_MOST, "least": Comparator.AT_LEAST, "is": Comparator.EQUAL, "=": Comparator.EQUAL,
    "<": Comparator.LESS, "<=": Comparator.AT_MOST, ">": Comparator.GREATER, ">=": Comparator.AT_LEAST,
    "<>": Comparator.UNEQUAL, "contains": Comparator.CONTAINS, "exists": Comparator.EXISTS,
    "missing": Comparator.MISSING,
}  # fmt: skip


def _comparison(draft: Draft, start: int, end: int) -> Comparator | None:
    """Return the comparison that the last of some tokens name."""
    named = (_WORDS[draft.low(at)] for at in range(end - 1, start - 1, -1) if draft.low(at) in _WORDS)
    return next(named, None)


def _values(caught: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(one.plain for one in caught if one is not None and not isinstance(one, NounGroup))


def _bounded(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """\"whose price is below \"15\"\", "whose price is between two values"."""
    group = caught[0]
    said = {draft.low(one) for one in range(group.end, end)}
    if "between" in said:
        comparison: Comparator | None = Comparator.BETWEEN
    elif said & {"begins", "begin"}:
        comparison = Comparator.BEGINS_WITH
    else:
        comparison = _comparison(draft, group.end, end)
    if comparison is None:
        return False
    draft.fill("range", Range(draft.attribute(group.words), comparison, _values(caught)), places(at, end))
    return True


def _in_period(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "whose start time is on a given day"."""
    period = f"a {draft.low(end - 1)}"
    draft.fill("range", Range(draft.attribute(caught[0].words), Comparator.EQUAL, (period,)), places(at, end))
    return True


def _where(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """\"where status is \"PAID\"\", "where total is a value"."""
    group = caught[0]
    comparison = _comparison(draft, group.end, end)
    if comparison is None:
        return False
    value = "".join(_values(caught[-1:]))
    draft.fill("condition", Condition(draft.attribute(group.words), comparison, value), places(at, end))
    return True


def _related(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """\"related to a user by \"follows\"\"."""
    group, via = caught
    draft.fill("given", draft.reference(draft.entity(group.words), via.plain), places(at, end))
    return True


def _for_given(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "for a given status": a value that an aggregate is computed for."""
    name, entity = draft.attribute(caught[0].words), (draft.value("entities") or ("",))[0]
    held = draft.known.entity(entity)
    is_own = held is not None and held.attribute(name) is not None
    if entity and not is_own and (identified(caught[0]) or caught[0].words[-1] in PLACES - {"status"}):
        return give(draft, replace(caught[0], determiner="a"), places(at, end))
    own = draft.reference(entity) if entity else None
    draft.fill("given", own if own is not None and own.attribute == name else Given(name), places(at, end))
    return bool(entity)


def _changes(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """\"to set status to \"PAID\"\", "to add \"1\" to version", "to remove the attribute reason"."""
    verb = draft.low(at + 1)
    if draft.value("operation") not in {Act.UPDATE, Act.CREATE, Act.SAVE}:
        return False
    group = next(one for one in caught if isinstance(one, NounGroup))
    change = AttributeChange(Edit(verb), draft.attribute(group.words), "".join(_values(caught)))
    draft.fill("changes", change, places(at, end))
    return True


_IS: Final = "equal|different|below|above|at least|most|to|from?"
RULES: Final = (
    Phrase("related to ONE by VALUE", _related),
    Phrase("for a given TRAIT", _for_given),
    Phrase("whose TRAIT is between VALUE and VALUE", _bounded),
    Phrase("whose TRAIT is between two values", _bounded),
    Phrase("whose TRAIT begins with a text", _bounded),
    Phrase("whose TRAIT is on|in a given hour|day|week|month|quarter|year", _in_period),
    Phrase(f"whose TRAIT is {_IS} VALUE", _bounded),
    Phrase(f"whose TRAIT is {_IS} a value", _bounded),
    Phrase("where TRAIT is|=|<|<=|>|>=|<>|contains VALUE", _where),
    Phrase("where TRAIT is|=|<|<=|>|>=|<>|contains a value", _where),
    Phrase("where TRAIT is? exists|missing", _where),
    Phrase("to set TRAIT to VALUE", _changes),
    Phrase("to set TRAIT to a value", _changes),
    Phrase("to add VALUE to TRAIT", _changes),
    Phrase("to add a value to TRAIT", _changes),
    Phrase("to remove TRAIT", _changes),
)
