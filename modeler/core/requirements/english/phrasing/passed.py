"""Values that a request says are passed: "given a customer id", "using customerId", "(given an order id)"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.givens import give, identified
from modeler.core.requirements.english.words.lexicon import MOMENTS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.slots import Comparator


def _passed(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    groups: list[NounGroup] = [one for one in caught if one is not None]
    if not draft.value("entities") or any(one.states or one.is_plural or one.count or one.rank for one in groups):
        return False
    told = {draft.low(one) for one in range(at, end)}
    if "using" in told and not all(one.is_exact or one.words[-1] in _KEYS for one in groups):
        return False
    if "given" in told and not all(one.determiner or identified(one) or one.is_trait for one in groups):
        return False
    for group in groups:
        if group.words[-1] in MOMENTS and not group.is_exact:
            time_range(draft, Comparator.EQUAL, (), places(at, end))
        elif not give(draft, group, places(at, end)):
            return False
    return True


def _had(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "invoices that a seller has", "readings a patient has"."""
    is_end = end == len(draft.tokens) or draft.tokens[end].kind == "mark"
    is_next = draft.about is not None and draft.about.is_plural and draft.used[at - 1]
    return is_end and is_next and caught[0].determiner in {"a", "an", "one"} and give(draft, caught[0], places(at, end))


_KEYS: Final = frozenset({"id", "identifier", "key", "code", "number", "uuid", "email", "name"})
_BY: Final = "given|providing|passing|knowing|using"
RULES: Final = (
    Phrase(f"{_BY} GROUP , GROUP and GROUP", _passed),
    Phrase(f"{_BY} GROUP and GROUP", _passed),
    Phrase(f"{_BY} GROUP", _passed),
    Phrase("matching GROUP", _passed),
    Phrase("that|which|whom ONE has|have|holds|owns", _had),
    Phrase("ONE has|holds|owns", _had),
)
