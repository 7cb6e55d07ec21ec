"""The nouns of a list, each with what its words say about how many there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modeler.core.requirements.english.descriptions.brackets import ENUMS, apart, said_of_values
from modeler.core.requirements.english.descriptions.marks import (
    FLAGS,
    UNIQUE,
    with_uniqueness,
    without_range,
    without_yes_or_no,
)
from modeler.core.requirements.english.words.lexicon import BE, TRAITS, UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.property_names import compound, name_of, unit_at, with_of
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import READING, is_participle
from modeler.core.requirements.morphology import is_plural, singular, words_of

_MANY: Final = tuple(
    tuple(one.split())
    for one in (
        "many", "several", "multiple", "any number of", "one or more", "zero or more", "lots of", "a list of",
        "a set of", "a number of", "one or several", "some", "various", "numerous", "a collection of", "at least one",
        "a series of", "a few", "more than one",
    )
)  # fmt: skip
_OBJECTS: Final = words_in("a an one the its their his her exactly own only single")
ONE: Final = words_in("one exactly only single")
"""Words before an object that is single."""
SUBJECTS: Final = words_in("a an each every all the our my one any")
"""Determiners of what a line describes."""
_AMOUNTS: Final = words_in("up at max maximum between about around roughly approximately a an no")
_SILENT: Final = words_in("current own required mandatory")
"""Adjectives that a name leaves out: the current status."""
_OPTIONAL: Final = words_in("optional optionally possibly maybe perhaps")
_ENDS: Final = words_in(", ; and & plus")
_PLACES: Final = words_in("at for in to with by on")


@dataclass(frozen=True, slots=True)
class ListedNoun:
    """One noun of a list: its words, its text and place, and whether there are several of it. `is_sure`: a word says
    that. `has_article`: it is a single thing. `is_unique`: no two items have the same. `values` are all its values,
    `sort` is "number", "time" or "flag" where a word says so. `is_typed`: words say what its values are. `rest` is its
    text with what was not understood. `refers` are the words of the entity that it names in a role: "owner (user)".
    """

    words: tuple[str, ...]
    at: int
    text: str
    is_plural: bool = False
    is_sure: bool = False
    has_article: bool = False
    is_unique: bool = False
    values: tuple[str, ...] = ()
    sort: str = ""
    is_typed: bool = False
    rest: str = ""
    refers: tuple[str, ...] = ()

    @property
    def is_property(self) -> bool:
        """Return whether it usually names a property."""
        is_hours = len(self.words) > 1 and self.words[-1] == "hours"
        return (
            self.is_typed
            or is_hours
            or {self.words[-1], singular(self.words[-1])} & TRAITS != set()
            or self.words[1:2] in {("of",), ("in",), ("per",)}
        )


def parts_of_list(said: Sequence[WordToken], *, with_prepositions: bool = False) -> Iterator[Sequence[WordToken]]:
    """Yield the parts of a list between its commas and its "and"; parentheses and brackets stay whole.
    `with_prepositions`: "one employee at one site" is a list too.
    """
    ends = _ENDS | _PLACES if with_prepositions else _ENDS
    start = depth = 0
    said = tuple(one for at, one in enumerate(said) if not (one.low == "," and _is_unique_after(said, at)))
    whole = _values_from(said)
    for at in range(len(said) + 1):
        if whole <= at < len(said):
            continue
        depth += (at < len(said)) and (said[at].low in {"(", "["}) - (said[at].low in {")", "]"})
        if at == len(said) or (depth <= 0 and said[at].low in ends and not _is_between(said, at)):
            if at > start:
                yield _counting(said[start:at]) if start or at < len(said) else said[start:at]
            start = at + 1


def _counting(part: Sequence[WordToken]) -> Sequence[WordToken]:
    """Return "number of seats" for "a number of seats" among properties: how many there are is one of them."""
    return part[1:] if starts_with(part, 0, ("a", "number", "of")) else part


def _values_from(said: Sequence[WordToken]) -> int:
    """Return where the values of the last noun begin, which end the list: "a plan: basic, standard or premium", "a
    grade A, B or C"; the end without them.
    """
    for at in range(1, len(said) - 2):
        is_marked = said[at].low == ":"
        is_enum = singular(said[at - 1].low) in ENUMS and said[at].is_word and said[at].low not in _ENDS
        body = said[at + is_marked :] if is_marked or is_enum else ()
        told = (
            said_of_values(said[at - 1].low, body, is_all=True)
            if body and (any(one.low == "or" for one in body) or (is_marked and singular(said[at - 1].low) in ENUMS))
            else None
        )
        if told is not None and len(told.values) > 1:
            return at
    return len(said)


def _is_unique_after(said: Sequence[WordToken], at: int) -> bool:
    """Return whether "which must be unique" follows: it belongs to the noun before the comma."""
    lows = tuple(one.low for one in said[at + 1 : at + 5])
    return lows[:1] in {("which",), ("that",)} and any(lows[1 : 1 + len(one)] == one for one in UNIQUE)


def _is_between(said: Sequence[WordToken], at: int) -> bool:
    """Return whether a word is between two numbers: "one to four tenants"."""
    is_inner = 0 < at < len(said) - 1 and said[at].is_word
    return is_inner and number_of(said[at - 1]) is not None and number_of(said[at + 1]) is not None


def many_at(said: Sequence[WordToken], at: int) -> int:
    """Return how many tokens say "many" there; 0 if none do."""
    return next((len(one) for one in _MANY if starts_with(said, at, one)), 0)


def amount_at(said: Sequence[WordToken], at: int) -> bool:
    """Return whether a number of things begins there: "12 orders", "up to 20 photos"."""
    while at < len(said) and (said[at].low in _AMOUNTS or said[at].low in {"to", "most", "of", "more", "than"}):
        at += 1
    return at < len(said) and number_of(said[at]) is not None


def listed_noun(part: Sequence[WordToken], text: str, *, is_titled: bool = False) -> ListedNoun | None:
    """Return the noun of a part of a list, with what parentheses or a colon behind it say; None if it says more.
    `is_titled`: the list is under a title, and has only names.
    """
    if (moment := _moment(part, text)) is not None:
        return moment
    part = part[2:] if is_titled and len(part) > 2 and _is_which(part) else part
    part, is_unique = with_uniqueness(part)
    if len(part) > 1 and part[-1].low == "?":
        part = part[:-1]  # "phone?" need not be there
    part, is_flag = without_yes_or_no(part)
    part, bounds = without_range(part)
    if bounds:
        made = _noun(part, text, is_titled=is_titled)
        rest = text[bounds[0].start : bounds[-1].end]
        is_one = made is not None and not (made.is_sure or made.is_plural)
        return replace(made, sort="number", is_typed=True, rest=rest) if made is not None and is_one else None
    bare, inside = apart(part)
    if len(inside) == 1 and is_titled and inside[0].is_word and said_of_values("", inside) is None:
        made = _noun(bare, text, is_titled=True)
        return replace(made, refers=(inside[0].low,), text=_said(part, text)) if made is not None else None
    made = _noun(bare, text, is_titled=is_titled or is_flag)
    if made is not None and is_flag:
        made = replace(made, sort="flag", is_typed=True)
    if made is not None and is_unique:
        made = replace(made, is_unique=True)
    if made is None or not inside:
        return made
    told = said_of_values(made.words[-1], inside)
    if told is None:
        return replace(made, rest=_said(part, text))
    sort = "number" if told.is_number else "time" if told.is_time else ""
    if {one.lower() for one in told.values} in FLAGS:
        return replace(made, sort="flag", is_typed=True)
    return replace(made, is_unique=made.is_unique or told.is_unique, values=told.values, sort=sort, is_typed=True)


def _said(part: Sequence[WordToken], text: str) -> str:
    return text[part[0].start : part[-1].end]


def _is_which(part: Sequence[WordToken]) -> bool:
    """Return whether "in which minute", "for which player" begin under a title."""
    return part[0].low in _PLACES | {"of", "from"} and part[1].low == "which"


def _moment(part: Sequence[WordToken], text: str) -> ListedNoun | None:
    """Return the time that "when the order was placed" and "a placed at time" name: placed at."""
    begins = int(part[0].low in {"a", "an", "the", "its"})
    bare = tuple(one.low for one in part[begins:])
    if bare[-1:] in {("time",), ("date",), ("timestamp",)}:
        bare = bare[:-1]
    if len(bare) == 2 and is_participle(bare[0]) and bare[1] in {"at", "on"} and (begins or len(part) == 2):
        said = text[part[0].start : part[-1].end]
        return ListedNoun(bare, part[0].start, said, has_article=bool(begins), sort="time", is_typed=True)
    is_dated = begins and len(bare) == 4 and bare[0] in {"date", "day", "time"} and bare[1] in {"it", "they"}
    if is_dated and bare[2] in BE and is_participle(bare[3]):  # "the date they were taken"
        said = text[part[0].start : part[-1].end]
        small = "at" if bare[0] == "time" else "on"
        return ListedNoun((bare[3], small), part[0].start, said, has_article=True, sort="time", is_typed=True)
    is_when = len(part) > 3 and part[0].low == "when" and part[-2].low in BE and is_participle(part[-1].low)
    group = group_at(part, 1, before_verb=True) if is_when else None
    is_it = is_when and len(part) == 4 and part[1].low in {"it", "they"}
    if not is_it and (group is None or group.end != len(part) - 2):
        return None
    said = text[part[0].start : part[-1].end]
    return ListedNoun((part[-1].low, "at"), part[0].start, said, has_article=True, sort="time", is_typed=True)


def _noun(part: Sequence[WordToken], text: str, *, is_titled: bool) -> ListedNoun | None:
    many = many_at(part, 0)
    at = many
    while not many and at < len(part) and part[at].low in _OBJECTS:
        at += 1
    is_unique = at < len(part) and part[at].low == "unique"
    is_optional = at < len(part) and part[at].low in _OPTIONAL
    begins = at + (is_unique or is_optional)
    while is_optional and begins < len(part) and part[begins].low in _OBJECTS:
        begins += 1  # "optionally a photo"
    words = _words(part, begins) or (with_of(part[begins:], is_titled=True) if is_titled else None)
    if words is None and (is_titled or 0 < at != many):
        words = name_of(part[begins:])  # after an article, or under a title, any words are a name
    is_unit = words is not None and len(words) == 1 and words[0] in UNITS
    if is_unit and 0 < at != many and part[0].low != "the":
        return None  # "at a time", "for a week"
    if words is None:
        return None
    is_several = (is_plural(words[-1]) or tuple(one.low for one in part[:many]) in _SINGLE) and at == many
    if many and not is_several:
        return None
    said = text[part[0].start : part[-1].end]
    is_property = len(words) > 1 and words[1] in {"of", "in", "per"}
    unit = unit_at(part)
    return ListedNoun(
        words,
        part[0].start,
        said,
        is_several and not is_property,
        bool(many),
        0 < at != many,
        is_unique,
        sort="number" if unit else "",
        rest=said if is_optional else text[part[unit].start : part[-1].end] if unit else "",
    )


def _words(part: Sequence[WordToken], at: int) -> tuple[str, ...] | None:
    """Return the words of the noun that the rest of a part is; None if it is more."""
    if (made := with_of(part[at:])) is not None:
        return made
    group = group_at(part, at)
    if group is None or group.end != len(part) or group.determiner:
        return compound(part[at:])
    if group.is_exact:
        return words_of(group.words[-1]) if group.end == group.start + 1 == at + 1 else None
    if at and group.is_bare and len(group.words) == 1 and not group.skipped:
        return group.words  # "one list": a verb has no article
    states = tuple(one.word for one in group.states if one.word not in _SILENT)
    return (*states, *group.words) if is_plain(group, with_states=True) and " " not in "".join(states) else None


_SINGLE: Final = (("more", "than", "one"), ("at", "least", "one"), ("one", "or", "more"))
"""Words before a singular that say "many"."""


def starts_with(said: Sequence[WordToken], at: int, words: tuple[str, ...]) -> bool:
    """Return whether words stand at a token."""
    return tuple(one.low for one in said[at : at + len(words)]) == words


def is_plain(group: NounGroup, *, with_states: bool = False) -> bool:
    """Return whether a group is a noun with at most a determiner; `with_states`: and with adjectives."""
    told = group.rank or group.owner or group.skipped or group.is_exact or group.count is not None
    is_noun = bool(group.determiner) or group.words[0] not in READING  # "a report"
    return not told and (with_states or not group.states) and is_noun
