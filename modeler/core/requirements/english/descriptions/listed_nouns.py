"""The nouns of a list, each with what its words say about how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.words.lexicon import TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING
from modeler.core.requirements.morphology import is_plural, singular, words_of

_MANY: Final = tuple(
    tuple(one.split())
    for one in (
        "many", "several", "multiple", "any number of", "one or more", "zero or more", "lots of", "a list of",
        "a set of", "a number of", "one or several", "some",
    )
)  # fmt: skip
_OBJECTS: Final = words_in("a an one the its their his her exactly own")
_SILENT: Final = words_in("current own optional required mandatory")
"""Adjectives that a name leaves out: the current status."""
_ENDS: Final = words_in(", ; and & plus")


@dataclass(frozen=True, slots=True)
class ListedNoun:
    """One noun of a list: its words, its text and place, and whether there are several of it. `is_sure`: a word says
    that. `has_article`: it is a single thing. `is_unique`: no two items have the same.
    """

    words: tuple[str, ...]
    at: int
    text: str
    is_plural: bool = False
    is_sure: bool = False
    has_article: bool = False
    is_unique: bool = False

    @property
    def is_property(self) -> bool:
        """Return whether it usually names a property."""
        return singular(self.words[-1]) in TRAITS


def parts_of_list(said: Sequence[WordToken]) -> Iterator[Sequence[WordToken]]:
    """Yield the parts of a list between its commas and its "and"; parentheses stay whole."""
    start = depth = 0
    for at in range(len(said) + 1):
        depth += (at < len(said)) and (said[at].low == "(") - (said[at].low == ")")
        if at == len(said) or (depth <= 0 and said[at].low in _ENDS):
            if at > start:
                yield said[start:at]
            start = at + 1


def without_parentheses(part: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return a part without the parentheses at its end."""
    begins = next((at for at, one in enumerate(part) if one.low == "("), len(part))
    return part[:begins] if begins and begins < len(part) and part[-1].low == ")" else part


def in_parentheses(parts: Sequence[Sequence[WordToken]], text: str) -> tuple[tuple[int, str], ...]:
    """Return the nouns that parentheses follow, as texts with their places: what is in them is not understood."""
    found = ((part, without_parentheses(part)) for part in parts)
    return tuple(
        (part[len(bare)].start, text[part[0].start : part[-1].end]) for part, bare in found if len(bare) < len(part)
    )


def listed_noun(part: Sequence[WordToken], text: str) -> ListedNoun | None:
    """Return the noun of a part of a list; None if it says more."""
    many = next((len(one) for one in _MANY if starts_with(part, 0, one)), 0)
    at = many
    while not many and at < len(part) and part[at].low in _OBJECTS:
        at += 1
    is_unique = at < len(part) and part[at].low == "unique"
    words = _words(part, at + is_unique)
    if words is None:
        return None
    is_several = is_plural(words[-1]) and at == many
    if many and not is_several:
        return None
    said = text[part[0].start : part[-1].end]
    return ListedNoun(words, part[0].start, said, is_several, bool(many), 0 < at != many, is_unique)


def _words(part: Sequence[WordToken], at: int) -> tuple[str, ...] | None:
    """Return the words of the noun that the rest of a part is; None if it is more."""
    group = group_at(part, at)
    if group is None or group.end != len(part) or group.determiner:
        return None
    if group.is_exact:
        return words_of(group.words[-1])
    states = tuple(one.word for one in group.states if one.word not in _SILENT)
    return (*states, *group.words) if is_plain(group, with_states=True) and " " not in "".join(states) else None


def starts_with(said: Sequence[WordToken], at: int, words: tuple[str, ...]) -> bool:
    """Return whether words stand at a token."""
    return tuple(one.low for one in said[at : at + len(words)]) == words


def is_plain(group: NounGroup, *, with_states: bool = False) -> bool:
    """Return whether a group is a noun with at most a determiner; `with_states`: and with adjectives."""
    told = group.rank or group.owner or group.skipped or group.is_exact or group.count is not None
    return not told and (with_states or not group.states) and group.words[0] not in READING
