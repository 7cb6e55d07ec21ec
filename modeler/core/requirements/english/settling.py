"""What follows for a row from everything that was read in its line."""

from __future__ import annotations

from modeler.core.requirements.english.clauses import WHAT_DOES_IT_DO
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.slots.objects import series
from modeler.core.requirements.english.slots.orders import is_aggregate
from modeler.core.requirements.english.words.lexicon import MODALS
from modeler.core.requirements.slots import Act


def _without_self(draft: Draft, act: Act | None) -> None:
    """A write to a range of items gives no identity: "delete logs older than a year"."""
    entity = (draft.value("entities") or ("",))[0]
    is_range = draft.value("range") and not draft.is_single
    if act in {Act.UPDATE, Act.DELETE} and is_range and draft.value("given"):
        others = tuple(one for one in draft.value("given") if one.of != entity)
        draft.drop("given")
        if others:
            draft.fill("given", others)


def settle(draft: Draft) -> None:
    """Fill what follows from everything that was read."""
    act = draft.value("operation")
    if draft.value("order") or (draft.value("range") and not draft.known.entities):
        series(draft)
        act = draft.value("operation")
    if act is Act.GET and (draft.value("order") or (draft.value("limit") and draft.value("limit").is_page)):
        draft.fill("operation", Act.LIST)
        act = Act.LIST
    if act is Act.GET and draft.value("range"):
        draft.fill("operation", Act.LIST)
        act = Act.LIST
    _without_self(draft, act)
    is_expiry = draft.verb == "expire" or act in {Act.LIST, Act.GET}
    if draft.value("retention") is not None and is_expiry:
        draft.fill("operation", Act.DELETE)
        draft.drop("given")
        draft.drop("changes")
        return
    has_modal = any(draft.low(one) in MODALS and not used for one, used in enumerate(draft.used))
    if act in {Act.GET, Act.LIST} and has_modal:
        draft.drop("operation")
        draft.ask("operation", WHAT_DOES_IT_DO)
        return
    if act is Act.DELETE and draft.value("retention") is not None:
        draft.drop("given")
    entity = (draft.value("entities") or ("",))[0]
    if act is Act.GET and len(draft.value("entities") or ()) > 1 and not draft.has("given"):
        draft.fill("given", draft.reference(entity))
    is_open = not any(draft.has(one) for one in ("given", "range", "condition", "order", "limit"))
    if act is Act.GET and entity and is_open and not is_aggregate(draft):
        draft.fill("given", draft.reference(entity))
