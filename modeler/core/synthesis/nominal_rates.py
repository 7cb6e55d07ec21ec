"""Patterns without a rate: unknown is not zero, so keys are compared as if each of them ran equally often."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import Rate

NOMINAL: Final = Rate(1.0, 1.0)
"""Calls per second of a pattern without a rate, where designs are compared. The dollars of a design leave it out."""
NOMINAL_WORDS: Final = f"at {NOMINAL.average:g} call/s for each pattern without a rate"


def unrated(design: Design) -> frozenset[str]:
    """The ids of the patterns without a rate."""
    return frozenset(one.id for one in design.patterns if one.per_second is None)


def with_nominal_rates(design: Design) -> Design:
    """The design with the nominal rate for each pattern without one."""
    if not unrated(design):
        return design
    patterns = (replace(one, per_second=one.per_second or NOMINAL) for one in design.patterns)
    return replace(design, patterns=tuple(patterns))


def as_declared(made: Design, lacking: frozenset[str]) -> Design:
    """A design without the rates that these patterns lack."""
    if not lacking:
        return made
    patterns = (replace(one, per_second=None) if one.id in lacking else one for one in made.patterns)
    return replace(made, patterns=tuple(patterns))
