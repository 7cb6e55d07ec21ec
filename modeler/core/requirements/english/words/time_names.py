"""Names that tell of a time."""

from __future__ import annotations

from modeler.core.requirements.english.words.lexicon import MOMENTS
from modeler.core.requirements.morphology import words_of


def is_name_of_time(name: str) -> bool:
    """Return whether the name of an attribute says that it holds a time: startTime, bookedAt."""
    words = words_of(name) or ("",)
    return words[-1] in MOMENTS or (len(words) > 1 and words[-1] == "at")
