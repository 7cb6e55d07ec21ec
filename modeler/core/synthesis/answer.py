"""The answer of a synthesis: alternatives, what serves each pattern and why, their cost, and what is not met."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Final

from modeler.core.design.model import Design
from modeler.core.findings import Finding


class AlternativeKind(StrEnum):
    """What an alternative is best at."""

    BALANCED = "balanced"
    CHEAPEST = "cheapest"
    FEWEST_INDEXES = "fewest indexes"
    MOST_ROOM = "most room for new patterns"
    OTHER = "other keys"


PAYBACK_MONTHS: Final = 12
"""Months within which a migration of a live table must pay for itself."""


@dataclass(frozen=True, slots=True)
class MigrationCost:
    """What it takes to migrate the present design to an alternative, an estimate: dollars of the units that all steps
    take, hours from the first step to the last, and months until the saving has paid for it (None: it never does). With
    something `unknown`, as sentences, all three are lower bounds.
    """

    steps: int
    dollars: Decimal
    hours: Decimal
    months: Decimal | None
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SynthesisOptions:
    """Budgets and musts.

    `alternatives`: how many to return. `max_gsis`: at most this many GSIs. `keep`: the present keys of the table stay.
    `keep_keys`: those of these entities stay. `consistent`: codes of patterns that must be strongly consistent.
    `copies`: whether it may add data that is kept beside the application's own, such as a count, or an item that
    enforces a unique value. `live`: the table holds items, so a change must pay for its migration: an alternative is
    left out if its migration costs more than it saves within `PAYBACK_MONTHS`. `seconds`: a limit for each run of the
    exact solver; an alternative then shows its gap. `multi_attribute_keys`: a GSI of one entity has the attributes
    themselves as its key, if the engines of the design have such keys.
    """

    alternatives: int = 3
    max_gsis: int | None = None
    keep: bool = False
    keep_keys: frozenset[str] = frozenset()
    consistent: frozenset[str] = frozenset()
    seconds: float | None = None
    copies: bool = True
    live: bool = False
    multi_attribute_keys: bool = False


@dataclass(frozen=True, slots=True)
class ServedRead:
    """What serves one read: `index` is None for the table itself. `block` is the building block, `reason` a sentence;
    `units` are read units per call, `dollars` per month; None without a rate.
    """

    pattern: str
    label: str
    index: str | None
    block: str
    reason: str
    units: Decimal
    dollars: Decimal | None


@dataclass(frozen=True, slots=True)
class IndexWorth:
    """What an index of an alternative is worth: the patterns it serves, what its writes and storage cost per month,
    and what the month costs more without it, with the nominal rate for those that have none. `without` says what would
    serve its patterns then. `block` is the code of the building block that it is, '' if it is none; `parts` are the
    entities in it, each with the code of the block that its keys are.
    """

    index: str
    serves: tuple[str, ...]
    dollars: Decimal
    more_without: Decimal
    without: str
    block: str = ""
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PatternPrice:
    """Read and write units of one call of a pattern, and its dollars per month; None without a rate."""

    pattern: str
    label: str
    read_units: Decimal
    write_units: Decimal
    dollars: Decimal | None


@dataclass(frozen=True)
class Alternative:
    """One design that serves the patterns.

    `dollars` per month are those of `modeler.core.cost.monthly_cost`. `compared` are those by which it was chosen: with
    the nominal rate for each pattern that has none. `problems` are sentences of the acceptance: a
    read that is not served, a key over the limit of a partition, a sample read that returns nothing. `differences` are
    those from the present design. `gap`: a better choice could be this much cheaper per month, in dollars; 0: none is;
    None: unknown. `differs`: how it differs from the first alternative, in what a person would choose by.
    `migration`: what the way to it from the present design takes, if the table is live.
    """

    kind: AlternativeKind
    design: Design
    dollars: Decimal
    gsis: int
    served: tuple[ServedRead, ...]
    patterns: tuple[PatternPrice, ...]
    indexes: tuple[IndexWorth, ...]
    findings: tuple[Finding, ...]
    problems: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    gap: float | None = None
    differs: tuple[str, ...] = ()
    migration: MigrationCost | None = None
    compared: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class FrontStep:
    """The least dollars per month with this many GSIs, how that design differs from the first alternative, and its
    errors.
    """

    gsis: int
    dollars: Decimal
    differs: tuple[str, ...] = ()
    errors: int = 0


@dataclass(frozen=True, slots=True)
class UnmetRequirement:
    """A pattern that no design of the candidates meets, why, and the nearest that can be done."""

    pattern: str
    label: str
    reason: str
    nearest: str


@dataclass(frozen=True)
class Synthesis:
    """Alternatives, the recommended one first. `front`: the least dollars per month for each number of GSIs, from the
    fewest that serve the patterns to as many as pay. Where patterns are `unrated` (their labels), it counts each of
    them at the nominal rate.

    `unmet` are the patterns that no alternative serves by key; `notes` say what the synthesis did not consider.
    `is_exact`: an exact solver made the choices.
    """

    alternatives: tuple[Alternative, ...]
    unmet: tuple[UnmetRequirement, ...] = ()
    front: tuple[FrontStep, ...] = ()
    notes: tuple[str, ...] = ()
    is_exact: bool = field(default=False)
    unrated: tuple[str, ...] = ()
