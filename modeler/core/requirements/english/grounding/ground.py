"""Reads a row once more with the words of the design, in the order in which one thing follows from another."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.acts import by_act, by_addition, by_reference
from modeler.core.requirements.english.grounding.asking import by_question
from modeler.core.requirements.english.grounding.batches import by_ids
from modeler.core.requirements.english.grounding.own_values import settle_own
from modeler.core.requirements.english.grounding.partial import (
    ask_holder,
    ask_returned,
    ask_states,
    complete_names,
    time_of_child,
)
from modeler.core.requirements.english.grounding.subjects import (
    by_amount,
    by_attribute,
    by_name,
    by_relation,
    by_verb,
)
from modeler.core.requirements.english.grounding.taking import by_taking
from modeler.core.requirements.english.grounding.unknown import ask_unknown
from modeler.core.requirements.english.grounding.values import (
    ground_changes,
    ground_conditions,
    ground_givens,
    ground_times,
)

_STEPS: Final = (
    by_question,
    by_taking,
    by_ids,
    by_addition,
    by_reference,
    by_act,
    by_amount,
    by_name,
    by_verb,
    by_attribute,
    by_relation,
    ask_holder,
    ask_unknown,
    ground_givens,
    settle_own,
    ground_conditions,
    ground_changes,
    ground_times,
    time_of_child,
    complete_names,
    ask_returned,
    ask_states,
)


def ground(draft: Draft) -> None:
    """Read a row with the design's words; a text about no design is read as it is."""
    if draft.known.own:
        for step in _STEPS:
            step(draft)
