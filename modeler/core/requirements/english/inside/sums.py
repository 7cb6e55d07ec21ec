"""Sums and averages whose items no word names: "how much has a farmer spent (totalPrice)", "what do they add up to"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.cover.mentions import Mention, covers, mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import name_at, numbers
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.slots import Act, Aggregate, Returned
from modeler.core.requirements.vocabulary import KnownEntity

_AVERAGE: Final = words_in("average averages avg mean averaged")
_TOTAL: Final = words_in("total totals sum sums summed altogether totalled")
_ASKED: Final = (("how", "much"), ("add", "up"), ("adds", "up"), ("come", "to"), ("amount", "to"), ("bring", "in"))
_EACH: Final = words_in("each every per")
_STOPS: Final = words_in("count number many which who")
_OWNERS: Final = words_in("of for from in on at by to with")


def read_sum(draft: Draft) -> bool:
    """Fill what is computed, of which items, and for which of the things that they belong to; return whether a line
    computes something of one number of the design.
    """
    cues = _cues(draft)
    if not cues or any(one.low in _STOPS for one in draft.tokens):
        return False
    found = _amount(draft)
    if found is None:
        return False
    held, name, places = found
    what = Aggregate.AVERAGE if {draft.low(at) for at in cues} & _AVERAGE else Aggregate.SUM
    draft.fill("operation", Act.LIST, cues)
    draft.fill("entities", (held.name,))
    group: list[str] = []
    for one in mentions(draft):
        if any(each is held for each in one.entities):
            _named(draft, one)
            continue
        parent = one.parent(held, draft.known)
        if parent is None or any(draft.used[one.start : one.end]):
            continue
        if one.determiner in _EACH or one.before in _EACH or draft.low(one.start - 1) in _EACH:
            group.append(parent.identity[-1])
            draft.read(range(one.start - 1, one.end))
        elif not one.is_plural:
            draft.fill("given", draft.reference(parent.name), range(one.start, one.end))
    draft.fill("returned", Returned(what, (name,), group=tuple(group)), places)
    return True


def _named(draft: Draft, one: Mention) -> None:
    """Read the items, with the states before them."""
    groups = (group_at(draft.tokens, at) for at in range(max(one.start - 3, 0), one.start + 1))
    group = next((each for each in groups if each is not None and each.end == one.end and not each.owner), None)
    draft.read(range(one.start, one.end))
    if group is not None and group.states:
        told = {slot: draft.value(slot) for slot in ("operation", "entities", "given")}
        about(draft, group)
        for slot, value in told.items():
            if value is None:
                draft.drop(slot)
            else:
                draft.settle(slot, value)


def _cues(draft: Draft) -> list[int]:
    """Return the words that compute something."""
    found = [at for at, one in enumerate(draft.tokens) if one.low in _AVERAGE | _TOTAL]
    for at in range(len(draft.tokens) - 1):
        if (draft.low(at), draft.low(at + 1)) in _ASKED:
            found += [at, at + 1]
    return sorted(set(found))


def _amount(draft: Draft) -> tuple[KnownEntity, str, range] | None:
    """Return the number that is computed, with its entity and the words that name it; None if several can be meant."""
    said = [one for one in mentions(draft) if not one.is_verb]
    found: list[tuple[KnownEntity, str, range]] = []
    for held in draft.known.own:
        if not all(covers(draft, held, one) for one in said if one.entities or _is_only_number(draft, one)):
            continue
        for at in range(len(draft.tokens)):
            name, end = name_at(draft, held, at)
            is_start = bool(name) and name_at(draft, held, at - 1)[1] != end if at else bool(name)
            if name in numbers(held) and is_start and draft.low(at) not in _TOTAL | _AVERAGE:
                found.append((held, name, range(at, end)))
    if found:
        return found[0] if len({(one[0].name, one[1]) for one in found}) == 1 else None
    heads = [one.entities[0] for one in said if len(one.entities) == 1 and one.is_plural and one.before not in _OWNERS]
    able = [one for one in heads if len(numbers(one)) == 1 and all(covers(draft, one, each) for each in said)]
    return (able[0], numbers(able[0])[0], range(0)) if len({one.name for one in able}) == 1 else None


def _is_only_number(draft: Draft, one: Mention) -> bool:
    """Return whether a mention names only numbers."""
    helds = [(draft.known.entity(entity), name) for entity, name in one.attributes]
    return bool(helds) and all(held is not None and name in numbers(held) for held, name in helds)
