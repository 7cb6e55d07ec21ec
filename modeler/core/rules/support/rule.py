"""The definition of a rule: a small function over one kind of scope, and its texts.

A rule yields spots and never raises. What it cannot judge (an incomplete template), it leaves to the rule that can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from enum import StrEnum
from typing import Any

from modeler.core.design.patterns import Operation
from modeler.core.findings import Finding, Severity, page_of
from modeler.core.fixes import Fix

ERROR, WARNING, ADVICE = Severity.ERROR, Severity.WARNING, Severity.ADVICE


class Scope(StrEnum):
    """What a rule sees in one call, which is also its cache key: its answer must depend on nothing else.

    DESIGN all of it · TABLE a table with its entities · ENTITY an entity with its items, and the table's keys and
    indexes · PATTERN one call of an access pattern, with its table's keys and indexes and the entities it is about ·
    NEIGHBOURS one call with every entity of its table · CHANGE two designs, and the plan from one to the other
    (migration.rules: they are not among RULES).
    """

    DESIGN = "design"
    TABLE = "table"
    ENTITY = "entity"
    PATTERN = "pattern"
    NEIGHBOURS = "neighbours"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a rule applies, and what it found there. `severity` and `fix` replace the rule's own if given; `fixes` are
    edits that fix it: one, or alternatives with the best first.
    """

    message: str
    path: str
    part: str = ""
    field: str = ""
    facts: Mapping[str, Any] = default(default_factory=dict)
    severity: Severity | None = None
    fix: str = ""
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: `why` it matters, the `fix`, the `sources` it follows (sections of docs/facts and other pages), the
    ids of the more general rules that it `hides` at the same place, and whether its findings offer edits that fix
    them (`fixes`; a finding without an edit is allowed). A rule about calls sees those whose operation is
    among its `operations` only.
    """

    id: str
    severity: Severity
    title: str
    scope: Scope
    check: Callable[..., Iterator[Spot]]
    why: str
    fix: str
    sources: str
    hides: tuple[str, ...] = ()
    fixes: bool = False
    operations: frozenset[Operation] = frozenset(Operation)

    @property
    def page(self) -> str:
        """The address of the rule's page below the root of the documentation site."""
        return page_of(self.id)

    @property
    def cited(self) -> tuple[str, ...]:
        """The citations in `sources`, each a section of docs/facts or of another page."""
        return tuple(self.sources.split(", "))

    def findings(self, *about: Any) -> Iterator[Finding]:
        """The findings of one call; `about` is the context, then what the scope names."""
        return map(self.finding, self.check(*about))

    def finding(self, spot: Spot) -> Finding:
        """A spot with the rule's texts."""
        return Finding(
            self.id,
            spot.severity or self.severity,
            spot.path,
            spot.message,
            self.why,
            spot.fix or self.fix,
            spot.part,
            spot.field,
            spot.facts,
            spot.fixes,
        )


def rule(
    name: str,
    severity: Severity,
    scope: Scope,
    *,
    title: str,
    why: str,
    fix: str,
    sources: str,
    hides: tuple[str, ...] = (),
    fixes: bool = False,
    operations: Iterable[Operation] = tuple(Operation),
) -> Callable[[Callable[..., Iterator[Spot]]], Rule]:
    """Turn a function into a rule; the function's name then refers to the rule."""

    def made(check: Callable[..., Iterator[Spot]]) -> Rule:
        return Rule(name, severity, title, scope, check, why, fix, sources, hides, fixes, frozenset(operations))

    return made
