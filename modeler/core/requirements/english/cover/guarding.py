"""The last look at a row in a design: it names no entity and no attribute that the design does not have. What other
words can mean is a question, with the names of the design as answers, and nothing is filled in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import refers
from modeler.core.requirements.english.grounding.partial import named_in_part
from modeler.core.requirements.english.grounding.unknown import ask_unknown
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Choice, Question, Returned
from modeler.core.requirements.vocabulary import KnownEntity

_SLOTS: Final = ("given", "range", "order", "condition", "changes")


def keep_known(draft: Draft) -> None:
    """Name entities and attributes as the design does; ask about those that it does not have."""
    if not draft.known.own:
        return
    ask_unknown(draft)
    names: tuple[str, ...] = draft.value("entities") or ()
    found = [one for name in names if (one := draft.known.entity(name)) is not None]
    if not all(one.is_own for one in found):
        return
    holders = tuple(found) or draft.known.own
    for slot in _SLOTS:
        _keep(draft, slot, holders)
    _keep_returned(draft, holders)


def _keep(draft: Draft, slot: str, holders: tuple[KnownEntity, ...]) -> None:
    told: tuple[Any, ...] = draft.value(slot) or ()
    made = tuple(_known(draft, holders, one) for one in told)
    if made == told:
        return
    kept = tuple(one for one in made if one is not None)
    question = draft.question(slot)
    strange = next((old for old, new in zip(told, made, strict=True) if new is None), None)
    if kept:
        draft.settle(slot, kept)
    elif strange is not None:
        draft.unfill(slot)
    if question is not None:
        draft.ask(slot, question)
    elif strange is not None:
        draft.ask(slot, _which(slot, kept, strange, holders))


def _known(draft: Draft, holders: tuple[KnownEntity, ...], one: Any) -> Any:
    """Return what a slot holds with the design's name of its attribute; None if the design has none of that name."""
    name = one.attribute
    owner = getattr(one, "of", "") or (name if getattr(one, "by", "") else "")
    if owner:
        return one if draft.known.entity(owner) is not None or _has(draft, holders, owner) else None
    # "the attribute PK": it is named as such.
    is_code = any(said.text == name and draft.low(at - 1) == "attribute" for at, said in enumerate(draft.tokens))
    if not name or is_code or "." in name or _has(draft, holders, name):
        return one
    spoken = {found.name for held in holders if (found := held.spoken(words_of(name))) is not None}
    return replace(one, attribute=spoken.pop()) if len(spoken) == 1 else None


def _has(draft: Draft, holders: tuple[KnownEntity, ...], name: str) -> bool:
    """Return whether the items have an attribute, or what they refer to has it."""
    near = [each for each in draft.known.own if any(refers(draft.known, held, each) for held in holders)]
    return any(one.attribute(name) is not None or name in one.identity for one in (*holders, *near))


def _keep_returned(draft: Draft, holders: tuple[KnownEntity, ...]) -> None:
    """Ask which attribute is computed, and for each of what, where the design has none of that name."""
    made: Returned | None = draft.value("returned")
    if made is None or draft.question("returned") is not None:
        return
    strange = [one for one in (*made.attributes, *made.group) if not _has(draft, holders, one)]
    if not strange:
        return
    draft.unfill("returned")
    likely = dict.fromkeys(each for held in holders for each in named_in_part(held, strange[0]))
    choices = tuple(
        Choice(one, {"returned": plain_value(_renamed(made, strange[0], one))}) for one in (*likely, strange[0])
    )
    draft.ask("returned", Question(f'"{" ".join(words_of(strange[0]))}": which attribute?', choices))


def _renamed(made: Returned, before: str, name: str) -> Returned:
    attributes, group = (
        tuple(name if one == before else one for one in listed) for listed in (made.attributes, made.group)
    )
    return replace(made, attributes=attributes, group=group)


def _which(slot: str, kept: tuple[Any, ...], strange: Any, holders: tuple[KnownEntity, ...]) -> Question:
    likely = (each for held in holders for each in named_in_part(held, strange.attribute))
    names = dict.fromkeys((*likely, strange.attribute))
    choices = tuple(Choice(name, {slot: plain_value((*kept, _named(strange, name)))}) for name in names)
    return Question(f'"{" ".join(words_of(strange.attribute))}": which attribute?', choices)


def _named(one: Any, name: str) -> Any:
    """Return what a slot holds with another attribute, which identifies no other entity."""
    return one if name == one.attribute else replace(one, attribute=name, **({"of": ""} if hasattr(one, "of") else {}))
