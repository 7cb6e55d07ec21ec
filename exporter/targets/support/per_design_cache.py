"""What several targets need of the same design, computed once for the last requested design."""

from __future__ import annotations

import weakref
from collections.abc import Callable

from modeler.core import analysis
from modeler.core.analysis import Analysis
from modeler.core.design.model import Design


def once[T](work: Callable[[Design], T]) -> Callable[[Design], T]:
    """Return the function with its result cached for the last design. A design is immutable, so the result is valid for
    the same object; the cache does not keep the design alive.
    """
    last: list[tuple[weakref.ref[Design], T]] = []

    def remembered(design: Design) -> T:
        for known, answer in last[:]:
            if known() is design:
                return answer
        answer = work(design)
        last[:] = [(weakref.ref(design), answer)]
        return answer

    return remembered


@once
def analysed(design: Design) -> Analysis:
    """Return the findings of a design, and its muted findings."""
    return analysis.analyse(design)
