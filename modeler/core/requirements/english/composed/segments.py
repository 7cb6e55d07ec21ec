"""The segments of a sentence: what is between its commas, semicolons, dashes and conjunctions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.composed.amounts import whole_number_at
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken

_MARKS: Final = frozenset({",", ";", "-", "–", "—", "."})
_JOINTS: Final = words_in("and but while whereas plus & whilst although though")
_OPENING: Final = frozenset({"(", "[", "{"})
_CLOSING: Final = frozenset({")", "]", "}"})


@dataclass(frozen=True, slots=True)
class ClausePart:
    """The tokens between two joints; `joints` are the words and marks before it."""

    said: tuple[WordToken, ...]
    joints: frozenset[str]

    @property
    def start(self) -> int:
        """Return where it begins in the text."""
        return self.said[0].start

    def text(self, whole: str) -> str:
        """Return its text."""
        return whole[self.said[0].start : self.said[-1].end]


def segments(said: Sequence[WordToken]) -> Iterator[ClausePart]:
    """Yield the segments of a sentence; what is in parentheses stays whole."""
    start = depth = 0
    joints: set[str] = set()
    for at in range(len(said) + 1):
        if at < len(said):
            depth += (said[at].low in _OPENING) - (said[at].low in _CLOSING)
            if depth > 0 or not _is_joint(said, at):
                continue
        if at > start:
            yield ClausePart(tuple(said[start:at]), frozenset(joints))
            joints = set()
        if at < len(said):
            joints.add(said[at].low)
        start = at + 1


def _is_joint(said: Sequence[WordToken], at: int) -> bool:
    low = said[at].low
    if low not in _MARKS and low not in _JOINTS:
        return False
    if low == "." and at and said[at - 1].low in {"approx", "ca", "max", "min", "no", "incl"}:
        return False
    is_between = low in {"and", "-", "–"} and at + 1 < len(said) and _is_number(said, at)
    is_half = low == "and" and [one.low for one in said[at + 1 : at + 3]] == ["a", "half"]
    return not (is_between or is_half)


def _is_number(said: Sequence[WordToken], at: int) -> bool:
    """Return whether a joint is between two numbers of one amount: "between 40 and 260", "4-6"."""
    before = next((place for place in range(max(at - 4, 0), at) if _end_of_number(said, place)), -1)
    ends = before >= 0 and _end_of_number(said, before) == at
    after = _end_of_number(said, at + 1) or None
    if not ends or after is None:
        return False
    if said[at].low == "and":
        return any(one.low == "between" for one in said[max(0, before - 2) : before])
    return True


def _end_of_number(said: Sequence[WordToken], at: int) -> int:
    """Return the token after the number at a token, zero too; 0 without one."""
    found = whole_number_at(said, at)
    return found[1] if found is not None else (at + 1) * (at < len(said) and said[at].low == "0")
