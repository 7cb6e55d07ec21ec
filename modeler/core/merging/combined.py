"""What a merge brings that neither side had: findings and servings of the merged design.

Text never shows these conflicts: two indexes with the same name, a key template that one side changed and a pattern of
the other side that reads by the old one, a limit that is exceeded only by both additions together.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.findings import Finding, Severity
from modeler.core.servings import Serving, serving

type _Place = tuple[str, str, str, str, int]

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
    """The semantic conflicts of a merge: `findings` are errors and warnings, the most severe first."""

    findings: tuple[Finding, ...]
    servings: tuple[CombinedServing, ...]


def combined(main: Design, branch: Design, merged: Design) -> Combined:
    """Compare a merged design with both sides. Costs an analysis of each of the three."""
    known = _places(main).keys() | _places(branch).keys()
    new = tuple(finding for place, finding in _places(merged).items() if place not in known)
    return Combined(new, tuple(_servings(main, branch, merged)))


def served_differently(before: Design, after: Design) -> tuple[CombinedServing, ...]:
    """The patterns that a merge serves differently from the main line before it, new ones included."""
    return tuple(_servings(before, None, after))


def _places(design: Design) -> dict[_Place, Finding]:
    """The errors and warnings of a design by what identifies them while numbers and names change."""
    seen: Counter[tuple[str, str, str, str]] = Counter()
    found: dict[_Place, Finding] = {}
    for finding in analyse(design).findings:
        if finding.severity in _SHOWN:
            steps = "".join(re.findall(r"\.steps\[\d+\]", finding.path))
            place = (finding.rule, finding.part or finding.path, finding.field, steps)
            seen[place] += 1
            found[(*place, seen[place])] = finding
    return found


def _servings(main: Design, branch: Design | None, merged: Design) -> Iterator[CombinedServing]:
    sides = [_served(main), _served(branch) if branch is not None else {}]
    for pattern in merged.patterns:
        was = [side.get(pattern.id) for side in sides]
        now = serving(merged, pattern)
        if all(one is None or _way(one) != _way(now) for one in was):
            yield CombinedServing(pattern.id, pattern.code, pattern.name, was[0], was[1], now)


def _served(design: Design) -> dict[str, Serving]:
    return {pattern.id: serving(design, pattern) for pattern in design.patterns}


def _way(made: Serving) -> tuple[Any, ...]:
    """How a pattern is served, apart from names of indexes and from figures."""
    condition = tuple(str(one) for one in made.condition)
    return (made.served, condition, made.filter, made.fetches, made.requests, made.also_reads, made.projection_complete)
