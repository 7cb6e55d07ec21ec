"""Further clauses that set something: "(blocked = true)", "afterwards the state is 'out'"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.changes import change, value_at
from modeler.core.requirements.english.naming.names import is_clause_end, listed_at, name_at
from modeler.core.requirements.english.words.lexicon import BE, words_in
from modeler.core.requirements.vocabulary import KnownEntity

_THEN: Final = words_in("afterwards then later thereafter subsequently finally")
_DONE: Final = words_in("set filled stamped recorded stored noted written saved entered registered captured given")
_INTO: Final = words_in("goes go lands written stored put recorded noted ends")
_VERDICTS: Final = words_in("true false")
_MAKING: Final = words_in("make set mark")
_SMALL: Final = words_in("in up as well too also the at same time together")


def set_further(draft: Draft, held: KnownEntity, at: int) -> int:
    """Read a clause that sets something at a token; return where it ends, 0 if none is there."""
    return (
        _afterwards(draft, held, at)
        or _equals(draft, held, at)
        or _made(draft, held, at)
        or _several(draft, held, at)
        or _into(draft, held, at)
        or _next(draft, held, at)
        or _plain(draft, held, at)
    )


def _afterwards(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "afterwards the state is 'released'"."""
    if draft.low(at) not in _THEN:
        return 0
    name, end = name_at(draft, held, at + 1)
    value, stop = value_at(draft, held, name, end + 1) if name and draft.low(end) in BE else ("", 0)
    return change(draft, name, value, at, stop) if stop and value else 0


def _equals(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "(blocked = true)", "stage = withdrawn"; not after words that require it."""
    name, end = name_at(draft, held, at)
    if not name or draft.low(end) != "=" or _is_required(draft, at):
        return 0
    token = draft.tokens[end + 1] if end + 1 < len(draft.tokens) else None
    if token is None or not (token.is_value or token.is_word) or not is_clause_end(draft, end + 2):
        return 0
    return change(draft, name, token.plain if token.is_value else token.low, at, end + 2)


def _is_required(draft: Draft, at: int) -> bool:
    place = at - 1
    while place >= 0 and draft.tokens[place].kind != "mark":
        if draft.low(place) in _IF:
            return True
        place -= 1
    return False


_IF: Final = words_in("if when while where unless only provided until whose must as once")


def _made(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "make inUse true"."""
    if draft.low(at) not in _MAKING:
        return 0
    name, end = name_at(draft, held, at + 1)
    is_value = bool(name) and draft.low(end) in _VERDICTS and is_clause_end(draft, end + 1)
    return change(draft, name, draft.low(end), at, end + 1) if is_value else 0


def _several(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "fixedAt and fixedBy are filled in"."""
    names, end = listed_at(draft, held, at)
    is_set = draft.low(end) in BE | {"get", "gets"} and draft.low(end + 1) in _DONE
    if len(names) < 2 or not is_set:
        return 0
    stop = end + 2
    while draft.low(stop) in _SMALL:
        stop += 1
    if not is_clause_end(draft, stop):
        return 0
    for one in names:
        change(draft, one, "", at, stop)
    return stop


def _into(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "his name goes into handler", "with the time in paidAt"."""
    if draft.low(at) not in {"into", "in"}:
        return 0
    is_led = draft.low(at - 1) in _INTO or draft.low(at - 1) in {"timestamp", "date", "time"}
    name, end = name_at(draft, held, at + 1)
    if not name or not is_led or not is_clause_end(draft, end):
        return 0
    start = at
    while start > 0 and draft.tokens[start - 1].kind != "mark" and not draft.used[start - 1]:
        start -= 1
    return change(draft, name, "", start, end)


def _plain(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "-> status 'collected'": an attribute and its value behind a mark, and nothing else in the clause."""
    if draft.low(at - 1) not in {":", ">", "→", "⇒"}:
        return 0
    name, end = name_at(draft, held, at)
    is_value = bool(name) and end < len(draft.tokens) and draft.tokens[end].kind == "quoted"
    is_value = is_value and is_clause_end(draft, end + 1)
    return change(draft, name, draft.tokens[end].plain, at, end + 1) if is_value else 0


def _next(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "set endsAt, status 'closed'": one more after what is changed already."""
    is_next = draft.low(at) in {"and", ",", "+"} and draft.last_of("changes") == at - 1
    name, end = name_at(draft, held, at + 1) if is_next else ("", at)
    is_value = bool(name) and end < len(draft.tokens) and draft.tokens[end].kind == "quoted"
    return change(draft, name, draft.tokens[end].plain, at + 1, end + 1) if is_value else 0
