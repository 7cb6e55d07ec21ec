"""Items that a read leaves out: "excluding archived ones", "leaving out the hidden ones", "but not the paid ones"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.values import state_of
from modeler.core.requirements.english.naming.names import follows, is_clause_end
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.slots import Condition
from modeler.core.requirements.vocabulary import KnownEntity

_LEADS: Final = tuple(
    tuple(one.split())
    for one in (
        "leaving out", "leave out", "excluding", "exclude", "except for", "except", "but not", "not counting", "not",
        "ignoring", "ignore", "skipping", "skip", "minus", "without", "apart from", "other than", "hiding", "omitting",
        "omit", "never",
    )
)  # fmt: skip
_ONES: Final = words_in("ones one items")


def read_left_out(draft: Draft, held: KnownEntity) -> None:
    """Fill the condition that leaves items of a state out."""
    act = draft.value("operation")
    if act is None or not act.is_read:
        return
    for at in range(1, len(draft.tokens) - 1):
        lead = next((one for one in _LEADS if follows(draft, at, one)), ())
        if not lead or draft.used[at]:
            continue
        start = at + len(lead)
        while draft.low(start) in {"the", "any", "all", "already"}:
            start += 1
        end = start + 1
        is_named = draft.low(end) in _ONES or draft.known_entity((draft.low(end),)) is held
        end += is_named
        if (
            start >= len(draft.tokens)
            or not is_clause_end(draft, end)
            or (draft.used[start] and not is_named)
            or lead == ("not",)
        ):
            continue
        state = state_of(held, Condition("", value=f"not {draft.low(start)}"), draft)
        if state is not None and not any(one.attribute == state.attribute for one in draft.value("condition") or ()):
            draft.fill("condition", state, range(at, end))
            return
