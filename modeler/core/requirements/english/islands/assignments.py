"""Assignments as code has them: "set status=CAPTURED", "coins -= price", "application -> HIRED"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.edits import set_state
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import AttributeChange, Comparator, Condition, Edit

_SIGNS: Final = {
    ">=": Comparator.AT_LEAST, "<=": Comparator.AT_MOST, ">": Comparator.GREATER, "<": Comparator.LESS,
    "=": Comparator.EQUAL, "<>": Comparator.UNEQUAL, "!=": Comparator.UNEQUAL,
}  # fmt: skip
_IF: Final = words_in("where if iff when unless provided condition must stay only")
_NOW: Final = words_in("now ts timestamp")


def fill_assignments(draft: Draft) -> None:
    """Fill the changes and the conditions of a write as code has them."""
    is_condition = False
    last = ""
    for at in range(len(draft.tokens)):
        if draft.used[at]:
            continue
        is_condition = (is_condition or draft.low(at) in _IF) and draft.low(at) not in {";"}
        found = _arrow(draft, at) or _step(draft, at) or _compared(draft, at, last, is_condition=is_condition)
        last = found or last


def has_assignment(draft: Draft, at: int) -> bool:
    """Return whether an assignment follows: "coins -= price", "status=CAPTURED"."""
    said = [token.low for token in draft.tokens[at:]]
    return any(one in {"-", "+"} and two == "=" for one, two in pairwise(said)) or "=" in said[:4]


def _name(draft: Draft, at: int) -> tuple[str, ...]:
    """Return the words of the attribute at a token, without what it belongs to: job.openings."""
    token = draft.tokens[at] if at < len(draft.tokens) else None
    if token is None or not token.is_word:
        return ()
    return words_of(token.text.rpartition(".")[2])


def _arrow(draft: Draft, at: int) -> str:
    """Read "application -> HIRED"."""
    said = [draft.low(one) for one in (at + 1, at + 2)]
    state = draft.tokens[at + 3] if at + 3 < len(draft.tokens) else None
    if said != ["-", ">"] or state is None or not state.text.isupper() or not draft.tokens[at].is_word:
        return ""
    set_state(draft, state.low, places(at, at + 4))
    return draft.low(at)


def _step(draft: Draft, at: int) -> str:
    """Read "coins -= price"."""
    sign, words = draft.low(at + 1), _name(draft, at)
    if not words or sign not in {"-", "+"} or draft.low(at + 2) != "=" or at + 3 >= len(draft.tokens):
        return ""
    value = draft.tokens[at + 3].plain
    name = draft.attribute(words)
    draft.fill("changes", AttributeChange(Edit.ADD, name, f"{sign.strip('+')}{value}"), places(at, at + 4))
    return name


def _compared(draft: Draft, at: int, last: str, *, is_condition: bool) -> str:
    """Read "status=AUTHORIZED" after "where", and as a change before it; "stay >= 0" is about what changed."""
    sign, value = _SIGNS.get(draft.low(at + 1)), draft.tokens[at + 2] if at + 2 < len(draft.tokens) else None
    words = _name(draft, at)
    if sign is None or value is None or not words or value.kind == "mark":
        return ""
    is_told = draft.low(at) in _IF | {"be", "remain"}
    name = last if is_told else draft.attribute(words)
    if not name:
        return ""
    end = at + 3
    if is_condition or sign is not Comparator.EQUAL:
        draft.fill("condition", Condition(name, sign, value.plain), places(at, end))
    else:
        said = "" if value.low in _NOW or not (value.is_value or value.is_word) else value.plain
        draft.fill("changes", AttributeChange(Edit.SET, name, said), places(at, end))
    return name
