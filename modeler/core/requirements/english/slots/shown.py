"""Attributes that a read returns, listed after it: "accounts, displaying their number, name and balance"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.slots import Aggregate, Returned


def _fill_returned(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    act = draft.value("operation")
    if act is None or not act.is_read or draft.has("returned") or not draft.value("entities"):
        return False
    if draft.low(end) in {"of", "is", "are", "and", ",", "above", "below", "over", "under", "between", "="}:
        return False
    names = tuple(draft.attribute(one.whole) for one in caught)
    draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(at, end))
    return True


def _each_with(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "the parties to a deed, each with capacity and identity document": what is read of each item."""
    if any(one.is_plural or one.states or one.rank for one in caught):
        return False
    return _fill_returned(draft, at, end, caught)


_WITH: Final = "with|displaying|showing|including|returning their|its"
RULES: Final = (
    Phrase("each with|showing its|their|a|the? BARE , BARE ,? and its|their|a|the? BARE", _each_with),
    Phrase("each with|showing its|their|a|the? BARE and its|their|a|the? BARE", _each_with),
    Phrase("each with|showing its|their|a? BARE", _each_with),
    Phrase(f"{_WITH} TRAIT , TRAIT , TRAIT ,? and TRAIT", _fill_returned),
    Phrase(f"{_WITH} TRAIT , TRAIT ,? and TRAIT", _fill_returned),
    Phrase(f"{_WITH} TRAIT and TRAIT", _fill_returned),
    Phrase(f"{_WITH} TRAIT", _fill_returned),
)
