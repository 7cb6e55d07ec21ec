"""Nouns of an act that begin a request, as their verbs: "lookup of a ticket", "deletion of an order"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import ARTICLES, BE, HAVE, MODALS, POSSESSIVES, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING, base_form, is_participle

type Tokens = list[WordToken]

_VERBS: Final = {
    "lookup": "get", "retrieval": "get", "deletion": "delete", "removal": "delete", "erasure": "delete",
    "creation": "create", "insertion": "create", "listing": "list",
}  # fmt: skip
_NEW: Final = {"registration": "register", "addition": "add", "admission": "add", "enrolment": "create"}
"""Nouns that can also name an item; "of a new" tells that they do not."""
_OF: Final = words_in("of")
_BEGINS: Final = frozenset(".!?;:")
_VIEWED: Final = words_in("sees see")


def nominal(made: Tokens) -> None:
    """Read nouns of acts as verbs, "via" after an item as "by", and "serial no." as serial number."""
    at = 0
    while at < len(made):
        if at == 0 or made[at - 1].low in _BEGINS:
            _act(made, at)
            _via(made, at)
        _number(made, at)
        at += 1
    _sorted_on(made)
    _number_of(made)
    _hired(made)
    _politely(made)
    _and_sees(made)


def _act(made: Tokens, at: int) -> None:
    start = at + (made[at].low in {"the", "a"})
    if start + 2 >= len(made) or made[start + 1].low not in _OF:
        return
    verb = _VERBS.get(made[start].low, "")
    if not verb and made[start + 2].low in {"a", "an"} and made[start + 3 : start + 4]:
        verb = _NEW.get(made[start].low, "") if made[start + 3].low in {"new", "further", "additional"} else ""
    if verb == "get" and (group := group_at(made, start + 2)) is not None and group.is_plural:
        verb = "list"
    if verb and (made[start + 2].low in ARTICLES | POSSESSIVES | {"all", "new"} or verb in {"get", "list"}):
        made[at : start + 2] = [replace(made[at], low=verb, end=made[start + 1].end)]


def _hired(made: Tokens) -> None:
    """Read "take on a new driver" as create one."""
    said = tuple(one.low for one in made[:4])
    if said[:2] in _HIRING and said[2:3] in {("a",), ("an",)} and said[3:] in {("new",), ("further",), ("additional",)}:
        made[:2] = [replace(made[0], low="create", end=made[1].end)]


_HIRING: Final = frozenset({("take", "on"), ("bring", "in"), ("sign", "up"), ("bring", "on"), ("put", "in")})


def _politely(made: Tokens) -> None:
    """Read "pls" as please, and nothing behind it."""
    for at in range(len(made) - 1, -1, -1):
        if made[at].low in {"pls", "plz"}:
            made[at] = replace(made[at], low="please")
    while made and made[-1].low == "please" and len(made) > 1:
        del made[-1 - (made[-2].low == ",") :]


def _via(made: Tokens, at: int) -> None:
    """Read "elevator via serial number" as by it; not "orders placed via the app"."""
    group = group_at(made, at + (at + 1 < len(made) and made[at].low in READING and made[at + 1].low != "via"))
    if group is None or group.states or group.end + 1 >= len(made) or made[group.end].low != "via":
        return
    if group_at(made, group.end + 1) is not None:
        made[group.end] = replace(made[group.end], low="by")


def _number(made: Tokens, at: int) -> None:
    """Read "serial no." as serial number: nothing follows that it could negate."""
    if made[at].low not in {"no", "nr"} or not at or not made[at - 1].is_word:
        return
    is_end = at + 1 == len(made) or made[at + 1].kind == "mark" or made[at + 1].low in {"and", "is", "of"}
    before = made[at - 1].low
    is_noun = before not in BE | HAVE | MODALS | ARTICLES and not is_participle(before) and not base_form(before)
    if is_end and is_noun and group_at(made, at - 1) is not None:
        made[at] = replace(made[at], low="number")


def _and_sees(made: Tokens) -> None:
    """Read "a technician opens the app and sees the visits" as that the technician sees them."""
    at = next((one for one in range(2, len(made) - 2) if made[one].low in _VIEWED and made[one - 1].low == "and"), 0)
    group = group_at(made, 0, before_verb=True) if at else None
    if group is None or group.is_plural or not group.determiner or group.end >= at:
        return
    if made[group.end].low in {"opens", "logs", "starts", "signs"}:
        del made[group.end : at]


def _sorted_on(made: Tokens) -> None:
    """Read "sorted on the name" as by it, and "ranked on score"."""
    for at in range(len(made) - 1):
        if made[at].low in {"sorted", "ordered", "ranked", "sort"} and made[at + 1].low in {"on", "after", "along"}:
            made[at + 1] = replace(made[at + 1], low="by")


def _number_of(made: Tokens) -> None:
    """Read "no. of" and "nr of" as number of."""
    for at in range(len(made) - 2):
        if made[at].low not in {"no", "nr"} or (at and made[at - 1].kind != "mark" and made[at - 1].low != "the"):
            continue
        dot = made[at + 1].low == "."
        if made[at + 1 + dot].low == "of":
            made[at : at + 1 + dot] = [replace(made[at], low="number", end=made[at + dot].end)]
