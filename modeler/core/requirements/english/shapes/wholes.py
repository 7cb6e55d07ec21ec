"""One item with what belongs to it: "order with its lines and payments", "ticket + comments + attachments"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import NOUNS_TOO, READING
from modeler.core.requirements.slots import Act

_OWN: Final = words_in("its their all the")
_JOINTS: Final = words_in("+ and &")


def whole(draft: Draft, at: int) -> int | None:
    """Read an item and its parts at the start of a line; return where they ended. The first noun is one, the others are
    several, and a joint says whose they are: "order tickets and drinks" is an act.
    """
    led = group_at(draft.tokens, at + 1) if draft.low(at) in READING - NOUNS_TOO else None
    is_led = led is not None and not led.determiner and all(one.low != "by" for one in draft.tokens)
    begin = at + is_led  # "fetch product with its variants"
    first = group_at(draft.tokens, begin)
    if first is None or first.is_plural or first.is_trait or first.states or first.owner is not None or first.rank:
        return None
    parts: list[NounGroup] = []
    place = first.end
    while (start := _part_start(draft, place, is_first=not parts)) is not None:
        group = group_at(draft.tokens, start)
        if group is None or not group.is_plural or group.is_trait or group.states:
            break
        parts.append(group)
        place = group.end
    if not parts:
        return None
    draft.about = first
    draft.fill("operation", Act.GET)
    draft.fill("entities", draft.entity(first.words), first.read)
    draft.fill("given", draft.reference(draft.entity(first.words)), places(first.noun, first.end))
    for group in parts:
        draft.fill("entities", draft.entity(group.words), group.read)
    draft.read(places(first.end, place), "entities")
    draft.read(places(at, begin), "operation")
    return place


def _part_start(draft: Draft, at: int, *, is_first: bool) -> int | None:
    """Return where the next part begins after a joint: "with its", "+", ", its", "and"."""
    low = draft.low(at)
    is_own = draft.low(at + 1) in {"its", "their"}
    if low == "with" and is_own:
        return at + 2
    if low != "+" and not (low in _JOINTS | {","} and (is_own or not is_first)):
        return None
    start = at + 1
    if low == "," and draft.low(start) in _JOINTS:
        start += 1
    return start + (draft.low(start) in _OWN)
