"""Solvers of a synthesis problem: exact with HiGHS where it is installed, else greedy with local search."""

from __future__ import annotations

from collections.abc import Callable

from modeler.core.synthesis.problem import Problem, Solution
from modeler.core.synthesis.solver import highs, local_search

type Stop = Callable[[], bool]
"""Asked from time to time whether to stop with the best choice so far."""


def solve(problem: Problem, *, seconds: float | None = None, stop: Stop | None = None) -> Solution | None:
    """The cheapest choice within the problem's slots, with the fewest slots among equally cheap ones; None: no choice
    fits.

    Without HiGHS the answer is the best that a local search finds, and its gap is unknown.
    """
    if highs.AVAILABLE:
        return highs.solve(problem, seconds=seconds)
    return local_search.solve(problem, stop=stop)


def is_exact() -> bool:
    """Return whether an exact solver is installed."""
    return highs.AVAILABLE
