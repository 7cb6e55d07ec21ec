"""Asks which entity of the design a noun means that it does not have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import refers
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Choice, Question, Range, RequestedOrder

_CHOICES_MAX: Final = 6


def ask_unknown(draft: Draft) -> None:
    """Keep the entities that the design has; ask what the other nouns mean, and fill none of them."""
    names: tuple[str, ...] = draft.value("entities") or ()
    new = [one for one in names if draft.known.entity(one) is None]
    if not new:
        return
    # What a row is first about decides: of "picks with their songs", songs alone are not read.
    kept = tuple(one for one in names if one not in new) if names[0] not in new else ()
    had = draft.question("entities")
    given = tuple(one for one in draft.value("given") or () if one.of not in new)
    if given != (draft.value("given") or ()):
        draft.settle("given", given)
        if not given:
            draft.drop("given")
    said = " ".join(words_of(new[0]))
    choices = (
        *(Choice(f"the entity {one}", {"entities": [*kept, one]}) for one in _likely(draft)),
        Choice(f"a new entity {new[0]}", {"entities": list(names)}),
    )
    if kept:
        draft.settle("entities", kept)
    else:
        draft.unfill("entities")
        _name_bounds(draft)
    if had is None:
        draft.ask("entities", Question(f'"{said}": which entity of the design?', choices))


def _name_bounds(draft: Draft) -> None:
    """Keep of the bounds and orders of unknown items those by an attribute that the design has."""
    told: tuple[Range, ...] = draft.value("range") or ()
    bounds = tuple(replace(one, attribute=name) for one in told if (name := _named(draft, one.attribute)) is not None)
    asked: tuple[RequestedOrder, ...] = draft.value("order") or ()
    orders = tuple(
        replace(one, attribute=name)
        for one in asked
        if (name := one.attribute if one.by else _named(draft, one.attribute)) is not None
    )
    for slot, before, after in (("range", told, bounds), ("order", asked, orders)):
        if after != before and after:
            draft.settle(slot, after)
        elif after != before:
            draft.forget(slot)


def _named(draft: Draft, attribute: str) -> str | None:
    """Return the attribute of the design that words name, '' for a time without a name; None if it can be several."""
    found = {
        held.name
        for each in draft.known.own
        if attribute and (held := each.named(words_of(attribute), draft.known)) is not None
    }
    return "" if not attribute else found.pop() if len(found) == 1 else None


def _likely(draft: Draft) -> Iterator[str]:
    """Yield entities that the noun can mean, those that refer to what is given first."""
    owners = [draft.known.entity(one.of) for one in draft.value("given") or ()]
    parents = [one for one in owners if one is not None]
    near = [one.name for one in draft.known.own if any(refers(draft.known, one, parent) for parent in parents)]
    yield from list(dict.fromkeys((*near, *(one.name for one in draft.known.own))))[:_CHOICES_MAX]
