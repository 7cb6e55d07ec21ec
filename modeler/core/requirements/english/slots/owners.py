"""Items of the person who asks, or of people by their relation: "documents that I sent", "posts of people that a user
follows".
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.words.lexicon import PEOPLE
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.slots import Question


def _mine(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "documents that I sent", "tickets assigned to me": the role's, else a question."""
    act = draft.value("operation")
    is_done = end >= len(draft.tokens) or not starts(draft.tokens[end]) or draft.used[end]
    if not draft.value("entities") or not (act is None or act.is_read) or not is_done:
        return False
    said = [draft.low(one) for one in range(at, end)]
    if draft.role is None:
        question = Question(f'"{" ".join(said)}": whose items are these?')
        draft.ask("given", question, places(at, end))
        return True
    start = next((one for one, low in enumerate(said) if low in {"i", "we"}), -1) + 1
    via = " ".join(low for low in said[start:] if low not in {"have", "am", "are", "me", "us"})
    draft.fill("given", draft.reference(draft.entity(draft.role.words), via), places(at, end))
    return True


def _of_people(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "of people that a user follows": whose items they are follows from the relation."""
    people, group, verb = caught
    if people.words[-1] not in PEOPLE or people.determiner:
        return False
    draft.fill("given", draft.reference(draft.entity(group.words), verb), range(people.end, end))
    draft.read(range(at, people.start))
    return True


RULES: Final = (
    Phrase("that|which|whom? i|we have|am|are? VERB in|to|on|for|with|by?", _mine),
    Phrase("PARTICIPLE to|with|by|for me|us", _mine),
    Phrase("of|from|by GROUP that|whom|who ONE VERB", _of_people),
)
