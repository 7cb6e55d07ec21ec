"""Things in a sentence: a determiner or an amount, and the nouns that name an entity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.composed.amounts import CountedAmount, amount_at
from modeler.core.requirements.english.openings import APPLICATIONS
from modeler.core.requirements.english.words.lexicon import (
    CLOSED,
    ED_NOUNS,
    ING_NOUNS,
    ITEMS_TOO,
    JUDGED,
    MASS,
    MONTH_NAMES,
    PLACES,
    PLURAL_FRONTS,
    STATES,
    TRAITS,
    UNITS,
    VAGUE,
    words_in,
)
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import NOUNS_TOO, READING, base_form, is_participle
from modeler.core.requirements.morphology import entity_name, is_plural, singular

DETERMINERS: Final = words_in("a an each every the any all our my its their his her this these those most some")
SINGLE: Final = words_in("a an each every one any same")
_FRONTS: Final = VAGUE | words_in(
    "own new whole popular typical given big large small single busy huge average usual normal"
)
_EXTREME: Final = words_in("popular big large busy huge")
_CONTAINERS: Final = words_in("piece pieces item items unit units sheet sheets")
_NO_NOUNS: Final = words_in(
    "per apiece typically usually normally roughly approximately mostly sometimes max maximum ca approx etc about "
    "etcetera respectively only tops overall altogether nationwide worldwide total"
)
_NO_ENTITIES: Final = words_in(
    "time times way ways case cases moment month day year week hour minute kind kinds sort sorts number amount list "
    "place rule average maximum minimum most least thing things one ones half rest lot lots record records other "
    "others us them everyone page row rows result results request requests second call calls screen people data "
    "rps rp qps hz information set sets kb mb gb bytes byte side sides end start fact period range lifetime life"
)
"""Nouns that do not name an entity by themselves."""
_WORDS_MAX: Final = 3
_ITEMS_TOO: Final = (PLACES | ITEMS_TOO | JUDGED | words_in("plan subject")) - words_in(
    "type kind level stock language tag name"
)
"""Nouns for properties that are items as often: a category, a location."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that a sentence names, from token `start` to `end`; its nouns begin at `noun`. `is_limited`: a
    state before them tells that not all items are meant; `is_extreme`: that those are meant which have most.
    """

    start: int
    noun: int
    end: int
    words: tuple[str, ...]
    determiner: str = ""
    amount: CountedAmount | None = None
    is_limited: bool = False
    is_extreme: bool = False

    @property
    def entity(self) -> str:
        """Return the name of the entity that it is, if it is one."""
        return entity_name(self.words)

    @property
    def is_plural(self) -> bool:
        """Return whether the nouns have the form of a plural."""
        return is_plural(self.words[-1])

    @property
    def is_one(self) -> bool:
        """Return whether it is exactly one: an article, or "exactly one"."""
        is_single = self.determiner in {"a", "an", "same"} or (self.amount is not None and self.amount.is_one)
        return is_single and not self.is_plural

    @property
    def is_several(self) -> bool:
        """Return whether an amount says that there are several, or can be."""
        is_mass = self.words[-1] in MASS
        return self.amount is not None and not self.amount.is_one and (self.is_plural or is_mass)

    @property
    def can_be_entity(self) -> bool:
        """Return whether the nouns can name items: no time, no unit, no property."""
        last = singular(self.words[-1])
        is_alone = len(self.words) == 1 and (last in _NO_ENTITIES or self.words[-1] in _NO_ENTITIES)
        is_built = self.determiner not in SINGLE and not self.is_plural  # "the site"; "a site" is one of several
        is_alone = is_alone or (len(self.words) == 1 and last in APPLICATIONS and is_built)
        is_value = (last in TRAITS and last not in _ITEMS_TOO) or last in UNITS.keys() | MONTH_NAMES | {"night"}
        return not (is_value or is_alone) and len(self.words) <= _WORDS_MAX

    @property
    def can_be_kept(self) -> bool:
        """Return whether the nouns name items that are kept or have a size: "courier positions" too."""
        return self.can_be_entity or (self.is_plural and 1 < len(self.words) <= _WORDS_MAX)


def thing_at(said: Sequence[WordToken], at: int) -> Thing | None:
    """Return the thing that begins at a token; None without one."""
    amount = amount_at(said, at)
    place, determiner = (amount.end, "") if amount is not None else (at, "")
    if amount is None and [one.low for one in said[at : at + 2]] == ["the", "same"]:
        place, determiner = at + 2, "same"
    if (
        not determiner
        and place < len(said)
        and said[place].low in DETERMINERS
        and (amount is None or said[place].low in {"the", "our"})
    ):
        determiner, place = said[place].low, place + 1
    if amount is None and determiner and place == at + 1:
        amount = amount_at(said, place) if determiner in {"the", "all", "its", "their", "our"} else None
        place = amount.end if amount is not None else place
    end = place
    while end < len(said) and _is_noun(said, end, place):
        end += 1
        if end + 1 < len(said) and said[end].kind == "possessive":
            place = end = end + 1  # "an episode's audio file"
    words = tuple(one.low for one in said[place:end])
    if len(words) == 1 and words[0] in _CONTAINERS and end + 1 < len(said) and said[end].low == "of":
        inner = thing_at(said, end + 1)
        if inner is not None and not inner.determiner and inner.amount is None:
            return Thing(at, inner.noun, inner.end, inner.words, determiner, amount)
    is_limited = is_extreme = False
    while len(words) > 1 and _is_adjective(words[0]):
        is_extreme = is_extreme or words[0] in _EXTREME
        is_limited = is_limited or words[0] not in _FRONTS
        words, place = words[1:], place + 1
    return Thing(at, place, end, words, determiner, amount, is_limited, is_extreme) if words else None


def _is_noun(said: Sequence[WordToken], at: int, first: int) -> bool:
    one = said[at]
    if not one.is_word or "'" in one.low or one.low in CLOSED - {"last", "first"} or one.low in _NO_NOUNS:
        return False
    if number_of(one) is not None or (
        at > first and (one.low in UNITS or _is_told(one.low)) and is_plural(said[at - 1].low)
    ):
        return False
    if at > first and is_plural(said[at - 1].low) and said[at - 1].low not in PLURAL_FRONTS and _is_base(one.low):
        return False  # "students take", "schools use"
    return not (at > first and is_participle(one.low)) and not (one.low.endswith("ly") and one.low[-3:] != "ily")


def _is_base(low: str) -> bool:
    return base_form(low) == low and low not in NOUNS_TOO and low not in READING


def _is_told(low: str) -> bool:
    return low.endswith("ing") and low not in ING_NOUNS


def _is_adjective(word: str) -> bool:
    """Return whether a word before a noun tells its state and does not belong to the name."""
    return (
        word in _FRONTS or (is_participle(word) and word not in ED_NOUNS) or word in STATES - {"guest", "live", "due"}
    )
