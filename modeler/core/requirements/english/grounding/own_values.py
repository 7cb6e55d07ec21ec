"""What "by" gives, where the design has an attribute of that name."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.values import subject
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Given
from modeler.core.values.attribute_values import AttributeType


def settle_own(draft: Draft) -> None:
    """Take what "by blood group" gives as given, where items have such a text. A name can sort them instead."""
    here = subject(draft)
    told: tuple[Given, ...] = draft.value("given") or ()
    question = draft.question("given")
    if here is None or question is None or not question.text.startswith('"by ') or len(told) != 1 or told[0].of:
        return
    held = here.attribute(told[0].attribute)
    is_text = held is not None and held.type is AttributeType.S and held not in here.times
    if is_text and words_of(told[0].attribute)[-1] not in _SORTING:
        draft.settle("given", told)


_SORTING: Final = words_in("name title label surname lastname firstname score rating rank priority price amount")
