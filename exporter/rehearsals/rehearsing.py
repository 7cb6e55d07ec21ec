"""A rehearsal at work: what its process has printed, kept with its run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.models import ProvisioningRun
from exporter.rehearsals.evidence import STEPS
from modeler.jobs import Progress

SAVED_EVERY_SECONDS: Final = 1.0


@dataclass
class Rehearsing:
    """A rehearsal at work: what it has printed, and how fast the backfill is."""

    run: ProvisioningRun
    told: list[dict[str, Any]] = field(default_factory=list)
    done: int = 0
    first: tuple[float, int] | None = None
    saved_at: float = 0.0

    def hear(self, said: dict[str, Any]) -> str:
        """Take up what the process has printed; return it as a message."""
        if "progress" in said:
            return self._speed(**said["progress"])
        self.told.append(said)
        self.first = None
        self.save(at_once=False)
        if "step" not in said:
            return "the tables are filled" if "seeded" in said else "writing down the results"
        self.done += 1
        return f"{said['step']}: {'killed' if said.get('killed') else 'done'} after {said['seconds']} s"

    def _speed(self, rows: int, of: int) -> str:
        now = time.monotonic()
        self.first = self.first or (now, rows)
        seconds, more = now - self.first[0], rows - self.first[1]
        if not more:
            return f"backfill: {rows:,} of {of:,} rows"
        left = max(0, of - rows) * seconds / more
        return f"backfill: {rows:,} of {of:,} rows, {more / seconds:,.0f} rows/s, about {left:,.0f} s left"

    def save(self, *, at_once: bool) -> None:
        """Save what was printed, not more often than a person could look."""
        if at_once or time.monotonic() - self.saved_at >= SAVED_EVERY_SECONDS:
            ProvisioningRun.objects.filter(pk=self.run.pk).update(results={"told": self.told})
            self.saved_at = time.monotonic()

    def progress(self, message: str) -> Progress:
        """How many steps are done."""
        return Progress(min(self.done, STEPS), STEPS, message)
