"""Noun groups: determiner, count, superlative, states and nouns, with an owner where there is a possessive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import (
    ADVERBS,
    ARTICLES,
    CLOSED,
    ING_NOUNS,
    MASS,
    NAMING,
    ONE,
    POSSESSIVES,
    QUANTIFIERS,
    STATES,
    STATES_BEFORE_NOUNS,
    STAY_ING,
    TRAITS,
    VAGUE,
    words_in,
)
from modeler.core.requirements.english.words.noun_ends import ends, is_finite, is_name_of, is_placed, starts
from modeler.core.requirements.english.words.ranks import is_ranked, rank_at
from modeler.core.requirements.english.words.speech import is_describing, is_hardly_noun, is_joined_adjective
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import VERBS, is_participle
from modeler.core.requirements.morphology import is_plural, singular

_LY_NOUNS: Final = words_in(
    "family reply assembly supply ally rally anomaly fly belly jelly daily weekly monthly yearly hourly nightly "
    "quarterly"
)
_ABLE: Final = ("able", "ible", "ful", "less", "ous")
_ABLE_NOUNS: Final = words_in("table cable variable vegetable timetable deliverable bible receivable payable")
_PARTICIPLE_NOUNS: Final = frozenset({"read", "bid", "set", "run", "put", "cut", "split"})
_PUBLIC: Final = words_in("hearing holiday transport key notice record school library company sector view")
"""Nouns that are a kind of thing with "public" or "private", and no state."""
IDENTIFIER: Final = re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+|[a-z]+(?:_[a-z0-9]+)+")
"""Names as code has them: externalId, created_at."""
_KINDS: Final = {
    "waiting": words_in("list lists room rooms time times area areas"), "missing": words_in("person persons people"),
    "lost": words_in("property luggage baggage"), "open": words_in("house houses source day days"),
    "free": words_in("trial trials"), "live": words_in("stream streams"), "active": words_in("ingredient ingredients"),
    "due": words_in("date dates day days time"),
    "dead": words_in("letter letters"), "hidden": words_in("gem gems"), "frozen": words_in("food foods"),
    "clean": words_in("room rooms"), "closed": words_in("caption captions"), "featured": words_in("snippet snippets"),
}  # fmt: skip
"""Words of state that name a kind of thing with some nouns: a waiting list."""
_ADJECTIVES: Final = words_in("best worst own same next first last")
"""Words that cannot be the head of a group: "best selling"."""
_BEST_OF: Final = words_in("run runs shot shots bid bids set sets cut cuts split splits")
"""Nouns that are participles too: with "best" they name a record, the best run."""
_LEVELS: Final = words_in("low high full short long poor good bad")
"""Adjectives that tell how much of a property there is: low stock items."""
_DEGREES: Final = words_in("recently newly frequently commonly lately highly rarely poorly well often widely mostly")
"""Adverbs with which a participle is not a state of an item: recently viewed products."""
_HEADS: Final = TRAITS | VERBS | STATES | MASS
"""Words that may be the head of a group whatever they look like."""
_WORDS_MAX: Final = 4
_OF_PROPERTIES: Final = words_in("public private new old due temporary permanent active early late")
"""Adjectives that begin the name of a property: the old address."""
_STILL: Final = (ADVERBS | {"only"}) & words_in("still already now currently just yet only")


@dataclass(frozen=True, slots=True)
class NounState:
    """An adjective or a participle before a noun: open, not expired. Tokens from `start` to `end`."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NounGroup:
    """A noun group from token `start` to `end`; its nouns begin at `noun`. `rank` is a superlative ("newest", "top"),
    `count` a number before the nouns, `owner` what a possessive names, `skipped` are tokens whose meaning is not
    known. `is_exact`: the group is "the attribute orderDate", with the name as it is written.
    """

    start: int
    end: int
    noun: int
    words: tuple[str, ...]
    determiner: str = ""
    rank: str = ""
    ranked: tuple[int, int] = (0, 0)
    count: int | None = None
    states: tuple[NounState, ...] = ()
    owner: NounGroup | None = None
    skipped: tuple[int, ...] = ()
    is_exact: bool = False

    @property
    def is_plural(self) -> bool:
        """Return whether the head is a plural."""
        is_same = self.determiner == "a" and self.words[-1] in {"species", "series", "headquarters"}
        return is_plural(self.words[-1]) and not is_same

    @property
    def read(self) -> tuple[int, ...]:
        """Return the tokens that were understood."""
        return tuple(one for one in range(self.start, self.end) if one not in self.skipped)

    @property
    def is_one(self) -> bool:
        """Return whether it means a single thing: an article or a possessor, and a head in the singular."""
        return not self.is_plural and (self.determiner in ARTICLES | POSSESSIVES or self.owner is not None)

    @property
    def is_bare(self) -> bool:
        """Return whether it is nouns alone."""
        return not (self.determiner or self.rank or self.states or self.owner) and self.count is None

    @property
    def whole(self) -> tuple[str, ...]:
        """Return the words of a property, with the adjectives that belong to its name: preferred language."""
        is_rate = self.words[-1] in {"rate", "hours", "balance"}
        told = tuple(
            one.word for one in self.states if is_rate or one.word in _OF_PROPERTIES or is_participle(one.word)
        )
        return (*told, *self.words)

    @property
    def is_trait(self) -> bool:
        """Return whether the head usually names a property."""
        return self.is_exact or self.words[-1] in TRAITS


class RowTokens(tuple[WordToken, ...]):
    """The tokens of a row, with the noun groups found in them: the rules ask for each of them many times."""

    groups: dict[tuple[int, bool], NounGroup | None]

    def __new__(cls, tokens: Iterable[WordToken]) -> RowTokens:
        """Take the tokens; no group is known yet."""
        made = super().__new__(cls, tokens)
        made.groups = {}
        return made


def group_at(tokens: Sequence[WordToken], at: int, *, before_verb: bool = False) -> NounGroup | None:
    """Return the noun group that begins at a token. `before_verb`: the noun before a verb."""
    if not isinstance(tokens, RowTokens):
        return _found_at(tokens, at, before_verb=before_verb)
    if (at, before_verb) not in tokens.groups:
        tokens.groups[at, before_verb] = _found_at(tokens, at, before_verb=before_verb)
    return tokens.groups[at, before_verb]


def _found_at(tokens: Sequence[WordToken], at: int, *, before_verb: bool) -> NounGroup | None:
    if at >= len(tokens) or (exact := _exact(tokens, at)) is not None:
        return exact if at < len(tokens) else None
    place, determiner = _determiner(tokens, at)
    if place < len(tokens) and tokens[place].low in POSSESSIVES:
        determiner, place = tokens[place].low, place + 1
        place += place < len(tokens) and tokens[place].low == "own"
    rank_start = place
    place, rank, count = rank_at(tokens, place)
    ranked = (rank_start, place)
    place, states = (place, ()) if is_ranked(tokens, place) else _states(tokens, place)
    skipped = _skipped(tokens, place)
    place += len(skipped)
    nouns = _nouns(tokens, place, determiner, before_verb=before_verb)
    if determiner and nouns and tokens[nouns[-1]].low in {"back", "away", "aside", "apart"}:
        nouns = nouns[:-1]  # "put a vehicle back": it belongs to the verb
    if not nouns:
        return None
    words = tuple(tokens[one].low for one in nouns)
    is_state = len(words) == 1 and words[0] in STATES - TRAITS - {"missing"}
    if is_state or words[-1] in _ADJECTIVES or (len(words) > 2 and words[0] in _LY_NOUNS and _is_state(words[1])):
        return None
    name = tokens[nouns[0]].text if len(nouns) == 1 else ""
    if IDENTIFIER.fullmatch(name) and not states:
        return NounGroup(at, nouns[0] + 1, nouns[0], (tokens[nouns[0]].text,), determiner, is_exact=True)
    made = NounGroup(at, nouns[-1] + 1, place, words, determiner, rank, ranked, count, states, skipped=skipped)
    if made.end < len(tokens) and tokens[made.end].kind == "possessive":
        owned = group_at(tokens, made.end + 1, before_verb=before_verb)
        return replace(owned, start=at, owner=made) if owned is not None and not owned.determiner else None
    return made


def _exact(tokens: Sequence[WordToken], at: int) -> NounGroup | None:
    """Return an attribute that is named as such: "the attribute orderDate", externalId."""
    if at < len(tokens) and tokens[at].is_word and IDENTIFIER.fullmatch(tokens[at].text):
        return NounGroup(at, at + 1, at, (tokens[at].text,), is_exact=True)
    place = at + (at < len(tokens) and tokens[at].low == "the")
    if place + 1 >= len(tokens) or tokens[place].low != "attribute" or not tokens[place + 1].is_word:
        return None
    return NounGroup(at, place + 2, place + 1, (tokens[place + 1].text,), is_exact=True)


def _determiner(tokens: Sequence[WordToken], place: int) -> tuple[int, str]:
    """Return the place after the determiners, and the one that counts: "all of the" is all."""
    determiner = ""
    while place < len(tokens) and tokens[place].low in ARTICLES | QUANTIFIERS | {"other", "another"}:
        low = tokens[place].low
        determiner = determiner or ("a" if low in ONE else low)
        place += 1
        if low in QUANTIFIERS | {"each", "one"} and place < len(tokens) and tokens[place].low == "of":
            place += 1
    return place, determiner


def _skipped(tokens: Sequence[WordToken], place: int) -> tuple[int, ...]:
    """Return adjectives of two words ("best-selling") and "most viewed", which the grammar does not understand."""
    low = tokens[place].low if place < len(tokens) else ""
    length = 0
    after = tokens[place + 1].low if place + 1 < len(tokens) else ""
    is_vague = low in VAGUE or low == "next" or (low in {"best", "worst"} and after in _BEST_OF)
    if low in _DEGREES and (is_participle(after) or after.endswith("ing")):
        follows = place + 2 < len(tokens) and starts(tokens[place + 2])
        return (place, place + 1) if follows else ()
    if low in _LEVELS and after in TRAITS and place + 2 < len(tokens) and starts(tokens[place + 2]):
        return (place, place + 1)
    is_vague = is_vague or is_ranked(tokens, place)
    is_vague = is_vague or (low.count("-") > 1 and low.split("-")[0] in CLOSED)
    is_vague = is_vague or is_joined_adjective(low) or (low.endswith("ly") and is_describing(low) and low not in NAMING)
    is_adjective = is_vague or ("-" in low and (low.endswith(("ing", "ed")) or is_participle(low.split("-")[0])))
    is_gerund = low.endswith("ing") and low not in ING_NOUNS
    if is_adjective or (is_gerund and place and tokens[place - 1].kind == "number"):
        length = 1
    elif low == "most" and after.isalpha() and not is_plural(after) and number_of(tokens[place + 1]) is None:
        length = 2
    follows = place + length < len(tokens) and starts(tokens[place + length])
    return tuple(range(place, place + length)) if follows else ()


def _states(tokens: Sequence[WordToken], place: int) -> tuple[int, tuple[NounState, ...]]:
    """Return the place after adjectives of state, and these. One counts as such only before a noun."""
    found: list[NounState] = []
    while place + 1 < len(tokens):
        start = place
        while place + 2 < len(tokens) and tokens[place].low in _STILL:
            place += 1
        low = tokens[place].low
        if low in _LEVELS and tokens[place + 1].low in TRAITS:
            return start, tuple(found)
        negated = low == "not" or (low.endswith("ly") and low not in _LY_NOUNS)
        if low == "most" or low in VAGUE | _DEGREES:
            return start, tuple(found)
        if negated:
            place += 1
            low = f"{low} {tokens[place].low}"
        word = tokens[place].low
        follows = place + 1 < len(tokens) and starts(tokens[place + 1])
        is_said = _is_state(word) or (start < place and word.endswith("ing"))
        is_kind = follows and word in {"public", "private"} and singular(tokens[place + 1].low) in _PUBLIC
        is_kind = is_kind or (follows and tokens[place + 1].low in _KINDS.get(word, ()))
        if is_kind or not (tokens[place].is_word and is_said and follows):
            return start, tuple(found)
        found.append(NounState(low, start, place + 1))
        place += 1
    return place, tuple(found)


def _is_state(word: str) -> bool:
    if (
        word in STATES | STATES_BEFORE_NOUNS
        or word in STAY_ING
        or (is_participle(word) and word not in {"read", "bid", "set", "run", "put"})
    ):
        return True
    return word.endswith(_ABLE) and word not in _ABLE_NOUNS


def _nouns(tokens: Sequence[WordToken], place: int, determiner: str, *, before_verb: bool) -> list[int]:
    """Return the places of the nouns of a group, which ends before what cannot be one."""
    found: list[int] = []
    while place < len(tokens) and len(found) < _WORDS_MAX:
        token = tokens[place]
        if not found and is_name_of(tokens, place):
            found.append(place)
            place += 1
            continue
        if token.low.endswith("er") and place + 1 < len(tokens) and tokens[place + 1].low == "than":
            break  # "parts thinner than 2 mm"
        if not starts(token) or (token.low.endswith("ly") and token.low not in _LY_NOUNS):
            break
        if not found and is_participle(token.low) and token.low not in _PARTICIPLE_NOUNS:
            break
        if found and (ends(tokens, place, before_verb=before_verb) or is_finite(tokens, place, determiner)):
            break
        found.append(place)
        place += 1
    while found and _is_no_head(tokens[found[-1]]) and not is_placed(tokens, found):
        found.pop()
    return found


def _is_no_head(token: WordToken) -> bool:
    """Return whether a word cannot be what a group is about: a language such, bags close."""
    low = token.low
    is_listed = low in _HEADS or token.text.isupper() or IDENTIFIER.fullmatch(token.text)
    return not is_listed and is_hardly_noun(low) and not is_plural(low)
