"""Loads in notes: "vital signs: 85 residents, each measured 4 times per day", "answers submitted ... 50/s typical"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.imperatives import verb_at
from modeler.core.requirements.english.rules import apply_rules, places
from modeler.core.requirements.english.slots import usage
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import act_of, base_form, is_participle
from modeler.core.requirements.morphology import is_plural
from modeler.core.requirements.slots import Act, Question

_ARRIVING: Final = words_in(
    "submit send receive report record upload post log store save ingest capture create register place measure emit "
    "publish collect produce generate write"
)
"""Verbs whose participle after items says that they come into being."""
_INTAKE: Final = words_in("ingest ingestion intake inflow")
"""Nouns for the coming in of items."""
_GETTING: Final = words_in("get receive ingest record store log collect process")
_EACH: Final = (
    "NUMBER BARE , each PARTICIPLE? NUMBER times|x per|a|an|every UNIT",
    "NUMBER BARE , each PARTICIPLE? once|twice a|per|an|every UNIT",
    "NUMBER BARE , each VERB? every DURATION",
)
_TIMES: Final = {"once": 1, "twice": 2}


def load(draft: Draft, at: int) -> int | None:
    """Read a note that tells how many items come in; return where its words ended."""
    for attempt in (_of_each, _arriving, _got, _done_so_often):
        end = attempt(draft, at)
        if end is not None:
            return end
    return None


def _done_so_often(draft: Draft, at: int) -> int | None:
    """Read "ingest 5,000 events per second": the number is a rate, and counts no items of one request."""
    verb, start = verb_at(draft, at)
    group = group_at(draft.tokens, start) if verb else None
    if group is None or group.count is None or not group.is_plural or group.determiner or group.rank:
        return None
    found = match(draft.tokens, group.end, "/|per|a|each|every UNIT")
    act = act_of(verb)
    if found is None or act not in {Act.CREATE, Act.SAVE}:
        return None
    written(draft, replace(group, count=None), act)
    draft.fill("operation", act, places(at, start))
    is_peak = draft.low(found[0]) == "at" and draft.low(found[0] + 1) in {"peak", "peaks"}
    end: int = found[0] + 2 * is_peak
    slot = "peak" if is_peak else "rate"
    draft.fill(slot, group.count / found[1][0], (*places(start, group.noun), *places(group.end, end)))
    return end


def _of_each(draft: Draft, at: int) -> int | None:
    """Read "85 residents, each measured 4 times per day": their number times the rate of one of them."""
    title = group_at(draft.tokens, at)
    start = title.end + 1 if title is not None and draft.low(title.end) == ":" else at
    found = next((one for one in (match(draft.tokens, start, pattern) for pattern in _EACH) if one is not None), None)
    if found is None:
        return None
    end, caught = found
    count, period = float(caught[0]), caught[-1]
    seconds = period.number * period.seconds if isinstance(period, Duration) else period
    told = [number_of(draft.tokens[one]) for one in range(start + 1, end)]
    each = [_TIMES[draft.low(one)] for one in range(start, end) if draft.low(one) in _TIMES]
    times = next((one for one in (*told, *each) if one is not None), 1) if not isinstance(period, Duration) else 1
    draft.fill("rate", count * times / seconds, places(start, end))
    is_passive = any(draft.low(one - 1) == "each" and _is_arrival(draft, one) for one in range(start, end))
    if title is None or start == at or not title.is_plural or not is_passive:
        draft.ask("entities", Question("Which items come in at this rate?"))
    else:
        _items(draft, title)
    draft.fill("operation", Act.CREATE)
    return end


def _arriving(draft: Draft, at: int) -> int | None:
    """Read "quiz answers submitted ... 50/s", "telemetry ingest: 9,000 messages/s"."""
    end = at
    while end < min(at + 4, len(draft.tokens)) and draft.tokens[end].is_word and not _is_arrival(draft, end):
        end += 1
    if end == at or not _is_arrival(draft, end) or not draft.tokens[end].is_word or not _has_rate(draft, end + 1):
        return None
    words = tuple(map(draft.low, range(at, end)))
    is_named = is_plural(words[-1]) or draft.low(end) in _INTAKE
    group = group_at(draft.tokens, end - 1)
    if not is_named or group is None or group.determiner:
        return None
    _items(draft, NounGroup(at, end, at, words))
    draft.fill("operation", Act.CREATE, places(end, end + 1))
    return end + 1


def _got(draft: Draft, at: int) -> int | None:
    """Read "we get some 90 swipes a second"."""
    verb = draft.low(at - 1) if draft.low(at - 2) in {"we", "i"} else draft.low(at + 1)
    start = at if draft.low(at - 2) in {"we", "i"} else at + 2
    if verb not in _GETTING or (start != at and draft.low(at) not in {"we", "i"}):
        return None
    end = apply_rules(draft, start, usage.RULES)
    number = next((one for one in range(start, end or start) if number_of(draft.tokens[one]) is not None), None)
    group = group_at(draft.tokens, number + 1) if number is not None else None
    if end is None or draft.value("rate") is None:
        return None
    is_whole = group is not None and draft.low(group.end) in {"per", "/", "a", "an", "each", "every"}
    if group is not None and group.is_plural and is_whole:
        _items(draft, group)
    else:
        draft.ask("entities", Question("Which items come in at this rate?"))
    draft.fill("operation", Act.CREATE, places(at, start))
    return end


def _is_arrival(draft: Draft, at: int) -> bool:
    low = draft.low(at)
    return low in _INTAKE or (is_participle(low) and base_form(low) in _ARRIVING)


def _has_rate(draft: Draft, start: int) -> bool:
    """Return whether only marks come before a rate: ": 9,000 messages/s", "... 50/s"."""
    at = start
    while at < len(draft.tokens) and (draft.tokens[at].kind == "mark" or draft.low(at) in {"at", "about", "some"}):
        at += 1
    patterns = ("NUMBER WORD? /|per|a UNIT", "NUMBER rps|tps|qps")
    return any(match(draft.tokens, at, one) is not None for one in patterns)


def _items(draft: Draft, group: NounGroup) -> None:
    draft.fill("entities", draft.entity(group.words), places(group.start, group.end))
    draft.about = draft.about or group
