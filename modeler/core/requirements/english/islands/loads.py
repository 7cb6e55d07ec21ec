"""What the loads of a line say: a number of devices never limits items, and what devices send is written."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.islands.arithmetic import Fleet, fleet_of
from modeler.core.requirements.english.islands.peaks import busiest, further_rates
from modeler.core.requirements.english.islands.titles import title_mark
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.slots import Act

_INTAKE: Final = words_in("ingest ingestion intake inflow")


def fill_loads(draft: Draft) -> None:
    """Fill the rate of all devices of a line, what they send, and the peak."""
    fleet = fleet_of(draft)
    if fleet is not None:
        _of_all(draft, fleet)
    further_rates(draft)
    busiest(draft)


def _of_all(draft: Draft, fleet: Fleet) -> None:
    limit = draft.value("limit")
    counts = {one.count for one in fleet.devices}
    if limit is not None and limit.count in counts:
        draft.forget("limit")
    draft.drop("rate")
    draft.fill("rate", fleet.rate, fleet.at)
    if draft.is_told("operation") and draft.value("operation") is not None:
        return
    names = {draft.entity(one.words) for one in fleet.devices}
    is_device = bool(names & set(draft.value("entities") or ()))
    sent = _sent(draft, fleet)
    if is_device or sent is not None:
        for slot in ("operation", "entities", "given", "condition"):
            draft.forget(slot)
    if sent is not None:
        draft.fill("operation", Act.CREATE, fleet.at)
        draft.fill("entities", draft.entity(sent.words), sent.read)


def _sent(draft: Draft, fleet: Fleet) -> NounGroup | None:
    """Return what the devices send: what a title names, else what is counted."""
    mark = title_mark(draft, 0)
    title = group_at(draft.tokens, 0) if mark else None
    if title is not None and title.end == mark and title.words[-1] not in _INTAKE and title.is_plural:
        return title if title not in fleet.devices and not title.count else fleet.sent
    if fleet.sent is not None:
        return fleet.sent
    is_intake = title is not None and title.words[-1] in _INTAKE
    return fleet.devices[-1] if is_intake and len(fleet.devices) > 1 else None
