"""What a merge brings that neither side had: findings and servings of the merged design.

Text never shows these conflicts: two indexes with the same name, a key template that one side changed and a pattern of
the other side that reads by the old one, a limit that is exceeded only by both additions together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.findings import Finding, Severity, without
from modeler.core.rules.support.memo import Memo
from modeler.core.servings import Serving, serving

_SHOWN: Final = (Severity.ERROR, Severity.WARNING)


@dataclass(frozen=True, slots=True)
class CombinedServing:
    """An access pattern that the merged design serves differently from both sides. `main` and `branch` are None if that
    side does not have the pattern.
    """

    pattern: str
    code: str
    name: str
    main: Serving | None
    branch: Serving | None
    merged: Serving

    def as_json(self) -> dict[str, Any]:
        """Plain JSON: who serves it on each side, as text."""
        sides = {"main": self.main, "branch": self.branch, "merged": self.merged}
        shown = {side: None if made is None else made.reason for side, made in sides.items()}
        return {"pattern": self.pattern, "code": self.code, "name": self.name, "served": self.merged.served, **shown}


@dataclass(frozen=True, slots=True)
class Combined:
    """The semantic conflicts of a merge: `findings` are the errors and warnings that neither side has. `introduced` are
    all that the main line does not have, those of the branch included. The most severe come first.
    """

    findings: tuple[Finding, ...]
    introduced: tuple[Finding, ...]
    servings: tuple[CombinedServing, ...]


def combined(main: Design, branch: Design, merged: Design) -> Combined:
    """Compare a merged design with both sides. Costs an analysis of one of the three, and of the parts that the others
    have as other objects.
    """
    before, beside, after = _problems(main, branch, merged)
    servings = tuple(_servings(main, branch, merged))
    return Combined(without(after, before, beside), without(after, before), servings)


def served_differently(before: Design, after: Design) -> tuple[CombinedServing, ...]:
    """The patterns that a merge serves differently from the main line before it, new ones included."""
    return tuple(_servings(before, None, after))


def _problems(*designs: Design) -> Iterator[tuple[Finding, ...]]:
    memo = Memo()
    for design in designs:
        made = analyse(design, memo)
        if made.not_compared:
            memo = Memo()  # what was not compared would look as if it had been
        yield tuple(finding for finding in made.findings if finding.severity in _SHOWN)


def _servings(main: Design, branch: Design | None, merged: Design) -> Iterator[CombinedServing]:
    sides = [_served(main), _served(branch) if branch is not None else {}]
    for pattern in merged.patterns:
        was = [side.get(pattern.id) for side in sides]
        now = serving(merged, pattern)
        if all(one is None or way_of(one) != way_of(now) for one in was):
            yield CombinedServing(pattern.id, pattern.code, pattern.name, was[0], was[1], now)


def _served(design: Design) -> dict[str, Serving]:
    return {pattern.id: serving(design, pattern) for pattern in design.patterns}


def way_of(made: Serving) -> tuple[Any, ...]:
    """How a pattern is served, apart from names of indexes and from figures: two ways are equal if they do the same."""
    condition = tuple(str(one) for one in made.condition)
    return (made.served, condition, made.filter, made.fetches, made.requests, made.also_reads, made.projection_complete)
