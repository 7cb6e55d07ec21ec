"""Nouns that name an act, and the forms of its verb: submission of submitted, publication of published."""

from __future__ import annotations

from functools import cache
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.vocabulary import KnownEntity

_ENDINGS: Final = (
    ("ission", "it"), ("ication", "ish"), ("ication", "y"), ("cation", "ce"), ("ration", "re"), ("ration", "er"),
    ("ation", "e"), ("ation", ""), ("ation", "ate"), ("ition", "e"), ("ision", "ide"), ("usion", "ude"),
    ("nsion", "nd"), ("ption", "be"), ("ption", "ve"), ("tion", "te"), ("tion", "t"), ("tion", "e"), ("ion", ""),
    ("ment", ""), ("al", ""), ("al", "e"), ("ture", "t"), ("ure", "e"), ("ery", "er"), ("ry", "re"), ("iry", "ire"),
    ("try", "ter"), ("ance", ""), ("ance", "e"), ("ence", ""), ("ing", ""), ("ing", "e"), ("eipt", "eive"),
)  # fmt: skip
"""The end of a noun, and what its verb has instead."""
_LEAST: Final = 3


@cache
def is_act_of(noun: str, verb: str) -> bool:
    """Return whether a noun names the act of a verb in any form: arrival of arrived, payment of paid."""
    bases = _bases(verb)
    if noun == verb or noun in bases or (base_form(noun) or noun) in bases:
        return True
    ways = (noun[: -len(end)] + other for end, other in _ENDINGS if noun.endswith(end))
    return any(len(one) >= _LEAST and one in bases for one in ways)


def _bases(verb: str) -> frozenset[str]:
    """Return what can be the plain form of a verb: decide of decided."""
    known = base_form(verb)
    if known or not verb.endswith("ed"):
        return frozenset({known or verb})
    stem = verb[:-2]
    return frozenset({stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem})


def time_of(held: KnownEntity, words: tuple[str, ...]) -> Attribute | None:
    """Return the only time of an entity that words name: submittedAt of "submission", pickedUpAt of "pick-up"."""
    parts = tuple(part for one in words for part in one.split("-"))
    named = [(words_of(one.name), one) for one in held.times]
    if len(parts) > 1:
        whole = [one for name, one in named if name[1:-1] == parts[1:] and is_act_of(parts[0], name[0])]
        if len(whole) == 1:
            return whole[0]
    same = [one for name, one in named if parts and is_act_of(parts[-1], name[0])]
    return same[0] if len(same) == 1 else None
