"""Bounds that a clause tells: "whose end time has passed", "unless it already has 50 members", "that cost over 20"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.speech import is_describing
from modeler.core.requirements.morphology import singular, words_of
from modeler.core.requirements.slots import Comparator, Condition, Question, Range


def _passed(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "whose end time has passed"."""
    group: NounGroup = caught[0]
    if group.is_plural or group.states or not draft.has("entities"):
        return False
    draft.fill("range", Range(draft.attribute(group.words), Comparator.LESS, ("now",)), places(at, end))
    return True


def _already(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "unless it already has 50 members": fewer than that."""
    number, group = caught
    return _counted(draft, group, Comparator.LESS, number, places(at, end))


def _fewer(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "if it has fewer than 50 members"."""
    number, group = caught
    is_less = any(draft.low(one) in {"fewer", "less"} for one in range(at, group.start))
    return _counted(draft, group, Comparator.LESS if is_less else Comparator.GREATER, number, places(at, end))


def _counted(draft: Draft, group: NounGroup, sign: Comparator, number: Any, at: range) -> bool:
    """Compare the attribute that counts what a group names: the design's, else memberCount."""
    act = draft.value("operation")
    if not group.is_plural or group.states or act is None or act.is_read:
        return False
    words = (*group.words[:-1], singular(group.words[-1]))
    named = {(*words, "count"), ("number", "of", *words), words}
    held = [each.name for one in draft.known.own for each in one.entity.attributes if words_of(each.name) in named]
    name = held[0] if len(set(held)) == 1 else draft.attribute((*words, "count"))
    draft.fill("condition", Condition(name, sign, str(number)), at)
    return True


def _costing(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that cost less than 20"."""
    is_less = any(draft.low(one) in {"less", "under", "below"} for one in range(at, end))
    sign = Comparator.LESS if is_less else Comparator.GREATER
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    name = "cost" if held is not None and held.attribute("cost") is not None else draft.attribute(("price",))
    draft.fill("range", Range(name, sign, (str(caught[0]),)), places(at, end))
    return True


def _ones(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "damages of a car, severe ones only"."""
    word = draft.low(end - 3 if draft.low(end - 1) == "only" else end - 2)
    act = draft.value("operation")
    if not is_describing(word) or not draft.has("entities") or act is None or not act.is_read:
        return False
    draft.fill("condition", Condition("", value=word), places(at, end))
    draft.ask("condition", Question(f'Which attribute says "{word}"?'))
    return True


def _asked_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "which copies of a title are available"."""
    is_question = draft.low(0) in {"which", "what"} and draft.has("given") and draft.has("entities")
    if not is_question or draft.low(end) in {"most", "least", "more", "often"}:
        return False
    state_condition(draft, str(caught[0]), places(at, end))
    return True


def _asked_not(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "which submissions of a student have not been graded yet"."""
    if draft.low(0) not in {"which", "what"} or not (draft.has("given") and draft.has("entities")):
        return False
    if draft.low(end) in {"in", "for", "since", "within", "during", "over", "by"}:
        return False
    state_condition(draft, f"not {caught[0]}", places(at, end))
    return True


_MORE: Final = "less|more than"
RULES: Final = (
    Phrase("whose GROUP has|have|is|are already? passed|expired|elapsed|gone|over|past", _passed),
    Phrase("unless it|they|this already? has|have already? NUMBER GROUP", _already),
    Phrase("only? if|when it|they has|have fewer|less|more than NUMBER GROUP", _fewer),
    Phrase(f"that|which cost|costs {_MORE} NUMBER", _costing),
    Phrase("that|which cost|costs under|over|below|above NUMBER", _costing),
    Phrase("costing under|over|below|above NUMBER", _costing),
    Phrase(f"costing {_MORE} NUMBER", _costing),
    Phrase("is|are|was|were still|currently|now? STATE", _asked_state),
    Phrase("has|have|is|are|was|were not yet? been? PARTICIPLE yet?", _asked_not),
    Phrase("haven't|hasn't|aren't|isn't yet? been? PARTICIPLE yet?", _asked_not),
    Phrase("WORD ones only", _ones),
    Phrase("only WORD ones", _ones),
)
