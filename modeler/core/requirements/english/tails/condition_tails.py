"""Clauses on which a write depends: "unless they already rent a plot there", "while it has fewer than 120 players".

The rules of `slots.conditions` read the clauses that name an attribute or a state. Any other clause after one of these
words is a condition all the same: its words become the condition, with the question which attribute says so.
"""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places, words_at
from modeler.core.requirements.english.tails.limits import compared, opposite
from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    BE,
    COMPARATIVES,
    DO,
    HAVE,
    MOMENTS,
    NEGATIONS,
    PRONOUNS,
    STATES,
    UNITS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import base_form, is_participle, participle
from modeler.core.requirements.slots import Act, Comparator, Condition, Question

_OPENERS: Final = (
    ("only", "if"), ("only", "when"), ("only", "once"), ("only", "after"), ("only", "while"),
    ("but", "not", "before"), ("not", "before"), ("but", "only", "if"), ("but", "only", "when"),
    ("but", "only", "once"), ("before",), ("after",), ("unless",), ("if",), ("while",), ("once",),
    ("provided",), ("when",),
)  # fmt: skip
"""Words with which a clause begins on which a write depends."""
_NOBODY: Final = words_in("nobody noone none nothing")
_THEM: Final = PRONOUNS - {"there", "nobody", "none", "me", "us", "ones"}
_FEW: Final = {
    "fewer": Comparator.LESS, "less": Comparator.LESS, "more": Comparator.GREATER, "least": Comparator.AT_LEAST,
    "most": Comparator.AT_MOST,
}  # fmt: skip
_ENDS: Final = words_in(", ; . ( ) : – — - !")
_COMPARING: Final = COMPARATIVES | words_in("than within before after since at")
_NOT: Final = NEGATIONS | words_in("didn't won't can't cannot")
_STILL: Final = words_in("there here still yet ever also been now currently else meanwhile")


def condition_tail(draft: Draft, at: int) -> int | None:
    """Read a clause on which a write depends; return where it ended, None if none begins here."""
    act = draft.value("operation")
    if (act is not None and act.is_read) or not draft.verb:
        return None
    opener = next((one for one in _OPENERS if words_at(draft, at, one)), None)
    if opener is None or (opener == ("when",) and draft.low(at + 1).endswith("ing")):
        return None
    start = at + len(opener)
    end = _end(draft, start)
    if end - start < 2 or any(draft.used[at:end]):
        return None
    said = _said(draft, start, end, opener)
    if said is None:
        return None
    draft.fill("condition", said, places(at, end))
    if not said.attribute:
        text = draft.text[draft.tokens[start].start : draft.tokens[end - 1].end]
        draft.ask("condition", Question(f'Which attribute says "{text}"?'))
    return end


def _end(draft: Draft, start: int) -> int:
    at = start
    while at < len(draft.tokens) and draft.low(at) not in _ENDS:
        at += 1
    return at


def _said(draft: Draft, start: int, end: int, opener: tuple[str, ...]) -> Condition | None:
    """Return the condition that a clause states; None where it compares, or tells what happens."""
    is_negated = opener in {("unless",), ("before",)}
    if (amount := compared(draft, start, end)) is not None:
        is_not = is_negated or draft.low(start - len(opener) - 1) == "not"
        return opposite(amount) if is_not else amount
    if (amount := _amount(draft, start, end)) is not None:
        return None if is_negated else amount
    is_nobody = draft.low(start) in _NOBODY or draft.low(start) == "no"
    is_self = is_nobody or draft.low(start) in _THEM
    subject, place = _subject(draft, start + (draft.low(start) in {"both", "either"}))
    words, turns = _predicate(draft, place, end)
    if opener in {("before",), ("after",)} and draft.low(place) not in BE | HAVE:
        return None
    is_negated = is_negated ^ is_nobody ^ turns
    if not words or place == start:
        return None
    if is_nobody and is_participle(words[0]):
        words = words[:1]
    elif words[0] == "already" and len(words) == 2:
        words = words[1:]
    is_state = (len(words) == 1 or words[1:] in (["out"], ["up"], ["off"])) and _is_state(words[0])
    if not is_self and (placed := _placed(draft, words, place, end)):
        words, is_state = placed, True
    if not is_state and not (is_self and opener[0] in {"unless", "if", "only"} and _is_done(draft, words, end)):
        return None
    if (
        is_self
        and draft.value("operation") is Act.CREATE
        and draft.value("entities")
        and words[-1] == participle(draft.verb)
    ):
        return None  # that it is not there yet is what creating means
    return Condition("", value=" ".join((*("not",) * is_negated, *subject, *words)))


def _predicate(draft: Draft, place: int, end: int) -> tuple[list[str], bool]:
    """Return the words of a predicate without its auxiliaries, and whether it is negated."""
    words: list[str] = []
    is_negated = False
    for at in range(place, end):
        low = draft.low(at)
        if low in _NOT or low.endswith("n't"):
            is_negated = not is_negated
        elif low in _STILL or (not words and low in BE | HAVE | DO) or draft.tokens[at].kind in {"mark", "possessive"}:
            continue
        else:
            words.append(low)
    return words, is_negated


def _is_done(draft: Draft, words: list[str], end: int) -> bool:
    """Return whether a predicate is a verb with its object: "already rent a plot there"."""
    verb = words[words[0] == "already"] if len(words) > 1 else ""
    is_verb = base_form(verb) != "" and (base_form(verb) == verb or is_participle(verb))
    return is_verb and not set(words) & _COMPARING and len(words) > 2


def _placed(draft: Draft, words: list[str], place: int, end: int) -> list[str]:
    """Return a state of several words without its articles: in a ride, on file, consented in writing; [] if it is
    none.
    """
    rest = words[1:] if _is_state(words[0]) or words[0] == "already" else words
    group = group_at(draft.tokens, end - 1)
    is_phrase = len(rest) > 1 and rest[0] in _PLACING and len(rest) <= 4 and group is not None
    is_being = draft.low(place) in BE | HAVE or draft.low(place - 1) in BE | HAVE
    is_free = not set(rest) & _COMPARING and not any(number_of(one) is not None for one in draft.tokens[place:end])
    if not (is_phrase and is_being and is_free and draft.low(end - 1) not in {*UNITS, *MOMENTS}):
        return []
    return [one for one in words if one not in ARTICLES and one != "already"]


_PLACING: Final = words_in("in on at under out off with by")


def _is_state(word: str) -> bool:
    return word in STATES or is_participle(word)


def _subject(draft: Draft, at: int) -> tuple[tuple[str, ...], int]:
    """Return the nouns of what a clause is about, none for the item that is written, and where they end."""
    low = draft.low(at)
    if low == "no" and draft.low(at + 1) == "one":
        return (), at + 2 + (draft.low(at + 2) == "else")
    if low in _NOBODY | _THEM:
        return (), at + 1
    group = group_at(draft.tokens, at, before_verb=True)
    if group is None:
        return (), at
    groups = [group]
    while draft.low(groups[-1].end) == "and" and (other := group_at(draft.tokens, groups[-1].end + 1)) is not None:
        groups.append(other)
    end = groups[-1].end
    own = draft.value("entities") or ()
    if len(groups) == 1 and draft.entity(group.words) in own:
        return (), end
    nouns = " and ".join(" ".join(one.words) for one in groups)
    return tuple(nouns.split()), end


def _amount(draft: Draft, start: int, end: int) -> Condition | None:
    """Read "the tournament has fewer than 120 players", "there are at least 2 seats left": a number is compared."""
    for at in range(start, end - 2):
        comparison = _FEW.get(draft.low(at))
        place = at + 1 + (draft.low(at + 1) == "than")
        number = number_of(draft.tokens[place]) if place < end else None
        group = group_at(draft.tokens, place + 1) if number is not None else None
        if comparison is not None and group is not None and group.end <= end and not group.determiner:
            return Condition(draft.attribute(group.words), comparison, str(number))
    return None
