"""Loads of many devices: "every 15 min each of our 60 probes sends moisture"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.morphology import is_plural
from modeler.core.requirements.slots import Act, Choice, Question

_SENDING: Final = words_in(
    "send report upload emit push post transmit record submit write deliver publish measure log produce generate sample"
)
_COMING: Final = words_in("come arrive stream flow get is are")
_DEVICES: Final = (
    "each|every of our|the|these|my? NUMBER BARE",
    "each|every of our|the|these|my? GROUP",
    "all|our|the? of? our|the? NUMBER BARE",
)
_DAY: Final = 86_400.0


def fleet(draft: Draft, at: int) -> int | None:
    """Read a line that tells how often each of several devices sends something; return where it ended."""
    if (multiplied := _multiplied(draft, at) or _titled(draft, at)) is not None:
        return multiplied
    devices = _devices(draft, at)
    period = _period(draft)
    if devices is None or period is None:
        return None
    start, end, group, count = devices
    made = _sent(draft, end) or _coming(draft, at, start)
    if made is None:
        return None
    first, last, groups = made
    draft.fill("operation", Act.CREATE, places(first, last))
    draft.fill("rate", count / period[2], (*places(period[0], period[1]), *places(start, end)))
    _entity(draft, groups, group)
    return max(last, end, period[1])


def _multiplied(draft: Draft, at: int) -> int | None:
    """Read "22,000 loggers * 6 readings an hour"."""
    found = match(draft.tokens, at, "NUMBER BARE *|x|× NUMBER BARE /|per|a|an|every UNIT")
    if found is None or not found[1][1].is_plural or not found[1][3].is_plural:
        return None
    devices, _, each, sent, unit = found[1]
    draft.fill("operation", Act.CREATE, places(sent.start, sent.end))
    draft.fill("entities", draft.entity(sent.words), places(sent.start, sent.end))
    draft.fill("rate", devices * each / unit, places(at, found[0]))
    return found[0]


def _titled(draft: Draft, at: int) -> int | None:
    """Read "heartbeats: 250k concurrent players, one every 10 s"."""
    sent = group_at(draft.tokens, at)
    if sent is None or not sent.is_plural or draft.low(sent.end) != ":":
        return None
    found = match(draft.tokens, sent.end + 1, "NUMBER GROUP ,|:|-|x one|once|1? every|per DURATION")
    if found is None or not found[1][1].is_plural:
        return None
    devices, _, period = found[1]
    draft.fill("operation", Act.CREATE, places(sent.end, sent.end + 1))
    draft.fill("entities", draft.entity(sent.words), places(at, sent.end))
    draft.fill("rate", devices / (period.number * period.seconds), places(sent.end + 1, found[0]))
    return found[0]


def _devices(draft: Draft, at: int) -> tuple[int, int, NounGroup, int] | None:
    """Return where the devices are named, their group, and how many there are."""
    for place in range(at, len(draft.tokens)):
        if (named := _before_verb(draft, place)) is not None:
            return named
        for pattern in _DEVICES:
            found = match(draft.tokens, place, pattern)
            if found is None:
                continue
            group = found[1][-1]
            count = found[1][0] if isinstance(found[1][0], int) else group.count
            is_first = place == at or draft.low(place) in {"each", "every"}
            if isinstance(count, int) and count > 1 and group.is_plural and is_first:
                return place, found[0], group, count
    return None


def _before_verb(draft: Draft, at: int) -> tuple[int, int, NounGroup, int] | None:
    """Return devices that the verb of sending follows, whatever their nouns are: "each of our 60 soil probes sends"."""
    found = match(draft.tokens, at, "each|every of our|the|these|my? NUMBER")
    count = found[1][0] if found is not None else None
    if found is None or not isinstance(count, int) or count < 2:
        return None
    start = end = found[0]
    while end < min(start + 4, len(draft.tokens)) and draft.tokens[end].is_word:
        if end > start and base_form(draft.low(end)) in _SENDING and is_plural(draft.low(end - 1)):
            words = tuple(map(draft.low, range(start, end)))
            return at, end, NounGroup(start, end, start, words), count
        end += 1
    return None


def _period(draft: Draft) -> tuple[int, int, float] | None:
    """Return where a line says how often, and in how many seconds once."""
    for place in range(len(draft.tokens)):
        found = match(draft.tokens, place, "every|each DURATION")
        found = found or match(draft.tokens, place, "once|twice a|per|every UNIT")
        if found is not None:
            said = found[1][0]
            seconds = said.number * said.seconds if isinstance(said, Duration) else said
            return place, found[0], seconds / (2.0 if draft.low(place) == "twice" else 1.0)
        if match(draft.tokens, place, "every morning|evening|night|noon|midnight") is not None:
            return place, place + 2, _DAY
    return None


def _sent(draft: Draft, at: int) -> tuple[int, int, list[NounGroup]] | None:
    """Return the verb after the devices and what they send."""
    if base_form(draft.low(at)) not in _SENDING:
        return None
    groups: list[NounGroup] = []
    place = at + 1
    while (group := group_at(draft.tokens, place)) is not None:
        groups.append(group)
        if draft.low(group.end) not in {",", "and"}:
            break
        place = group.end + 1 + (draft.low(group.end + 1) == "and")
    return (at, at + 1, groups) if groups else None


def _coming(draft: Draft, at: int, start: int) -> tuple[int, int, list[NounGroup]] | None:
    """Return the verb before the devices and what comes from them."""
    group = group_at(draft.tokens, at)
    if group is not None and draft.low(group.end) in {"every", "each", "once", "twice"} and _is_from(draft, start):
        return group.end, group.end, [group]
    is_verb = group is not None and (base_form(draft.low(group.end)) in _COMING or draft.low(group.end) in _COMING)
    if group is None or not is_verb or not _is_from(draft, start):
        return None
    end = group.end + 1 + (draft.low(group.end + 1) == "in")
    end += draft.low(end) in {"roughly", "about", "around", "approximately"}
    return group.end, end, [group]


def _is_from(draft: Draft, start: int) -> bool:
    """Return whether devices are named as what something comes from: "on each of 400 boards"."""
    return draft.low(start - 1) in {"on", "from", "for", "by", "in", "at"}


def _entity(draft: Draft, groups: list[NounGroup], device: NounGroup) -> None:
    """Name what is sent if it is one thing; ask if it is several values of one item, or of several."""
    if len(groups) == 1:
        group = groups[0]
        name = draft.entity(group.words)
        draft.fill("entities", name, places(group.start, group.end))
        draft.about = draft.about or group
        if group.is_trait:
            own = Choice(f"an entity {name}", {"entities": [name]})
            draft.ask("entities", Question(f"{' '.join(group.words)}: items of their own?", (own,)))
        return
    said = " and ".join(" ".join(one.words) for one in groups)
    whole = f"{draft.entity(device.words)}Reading"
    changes = [{"edit": "set", "attribute": draft.attribute(one.words)} for one in groups]
    choices = (
        Choice(f"one {whole} with all of them", {"entities": [whole], "changes": changes}),
        Choice("an item for each", {"entities": [draft.entity(one.words) for one in groups]}),
    )
    draft.ask("entities", Question(f"{said}: one item, or several?", choices), places(groups[0].start, groups[-1].end))
