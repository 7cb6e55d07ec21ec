"""What the editors were told, compared with the history of the design as Postgres has it at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """One edit: what was typed, the revision that the server named, and when it was sent and acknowledged."""

    text: str
    revision: int
    sent: float
    told: float


@dataclass(frozen=True, slots=True)
class Stored:
    """One revision of the history, as far as it is about typed text."""

    revision: int
    by: str
    text: str


@dataclass(slots=True)
class Verdict:
    """Edits by what is wrong with them; each is named by its text."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)
    unasked: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.misplaced or self.unasked)


def compared(told: Mapping[str, Sequence[Acknowledged]], history: Iterable[Stored]) -> Verdict:
    """Each acknowledged edit is stored once, in the revision that was named, and in the order in which it was typed;
    nothing else is stored. `told` has the edits of each person, in that order.
    """
    stored = sorted(history, key=lambda one: one.revision)
    times = Counter((one.by, one.text) for one in stored)
    revisions = {(one.by, one.text): one.revision for one in stored}
    found = Verdict()
    for by, edits in told.items():
        latest = 0
        for edit in edits:
            name, revision = f"{by}: {edit.text}", revisions.get((by, edit.text))
            if revision is None:
                found.lost.append(name)
                continue
            if times[by, edit.text] > 1:
                found.doubled.append(name)
            if revision != edit.revision or revision <= latest:
                found.misplaced.append(name)
            latest = max(latest, revision)
    asked = {(by, edit.text) for by, edits in told.items() for edit in edits}
    found.unasked = [f"{by}: {text}" for by, text in times if (by, text) not in asked]
    return found
