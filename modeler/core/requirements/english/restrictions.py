"""Words that filled no slot and can restrict the items: a row with them waits until a person says what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import (
    COMPARATIVES,
    NEGATIONS,
    PREPOSITIONS,
    RELATIVES,
    UNITS,
    words_in,
)
from modeler.core.requirements.slots import Choice, Question

_MARKS: Final = (
    RELATIVES
    | NEGATIONS
    | COMPARATIVES
    | (PREPOSITIONS - words_in("despite regardless regarding via per as like to for about according than minus plus"))
    | words_in("whose where when while if unless only until nobody none no excluding exactly least most")
)
"""Words with which a restriction begins."""


AS_NOTE: Final = Choice("all of them: the words stay as a note")


def ask_restrictions(draft: Draft) -> None:
    """Ask about the first words that were not understood and that can restrict what a row reads or writes."""
    act = draft.value("operation")
    if act is None or not draft.value("entities"):
        return
    for run in _runs(draft):
        if any(draft.low(at) in _MARKS or _is_duration(draft, at) for at in run):
            said = draft.text[draft.tokens[run[0]].start : draft.tokens[run[-1]].end]
            done = "read" if act.is_read else "written"
            question = Question(f'"{said}" was not understood: which items are {done}?', (AS_NOTE,))
            draft.ask_unread("restriction", question, run)
            return


def _is_duration(draft: Draft, at: int) -> bool:
    """Return whether "for 10 days" begins here: it bounds a time that is not named."""
    token = draft.tokens[at + 1] if at + 2 < len(draft.tokens) else None
    return draft.low(at) == "for" and token is not None and token.kind == "number" and draft.low(at + 2) in UNITS


def _runs(draft: Draft) -> Iterator[list[int]]:
    """Yield the places of words that filled no slot, those that follow one another together, articles included."""
    run: list[int] = []
    for at, token in enumerate(draft.tokens):
        is_pause = token.kind == "mark" or draft.used[at]
        is_moved = bool(run) and token.start < draft.tokens[run[-1]].end  # words of a line in another order
        if (is_pause or is_moved) and run:
            yield run
            run = []
        if not is_pause:
            run.append(at)
    if run:
        yield run
