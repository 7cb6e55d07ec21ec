"""Reads what the clauses of a line say beside its request, where its row is about one entity of the design."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.completing.leaving_out import read_left_out
from modeler.core.requirements.english.completing.linking import link
from modeler.core.requirements.english.completing.phrases import read_phrases
from modeler.core.requirements.english.completing.requiring import read_required
from modeler.core.requirements.english.completing.returning import read_returned
from modeler.core.requirements.english.completing.stating import read_stated
from modeler.core.requirements.english.completing.times import name_times
from modeler.core.requirements.english.completing.unique import read_unique
from modeler.core.requirements.english.completing.values import read_values
from modeler.core.requirements.english.constructions.origins import name_origin
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.remaining.bounds import read_bounds
from modeler.core.requirements.english.remaining.givens import read_givens
from modeler.core.requirements.english.remaining.orders import rank, read_orders
from modeler.core.requirements.english.remaining.quantities import read_quantities
from modeler.core.requirements.english.remaining.spelled_out import spelled_out
from modeler.core.requirements.english.remaining.states import read_states

_STEPS: Final = (
    link,
    read_required,
    read_stated,
    read_unique,
    read_left_out,
    read_values,
    read_phrases,
    read_givens,
    read_states,
    read_orders,
    name_times,
    rank,
    read_bounds,
    name_origin,
    read_quantities,
    read_returned,
)
_OF_TEXTS: Final = (read_required, read_stated, read_states, read_orders)
"""What is read without a design, of the attributes that the line spells out."""


def complete(draft: Draft) -> None:
    """Fill what is still open of a row from the words that are left."""
    if not draft.known.own:
        spelled = spelled_out(draft)
        if spelled is not None:
            for step in _OF_TEXTS:
                step(draft, spelled)
        return
    names: tuple[str, ...] = draft.value("entities") or ()
    held = draft.known.entity(names[0]) if names else None
    if held is None or not held.is_own or draft.question("entities") is not None:
        return
    for step in _STEPS:
        held = draft.known.entity((draft.value("entities") or ("",))[0]) or held
        step(draft, held)
