"""Bounds of a time by its distance from now: "if it departs at least 24 hours from now", "opened more than 2 hours
ago". The phrases that read comparisons take the number; what it counts, and in which direction, is decided here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.words.lexicon import UNITS
from modeler.core.requirements.english.words.time_names import is_name_of_time
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.slots import Comparator, Condition, Range
from modeler.core.requirements.vocabulary import KnownEntity

_DIRECTIONS: Final = (
    ("ago|earlier", True), ("in the past", True),
    ("from now", False), ("away|ahead|out", False), ("in the future", False), ("in advance", False),
)  # fmt: skip
_MIRRORED: Final = {
    Comparator.GREATER: Comparator.LESS,
    Comparator.LESS: Comparator.GREATER,
    Comparator.AT_LEAST: Comparator.AT_MOST,
    Comparator.AT_MOST: Comparator.AT_LEAST,
}
"""What is longer ago is earlier."""


def measure_from_now(draft: Draft) -> None:
    """Give bounds of times their unit and direction. A bound without a direction is not understood: its words are
    shown as unread.
    """
    for slot in ("range", "condition"):
        told: tuple[Range | Condition, ...] = draft.value(slot) or ()
        if any(_is_of_a_unit(draft, one) for one in told):
            draft.forget(slot)
            continue
        kept = tuple(_measured(draft, slot, one) for one in told)
        if None in kept:
            draft.forget(slot)
        elif kept != told:
            asked = draft.question(slot)
            draft.settle(slot, kept)
            if asked is not None:
                draft.ask(slot, asked)


def _held(draft: Draft) -> KnownEntity | None:
    return draft.known.entity((draft.value("entities") or ("",))[0])


def _is_of_a_unit(draft: Draft, bound: Range | Condition) -> bool:
    """Does a bound compare an attribute "hours" that nobody has? "in more than 24 hours"."""
    held = _held(draft)
    return bound.attribute in UNITS and (held is None or held.attribute(bound.attribute) is None)


def _is_time(draft: Draft, name: str) -> bool:
    held = _held(draft)
    return is_name_of_time(name) or (held is not None and any(one.name == name for one in held.times))


def _measured(draft: Draft, slot: str, bound: Range | Condition) -> Range | Condition | None:
    number = (bound.values[0] if bound.values else "") if isinstance(bound, Range) else bound.value
    if bound.comparison not in _MIRRORED or not _is_time(draft, bound.attribute):
        return bound
    spoken = {one: number_of(draft.tokens[one]) for one in sorted(draft.places(slot))}
    at = next((one for one, said in spoken.items() if said is not None and str(said) == number), -1)
    lasting = match(draft.tokens, at, "DURATION") if at >= 0 else None
    if lasting is None:
        return bound
    end, (duration,) = lasting
    for words, is_past in _DIRECTIONS:
        if (found := match(draft.tokens, end, words)) is not None:
            draft.read(range(at, found[0]), slot)
            value = f"{duration.text} ago" if is_past else f"in {duration.text}"
            comparison = _MIRRORED[bound.comparison] if is_past else bound.comparison
            if isinstance(bound, Range):
                return replace(bound, comparison=comparison, values=(value,))
            return replace(bound, comparison=comparison, value=value)
    return None
