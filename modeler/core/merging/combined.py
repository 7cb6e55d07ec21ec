"""What a merge brings that neither side had: findings and servings of the merged design.

Text never shows these conflicts: two indexes with the same name, a key template that one side changed and a pattern of
the other side that reads by the old one, a limit that is exceeded only by both additions together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.findings import Finding, Severity, without
from modeler.core.migration.pairs import Pairing
from modeler.core.rules.support.memo import Memo
from modeler.core.servings import Serving, serving
from modeler.core.servings.returned_order import SortedBy, renamed, returned_order

_SHOWN: Final = (Severity.ERROR, Severity.WARNING)


@dataclass(frozen=True, slots=True)
class CombinedServing:
    """An access pattern that the merged design serves differently from both sides. `main` and `branch` are None if that
    side does not have the pattern. `order` is what the merged design sorts items by, if a side sorts them differently.
    """

    pattern: str
    code: str
    name: str
    main: Serving | None
    branch: Serving | None
    merged: Serving
    order: str = ""

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

    @property
    def further_servings(self) -> tuple[CombinedServing, ...]:
        """Those of patterns about which `findings` has nothing: beside a finding, the reason would be shown twice."""
        named = {finding.part for finding in self.findings}
        return tuple(one for one in self.servings if one.pattern not in named)


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
        now, order = own.servings[pattern.id], own.orders(pattern.id)
        shown: list[Serving | None] = []
        told = ""
        for side in sides:
            was = side.servings.get(pattern.id)
            before = side.orders(pattern.id)
            is_sorted_anew = any(before[one] != order[one] for one in before.keys() & order.keys())
            if was is not None and not is_sorted_anew and way_of(was) == way_of(now):
                break
            told = _sorting(order) if is_sorted_anew else told
            shown.append(_told(was, _sorting(before)) if was is not None and is_sorted_anew else was)
        else:
            beside = shown[1] if branch is not None else None
            yield CombinedServing(pattern.id, pattern.code, pattern.name, shown[0], beside, _told(now, told), told)


def _sorting(orders: Mapping[str, tuple[SortedBy, ...]]) -> str:
    """The attributes that items are sorted by, in their formats: once for entities with the same order."""
    found = [", ".join(":".join([one.attribute, *one.formats]) for one in order) for order in orders.values()]
    return " or ".join(dict.fromkeys(found))


def _told(made: Serving, sorting: str) -> Serving:
    return replace(made, reason=f"{made.reason}; sorted by {sorting}") if sorting else made


class _Side:
    """How one design serves each pattern, and in which order, in the names of the merged design."""

    def __init__(self, design: Design, merged: Design) -> None:
        self._design = design
        self._patterns = {pattern.id: pattern for pattern in design.patterns}
        self.servings = {one: serving(design, pattern) for one, pattern in self._patterns.items()}
        pairs = () if design is merged else Pairing(design, merged).entities
        self._names = {id(pair.before): (pair.after.name, pair.renames) for pair in pairs}

    def orders(self, pattern: str) -> dict[str, tuple[SortedBy, ...]]:
        """What a pattern's Query sorts the items of each entity by: only what is known, and is an order."""
        asked, made = self._patterns.get(pattern), self.servings.get(pattern)
        table = self._design.table(made.table) if made is not None and made.served else None
        if asked is None or made is None or table is None or asked.operation is not Operation.QUERY:
            return {}
        index = table.index(made.index) if made.index else table.base
        if index is None:
            return {}
        found = {}
        for entity in table.entities:
            name, names = self._names.get(id(entity), (entity.name, {}))
            order = returned_order(table, index, entity, made.condition) if entity.name in asked.entities else None
            if order:
                found[name] = renamed(order, names)
        return found


def way_of(made: Serving) -> tuple[Any, ...]:
    """How a pattern is served, apart from names of indexes and from figures: two ways are equal if they do the same."""
    condition = tuple(str(one) for one in made.condition)
    return (made.served, condition, made.filter, made.fetches, made.requests, made.also_reads, made.projection_complete)
