"""The last look at a row: it names no attribute that its entity does not have; what can be meant is a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import refers
from modeler.core.requirements.english.grounding.partial import named_in_part
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Choice, Question
from modeler.core.requirements.vocabulary import KnownEntity

_SLOTS: Final = ("given", "range", "order", "condition", "changes")


def keep_known(draft: Draft) -> None:
    """Name attributes as the design does; ask about those that the entity does not have."""
    names: tuple[str, ...] = draft.value("entities") or ()
    held = draft.known.entity(names[0]) if len(names) == 1 else None
    if held is None or not held.is_own:
        return
    for slot in _SLOTS:
        told: tuple[Any, ...] = draft.value(slot) or ()
        made = tuple(_known(draft, held, one) for one in told)
        kept = tuple(one for one in made if one is not None)
        if made == told:
            continue
        question = draft.question(slot)
        strange = next((old for old, new in zip(told, made, strict=True) if new is None), None)
        if kept:
            draft.settle(slot, kept)
        elif strange is not None:
            draft.unfill(slot)
        if question is not None:
            draft.ask(slot, question)
        elif strange is not None:
            draft.ask(slot, _which(slot, kept, strange, held))


def _known(draft: Draft, held: KnownEntity, one: Any) -> Any:
    """Return what a slot holds with the design's name of its attribute; None if the entity has none of that name."""
    name = one.attribute
    is_told = any(getattr(one, part, None) for part in ("of", "by"))
    if not name or is_told or held.attribute(name) is not None:
        return one
    # "the attribute PK": it is named as such.
    if any(said.text == name and draft.low(at - 1) == "attribute" for at, said in enumerate(draft.tokens)):
        return one
    if "." in name:
        return one
    if any(each.attribute(name) is not None and _is_near(draft, held, each) for each in draft.known.own):
        return one
    found = held.spoken(words_of(name))
    return replace(one, attribute=found.name) if found is not None else None


def _is_near(draft: Draft, held: KnownEntity, other: KnownEntity) -> bool:
    """Return whether an attribute can be found through what the items refer to."""
    return refers(draft.known, held, other)


def _which(slot: str, kept: tuple[Any, ...], strange: Any, held: KnownEntity) -> Question:
    names = dict.fromkeys((*named_in_part(held, strange.attribute), strange.attribute))
    choices = tuple(Choice(name, {slot: plain_value((*kept, replace(strange, attribute=name)))}) for name in names)
    return Question(f'"{" ".join(words_of(strange.attribute))}": which attribute?', choices)
