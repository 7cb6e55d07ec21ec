"""Calls without types: "terminate(leaseId, reason)", "hire(applicationId): ...", "ack alarm (userId, comment)".

The name is a verb and perhaps a noun. A verb that reads, creates or removes is known; any other one changes the item
whose id is passed. What follows the brackets is read as of any line.
"""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.islands.assignments import has_assignment
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.shapes.parameters import LIMITS, PAGES, bound, is_presenting, paired
from modeler.core.requirements.english.slots.edits import set_state
from modeler.core.requirements.english.words.lexicon import CLOSED, ID_KINDS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import (
    CREATING,
    READING,
    REMOVING,
    TRANSITIONS,
    act_of,
    participle,
)
from modeler.core.requirements.morphology import is_plural, singular, words_of
from modeler.core.requirements.slots import Act, Aggregate, AttributeChange, Edit, Given, Limit, Range, Returned

type Passed = dict[int, tuple[str, ...]]

_KINDS: Final = words_in("mutation query fn func function async def rpc public void")
_ARGUMENT: Final = re.compile(r"[a-z][a-zA-Z0-9_]*")
_NAME_MAX: Final = 6


def call(draft: Draft, at: int) -> int | None:
    """Read a call that begins a line; return where its brackets ended, None if there is none that is understood."""
    while draft.low(at) in _KINDS:
        at += 1
    opened = next((one for one in range(at + 1, min(at + _NAME_MAX, len(draft.tokens))) if draft.low(one) == "("), 0)
    closed = next((one for one in range(opened, len(draft.tokens)) if draft.low(one) == ")"), 0) if opened else 0
    passed = _passed(draft, opened, closed) if closed > opened + 1 else {}
    said = [draft.tokens[one].text for one in range(at, opened)]
    words = tuple(word for one in said for word in words_of(one))
    if not passed or not words or not all(one.replace("_", "").isalnum() for one in said):
        return None
    is_joined = all(draft.tokens[one].end == draft.tokens[one + 1].start for one in range(at, opened))
    if not is_joined and not _is_spaced(draft, at, opened):
        return None
    fill = _read if words[0] in READING else _written
    if not fill(draft, words, passed, at, opened):
        return None
    draft.read(places(0, at))
    return _returned(draft, closed + 1)


def _is_spaced(draft: Draft, at: int, opened: int) -> bool:
    """Return whether a verb that no list has, and its object, are before the brackets: "ack alarm (userId)"."""
    group = group_at(draft.tokens, at + 1)
    is_verb = act_of(draft.low(at)) in {None, Act.UPDATE} and draft.low(at) not in {"put", "write"}
    return is_verb and group is not None and group.end == opened and group.is_bare


def _passed(draft: Draft, opened: int, closed: int) -> Passed:
    """Return the parameters and the words of each; {} if the brackets hold something else, or no id at all."""
    made: Passed = {}
    for at in range(opened + 1, closed):
        if draft.low(at - 1) in {"(", ","} and draft.tokens[at].is_word:
            if not _ARGUMENT.fullmatch(draft.tokens[at].text) or draft.low(at + 1) not in {",", ")", ":", "?", "="}:
                return {}
            made[at] = words_of(draft.tokens[at].text)
    return made


def _ids(draft: Draft, passed: Passed) -> dict[str, int]:
    """Return the places of the parameters that identify an item, by its entity."""
    found = {at: one for at, one in passed.items() if len(one) > 1 and one[-1] == "id" and one[-2] not in ID_KINDS}
    return {draft.entity(one[:-1]): at for at, one in found.items()}


def _read(draft: Draft, words: tuple[str, ...], passed: Passed, at: int, opened: int) -> bool:
    """Fill what a read by a call is given."""
    noun = words[1:]
    if not noun or "by" in noun or noun[-1] in CLOSED:
        return False
    draft.fill("operation", Act.LIST if is_plural(noun[-1]) else Act.GET, places(at, at + 1))
    draft.fill("entities", draft.entity(noun), places(at, opened))
    ranges: list[Range] = []
    for place, named in passed.items():
        text, after = draft.tokens[place].text, _default(draft, place)
        limited = bound(text, "")
        if text.lower() in LIMITS | PAGES:
            _limited(draft, text.lower(), place, after)
        elif limited is not None:
            ranges.append(limited)
            draft.read(places(place, after), "range")
        elif len(named) > 1 and named[-1] == "id":
            draft.fill("given", draft.reference(draft.entity(named[:-1])), places(place, after))
        elif not is_presenting(text):
            draft.fill("given", Given(draft.attribute(named)), places(place, after))
    for one in paired(ranges):
        draft.fill("range", one)
    return True


def _default(draft: Draft, place: int) -> int:
    """Return the place after a parameter with its mark, type and default: "pageSize: number = 50", "nextToken?"."""
    while draft.low(place) not in {",", ")", ""}:
        place += 1
    return place


def _limited(draft: Draft, name: str, place: int, after: int) -> None:
    """Read a page size with its number; without one, the caller chooses it."""
    number = next((found for one in range(place, after) if (found := number_of(draft.tokens[one]))), None)
    if number is not None:
        draft.fill("limit", Limit(int(number), name in PAGES), places(place, after))


def _written(draft: Draft, words: tuple[str, ...], passed: Passed, at: int, opened: int) -> bool:
    """Fill what a call writes: a new item, or the item whose id is passed."""
    verb, noun, ids = words[0], words[1:], _ids(draft, passed)
    entity = draft.entity(noun) if noun else next(iter(ids), "")
    is_joined = draft.tokens[opened].start == draft.tokens[opened - 1].end
    act = Act.CREATE if verb in CREATING else Act.DELETE if verb in REMOVING else Act.UPDATE
    if not ids or act is Act.CREATE or (entity not in ids and is_joined and next(iter(passed)) not in ids.values()):
        return False
    own = ids.get(entity, next(iter(ids.values())) if is_joined else at + 1)
    of = next((name for name, place in ids.items() if place == own), entity)
    draft.verb, draft.is_single = verb, True
    draft.fill("operation", act, places(at, opened))
    draft.fill("entities", entity, places(own, own + 1))
    draft.fill("given", draft.reference(of), places(own, own + 1))
    if act is Act.UPDATE and is_joined and not has_assignment(draft, opened):
        if verb in TRANSITIONS:
            set_state(draft, participle(verb), places(at, opened))
        for place, other in passed.items():
            if place != own:
                draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(other)), places(place, place + 1))
    return True


def _returned(draft: Draft, at: int) -> int:
    """Read what a call returns: "returns each course with grade and finishedAt", ": player + inventory", ": Fare"."""
    said = match(draft.tokens, at, "returns|return GROUP with BARE and|, BARE")
    if said is not None and said[0] == len(draft.tokens) and not any(one.is_plural for one in said[1][1:]):
        names = tuple(draft.attribute(one.words) for one in said[1][1:])
        draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(said[1][1].start - 1, said[0]))
        return said[0]
    return _together(draft, at)


def _together(draft: Draft, at: int) -> int:
    """Read what a call reads together: "getProfile(playerId): player + inventory + currencies"."""
    start = at + (draft.low(at) in {":", "-", "→", "returns"})
    act, groups, end = draft.value("operation"), list[NounGroup](), start
    while (group := group_at(draft.tokens, end)) is not None and group.is_bare:
        groups.append(group)
        if draft.low(group.end) not in {"+", "&"}:
            break
        end = group.end + 1
    if len(groups) < 2 or act is None or not act.is_read:
        if start > at and start + 1 == len(draft.tokens):
            draft.read(places(start, start + 1))
        return at
    draft.forget("entities")
    for one in groups:
        draft.fill("entities", draft.entity(tuple(map(singular, one.words))), one.read)
    return groups[-1].end
