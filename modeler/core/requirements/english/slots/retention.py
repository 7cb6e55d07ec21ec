"""How long items are kept: "store readings for 90 days", "sessions expire after 30 minutes"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.slots import Act, Comparator

_DAY: Final = 86_400.0
_COMING: Final = words_in("that which who are is will going to about")
"""Words between items and the verb that says when they end: that are going to expire."""


def _kept(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    if _is_of_something(draft, at):
        return False
    draft.fill("retention", caught[0].number * caught[0].seconds / _DAY, places(at, end))
    return True


def _is_of_something(draft: Draft, at: int) -> bool:
    """Return whether something of the items ends, and not the items: "forklifts whose inspection expires"."""
    return any(draft.low(one) == "whose" for one in range(at))


def _deleted(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "delete messages after 90 days"."""
    is_expiry = draft.value("operation") is Act.DELETE or draft.verb == "expire"
    return is_expiry and _kept(draft, at, end, caught)


def _expiring_soon(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "tickets expiring in 3 days", "that are going to expire in 3 days": what is read ends soon. "Sessions expire
    in 3 days" says how long they are kept.
    """
    start = at
    while start and draft.low(start - 1) in _COMING and not draft.used[start - 1]:
        start -= 1
    act = draft.value("operation")
    is_listed = draft.is_told("operation") and act is not None and act.is_read
    if not (is_listed or start < at or draft.low(at) == "expiring" or _is_of_something(draft, at)):
        return False
    return time_range(draft, Comparator.AT_MOST, (f"in {caught[0].text}",), places(start, end), draft.low(at))


def _kept_so_long(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "store readings for 90 days"."""
    is_storing = draft.low(0) in {"store", "keep", "retain"} and draft.value("retention") is None
    return is_storing and _kept(draft, at, end, caught)


def _retention(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "log lines, retention 7d"."""
    if draft.value("retention") is not None:
        return False
    draft.fill("retention", caught[0].number * caught[0].seconds / 86_400.0, places(at, end))
    return True


RULES: Final = (
    Phrase("expire|expires|expiring|lapse|lapses in DURATION", _expiring_soon),
    Phrase("expire|expires|expiring|lapse|lapses after|in DURATION", _kept),
    Phrase("expire|expires|expiring|lapse|lapses DURATION after WORD", _kept),
    Phrase("delete|remove|purge|erase after DURATION", _kept),
    Phrase("DURATION after they|it was|were|are|is|has|have? been? WORD", _deleted),
    Phrase("DURATION after creation|being? created|added?", _deleted),
    Phrase("after DURATION", _deleted),
    Phrase("are|is deleted|removed|purged|kept after|for DURATION", _kept),
    Phrase("are|is deleted|removed|purged|erased DURATION after WORD", _kept),
    Phrase("kept|keep for? DURATION", _kept),
    Phrase("retained|stored for DURATION", _kept),
    Phrase("for DURATION", _kept_so_long),
    Phrase("retention|ttl of|:|=|is? DURATION", _retention),
)
