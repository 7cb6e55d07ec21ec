"""How many items are read at once, or that only their number is returned: "takes 200 per run", "capped at 100"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.orders import time_order
from modeler.core.requirements.slots import Act, Aggregate, Limit, Returned

_WORKER: Final = "job|worker|process|batch|scheduler|script|service|screen|page|list|app|client|widget|dashboard"


def _is_read(draft: Draft) -> bool:
    act = draft.value("operation")
    return draft.has("entities") and (act is None or act.is_read) and not draft.has("limit")


def _limit(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    count = caught[-1]
    if not _is_read(draft) or not isinstance(count, int) or count < 1:
        return False
    draft.fill("limit", Limit(count, "per" in {draft.low(one) for one in range(at, end)}), places(at, end))
    return True


def _one(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    return _limit(draft, at, end, (1,)) if draft.low(at - 1) in {";", ",", "(", "-", "–"} else False


def _recent(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "...; most recent 200", "cap it at the latest 100"."""
    is_apart = draft.low(at - 1) in {";", ",", "(", "-", "–", ":"} or draft.low(at) not in {"most", "latest", "newest"}
    if not is_apart or not _limit(draft, at, end, caught):
        return False
    if not draft.has("order"):
        time_order(draft, descending=True, at=places(at, end))
    return True


def _counted(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "downloads of an album: only a count", "we only need the number"."""
    act = draft.value("operation")
    is_list = draft.has("entities") and act is Act.LIST and not draft.has("returned")
    if is_list and draft.low(end) not in {"of", "and", ","}:
        draft.fill("returned", Returned(Aggregate.COUNT), places(at, end))
        return True
    return False


_CAPPED: Final = "cap|capped|limit|limited|cut|restrict|restricted it|them|this|that?"
RULES: Final = (
    Phrase("the? most recent NUMBER", _recent),
    Phrase("the? latest|newest NUMBER", _recent),
    Phrase(f"{_CAPPED} at|to|off the? most recent NUMBER", _recent),
    Phrase(f"{_CAPPED} at|to|off the? latest|newest NUMBER", _recent),
    Phrase(f"{_CAPPED} at|to|off NUMBER", _limit),
    Phrase("NUMBER per run|batch|pass|cycle|round|screen|request|call|page", _limit),
    Phrase(f"a|the WORD? {_WORKER} takes|fetches|reads|shows|loads|gets NUMBER per|a run|batch|time|go", _limit),
    Phrase("only|just a|the count|number|total", _counted),
    Phrase("we|i|they only|just need|want|see the? count|number", _counted),
    Phrase("count only", _counted),
    Phrase("one only", _one),
    Phrase("only one", _one),
    Phrase("just one", _one),
)  # fmt: skip
