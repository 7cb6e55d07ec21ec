"""What comes before the items of a request and only says that somebody wants to see them, and with what in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    BE,
    CLOSED,
    HAVE,
    MODALS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    QUANTIFIERS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING, VERBS, base_form

type Tokens = tuple[WordToken, ...]

_SEEING: Final = (
    READING | words_in("want need like wish expect require ask poll request present tell learn")
) - words_in("report track open give export scan dump load")
_HANDING: Final = words_in("type key enter scan tap click pick select choose provide supply quote punch swipe input")
"""Verbs of who has a value in hand: "the clerk types in a plate"."""
_COMING: Final = words_in("open start begin log call phone ring come ask walk stand turn sign")
"""Verbs of a scene, after which something is wanted: "opens the app and wants ..."."""
_SCENES: Final = words_in("when whenever before after once while if as during")
_GIVING: Final = words_in("for given of at in with by")
_SHOWN: Final = words_in("listed shown displayed visible printed needed wanted returned fetched required retrieved")
_SHOWING: Final = BE | MODALS | HAVE | words_in("to get gets need needs")
_TITLED: Final = frozenset(":.–-")
_COMPUTING: Final = words_in("no no. nr number count sum total average mean avg many much totals max min")
"""Words that compute something of what follows them."""
_OWN: Final = words_in("his her their its own my")
_ONE: Final = words_in("a an the one each every this my our his her their given")
_SMALL: Final = ARTICLES | POSSESSIVES | QUANTIFIERS | {"each", "every"}
_SILENT: Final = MODALS | BE | HAVE | PRONOUNS | words_in("to and i'd we'd")


class Lead:
    """The words before the items. `given` are clauses with a value in hand, to be read behind the items; `rest` are
    the words that stay visible.
    """

    def __init__(self, tokens: Tokens, is_given: Callable[[NounGroup], bool]) -> None:
        """Read the words from left to right; `is_given` says whether a noun group can be given of the items."""
        self.given: list[WordToken] = []
        self.rest: list[WordToken] = []
        self.is_seeing = self.is_frame = False
        self.has_subject = False
        self._is_given = is_given
        self._is_own = any(one.low in _OWN for one in tokens)
        self.is_frame = not any(one.low in _COMPUTING for one in tokens)
        for piece in _pieces(tokens):
            self._read(piece)

    def _read(self, piece: Tokens) -> None:
        low = piece[0].low
        group = group_at(piece, 1) if low in _GIVING else None
        if group is not None and group.end >= len(piece) - 1 and self._is_given(group):
            self.given.extend(piece[: group.end])
            return
        is_apart = low in _SCENES and piece[-1].low == ","
        is_apart = is_apart or (group is not None and group.end >= len(piece) - 1)
        self.has_subject |= not (is_apart or piece[-1].low in _TITLED) and any(
            one.is_word and one.low not in CLOSED for one in piece
        )
        at = len(piece) if is_apart else 0
        if is_apart:
            self.rest.extend(piece)
        while at < len(piece):
            at = self._word(piece, at)

    def _word(self, piece: Tokens, at: int) -> int:
        """Read a word; return where the next one begins."""
        token = piece[at]
        low, verb = token.low, _verb(token.low)
        before = piece[at - 1].low if at else ""
        is_noun = before in _SMALL or (before in PREPOSITIONS and before != "to")
        if verb in _HANDING and not is_noun and at:
            return self._handed(piece, at)
        if (reached := self._held(piece, at)) > at:
            return reached
        if verb in _SEEING and not is_noun and not low.endswith("ing"):
            self.is_seeing = True
            return at + 1
        if low in CLOSED or token.kind in {"mark", "possessive"} or verb in _COMING:
            if low not in _SILENT and token.is_word:
                self.rest.append(token)
            return at + 1
        is_verb = (verb in VERBS or is_act(low)) and not is_noun and at > 0
        self.is_frame &= not is_verb or _is_noun_part(piece, at)
        self.rest.append(token)
        return at + 1

    def _held(self, piece: Tokens, at: int) -> int:
        """Read who sees items of their own, and "at each dock"; return where that ends."""
        is_led = piece[at].low in _GIVING
        group = group_at(piece, at + is_led, before_verb=True)
        is_one = group is not None and group.determiner in _ONE and not (group.is_plural or group.owner or group.states)
        if group is None or not is_one or not self._is_given(group):
            return at
        if is_led:
            self.given.extend(piece[at : group.end])
            return group.end
        verb = piece[group.end] if group.end < len(piece) else None
        if at == 0 and verb is not None and self._is_own and _verb(verb.low) in _SEEING | _COMING:
            self.is_seeing |= _verb(verb.low) in _SEEING
            self.given.extend((replace(verb, low="of", kind="word"), *piece[: group.end]))
            return group.end + 1
        return at

    def _handed(self, piece: Tokens, at: int) -> int:
        """Read "types in a plate and": the value that somebody has."""
        start = at + 1
        while start < len(piece) and piece[start].low in {"in", "up", "on", "out"}:
            start += 1
        group = group_at(piece, start)
        if group is not None and group.end < len(piece) and piece[group.end].low == "of" and group.words[-1] in _PARTS:
            group = group_at(piece, group.end + 1)
        if group is None or not (group.determiner in _ONE or not group.determiner):
            self.is_frame = False
            return at + 1
        if self._is_given(group):
            self.given.extend(
                (replace(piece[at], low="by", kind="word", end=piece[start - 1].end), *piece[start : group.end])
            )
        else:
            self.rest.extend(piece[at : group.end])
        return group.end


_PARTS: Final = words_in("beginning start part letters letter words characters prefix")


def _verb(word: str) -> str:
    """Return the verb of a form: types is type."""
    known = base_form(word)
    if known:
        return known
    plain = word.removesuffix("s")
    return plain if plain in _HANDING | _SEEING | _COMING else word


def _is_noun_part(piece: Tokens, at: int) -> bool:
    """Return whether a word that can be a verb belongs to a group of nouns: "an order clerk"."""
    start = at
    while start > 0 and piece[start - 1].is_word and piece[start - 1].low not in CLOSED:
        start -= 1
    return start > 0 and piece[start - 1].low in _SMALL and at == start


def _pieces(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the clauses of a lead, each with the mark at its end."""
    start = 0
    for at, one in enumerate(tokens):
        if one.kind == "mark" and one.low in {",", ":", ".", "-", "–", ";", "?", "!"}:
            if at > start:
                yield tokens[start : at + 1]
            start = at + 1
    if start < len(tokens):
        yield tokens[start:]


def without_showing(tokens: Tokens) -> tuple[Tokens, bool]:
    """Leave out "are listed", "must be visible"; return whether a line says so."""
    for at in range(1, len(tokens)):
        start = at
        while start > 0 and tokens[start - 1].low in _SHOWING:
            start -= 1
        if tokens[at].low in _SHOWN and start < at and tokens[start].low != "to":
            return (*tokens[:start], *tokens[at + 1 :]), True
    return tokens, False
