"""What a merge brings that neither side had: findings and servings of the merged design.

Text never shows these conflicts: two indexes with the same name, a key template that one side changed and a pattern of
the other side that reads by the old one, a limit that is exceeded only by both additions together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.findings import Finding, Severity, without
from modeler.core.migration.pairs import Pairing
from modeler.core.phrases import and_list
from modeler.core.rules.support.memo import Memo
from modeler.core.servings import Serving, serving
from modeler.core.servings.returned_order import SortedBy, renamed, returned_order

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
    sides = [_Side(one, merged) for one in (main, branch) if one is not None]
    own = _Side(merged, merged)
    for pattern in merged.patterns:
        was = [side.serving(pattern.id) for side in sides]
        now = own.serving(pattern.id) or serving(merged, pattern)
        others = [
            one is None or (way_of(one), side.orders(pattern.id)) != (way_of(now), own.orders(pattern.id))
            for side, one in zip(sides, was, strict=True)
        ]
        if all(others):
            shown = [one and side.told(one, pattern.id, own) for side, one in zip(sides, was, strict=True)]
            beside = shown[1] if branch is not None else None
            yield CombinedServing(
                pattern.id, pattern.code, pattern.name, shown[0], beside, own.told(now, pattern.id, *sides)
            )


class _Side:
    """How one design serves each pattern, and in which order, with the attribute names of the merged design."""

    def __init__(self, design: Design, merged: Design) -> None:
        self._design = design
        self._patterns = {pattern.id: pattern for pattern in design.patterns}
        self._servings = {one: serving(design, pattern) for one, pattern in self._patterns.items()}
        self._renames = (
            {} if design is merged else {id(pair.before): pair.renames for pair in Pairing(design, merged).entities}
        )

    def serving(self, pattern: str) -> Serving | None:
        """How it serves a pattern; None if it does not have it."""
        return self._servings.get(pattern)

    def orders(self, pattern: str) -> list[tuple[SortedBy, ...]]:
        """What a pattern's Query sorts the items of each entity by, as far as known."""
        asked, made = self._patterns.get(pattern), self._servings.get(pattern)
        table = self._design.table(made.table) if made is not None and made.served else None
        if asked is None or made is None or table is None or asked.operation is not Operation.QUERY:
            return []
        index = table.base if made.index is None else table.index(made.index)
        entities = [entity for entity in table.entities if entity.name in asked.entities]
        found = [(one, returned_order(table, index, one, made.condition)) for one in entities] if index else []
        return [renamed(order, self._renames.get(id(one), {})) for one, order in found if order]

    def told(self, made: Serving, pattern: str, *others: _Side) -> Serving:
        """A serving whose reason says the order of items too, if another side has another one."""
        orders = self.orders(pattern)
        names = and_list(list(dict.fromkeys(one[0].attribute for one in orders)))
        if not names or all(other.orders(pattern) in ([], orders) for other in others):
            return made
        return replace(made, reason=f"{made.reason}; sorted by {names}")


def way_of(made: Serving) -> tuple[Any, ...]:
    """How a pattern is served, apart from names of indexes and from figures: two ways are equal if they do the same."""
    condition = tuple(str(one) for one in made.condition)
    return (made.served, condition, made.filter, made.fetches, made.requests, made.also_reads, made.projection_complete)
