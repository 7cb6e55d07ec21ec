"""Lines with two requests: "reserve a seat and record the payment", "pets of a user, and the users in a house"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.answers import with_slots
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.words.lexicon import POSSESSIVES, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken, number_of
from modeler.core.requirements.english.words.verbs import READING, VERBS
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import JOINS, TRANSACTION, Choice, Question, Slot, Span

_WRITES: Final = frozenset(VERBS - READING)
_OBJECTS: Final = words_in("a an the its their one all every each his her this that")
_MEANWHILE: Final = words_in(
    ", at the same time also simultaneously atomically immediately in step transaction go one a single"
)
"""Words between "and" and a second act that tell only that both happen together."""


def second_read(tokens: tuple[WordToken, ...]) -> int:
    """Return the place of the comma before a second read, which has a given of its own; 0 if there is none."""
    first = group_at(tokens, int(tokens[0].low in READING)) if tokens else None
    if first is None or not (first.is_plural or tokens[0].low in READING):
        return 0
    for at in range(first.end + 2, len(tokens) - 5):
        if tokens[at].low != "," or tokens[at + 1].low != "and" or tokens[at + 2].low not in {"the", "all"}:
            continue
        found = match(tokens, at + 2, "GROUP in|of|at|on|for|by ONE")
        if found is not None and found[0] == len(tokens) and found[1][0].is_plural:
            is_own = tokens[found[1][1].start].low in {"a", "an", "given"}
            return at if is_own and not (found[1][0].states or found[1][0].rank) else 0
    return 0


def parts_of(all_tokens: tuple[WordToken, ...]) -> list[tuple[WordToken, ...]]:
    """Divide a line where a second act begins: "reserve a seat and record the payment", also after an occasion or a
    title: "when a file is read, log the read and bump its count".
    """
    lead = lead_of(all_tokens)
    parts = _divided(all_tokens[lead:])
    if len(parts) > 1:
        parts = [parts[0], *(_with_noun(one, parts[0]) for one in parts[1:])]
    if lead and len(parts) > 1:
        return [with_lead(parts[0], all_tokens[: lead - 1]), *parts[1:]]
    return _divided(all_tokens)


def _with_noun(part: tuple[WordToken, ...], first: tuple[WordToken, ...]) -> tuple[WordToken, ...]:
    """Return "remove the old one" with the noun that the act before it has."""
    group = group_at(first, 1)
    for at in range(1, len(part) - 1) if group is not None else ():
        if part[at].low in _OTHER and part[at + 1].low == "one" and group is not None:
            nouns = tuple(replace(part[at + 1], low=one.low) for one in first[group.noun : group.end])
            return (*part[:at], *nouns, *part[at + 2 :])
    return part


_OTHER: Final = words_in("old other previous former existing current")


def with_lead(part: tuple[WordToken, ...], lead: tuple[WordToken, ...]) -> tuple[WordToken, ...]:
    """Return the tokens of an act with its occasion or title behind it, where it decides nothing and stays visible."""
    return (*part, replace(lead[0], low="because", kind="word"), *lead[1:])


def lead_of(tokens: tuple[WordToken, ...]) -> int:
    """Return where the acts begin after an occasion ("when ...,") or a title of one; 0 without one."""
    mark = "," if tokens and tokens[0].low in _OCCASIONS else ":"
    at = next((one for one, token in enumerate(tokens[:_LEAD_MAX]) if token.low == mark), 0)
    objects = _OBJECTS if mark == "," else _OBJECTS - POSSESSIVES
    is_act = 0 < at < len(tokens) - 3 and tokens[at + 1].low in _WRITES and tokens[at + 2].low in objects
    return at + 1 if is_act else 0


_OCCASIONS: Final = words_in("when whenever once after if")
_LEAD_MAX: Final = 14


def _divided(all_tokens: tuple[WordToken, ...]) -> list[tuple[WordToken, ...]]:
    if not all_tokens or all_tokens[0].low not in _WRITES:
        cut = second_read(all_tokens)
        return [all_tokens[:cut], all_tokens[cut + 2 :]] if cut else [all_tokens]
    for at in range(2, len(all_tokens) - 2):
        joint = at - 1
        while joint > 2 and all_tokens[joint].low in _MEANWHILE:
            joint -= 1
        before = all_tokens[joint].low
        verb, after = all_tokens[at].low, all_tokens[at + 1]
        is_object = after.low in _OBJECTS or number_of(after) is not None
        if before in {"and", "then"} and verb in _WRITES and is_object:
            cut = joint
            while all_tokens[cut - 1].low in {"and", ","}:
                cut -= 1
            return [all_tokens[:cut], all_tokens[at:]]
    return [all_tokens]


def joined(rows: tuple[Row, ...], told: Span | None = None) -> tuple[Row, ...]:
    """Ask whether the acts of one line happen together, unless it says so; of reads, that changes nothing."""
    if told is not None:
        return tuple(with_slots(row, joined=Slot(TRANSACTION, (told,))) for row in rows)
    if all(row.operation.value is not None and row.operation.value.is_read for row in rows):
        return rows
    labels = ("one transaction: all happen or none", "two requirements of their own")
    choices = tuple(Choice(label, {"joined": word}) for label, word in zip(labels, JOINS, strict=True))
    asked = Slot[str](question=Question("Do these happen together?", choices))
    return tuple(with_slots(row, joined=asked) for row in rows)
