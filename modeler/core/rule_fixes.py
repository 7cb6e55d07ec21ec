"""All findings of a rule fixed as one change, each in the way that a person chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from modeler.core.design.model import Design
from modeler.core.findings import Finding
from modeler.core.fixes import Fix
from modeler.core.safe_fixes import FixTrials

LEFT: Final = ""
"""Chosen instead of the label of a fix: the finding stays."""


@dataclass(frozen=True, slots=True)
class FixedFinding:
    """A finding with its safe fixes, and the one that is made; None if it is left by choice."""

    finding: Finding
    ways: tuple[Fix, ...]
    fix: Fix | None


@dataclass(slots=True)
class RuleFixes:
    """The findings of a rule that can be fixed, in the order in which the fixes are made. `left` are those without a
    safe fix. `has_more` says that more findings of the rule have fixes than were tried.
    """

    tried: list[FixedFinding] = field(default_factory=list)
    left: list[Finding] = field(default_factory=list)
    has_more: bool = False

    @property
    def made(self) -> tuple[Fix, ...]:
        """The chosen fixes, each for the design that the one before makes."""
        return tuple(one.fix for one in self.tried if one.fix is not None)


def rule_fixes(design: Design, rule: str, most: int, chosen: Mapping[str, str]) -> RuleFixes:
    """Take a safe fix of each finding of a rule, until `most` fixes were tried, each on the design that the last made.

    `chosen` has labels of fixes by the path of the finding, or `LEFT`. Without a choice, or if the chosen fix is not
    safe any more, it is the first safe fix.
    """
    trials, found, count = FixTrials(design), RuleFixes(), 0
    seen: set[tuple[str, str]] = set()
    while True:
        pending = (
            one for one in trials.findings if one.rule == rule and one.fixes and (one.part, one.path) not in seen
        )
        if (finding := next(pending, None)) is None:
            return found
        if count >= most:
            found.has_more = True
            return found
        seen.add((finding.part, finding.path))
        count += len(finding.fixes)
        ways = list(trials.trials_after(finding))
        if not ways:
            found.left.append(finding)
            continue
        fix, after = _chosen(ways, chosen.get(finding.path)) or (None, trials)
        found.tried.append(FixedFinding(finding, tuple(one for one, _ in ways), fix))
        trials = after


def _chosen(ways: list[tuple[Fix, FixTrials]], label: str | None) -> tuple[Fix, FixTrials] | None:
    if label == LEFT:
        return None
    return next((one for one in ways if one[0].label == label), ways[0])
