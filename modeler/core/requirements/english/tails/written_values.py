"""What a new item is written with: "with date and reason", "from a start time to an end time"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.words.lexicon import MOMENTS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.slots import Act, AttributeChange, Condition, Edit

_NEW: Final = frozenset({Act.CREATE, Act.SAVE})


def _is_value(draft: Draft, group: NounGroup) -> bool:
    """Return whether a noun names a value of the item, and neither items nor a person."""
    is_plain = not (group.is_plural or group.rank or group.count or group.owner or group.states or group.skipped)
    return is_plain and draft.known_entity(group.words) is None and not is_agent(group)


def _with(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with date and reason", "with the odometer reading": values that are written."""
    groups: list[NounGroup] = [one for one in caught if isinstance(one, NounGroup)]
    if draft.value("operation") not in _NEW or not all(_is_value(draft, one) for one in groups):
        return False
    is_listed = len(groups) > 1 and not any(one.determiner for one in groups)
    is_named = all(one.is_trait or one.determiner in {"the", "its", "their"} for one in groups)
    if not (is_listed or is_named) or draft.low(end) in {"of", "between", "above", "below", "and"}:
        return False
    for one in groups:
        draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(one.words)), places(at, end))
    return True


def _from_to(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "from a start time to an end time": two values of what is written; two places stay unread."""
    act = draft.value("operation")
    is_time = all(one.words[-1] in MOMENTS and not (one.states or one.is_plural) for one in caught)
    if (act.is_read if act is not None else not draft.verb) or not is_time:
        return False
    for one, name in zip(caught, ("start", "end"), strict=True):
        words = one.words if len(one.words) > 1 else (name, *one.words)
        draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(words)), places(at, end))
    return True


def _from(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "sign a lease from a start date"."""
    group: NounGroup = caught[0]
    act = draft.value("operation")
    is_date = len(group.words) > 1 and group.words[-1] in MOMENTS and group.words[0] in {"start", "begin", "entry"}
    if act not in _NEW or not is_date:
        return False
    draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(group.words)), places(at, end))
    return True


def _having_none(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "delete an assignment that has no grades yet": a condition of the write."""
    act, group = draft.value("operation"), caught[0]
    if act not in {Act.UPDATE, Act.DELETE} or group.states or group.determiner:
        return False
    draft.fill("condition", Condition("", value=f"no {' '.join(group.words)}"), places(at, end))
    return True


def _once_per(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "unlock an achievement once per player": who it is done for is given; that it is done once stays unread."""
    group: NounGroup = caught[0]
    act = draft.value("operation")
    if act is None or act.is_read or not _is_one(group):
        return False
    return give(draft, group, places(end - len(group.words) - 1, end))


def _is_one(group: NounGroup) -> bool:
    return not (group.is_plural or group.states or group.is_trait) and group.words[-1] not in MOMENTS


RULES: Final = (
    Phrase("with BARE ,|and BARE ,|and BARE", _with),
    Phrase("with BARE and BARE", _with),
    Phrase("with GROUP", _with),
    Phrase("from|between GROUP to|until|till|and GROUP", _from_to),
    Phrase("from GROUP", _from),
    Phrase("that|which has|have no GROUP yet?", _having_none),
    Phrase("only? once per BARE", _once_per),
)
