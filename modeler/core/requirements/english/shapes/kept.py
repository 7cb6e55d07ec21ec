"""How long items stay, said of the items: "X-rays have to stay available for ten years, after that they go"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, apply_rules, places
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.slots import Act

_DAY: Final = 86_400.0


def kept(draft: Draft, at: int) -> int | None:
    """Read a line that says how long items are kept; return where its words ended."""
    return apply_rules(draft, at, _RULES)


def _kept(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    group, duration = caught[0], caught[-1]
    if not group.is_plural or group.rank or group.count is not None:
        return False
    about(draft, group)
    draft.fill("operation", Act.DELETE, places(group.end, end))
    draft.fill("retention", duration.number * duration.seconds / _DAY, places(group.end, end))
    if draft.low(end) == ",":
        draft.read(places(end, len(draft.tokens)), "retention")
    return True


_MUST: Final = "have|has|must|should|need|needs|shall to?"
_STAY: Final = "stay|remain|be kept|stored|retained|available|accessible|readable?"
_RULES: Final = (
    Phrase(f"GROUP {_MUST} {_STAY} for DURATION", _kept),
    Phrase(f"GROUP {_MUST} be kept|stored|retained|held for DURATION", _kept),
)
