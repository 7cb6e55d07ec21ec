"""Findings of rules. Advice is data; errors are exceptions (errors.py)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from enum import StrEnum
from typing import Any

from modeler.core.fixes import Fix


class Severity(StrEnum):
    """Error: DynamoDB rejects it or stores wrong data. Warning: it works until load or age. Advice: cost, clarity."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"

    @property
    def rank(self) -> int:
        """0 for the most severe; findings are shown in this order."""
        return ("error", "warning", "advice").index(self.value)


def page_of(rule: str) -> str:
    """The address of a rule's page below the root of the documentation site."""
    return f"rules/{rule}/"


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem or possible improvement at one place.

    `part` is the id of the affected part and `field` the field of that part (both can be empty: the design as a whole);
    `path` is the same place as text, e.g. ``tables.app-main.entities.Order.GSI1``. `facts` holds the data behind the
    sentence (a witness, numbers), as plain JSON values; `fixes` are edits that fix it, the best first.
    """

    rule: str
    severity: Severity
    path: str
    message: str
    why: str
    fix: str
    part: str = ""
    field: str = ""
    facts: Mapping[str, Any] = default(default_factory=dict)
    fixes: tuple[Fix, ...] = ()

    @property
    def page(self) -> str:
        """The address of its rule's page below the root of the documentation site."""
        return page_of(self.rule)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON of this finding, as printed by the REST API and the command line."""
        return {
            "rule": self.rule, "severity": self.severity.value, "path": self.path, "message": self.message,
            "why": self.why, "fix": self.fix, "part": self.part, "field": self.field, "facts": dict(self.facts),
            "fixes": [fix.as_json() for fix in self.fixes], "page": self.page,
        }  # fmt: skip


type FindingPlace = tuple[str, ...]
"""The rule and the place of a finding: equal in two versions of a design, although numbers and names change."""


def places(findings: Iterable[Finding]) -> Iterator[tuple[FindingPlace, int]]:
    """What identifies each finding: its rule and place, and which of several at that place it is, from 1."""
    seen: Counter[FindingPlace] = Counter()
    for finding in findings:
        # The path distinguishes the steps of one pattern, which share its part.
        steps = "".join(re.findall(r"\.steps\[\d+\]", finding.path))
        where = (finding.part, finding.field, steps) if finding.part else (finding.path,)
        place = (finding.rule, *where)
        seen[place] += 1
        yield place, seen[place]


def without(findings: Iterable[Finding], *known: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that are in none of the lists of known ones, which can be those of other versions of the design."""
    listed, there = tuple(findings), {place for one in known for place in places(one)}
    return tuple(one for one, place in zip(listed, places(listed), strict=True) if place not in there)
