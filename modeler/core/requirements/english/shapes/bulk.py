"""Items that are found and then each changed: "find the overdue loans and close them", "bump all members: find them and
set the tier". Two requests: the list, and the write of one item.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import READING, VERBS
from modeler.core.requirements.morphology import singular

_FINDING: Final = words_in("find list get fetch load read query select look search pull collect")
_WRITING: Final = VERBS - READING
_LINKS: Final = words_in("and then , also")
_THEM: Final = words_in("them each those it all")
_ITS: Final = words_in("its their")
_WHOLES: Final = words_in("all every each any")
_PARTICLES: Final = words_in("over up back off out away down")

type Tokens = tuple[WordToken, ...]


def then_each(tokens: Tokens) -> list[Tokens]:
    """Divide a line that lists items and then writes each of them; a line that does not is one part."""
    divided = _listed(tokens) or _of_all(tokens)
    return divided or [tokens]


def _listed(tokens: Tokens) -> list[Tokens]:
    """ "find the overdue loans and close them", "look up a ticket and change its priority"."""
    if not tokens or tokens[0].low not in _FINDING:
        return []
    found = _object(tokens, 1)
    at = _second(tokens, found.end) if found is not None else 0
    if found is None or not at:
        return []
    second = _about(tokens[at:], _one(tokens, found), is_bare=False)
    return [_without_links(tokens[:at]), second] if second else []


def _of_all(tokens: Tokens) -> list[Tokens]:
    """ "bump all members over 500 points: find them and set the tier"."""
    stop = next((at for at, one in enumerate(tokens) if one.low == ":"), 0)
    start = next((at for at in range(1, min(4, stop)) if tokens[at].low in _WHOLES), 0)
    is_found = stop and stop + 2 < len(tokens) and tokens[stop + 1].low in _FINDING and tokens[stop + 2].low in _THEM
    found = _object(tokens, start + 1) if start and is_found else None
    at = _second(tokens, stop + 2) if found is not None else 0
    if found is None or not at:
        return []
    end = next((one for one in range(found.end, stop) if tokens[one].low == "to"), stop)
    begins = start + 1 + (tokens[start + 1].low == "of")
    first = (tokens[stop + 1], *tokens[begins:end])
    second = _about(tokens[at:], _one(tokens, found), is_bare=True)
    return [first, second] if second else []


def _object(tokens: Tokens, start: int) -> NounGroup | None:
    found = (group_at(tokens, at) for at in range(start, min(start + 3, len(tokens))))
    return next((one for one in found if one is not None), None)


def _second(tokens: Tokens, start: int) -> int:
    """Return where the second verb is, after "and" or "then"; 0 without one."""
    for at in range(start + 1, len(tokens) - 1):
        if tokens[at].low in _WRITING | {"mark", "set"} and tokens[at - 1].low in {"and", "then"}:
            return at
    return 0


def _one(tokens: Tokens, group: NounGroup) -> Tokens:
    """Return "a" and the nouns of a group in the singular."""
    nouns = tokens[group.end - len(group.words) : group.end]
    return (replace(nouns[0], low="a"), *nouns[:-1], replace(nouns[-1], low=singular(nouns[-1].low)))


def _about(second: Tokens, one: Tokens, *, is_bare: bool) -> Tokens:
    """Return the second act with the items in the place of a pronoun; () if it is about something else."""
    for at in range(1, len(second)):
        low, before = second[at].low, second[at - 1].low
        tail = second[at + 1 :]
        tail = tail[2:] if low in {"each", "all"} and tail[:1] and tail[0].low == "of" else tail
        if low in _THEM and (at == 1 or before in _PARTICLES):
            return (*second[:at], *one, *tail)
        if low in {"each", "them", "it"} and before in {"on", "of", "for", "in", "to"}:
            return (*second[: at - 1], replace(second[at - 1], low="of"), *one, *tail)
        if low in _ITS and at == 1 and (group := group_at(second, at)) is not None:
            of = replace(second[at], low="of")
            nouns = second[at + 1 : group.end]
            return (second[0], replace(second[at], low="the"), *nouns, of, *one, *second[group.end :])
    if not is_bare or group_at(second, 1) is None:
        return ()
    group = group_at(second, 1)
    assert group is not None
    return (*second[: group.end], replace(second[group.end - 1], low="of"), *one, *second[group.end :])


def _without_links(tokens: Tokens) -> Tokens:
    while tokens and tokens[-1].low in _LINKS:
        tokens = tokens[:-1]
    return tokens
