"""Distinct choices for one problem: along the front of dollars and slots, without filters, and with room."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from modeler.core.analysis import analyse
from modeler.core.cost.design import monthly_cost
from modeler.core.design.model import Design
from modeler.core.findings import Finding, Severity
from modeler.core.limits import GSI_MAX
from modeler.core.rules.support.memo import Memo
from modeler.core.synthesis.answer import AlternativeKind, SynthesisOptions
from modeler.core.synthesis.assembling import Assembled, assembled
from modeler.core.synthesis.narrowing import near, whole_entries, without_filters
from modeler.core.synthesis.nominal_rates import as_declared
from modeler.core.synthesis.preferring import NAMELESS_DOLLARS
from modeler.core.synthesis.problem import EntityGroup, Problem, Solution, unbiased
from modeler.core.synthesis.refining import Refining
from modeler.core.synthesis.setting_up import Setup
from modeler.core.synthesis.traits import Lack, Traits, traits_of, trifle

_SPECIAL = frozenset({AlternativeKind.BALANCED, AlternativeKind.CHEAPEST, AlternativeKind.FEWEST_INDEXES})
TRIES_MAX = 24
"""Further choices that are solved in search of alternatives."""
WORTHWHILE = Decimal("1.25")
"""How many times the least dollars a design may cost that avoids filters and second reads, to be the first answer."""
FAR: Final = 2
"""How many times the supposed dollars of the balanced design the one with the fewest indexes may cost."""
type Progress = Callable[[str, float], bool]
"""Receives what is done and the share of the work from 0 to 1; False: stop with what is there."""


@dataclass(frozen=True)
class Chosen:
    """A solution with its design and the exact dollars of its month."""

    kind: AlternativeKind
    solution: Solution
    made: Assembled
    dollars: Decimal
    problem: Problem

    @property
    def gsis(self) -> int:
        """How many GSIs its table has."""
        return self.made.gsis


@dataclass
class Choices:
    """Solves a setup's problem in several variants; equal designs are found once."""

    setup: Setup
    options: SynthesisOptions
    progress: Progress | None = None
    unrated: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.limit = GSI_MAX if self.options.max_gsis is None else self.options.max_gsis
        self.refining = Refining(self.setup)
        self.front: list[Chosen] = []
        self.clean: list[Chosen] = []
        self.stopped = False
        self.memo = Memo()
        self.refused: dict[Lack, int] = {}
        self.found: dict[int, tuple[Assembled, tuple[Finding, ...]]] = {}

    def all(self) -> tuple[Chosen, ...]:
        """The alternatives, distinct, the recommended one first."""
        self.front = list(self._front(self.setup.groups))
        if not self.front and self.setup.every != self.setup.groups:
            # The budget has no room for the key that a read of one item needs: it is read in a collection.
            self.setup = replace(self.setup, groups=self.setup.every)
            self.refining = Refining(self.setup)
            self.front = list(self._front(self.setup.groups))
        if not self.front:
            return ()
        groups = self.setup.groups
        unfiltered = tuple(without_filters(group) for group in groups)
        self.clean = list(self._front(unfiltered)) if unfiltered != groups else []
        balanced = min(self.clean or self.front, key=_by_worth)
        cheapest = self._cheapest(groups, balanced)
        fewest = self._fewest()
        found = [replace(cheapest, kind=AlternativeKind.CHEAPEST)]
        if not self._is_far(fewest, balanced):
            found.append(replace(fewest, kind=AlternativeKind.FEWEST_INDEXES))
        if not self._is_only_dearer(balanced, cheapest):
            found.insert(
                1 if self._is_dear(balanced, cheapest) else 0, replace(balanced, kind=AlternativeKind.BALANCED)
            )
        roomy = self._room(unfiltered)
        # Room that costs much more is offered only where there is nothing else to choose from.
        late = [roomy] if roomy is not None and roomy.dollars > found[0].dollars * WORTHWHILE else []
        if roomy is not None and not late:
            found.append(roomy)
        distinct = self._distinct(found)
        least = min(map(self.errors_of, distinct))
        filled = self._filled([one for one in distinct if self.errors_of(one) == least], least)
        filled += [one for one in self._distinct([*filled, *late])[len(filled) :] if self.errors_of(one) == least]
        return tuple(filled[: max(self.options.alternatives, 1)])

    def _filled(self, sound: list[Chosen], least: int) -> list[Chosen]:
        """The alternatives with further ones that somebody would choose, at most as many as are requested."""
        tried = [*sound]
        for other in self._others([*sound]):
            if len(sound) >= self.options.alternatives or len(tried) >= TRIES_MAX:
                break
            if any(_same(other, one) for one in tried):
                continue
            tried.append(other)
            lack = self._lack(other, sound)
            if lack is None and self.errors_of(other) > least:
                lack = Lack.ERRORS
            if lack is None:
                sound.append(other)
            else:
                self.refused[lack] = self.refused.get(lack, 0) + 1
        return sound

    def _lack(self, other: Chosen, kept: list[Chosen]) -> Lack | None:
        """Why a further choice is not worth offering beside those that are kept; None: it is."""
        mine = self.traits_of(other)
        if any(self._is_far(other, one) for one in kept[:1]):
            return Lack.FAR
        if kept and not self.supposed and other.dollars < min(one.dollars for one in kept):
            return Lack.TRIFLE  # the cheapest one is there, but for a trifle
        if any(other.dollars > one.dollars * WORTHWHILE and other.gsis >= one.gsis for one in kept[:1]):
            return Lack.DEAR
        found = {mine.lacks(self.traits_of(one), supposed=bool(self.supposed)) for one in kept} - {None}
        lack = next((one for one in (Lack.SAME, Lack.WORSE, Lack.AWAY, Lack.SUPPOSED) if one in found), None)
        return lack or (Lack.KEYS if any(self._has_worse_keys(other, one) for one in kept[:1]) else None)

    def _is_far(self, other: Chosen, best: Chosen) -> bool:
        """Return whether a choice costs so much more at supposed rates that fewer indexes are no reason for it."""
        return bool(self.supposed) and other.dollars > best.dollars * FAR

    def _has_worse_keys(self, other: Chosen, best: Chosen) -> bool:
        """Return whether a choice keeps items by worse keys, and saves nothing by it."""
        saves = other.gsis < best.gsis
        saves = saves or (not self.supposed and other.dollars < best.dollars - trifle(best.dollars))
        return not saves and _bias(other) > _bias(best) + NAMELESS_DOLLARS / 2

    def findings_of(self, made: Assembled) -> tuple[Finding, ...]:
        """What the rules find in a design, computed once."""
        if id(made) not in self.found:
            self.found[id(made)] = made, analyse(self.declared(made), self.memo).findings
        return self.found[id(made)][1]

    @property
    def supposed(self) -> frozenset[str]:
        """The patterns that are compared with the nominal rate."""
        return self.unrated - {one.call.top.id for one in self.setup.unmet}

    def declared(self, made: Assembled) -> Design:
        """The design without the rates that were supposed."""
        return as_declared(made.design, self.unrated)

    def errors_of(self, one: Chosen) -> int:
        """How many errors the rules find in its design."""
        return self._count(one, Severity.ERROR)

    def _count(self, one: Chosen, severity: Severity) -> int:
        return sum(each.severity is severity for each in self.findings_of(one.made))

    def traits_of(self, one: Chosen) -> Traits:
        """What a person would choose it by."""
        return traits_of(self.setup, one.made, one.dollars)

    def _is_only_dearer(self, balanced: Chosen, cheapest: Chosen) -> bool:
        """Return whether the balanced choice has nothing for its price that a person or a rule would see."""
        if _same(balanced, cheapest):
            return True
        mine, other = self.traits_of(balanced), self.traits_of(cheapest)
        if not mine.is_like(other) or mine.stored != other.stored:
            return False
        levels = (Severity.ERROR, Severity.WARNING)
        return all(self._count(cheapest, level) <= self._count(balanced, level) for level in levels)

    def _distinct(self, found: list[Chosen]) -> list[Chosen]:
        """The first of those that differ in nothing that a person would choose by. The cheapest and the balanced one
        can differ in what the table's keys are.
        """
        kept: list[Chosen] = []
        for one in found:
            if any(self._is_like(one, other) for other in kept):
                continue
            if not (self.supposed and self._lack(one, kept) is Lack.AWAY):
                kept.append(one)
        return kept

    def _is_like(self, one: Chosen, other: Chosen) -> bool:
        if _same(one, other):
            return True
        mine, its = self.traits_of(one), self.traits_of(other)
        if one.kind is AlternativeKind.CHEAPEST and one.dollars < other.dollars:
            return False  # less is less, whatever it is like
        return mine.is_like(its) and (one.kind not in _SPECIAL or mine.stored == its.stored)

    def _front(self, groups: tuple[EntityGroup, ...]) -> Iterator[Chosen]:
        """The best choice for each number of slots, from as many as pay down to the fewest that serve."""
        limit = self.limit
        share = 0.0
        while limit >= 0 and not self.stopped:
            made = self.solved(AlternativeKind.CHEAPEST, Problem(groups, limit))
            if made is None:
                return
            yield made
            share = min(0.9, share + 0.2)
            self._tell(f"{made.gsis} GSIs", share)
            limit = min(limit, made.solution.slots) - 1

    def _fewest(self) -> Chosen:
        """The fewest slots. Without rates, of those the one without filters and second reads, if there is one."""
        least = min(self.front, key=_by_slots)
        clean = [one for one in self.clean if one.gsis == least.gsis] if self.supposed else []
        return min(clean, key=_by_cost, default=least)

    def _is_dear(self, balanced: Chosen, cheapest: Chosen) -> bool:
        """Return whether filters and second reads save so much that the balanced choice is not the first answer. Only a
        known rate says so.
        """
        return not self.unrated and balanced.dollars > cheapest.dollars * WORTHWHILE

    def _cheapest(self, groups: tuple[EntityGroup, ...], balanced: Chosen) -> Chosen:
        """The least dollars, whatever the keys look like, if that saves more than a trifle. Supposed dollars do not pay
        for more indexes.
        """
        if self.supposed:
            few = [one for one in self.front if one.gsis <= balanced.gsis]
            return min(few or self.front, key=_by_cost)
        known = min(self.front, key=_by_cost)
        plain = tuple(unbiased(group) for group in groups)
        made = self.solved(AlternativeKind.CHEAPEST, Problem(plain, self.limit))
        return made if made is not None and made.dollars < known.dollars - trifle(known.dollars) else known

    def solved(self, kind: AlternativeKind, problem: Problem) -> Chosen | None:
        """The best choice of a problem, with its design."""
        found = self.refining.solve(problem, seconds=self.options.seconds, stop=lambda: self.stopped)
        if found is None:
            return None
        problem, solution = found
        made = assembled(replace(self.setup, groups=problem.groups), solution)
        # A pattern that no key serves costs the same with all keys: without a rate it does not count in the comparison.
        compared = as_declared(made.design, self.unrated - self.supposed)
        return Chosen(kind, solution, made, monthly_cost(compared).total().value, problem)

    def _room(self, groups: tuple[EntityGroup, ...]) -> Chosen | None:
        """The fewest slots among choices whose index entries have every attribute: a new read finds what it needs."""
        whole = tuple(whole_entries(group) for group in groups)
        if any(not group.choices for group in whole):
            return None
        found = list(self._front(whole))
        return replace(min(found, key=_by_slots), kind=AlternativeKind.MOST_ROOM) if found else None

    def _others(self, known: list[Chosen]) -> Iterator[Chosen]:
        """Further distinct choices: the rest of the fronts, then the best without one of the chosen table keys."""
        yield from (replace(one, kind=AlternativeKind.OTHER) for one in (*self.clean, *self.front))
        if not known:
            return
        for first in known[:2]:
            for place, group in enumerate(first.problem.groups):
                for other in near(group, first.solution.picked[place]):
                    if self.stopped:
                        return
                    groups = list(first.problem.groups)
                    groups[place] = other
                    made = self.solved(AlternativeKind.OTHER, Problem(tuple(groups), self.limit))
                    if made is not None:
                        yield made

    def _tell(self, what: str, share: float) -> None:
        if self.progress is not None and not self.progress(what, share):
            self.stopped = True


def _same(one: Chosen, other: Chosen) -> bool:
    return one.made.design.tables == other.made.design.tables


def _bias(one: Chosen) -> float:
    """What its keys count more for being worse than others."""
    return one.solution.objective - one.solution.cost


def _by_cost(one: Chosen) -> tuple[Decimal, int]:
    return round(one.dollars, 4), one.gsis


def _by_worth(one: Chosen) -> tuple[float, int]:
    """Its dollars, and what they count more for keys that are worse than others."""
    return round(float(one.dollars) + _bias(one), 4), one.gsis


def _by_slots(one: Chosen) -> tuple[int, Decimal]:
    return one.gsis, round(one.dollars, 4)
