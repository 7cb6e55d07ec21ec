"""What parentheses or a colon after a noun say about its values: their kind, or all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.words.lexicon import CLOSED, MOMENTS, STATES, TRAITS, words_in
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.morphology import attribute_name, is_plural, singular

_NUMBERS: Final = words_in("number int integer decimal float double long money numeric n bigint")
_TIMES: Final = words_in("date datetime timestamp time iso8601 iso-8601 epoch timestamptz")
_TEXTS: Final = words_in("string text s str varchar char uuid guid id required mandatory")
"""What a text is anyway: these words add nothing."""
_UNIQUE: Final = words_in("unique key pk identifier")
_MARKS: Final = frozenset({",", "/", "|", "or", ";", "and"})
_CHOICES: Final = frozenset({"/", "|", "or"})
"""Only values stand on both sides of these."""
ENUMS: Final = words_in(
    "status state type kind category level priority stage phase role mode severity result outcome method plan tier "
    "color gender grade condition decision urgency frequency class discipline size"
) | {"colour"}
_MORE: Final = words_in("etc e.g eg example like such other others more")
_PARTICLES: Final = words_in("in out up down on off")
"""Small words of a state: checked in."""
_STATE_WORDS: Final = words_in("in on out off under not up at")
"""Small words with which a state begins: on loan, in maintenance."""
_NAMING: Final = words_in("plus first second third last")
"""Words that values are called: membership (basic, plus)."""
_PHRASE_MAX: Final = 4
_VALUES_MAX: Final = 50


@dataclass(frozen=True, slots=True)
class SaidOfValues:
    """What words tell about an attribute's values: all of them, that they are numbers or times, or that no two are the
    same.
    """

    values: tuple[str, ...] = ()
    is_number: bool = False
    is_time: bool = False
    is_unique: bool = False


def apart(part: Sequence[WordToken]) -> tuple[Sequence[WordToken], Sequence[WordToken]]:
    """Return a noun, and what is in the parentheses behind it or after its colon."""
    at = next((place for place, one in enumerate(part) if one.low in {"(", "[", ":"}), 0)
    if not at:
        at = _before_choices(part)
        return part[:at], part[at:]
    if part[at].low == ":":
        return part[:at], part[at + 1 :]
    return (part[:at], part[at + 1 : -1]) if part[-1].low in {")", "]"} else (part, ())


def _before_choices(part: Sequence[WordToken]) -> int:
    """Return where the values of "state requested | approved | on loan" begin; the end without them."""
    lows = {one.low for one in part}
    is_choice = bool(lows & {"|", "/"}) or lows >= {",", "or"}
    found = next((at for at in range(1, len(part)) if singular(part[at - 1].low) in ENUMS), 0) if is_choice else 0
    return found if found and part[found].low not in _MARKS else len(part)


def said_of_values(noun: str, said: Sequence[WordToken], *, is_all: bool = False) -> SaidOfValues | None:
    """Return what words after a noun say about its values; None if they say something else. `is_all`: they are listed
    after a colon, and can have several words each.
    """
    said = said[2:] if tuple(one.low for one in said[:2]) in {("must", "be"), ("has", "to")} else said
    parts = list(_parts(said))
    words = [one.low for one in said]
    if words in (["primary", "key"], ["unique", "key"]):
        return SaidOfValues(is_unique=True)
    if len(parts) == 1 and len(words) == 1:
        return SaidOfValues(is_number=True) if words[0] in UNITS_OF_MEASURE else _kind(words[0])
    is_choice = bool({"|", "/"} & set(words))
    is_kind = any(_is_state(one) for one in parts) or _are_kinds(parts)
    is_choice = is_choice or (singular(noun) in ENUMS and is_kind)
    is_plain = all(_is_value(one) or ((is_all or is_choice) and _is_phrase(one)) for one in parts)
    if len(parts) < 2 or len(parts) > _VALUES_MAX or not is_plain:
        return None
    kinds = [_kind(one[0].low) if len(one) == 1 else None for one in parts]
    if all(kinds):  # "(string, unique)"
        told = [one for one in kinds if one is not None]
        return SaidOfValues(
            (), *(any(getattr(one, name) for one in told) for name in ("is_number", "is_time", "is_unique"))
        )
    if is_all and any(_is_property(one) for one in parts):
        return None  # "lab results: test name, value, unit" names properties
    is_enum = (
        singular(noun) in ENUMS
        or _is_choice(noun, parts)
        or bool(_CHOICES & set(words))
        or all(is_participle(one[0].low) for one in parts)
    )
    is_phrased = is_all or any(len(one) > 1 for one in parts)
    is_whole = not _is_open([one for one in words if not is_phrased or one not in CLOSED])
    is_whole = is_whole or (bool(_CHOICES & set(words)) and not _MORE & set(words))
    return SaidOfValues(tuple(map(_value, parts))) if is_enum and is_whole else None


def _are_kinds(parts: Sequence[Sequence[WordToken]]) -> bool:
    """Return whether parts name kinds of one thing: "bank transfer, card, cash"."""
    is_simple = len(parts) >= _CHOICES_LEAST and any(len(one) == 1 for one in parts)
    return is_simple and not any(_is_property(one) or len(one) > 2 or is_plural(one[-1].low) for one in parts)


def _is_property(part: Sequence[WordToken]) -> bool:
    """Return whether a part usually names a property: test name."""
    return part[-1].is_word and (part[-1].low in TRAITS - STATES or (len(part) > 1 and part[-1].low in MOMENTS))


def _is_choice(noun: str, parts: Sequence[Sequence[WordToken]]) -> bool:
    """Return whether words after a property are its values: "language (italian, german, french)", and no parts of it:
    "address (street, city, country)".
    """
    words = [one[0].low for one in parts if len(one) == 1 and one[0].is_word]
    is_simple = len(words) == len(parts) >= _CHOICES_LEAST and not any(is_plural(one) for one in (noun, *words))
    return is_simple and noun not in _COMPOSED and not any(one in TRAITS | MOMENTS for one in words)


_CHOICES_LEAST: Final = 3
_COMPOSED: Final = words_in("name address location dimension contact coordinate result score price period range")
"""Properties that have parts."""


def _is_value(part: Sequence[WordToken]) -> bool:
    """Return whether a part is one value: a word, a number, a quoted text, or a state of two words."""
    is_state = len(part) == 2 and part[0].is_word and part[1].is_word and is_participle(part[0].low)
    return is_state or (len(part) == 1 and part[0].kind in {"word", "number", "quoted"})


def _is_state(part: Sequence[WordToken]) -> bool:
    """Return whether a part is one word of state: waiting, done, open."""
    return len(part) == 1 and (part[0].low in STATES or is_participle(part[0].low))


def _is_phrase(part: Sequence[WordToken]) -> bool:
    """Return whether a part is a state of a few words: waiting for parts."""
    is_state = part[0].low not in CLOSED or (len(part) > 1 and part[0].low in _STATE_WORDS)
    return len(part) <= _PHRASE_MAX and all(one.is_word for one in part) and is_state


def _value(part: Sequence[WordToken]) -> str:
    """Return a value as data has it: checkedIn for "checked in"."""
    return attribute_name(tuple(one.low for one in part)) if len(part) > 1 else part[0].plain


def _kind(word: str) -> SaidOfValues | None:
    if word in _NUMBERS:
        return SaidOfValues(is_number=True)
    if word in _TIMES:
        return SaidOfValues(is_time=True)
    if word in _UNIQUE:
        return SaidOfValues(is_unique=True)
    return SaidOfValues() if word in _TEXTS else None


def _is_open(words: Sequence[str]) -> bool:
    """Return whether a list is not whole: "such as", "etc"."""
    return bool(_MORE & set(words)) or any(one in CLOSED - _MARKS - _PARTICLES - _NAMING for one in words)


def _parts(said: Sequence[WordToken]) -> Iterator[Sequence[WordToken]]:
    start = 0
    for at in range(len(said) + 1):
        if at == len(said) or said[at].low in _MARKS:
            if at > start:
                yield said[start:at]
            start = at + 1
