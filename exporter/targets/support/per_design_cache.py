"""What several targets ask of the same design: worked out once for the design that was asked of last."""

from __future__ import annotations

import weakref
from collections.abc import Callable

from modeler.core import analysis
from modeler.core.analysis import Analysis
from modeler.core.design.model import Design


def once[T](work: Callable[[Design], T]) -> Callable[[Design], T]:
    """The function, remembering its answer for the last design. A design never changes, so the answer holds while it
    is the very same object; nothing keeps the design itself alive.
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
    """The findings of a design, and those that somebody muted."""
    return analysis.analyse(design)
