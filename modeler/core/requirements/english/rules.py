"""Rules of the grammar: a pattern over tokens, and what it fills."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import first_words, match

type Handler = Callable[[Draft, int, int, tuple[Any, ...]], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern, and the function that fills slots from what it captured; False if it does not apply after all."""

    pattern: str
    handler: Handler

    def apply(self, draft: Draft, at: int) -> int | None:
        """Apply it at a token; return where it ended, None if it does not apply."""
        first = first_words(self.pattern)
        if first and draft.low(at) not in first:
            return None
        found = match(draft.tokens, at, self.pattern)
        if found is None or found[0] == at or any(draft.used[at : found[0]]) or _is_either(draft, found[0]):
            return None
        return found[0] if self.handler(draft, at, *found) else None


def _is_either(draft: Draft, end: int) -> bool:
    """Return whether an alternative follows that the pattern does not have: "with status shipped or delivered"."""
    return draft.low(end) == "or" and draft.low(end + 1) not in {"more", "less", "fewer", "later", "earlier", "above"}


def places(at: int, end: int) -> range:
    """Return the tokens from one up to another."""
    return range(at, end)


def apply_rules(draft: Draft, at: int, rules: Sequence[Rule]) -> int | None:
    """Apply the first rule that fits at a token; return where it ended."""
    for rule in rules:
        end = rule.apply(draft, at)
        if end is not None:
            return end
    return None


def words_at(draft: Draft, at: int, words: Iterable[str]) -> bool:
    """Return whether these words are at a token."""
    return all(draft.low(at + offset) == word for offset, word in enumerate(words))
