"""Where the nouns of a group end: before a verb, a participle or a value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import (
    AGENTS,
    ARTICLES,
    BE,
    CLOSED,
    ING_NOUNS,
    MODALS,
    NUMBERS,
    OFTEN,
    PLURAL_FRONTS,
    POSSESSIVES,
    QUANTIFIERS,
    RELATIVES,
    STATES,
    TRAITS,
    is_superlative,
    words_in,
)
from modeler.core.requirements.english.words.speech import is_act, is_person
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import NOUNS_TOO, RELATING, VERBS, base_form, is_participle
from modeler.core.requirements.morphology import is_plural

_OF_OBJECTS: Final = words_in(
    "awaiting containing including belonging using having regarding matching needing requiring expiring beginning "
    "costing weighing mentioning referencing following linking exceeding involving affecting concerning covering "
    "starting ending owing lasting showing leaving arriving holding excluding given"
)
"""Participles that an object follows, and that begin no compound."""
_VERBAL_NOUNS: Final = words_in("report list log order record file request issue view lookup search query contact")


_CODE: Final = re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+|[a-z]+(?:_[a-z0-9]+)+")
"""Names of attributes as code has them: dueDate, created_at."""
_EITHER: Final = words_in("run split cut cast spread shot")
"""Participles that end compounds as often: an experiment run."""
_AGENTS: Final = words_in("by in on at to for into from with")
_DISPLAYING: Final = words_in("display list show return contain include")
_ACRONYM_END: Final = 6
_PARTICLES: Final = words_in("off up out in on down over")
_RATES: Final = words_in("times per rps tps qps") | {"/"}


def starts(token: WordToken) -> bool:
    """Return whether a noun or an adjective can be here."""
    low = token.low
    is_open = (low not in CLOSED or token.text == "IT") and low not in NUMBERS and not is_superlative(low)
    return token.is_word and len(low) > 1 and is_open


def _is_agent(low: str) -> bool:
    """Return whether a word ends a compound after a plural, and cannot be a verb: rights holder."""
    is_noun = not base_form(low) and low not in CLOSED | {"either", "together"}
    return is_noun and (is_person(low) or (low.endswith(("er", "or")) and len(low) > 4))


def _is_after_plural(tokens: Sequence[WordToken], place: int) -> bool:
    """Return whether a word after a plural is a verb: "drugs interact with". Compounds begin with a singular."""
    before = tokens[place - 1].low
    if _is_agent(tokens[place].low):
        return False
    # GPS and SMS end like plurals.
    is_plural_noun = is_plural(before) and not (tokens[place - 1].text.isupper() and len(before) < _ACRONYM_END)
    is_front = before in PLURAL_FRONTS or not is_plural_noun or (place > 1 and tokens[place - 2].kind == "mark")
    return not is_front and tokens[place].kind == "word"


def is_finite(tokens: Sequence[WordToken], place: int, determiner: str) -> bool:
    """Return whether a word after a noun is the verb of a clause: "a player joins a team", "users like a post"."""
    low, before = tokens[place].low, tokens[place - 1].low
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after is not None and after.low in BE | MODALS:
        return False
    if after is not None and _is_several(tokens, place + 1) and _is_third(low, determiner):
        return True
    is_stated = low.endswith("s") and base_form(low) in RELATING and not is_plural(before)
    if is_stated and after is not None and after.low in {"to", "in", "with", *QUANTIFIERS, *ARTICLES}:
        return True
    is_verb = base_form(low) in VERBS - NOUNS_TOO or is_act(low)
    if determiner in {"a", "each", "every"} and low.endswith("s") and not low.endswith("ss") and is_verb:
        return low not in PLURAL_FRONTS and not is_plural(before)
    is_first = place == 1 or (place == 2 and starts(tokens[0]) and (before in AGENTS or is_person(before)))
    is_acting = is_first and not determiner and (before in AGENTS or is_person(before)) and base_form(low) != ""
    is_to = after is not None and after.low in {"for", "to", "from"}
    if is_acting and low.endswith("s") and (is_to or _is_told(tokens, place + 1)):
        return True
    if is_first and not determiner and low.endswith("s") and not is_plural(before) and _is_best(tokens, place + 1):
        return base_form(low) != ""
    is_moving = after is not None and after.low in {"up", "off", "out", "down", "back", "over"}
    is_done = is_act(low) or ((before in AGENTS or is_person(before)) and base_form(low) != "")
    if is_moving and is_done and low.endswith("s") and not is_plural(before):
        return True
    if determiner and low.endswith("s") and base_form(low) and _is_phrasal(tokens, place + 1):
        return True
    if after is None or not (after.low in ARTICLES | POSSESSIVES | QUANTIFIERS or number_of(after) is not None):
        return False
    if number_of(after) is not None and place + 2 < len(tokens) and tokens[place + 2].low in _RATES:
        return low.endswith("s") and not _is_paged(tokens, place + 3)
    if is_plural(before):
        return not is_plural(low) and base_form(low) != ""
    if low.endswith("s") and base_form(low) in _DISPLAYING:
        return True
    if is_act(low) and low.endswith("s") and not low.endswith("ss") and after.low not in RELATIVES:
        return True
    is_verb = determiner == "the" or (determiner == "" and is_first and after.low not in RELATIVES)
    return low.endswith("s") and (determiner in {"a", "each", "every"} or (is_verb and base_form(low) != ""))


def _is_phrasal(tokens: Sequence[WordToken], at: int) -> bool:
    """Return whether a particle and an object follow: "the guard checks in a visitor"."""
    low = [one.low for one in tokens[at : at + 2]]
    return len(low) == 2 and low[0] in _PARTICLES and low[1] in ARTICLES | POSSESSIVES


def _is_best(tokens: Sequence[WordToken], at: int) -> bool:
    """Return whether an object with a superlative is at a token: "claims oldest job", not "oldest first"."""
    return at + 1 < len(tokens) and is_superlative(tokens[at].low) and starts(tokens[at + 1])


def _is_several(tokens: Sequence[WordToken], at: int) -> bool:
    """Return whether an object in the plural is at a token: tickets, boarding passes."""
    while at < len(tokens) and (tokens[at].low in _RANKS or tokens[at].kind == "number"):
        at += 1
    for token in tokens[at : at + 3]:
        if not starts(token):
            return False
        if is_plural(token.low):
            return True
    return False


_RANKS: Final = words_in("most recent latest newest oldest top first last")


def _is_paged(tokens: Sequence[WordToken], at: int) -> bool:
    """Return whether "25 per" is a page size: "messages 25 per page"."""
    return at < len(tokens) and tokens[at].low in {"page", "request", "call", "screen", "response"}


def _is_told(tokens: Sequence[WordToken], at: int) -> bool:
    """Return whether a clause is at a token that somebody says: "that the dose was given"."""
    said = [one.low for one in tokens[at : at + 5]]
    return said[:1] == ["that"] and said[1:2] != [] and said[1] in ARTICLES and bool(BE & set(said[3:]))


def _is_third(low: str, determiner: str) -> bool:
    """Return whether a word between a noun in the singular and a plural is a verb: "a user buys tickets". No compound
    after "a" ends in a plural; after "the", or without an article, the word must be a known verb.
    """
    if not low.endswith("s") or low.endswith("ss") or low in PLURAL_FRONTS:
        return False
    verb = base_form(low)
    return determiner == "a" or (verb != "" and (determiner == "the" or verb not in NOUNS_TOO))


def ends(tokens: Sequence[WordToken], place: int, *, before_verb: bool) -> bool:
    """Return whether a word after a noun ends the group: a participle, a value, a verb."""
    token, before = tokens[place], tokens[place - 1].low
    low = token.low
    is_order = low in {"order", "sort"} and tokens[place + 1 : place + 2] and tokens[place + 1].low == "by"
    if low in PASTS or (is_order and before == "id") or _CODE.fullmatch(token.text):
        return True
    if low in _EITHER and not is_plural(before):
        return place + 1 < len(tokens) and tokens[place + 1].low in _AGENTS
    if is_participle(low) and low not in {"read", "bid", "put", "set"}:
        return True
    if low.endswith("ing") and low not in ING_NOUNS:
        return not _is_compound(tokens, place)
    if (low, place + 1 < len(tokens) and tokens[place + 1].low) == ("right", "now"):
        return True
    if low in STATES - {"past"} and not (place + 1 < len(tokens) and starts(tokens[place + 1])):
        return True
    if _is_after_plural(tokens, place):
        return True
    if low in OFTEN and not (place + 1 < len(tokens) and starts(tokens[place + 1])):
        return True
    if token.is_value and before in TRAITS:
        return True
    if is_plural(before) and low in VERBS and low not in _VERBAL_NOUNS:
        return True
    after = tokens[place + 1].low if place + 1 < len(tokens) else ""
    is_bare = base_form(low) == low and not is_plural(before) and after != "to"  # no verb of a singular: a soil probe
    is_verb = low in VERBS - NOUNS_TOO - _VERBAL_NOUNS and not is_bare
    if is_verb and tokens[place + 1 : place + 2] and not starts(tokens[place + 1]):
        return tokens[place + 1].low in {"to", "by", "with", "from", *ARTICLES, *POSSESSIVES}
    return before_verb and base_form(low) != ""


def _is_compound(tokens: Sequence[WordToken], place: int) -> bool:
    """Return whether a gerund is inside a compound: the virtual waiting room."""
    if tokens[place].low in _OF_OBJECTS:
        return False
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    is_noun = after is not None and starts(after) and not is_plural(after.low) and not is_participle(after.low)
    return is_noun and not is_plural(tokens[place - 1].low)


_BEHIND_NOUNS: Final = words_in("of by can may must should will has gets is")
_SOUGHT: Final = words_in("find get list show fetch")


def is_placed(tokens: Sequence[WordToken], found: list[int]) -> bool:
    """Return whether a word can only be a noun where it is: "find newborn by wristband", "a flat can have"."""
    at, low = found[0], tokens[found[0]].low
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if len(found) > 1 or after is None or is_participle(low) or low.endswith(("ly", "able", "ible", "ing")):
        return False
    before = tokens[at - 1].low if at else ""
    return (
        after.low in _BEHIND_NOUNS
        and (before in {"a", "an", "every", "each"} or before in _SOUGHT)
        and low not in VERBS
    )


def is_name_of(tokens: Sequence[WordToken], place: int) -> bool:
    """Return whether "first" or "last" belongs to the noun: last name."""
    after = tokens[place + 1].low if place + 1 < len(tokens) else ""
    return tokens[place].low in {"first", "last"} and after in {"name", "names"}
