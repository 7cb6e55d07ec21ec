"""The choice as an integer program, solved by HiGHS (highspy), an optional dependency."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from modeler.core.limits import LSI_MAX
from modeler.core.synthesis.problem import Picked, Problem, SlotType, Solution, bias_of, cost_of, slots_of

AVAILABLE = find_spec("highspy") is not None
SLOT_WEIGHT = 1e-5
"""Dollars per slot in the objective: among equally cheap choices the one with the fewest slots wins."""
ENTRY_WEIGHT = 1e-7
GAP = 1e-7


def solve(problem: Problem, *, seconds: float | None = None) -> Solution | None:
    """The cheapest choice; None if none fits the slots. After `seconds`, the best so far with its gap."""
    program = _Program(problem)
    highspy: Any = import_module("highspy")
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", GAP)
    if seconds is not None:
        solver.setOptionValue("time_limit", seconds)
    solver.passModel(program.model(highspy))
    solver.run()
    info = solver.getInfo()
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return None
    values = list(solver.getSolution().col_value)
    picked = program.picked(values)
    optimal = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    gap = 0.0 if optimal else max(0.0, info.objective_function_value - info.mip_dual_bound)
    cost = cost_of(problem, picked)
    return Solution(picked, cost, slots_of(problem, picked), cost + bias_of(problem, picked), gap)


@dataclass
class _Program:
    """Columns and rows: one column per key choice, entry and read option; three for the numbers of slots.

    `whole` are the columns that must be whole numbers. The shares of a read's options need not be: where keys and
    entries are chosen, its cheapest option takes all of it. Presolve probes every whole column, which took most of the
    time.
    """

    problem: Problem
    costs: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    rows: list[tuple[float, float, dict[int, float]]] = field(default_factory=list)
    columns: list[list[tuple[int, list[int], list[list[int]]]]] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        limit = math.inf if self.problem.slots is None else float(self.problem.slots)
        kinds = self.problem.slot_types
        slots = {kind: self._column(SLOT_WEIGHT, LSI_MAX if kind.is_local else limit) for kind in kinds}
        shared = [column for kind, column in slots.items() if not kind.is_local]
        if self.problem.slots is not None:
            self.rows.append((-math.inf, limit, dict.fromkeys(shared, 1.0)))
        if local := [column for kind, column in slots.items() if kind.is_local]:
            self.rows.append((-math.inf, LSI_MAX, dict.fromkeys(local, 1.0)))
        for group in self.problem.groups:
            made = []
            used: dict[tuple[int, SlotType], list[int]] = {}
            for choice in group.choices:
                chosen = self._column(choice.cost + choice.bias, 1)
                entries = [self._column(entry.weight + ENTRY_WEIGHT, 1) for entry in choice.entries]
                reads = [[self._column(one.cost, 1, whole=False) for one in options] for options in choice.reads]
                made.append((chosen, entries, reads))
                for options, columns in zip(choice.reads, reads, strict=True):
                    self.rows.append((0.0, 0.0, {**dict.fromkeys(columns, 1.0), chosen: -1.0}))
                    for option, column in zip(options, columns, strict=True):
                        if option.entry >= 0:
                            self.rows.append((-math.inf, 0.0, {column: 1.0, entries[option.entry]: -1.0}))
                for entry, column in zip(choice.entries, entries, strict=True):
                    used.setdefault((entry.owner, entry.slot), []).append(column)
            # Only one of the choices is made, so the entries of all of them can be counted together: a row for each
            # choice would say the same of whole numbers, but let the solver open a part of each.
            for (_, kind), columns in used.items():
                self.rows.append((-math.inf, 0.0, {**dict.fromkeys(columns, 1.0), slots[kind]: -1.0}))
            self.rows.append((1.0, 1.0, {chosen: 1.0 for chosen, _, _ in made}))
            self.columns.append(made)

    def _column(self, cost: float, upper: float, *, whole: bool = True) -> int:
        self.whole.append(whole)
        self.costs.append(cost)
        self.upper.append(upper)
        return len(self.costs) - 1

    def model(self, highspy: Any) -> Any:
        """The program in HiGHS's form."""
        numpy: Any = import_module("numpy")
        made = highspy.HighsLp()
        made.num_col_, made.num_row_ = len(self.costs), len(self.rows)
        made.col_cost_ = numpy.array(self.costs, dtype=float)
        made.col_lower_ = numpy.zeros(len(self.costs))
        made.col_upper_ = numpy.array([min(one, highspy.kHighsInf) for one in self.upper], dtype=float)
        made.row_lower_ = numpy.array([max(low, -highspy.kHighsInf) for low, _, _ in self.rows], dtype=float)
        made.row_upper_ = numpy.array([min(high, highspy.kHighsInf) for _, high, _ in self.rows], dtype=float)
        made.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        starts, indexes, values = [0], [], []
        for _, _, members in self.rows:
            indexes += list(members)
            values += list(members.values())
            starts.append(len(indexes))
        made.a_matrix_.start_ = numpy.array(starts, dtype=numpy.int32)
        made.a_matrix_.index_ = numpy.array(indexes, dtype=numpy.int32)
        made.a_matrix_.value_ = numpy.array(values, dtype=float)
        kinds = highspy.HighsVarType
        made.integrality_ = [kinds.kInteger if one else kinds.kContinuous for one in self.whole]
        return made

    def picked(self, values: list[float]) -> tuple[Picked, ...]:
        """The choice that a solution's values say; a read goes to the cheapest of the open entries."""
        found = []
        for group, made in zip(self.problem.groups, self.columns, strict=True):
            shares = [values[chosen] for chosen, _, _ in made]
            place = shares.index(max(shares))
            _, entries, _ = made[place]
            choice = group.choices[place]
            opened = tuple(number for number, column in enumerate(entries) if values[column] > 0.5)
            held = {-1, *opened}
            sources = tuple(
                min((one for one in options if one.entry in held), key=lambda one: (one.cost, one.entry)).entry
                for options in choice.reads
            )
            found.append(Picked(place, tuple(one for one in opened if one in sources), sources))
        return tuple(found)
