"""No number and no superlative is lost: what filled no slot of its own is shown, although its words count as read.

A rule that takes a group of nouns marks all of its words as read. "Latest 20" of "its latest 20 comments" is read only
if the row has a limit and an order.
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.ranks import rank_at
from modeler.core.requirements.english.words.tokens import number_of

_NAMING: Final = frozenset({"operation", "entities", "given"})
"""Slots that hold names: a number or a superlative in their words is not in their value."""


def show_lost(draft: Draft) -> None:
    """Show the counts and superlatives as unread that only the names of a row have."""
    held = {name: draft.places(name) for name in draft.told}
    for start, end in _ranks(draft):
        at = set(range(start, end))
        filled = {name for name, places in held.items() if at & places}
        if filled and filled <= _NAMING:
            draft.release(at)


def _ranks(draft: Draft) -> list[tuple[int, int]]:
    """Return where the counts and superlatives before nouns are."""
    found, at = [], 0
    while at < len(draft.tokens):
        end, rank, count = rank_at(draft.tokens, at)
        before_noun = end < len(draft.tokens) and draft.tokens[end].is_word
        if before_noun and all(draft.used[at:end]) and (rank or (count is not None and _is_plain(draft, at))):
            found.append((at, end))
        at = max(end, at + 1)
    return found


def _is_plain(draft: Draft, at: int) -> bool:
    """Return whether a number counts what follows: "form 27 entries" has it in a name."""
    return number_of(draft.tokens[at]) is not None and (
        at == 0 or not draft.tokens[at - 1].is_word or draft.low(at - 1) in _LEADING
    )


_LEADING: Final = frozenset(
    {"the", "its", "their", "all", "up", "to", "of", "with", "these", "those", "my", "our", "last", "latest"}
)
