"""Parts of speech of words that the grammar has no list for: data/english_words.txt, taken from WordNet."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from modeler.core.requirements.english.words.lexicon import ADJECTIVES, STATES, words_in
from modeler.core.requirements.english.words.verbs import VERBS, base_form
from modeler.core.requirements.morphology import singular


@cache
def _classes() -> dict[str, frozenset[str]]:
    """Return the words of each class of the file."""
    text = resources.files("modeler.core").joinpath("data/english_words.txt").read_text("ascii")
    found: dict[str, set[str]] = {}
    words: set[str] = set()
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith("#"):
            words = found.setdefault(line[:-1], set())
        elif not line.startswith("#"):
            words.update(line.split())
    return {name: frozenset(listed) for name, listed in found.items()}


@cache
def is_hardly_noun(word: str) -> bool:
    """Return whether a word is hardly ever a noun: such, huge, retain. Words that no list has can be nouns."""
    return is_describing(word) or word in _classes()["relational"] or _form_of(word, "verbs")


@cache
def is_act(word: str) -> bool:
    """Return whether a word, or what it is a form of, is a verb and seldom a noun: picks, receives."""
    return _form_of(word, "verbs") or _form_of(word, "acts")


@cache
def is_only_verb(word: str) -> bool:
    """Return whether a word is a verb that nothing is named after: retain, receive, make."""
    return word in _EVERYDAY or (word in _classes()["verbs"] and word not in _SOFTWARE)


_EVERYDAY: Final = words_in(
    "add apply bring collect combine conduct configure convert delete discard fetch gather get give have implement "
    "insert join keep know let make meet need overwrite pay reject remove resend resolve resume revoke see seek sell "
    "take upsert want"
)
"""Verbs that WordNet has as nouns too, and nobody uses so."""
_SOFTWARE: Final = words_in("commit edit merge publish refill reload")
"""Verbs that are nouns where people write software."""


@cache
def is_known_state(word: str) -> bool:
    """Return whether a word is a state, or the participle or the -able of a verb, that some list has."""
    if word in ADJECTIVES | STATES or is_describing(word) or base_form(word) or base_form(word.removeprefix("un")):
        return True
    stems = {word.removesuffix(end) for end in ("ed", "d", "able", "ing", "en") if word.endswith(end)}
    stems |= {one[:-1] for one in stems if one[-1:] == one[-2:-1]} | {
        f"{one[:-1]}y" for one in stems if one[-1:] == "i"
    }
    stems |= {f"{one}e" for one in stems}
    return any(is_act(one) or one in VERBS for one in stems)


@cache
def is_dependent(word: str) -> bool:
    """Return whether a word before "data" names nothing by itself: the "personal" of personal data."""
    return is_hardly_noun(word) or word in ADJECTIVES | STATES


def _form_of(word: str, name: str) -> bool:
    held = _classes()[name]
    return word in held or (word.endswith("s") and (singular(word) in held or word[:-2] in held))


@cache
def is_describing(word: str) -> bool:
    """Return whether a word is an adjective that describes an item: clumsy, not one that names a kind: medical."""
    return word in _classes()["describing"]


@cache
def is_joined_adjective(word: str) -> bool:
    """Return whether a word with a hyphen describes: real-time, brand-new, not a check-in."""
    first, _, last = word.partition("-")
    return (
        last != ""
        and "-" not in last
        and (is_describing(first) or first in ADJECTIVES | _LEVELS or is_describing(last))
    )


_LEVELS: Final = words_in("high low full part mid near old new free open multi cross semi non all single end top first")
"""First parts of adjectives with a hyphen, beside those that describe by themselves."""


@cache
def is_person(word: str) -> bool:
    """Return whether a noun usually names a person: editor, heir."""
    return singular(word) in _classes()["persons"]


@cache
def is_value_of(word: str) -> bool:
    """Return whether a noun names a value that items have, and never an item: a specialty, a mode, a shape."""
    return word in _VALUES or (is_property(word) and word.endswith(("ity", "ness", "th", "ment")))


_VALUES: Final = words_in(
    "mode specialty speciality shape qualification palette flavor flavour radius scope altitude jurisdiction platform "
    "format currency difficulty proficiency fluency dialect cuisine"
)


@cache
def is_property(word: str) -> bool:
    """Return whether a noun usually names a property or an amount: accuracy, radius."""
    return word in _classes()["properties"]
