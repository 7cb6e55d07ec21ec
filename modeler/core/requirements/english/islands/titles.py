"""Lines that begin with a title: "payments: query by merchant + month", "order placement: avg 45 TPS".

The title names the items; what follows says whether they are read or written: a verb, what a read has (a filter, an
order, a page), what a write has (an assignment, a condition), or the noun of a rate.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.islands.arithmetic import fleet_of
from modeler.core.requirements.english.islands.assignments import has_assignment
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import CLOSED, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import CREATING, NOUNS_TOO, READING, REMOVING, VERBS
from modeler.core.requirements.slots import Act, Question

_TITLE_MAX: Final = 8
_DASHES: Final = words_in("- – —")
_AFTER_HEAD: Final = words_in("per of for by in and")
_READS: Final = words_in("reads read lookups lookup searches search queries query views hits gets fetches")
"""Last words of a title that say that its items are read."""
_SHOWN: Final = words_in("page board feed dashboard screen view timeline list")
"""Last words of a title that name what shows items."""
_WRITES: Final = words_in(
    "writes write inserts insert ingest ingestion intake inflow placement placements creation submissions submission "
    "uploads upload registrations recording"
)
"""Last words of a title that say that its items come into being."""
_SMALL: Final = CLOSED | words_in("of per for by")
_REQUESTED: Final = words_in("hits reads views lookups queries requests visits searches gets")
_STORED: Final = words_in("writes inserts puts")
_PUTTING: Final = words_in("overwrite upsert put replace save")
_APPENDING: Final = words_in("append insert")
_STORING: Final = words_in("write store log record save insert add create")
_LOOKING: Final = words_in("query get read fetch list lookup find search filter load")
_OF_READS: Final = words_in("by filter filtered sort sorted order ordered newest latest oldest")


def titled(draft: Draft, at: int) -> int | None:
    """Read a title and what says what is done with its items; return where that ended, None if nothing says it."""
    mark = title_mark(draft, at)
    group = group_at(draft.tokens, at) if mark else None
    if group is None or group.end > mark or not (group.end == mark or draft.low(group.end) in _AFTER_HEAD):
        return None
    body = mark + 1
    draft.is_titled = True
    return _acted(draft, group, body) or _rated(draft, group, body) or _looked_up(draft, group, mark)


def assigned(draft: Draft) -> int | None:
    """Read a title and assignments after it: "buyItem: coins -= price"."""
    mark = title_mark(draft, 0)
    group = group_at(draft.tokens, 0) if mark else None
    if group is None or group.end != mark or not has_assignment(draft, mark + 1):
        return None
    return _changed(draft, group, mark + 1)


def rated(draft: Draft, at: int) -> int | None:
    """Read "650 authorizations/s": what comes in at a rate is written, unless its noun is a read."""
    found = match(draft.tokens, at, "about|around|some|avg|average|~? NUMBER BARE /|per UNIT")
    group = found[1][1] if found is not None else None
    if found is None or not isinstance(group, NounGroup) or not group.is_plural or group.words[-1] in _REQUESTED:
        return None
    draft.fill("operation", Act.CREATE, places(group.end, group.end + 1))
    draft.fill("entities", draft.entity(group.words), group.read)
    draft.about = group
    draft.fill("rate", found[1][0] / found[1][2], places(at, found[0]))
    return found[0]


def title_mark(draft: Draft, at: int) -> int:
    """Return the place of the colon, or of the dash with spaces, that ends a title; 0 without one."""
    for place in range(at + 1, min(at + _TITLE_MAX, len(draft.tokens) - 1)):
        token, before, after = draft.tokens[place], draft.tokens[place - 1], draft.tokens[place + 1]
        is_dash = token.low in _DASHES and before.end < token.start and token.end < after.start
        if token.low == ":" or is_dash:
            return place
        if token.kind == "mark":
            return 0
    return 0


def _acted(draft: Draft, group: NounGroup, at: int) -> int | None:
    """Read a verb after the title whose object is not another item: "query by merchant", "overwrite lat/lng"."""
    verb = draft.low(at)
    following = group_at(draft.tokens, at + 1)
    if verb in {"read", "reads", "query", "queried"} and _has_rate(draft, at + 1):
        return _items(draft, group, Act.LIST, places(at, at + 1), at + 1)
    if following is not None and not (
        following.is_trait or following.words[-1] == "id" or following.is_exact or draft.low(following.end) == "="
    ):
        return None
    is_apart = following is None or draft.low(at + 1) in {"by", ":"}
    if verb in _LOOKING and is_apart:
        return _items(draft, group, Act.LIST, places(at, at + 1), at + 1)
    if verb in _PUTTING:
        return _items(draft, group, Act.SAVE, places(at, at + 1), at + 1)
    is_property = following is not None and (following.is_exact or following.words[-1] == "id")
    if verb in _STORING and is_property:
        return _items(draft, group, Act.CREATE, places(at, at + 1), at + 1)
    if verb in _APPENDING and following is None:
        return _items(draft, group, Act.CREATE, places(at, at + 1), at + 1)
    if verb in REMOVING and following is None:
        return _items(draft, group, Act.DELETE, places(at, at + 1), at + 1)
    if verb in _OF_READS and group.is_plural:
        return _items(draft, group, Act.LIST, places(at - 1, at), at)
    return None


def _changed(draft: Draft, group: NounGroup, at: int) -> int | None:
    """Fill an update; the name of a function ("buyItem") says not which items it changes."""
    if draft.known.own and group.words[0] in VERBS and draft.known_entity(group.words) is None:
        return None  # "acknowledge: acknowledgedAt = now" names an act
    if not group.is_exact:
        return _items(draft, group, Act.UPDATE, places(at - 1, at), at)
    draft.fill("operation", Act.UPDATE, places(group.start, at))
    draft.verb = "update"
    draft.ask("entities", Question("Which items does this change?"))
    return at


def named(draft: Draft) -> int | None:
    """Read a title whose last word says what is done, whatever its other words are: "schedule reads: 40 rps"."""
    mark = title_mark(draft, 0)
    words = tuple(map(draft.low, range(mark)))
    if len(words) < 2 or not all(token.is_word for token in draft.tokens[:mark]) or _SMALL & set(words):
        return None
    if draft.known_entity(words) is not None or not _has_rate(draft, mark + 1):
        return None
    group = group_at(draft.tokens, 0)
    states = group.states if group is not None and group.end == mark else ()
    noun = states[-1].end if states else 0
    cut = NounGroup(0, mark - 1, noun, words[noun:-1])
    draft.is_titled = True
    if words[-1] in _READS:
        return _items(draft, cut, Act.LIST, places(mark - 1, mark), mark + 1)
    if words[-1] in _WRITES and fleet_of(draft) is None:
        return _items(draft, cut, Act.CREATE, places(mark - 1, mark), mark + 1)
    return None


def _has_rate(draft: Draft, at: int) -> bool:
    """Return whether a rate or an age follows: "40 rps", "avg 12 TPS", "5 s stale is fine"."""
    patterns = ("WORD? WORD? NUMBER rps|tps|qps", "WORD? WORD? NUMBER WORD? /|per|a UNIT", "up? to? DURATION")
    return any(match(draft.tokens, at, one) is not None for one in patterns)


def _looked_up(draft: Draft, group: NounGroup, mark: int) -> int | None:
    """Read "product search: prefix on name"."""
    if group.end != mark or len(group.words) < 2 or group.words[-1] not in _READS:
        return None
    cut = replace(group, words=group.words[:-1], end=mark - 1)
    return _items(draft, cut, Act.LIST, places(mark - 1, mark), mark + 1)


def _rated(draft: Draft, group: NounGroup, at: int) -> int | None:
    """Read a title before a rate whose noun says what is done: "public job board: 400 hits/sec"."""
    found = match(draft.tokens, at, "about|around|some|~|avg|average? NUMBER WORD? /|per|a UNIT")
    found = found or match(draft.tokens, at, "about|around|some|~|avg|average? NUMBER rps|tps|qps|ops BARE?")
    if found is None:
        return None
    noun = found[1][1]
    is_shown = group.words[-1] in _SHOWN
    if noun in _REQUESTED:
        cut = replace(group, words=group.words[:-1]) if is_shown and len(group.words) > 1 else group
        return _items(draft, cut, Act.LIST, places(at - 1, at), at)
    is_each = any(match(draft.tokens, one, "per GROUP") for one in range(at, len(draft.tokens)))
    is_event = group.is_plural and not (is_shown or is_each) and group.words[-1] not in _REQUESTED | _READS
    if group.words[0] in CREATING - NOUNS_TOO and len(group.words) > 1:
        group = replace(group, words=group.words[1:], noun=group.noun + 1)  # "ingest readings: 500 writes/s"
    if noun in _STORED or (is_event and noun in {None, *group.words, "events", "messages"}):
        return _items(draft, group, Act.CREATE, places(at - 1, at), at)
    return None


def _items(draft: Draft, group: NounGroup, act: Act, told: range, end: int) -> int:
    draft.fill("operation", act, told)
    if act.is_read or act is Act.CREATE:
        draft.fill("entities", draft.entity(group.words), places(group.noun, group.end))
        draft.read(group.read)
        draft.about = group
    else:
        written(draft, group, act)
        draft.verb = draft.low(end - 1) if draft.low(end - 1) in VERBS | CREATING | READING else "update"
    return end
