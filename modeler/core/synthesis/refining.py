"""Exact prices for the table keys that a choice takes.

The entries of a group are first priced beside its shortest table keys, which makes them as cheap as they can be: an
entry has the table's key in it. The choice is then made, its entries are priced beside the keys that it took, and the
choice is made again, until it takes only keys whose entries have exact prices. No other choice can be cheaper then.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.synthesis.problem import EntityGroup, KeyChoice, Problem, Solution
from modeler.core.synthesis.setting_up import Setup
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.solver import Stop, solve

ROUNDS_MAX: Final = 12
"""Times that a choice is made again, before the last one is taken as it is."""
type Known = dict[tuple[KeyShape, ...], KeyChoice]


class Refining:
    """Solves problems of one setup; what was priced exactly is priced once."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._known: Known = {}

    def solve(
        self, problem: Problem, *, seconds: float | None = None, stop: Stop | None = None
    ) -> tuple[Problem, Solution] | None:
        """The cheapest choice, and the problem with the exact prices that it was made with; None: none fits."""
        problem = replace(problem, groups=tuple(self._with_known(group) for group in problem.groups))
        solution = solve(problem, seconds=seconds, stop=stop)
        for _ in range(ROUNDS_MAX):
            if solution is None:
                return None
            groups = tuple(
                self._priced(place, group, picked.choice) if picked.entries else group
                for place, (group, picked) in enumerate(zip(problem.groups, solution.picked, strict=True))
            )
            if groups == problem.groups:
                break
            problem = replace(problem, groups=groups)
            solution = solve(problem, seconds=seconds, stop=stop)
        return (problem, solution) if solution is not None else None

    def _with_known(self, group: EntityGroup) -> EntityGroup:
        """The group with the exact prices that are known already."""
        choices = (
            one if one.exact or (exact := self._known.get(one.shapes)) is None else _repriced(one, exact)
            for one in group.choices
        )
        return replace(group, choices=tuple(choices))

    def _priced(self, place: int, group: EntityGroup, number: int) -> EntityGroup:
        """The group with exact prices for one of its choices."""
        choice = group.choices[number]
        if choice.exact:
            return group
        if choice.shapes not in self._known:
            whole = next(one for one in self.setup.groups[place].choices if one.shapes == choice.shapes)
            self._known[choice.shapes] = self.setup.exactly(self.setup.groups[place], whole)
        choices = list(group.choices)
        choices[number] = _repriced(choice, self._known[choice.shapes])
        return replace(group, choices=tuple(choices))


def _repriced(choice: KeyChoice, exact: KeyChoice) -> KeyChoice:
    """A choice with exact prices, and with the options and the bias that it has."""
    costs = [{one.entry: one for one in options} for options in exact.reads]
    reads = tuple(
        tuple(costs[place].get(one.entry, one) for one in options) for place, options in enumerate(choice.reads)
    )
    return replace(choice, entries=exact.entries, reads=reads, exact=True)
