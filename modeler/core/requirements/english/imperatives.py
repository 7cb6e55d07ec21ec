"""Whether a line begins with a verb in the imperative, or with a noun that has its form."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import BE, MODALS, STATES
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.verbs import (
    AMBIGUOUS,
    CREATING,
    NOUNS_TOO,
    PHRASAL,
    RELATING,
    TRANSITIONS,
    VERBS,
    act_of,
    is_participle,
    is_verbal,
)


def is_made(draft: Draft, verb: str, end: int) -> bool:
    """Return whether "make an appointment" creates an item: an article, a noun, and nothing that "make" changes."""
    group = group_at(draft.tokens, end) if verb == "make" and draft.low(end) in {"a", "an"} else None
    if group is None or group.states or group.words[-1] in _NOT_MADE:
        return False
    after = draft.low(group.end)
    return group.end == len(draft.tokens) or after in _AFTER_NOUNS | {"if", "when", "unless", ",", ";", "and", "at"}


_NOT_MADE: Final = frozenset({"list", "copy", "change", "choice", "decision", "difference", "search", "query", "note"})


def verb_at(draft: Draft, at: int) -> tuple[str, int]:
    """Return the verb at a token and where it ends; '' if a noun is meant: "open orders", "orders of a customer"."""
    low, after = draft.low(at), draft.low(at + 1)
    if low == "pull" and after in {"request", "requests"}:
        return "", at
    if (low, after) in PHRASAL:
        return PHRASAL[low, after], at + 2
    if low not in VERBS:
        return ("", at) if not _is_unknown_verb(draft, at) else (low, at + 1)
    if low in {"open", "complete", "lower"} and after not in {"a", "an", "the"}:
        return "", at
    following = group_at(draft.tokens, at + 1)
    if following is not None and draft.known_entity((low, *following.words)) is not None:
        return "", at  # a log book, where there are log books
    is_bare = following is not None and not following.determiner and not following.is_plural
    if low in RELATING and after in _PARTICLES and draft.low(at + 2) in {"a", "an", "the"}:
        return low, at + 1
    if low in RELATING and (following is None or not following.determiner):
        return "", at
    if low in TRANSITIONS and is_bare and following is not None and following.is_trait and following.owner is None:
        return "", at
    if is_bare and following is not None and low in NOUNS_TOO & AMBIGUOUS and _is_abstract(draft, following):
        return "", at
    if is_bare and following is not None and low in NOUNS_TOO & AMBIGUOUS and draft.low(following.end) == "by":
        return "", at
    is_noun = low in NOUNS_TOO and (at + 1 >= len(draft.tokens) or after in _AFTER_NOUNS)
    return ("", at) if is_noun or _is_compound(draft, at, following) else (low, at + 1)


_PARTICLES: Final = frozenset({"up", "off", "out", "over", "back", "away", "down"})
"""Words that make an act of a verb that relates: take over a case."""


def _is_abstract(draft: Draft, group: NounGroup) -> bool:
    """Return whether a group means an amount or a process, which no act is done to: water consumption of a plot."""
    is_act = group.words[-1].endswith(("ption", "ation", "ment", "age", "ance")) and len(group.words) == 1
    return is_act and draft.low(group.end) in {"of", "per"} and not group.states


def separated(draft: Draft, verb: str, end: int) -> tuple[str, int]:
    """Return the verb of two words that an object divides ("check a passenger in"), and where its second word is; ''
    if there is none.
    """
    group = group_at(draft.tokens, end)
    whole = PHRASAL.get((verb, draft.low(group.end)), "") if group is not None and group.determiner else ""
    after = draft.low(group.end + 1) if group is not None else ""
    is_end = after in {"", ",", ".", "!", "at", "by", "with", "if", "unless", "and", "when", "for", "to", "from"}
    return (whole, group.end) if group is not None and is_end and act_of(whole) is not None else ("", end)


def _is_compound(draft: Draft, at: int, following: NounGroup | None) -> bool:
    """Return whether a word that is a verb too begins a compound: "log lines of a job", not "log events"."""
    if (
        draft.is_wish
        or draft.low(at) not in NOUNS_TOO
        or following is None
        or following.determiner
        or not following.is_plural
    ):
        return False
    if draft.low(following.end) in STATES and not following.states:
        return True  # "rent payments due this month"
    if draft.low(at) in _ACTED:
        return False
    said = zip(draft.tokens[at:], draft.tokens[at + 1 :], strict=False)
    if any(one.low == "to" and two.low in EDITS for one, two in said):
        return False
    if draft.low(following.end) == "from" and any(one.low == "to" for one in draft.tokens[following.end :]):
        return False
    if _has_verb(draft, following.end):
        return True
    after = _AFTER_COMPOUNDS if draft.low(at) in CREATING else _AFTER_COMPOUNDS | _AFTER_NOUNS | _AFTER_ANY
    return draft.low(following.end) in after and not following.states


def _has_verb(draft: Draft, end: int) -> bool:
    """Return whether the line has another verb: "water samples older than 5 years are purged"."""
    after = {draft.low(one) for one in range(end, len(draft.tokens))} if draft.low(end) in {"older", "newer"} else set()
    return bool({draft.low(end), *after} & (BE | MODALS))


_ACTED: Final = frozenset(
    [
        "sort",
        "swap",
        "exchange",
        "transfer",
        "move",
        "copy",
        "hire",
        "rent",
        "grant",
        "delay",
        "link",
        "share",
        "like",
        "follow",
        "upload",
        "download",
    ]
)
"""Verbs that begin a line as acts even where a plural follows: "swap shifts between two employees"."""
EDITS: Final = frozenset({"set", "add", "remove"})
_AFTER_COMPOUNDS: Final = frozenset({"of", "in", "by", "since", "between", "per"})
_AFTER_ANY: Final = frozenset({",", "sorted", "ordered", "at", "that", "which", "who", "grouped"})
_AFTER_NOUNS: Final = frozenset({"of", "by", "for", "in", "with", "on", "from", "history", "details", "detail"})


def _is_unknown_verb(draft: Draft, at: int) -> bool:
    """Return whether a word that no list has is a verb: it begins the line, and an article follows."""
    token = draft.tokens[at] if at < len(draft.tokens) else None
    if token is not None and token.is_word and is_verbal(token.low) and group_at(draft.tokens, at + 1) is not None:
        return True
    if token is None or not token.is_word or len(token.low) < 3:
        return False
    is_word = group_at(draft.tokens, at) is not None or (is_act(token.low) and not is_participle(token.low))
    if draft.low(at + 1) in _PARTICLES and draft.low(at + 2) in {"a", "an", "the"} and not token.low.endswith("s"):
        return is_word and not is_participle(token.low)
    return is_word and draft.low(at + 1) in {"a", "an", "the"} and not token.low.endswith("s")
