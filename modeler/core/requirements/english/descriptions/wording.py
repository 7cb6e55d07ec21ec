"""Numbers and nouns in the sentences that describe entities."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.morphology import singular

NUMBER: Final = (
    r"(?:\d[\d,.]*(?: (?:thousand|million|billion))?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
    r"|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
)
ABOUT: Final = (
    r"(?:about|around|roughly|approximately|some|nearly|almost|perhaps|maybe|up to|at most|on average|typically"
    r"|usually|no more than|never more than|between) "
)
NOUN: Final = r"[A-Za-z][A-Za-z-]+(?: (?!(?:on|at|per|and|in|of|for|with|each|a|an|by|to|or)\b)[a-z][a-z-]+)?"


def one_of(noun: str) -> str:
    """Return a noun of one or two words in the singular."""
    *front, last = noun.split()
    return " ".join((*front, singular(last.lower()) if last[0].islower() else singular(last.lower()).capitalize()))
