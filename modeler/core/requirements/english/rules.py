"""Rules of the grammar: a pattern over tokens, and what it fills."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import first_words, match

type Handler = Callable[[Draft, int, int, tuple[Any, ...]], bool]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern, and the function that fills slots from what it captured; False if it does not apply after all."""

    pattern: str
    handler: Handler

    def apply(self, draft: Draft, at: int) -> int | None:
        """Apply it at a token; return where it ended, None if it does not apply."""
        first = first_words(self.pattern)
        is_alternative = draft.low(at - 1) == "or" and at > 1 and not draft.used[at - 1]
        if (first and draft.low(at) not in first) or is_alternative:
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


_FITTING: Final[dict[int, tuple[Sequence[Phrase], dict[str, tuple[Phrase, ...]]]]] = {}
"""For each list of rules, by its identity: the list, and the rules that can begin with a word; '' for other words."""


def _fitting(rules: Sequence[Phrase], word: str) -> Sequence[Phrase]:
    """Return the rules whose pattern can begin with a word."""
    held = _FITTING.get(id(rules))
    if held is None:
        firsts = [(rule, first_words(rule.pattern)) for rule in rules]
        words = {"", *(one for _, first in firsts for one in first)}
        by_word = {one: tuple(rule for rule, first in firsts if not first or (one and one in first)) for one in words}
        held = _FITTING[id(rules)] = (rules, by_word)
    by_word = held[1]
    return by_word[word] if word in by_word else by_word[""]


def apply_rules(draft: Draft, at: int, rules: Sequence[Phrase]) -> int | None:
    """Apply the first rule that fits at a token; return where it ended."""
    for rule in _fitting(rules, draft.low(at)):
        end = rule.apply(draft, at)
        if end is not None:
            return end
    return None


def words_at(draft: Draft, at: int, words: Iterable[str]) -> bool:
    """Return whether these words are at a token."""
    return all(draft.low(at + offset) == word for offset, word in enumerate(words))
