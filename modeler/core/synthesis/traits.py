"""What a person chooses an alternative by, and how two alternatives differ in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import ProjectionType
from modeler.core.synthesis.assembling import Assembled
from modeler.core.synthesis.nominal_rates import NOMINAL_WORDS
from modeler.core.synthesis.reads.point_reads import is_identified
from modeler.core.synthesis.setting_up import Setup
from modeler.core.synthesis.shapes import KeyShape

TRIFLE: Final = Decimal(1)
"""Dollars per month that nobody chooses a design by."""
TRIFLE_SHARE: Final = Decimal("0.01")
"""The same as a share of the month."""


class Lack(StrEnum):
    """Why an alternative is not offered beside another one, in the past tense."""

    SAME = "cost as much, with the same number of indexes and the same ways to read"
    AWAY = "read an item by its identity through an index and saved nothing"
    WORSE = "had no advantage"
    SUPPOSED = "took more requests or indexes, and saved only by supposed rates"
    FAR = "cost more than twice as much at equal rates"
    KEYS = "kept items by worse keys and saved nothing"
    ERRORS = "had more errors"
    DEAR = "cost much more with as many indexes"
    TRIFLE = "saved less than anybody would notice"


@dataclass(frozen=True, slots=True)
class Traits:
    """The traits of one alternative. `filtered` are the patterns that read what a filter discards, `twice` those that
    read keys first and then items, `direct` those that the table itself or an LSI serves, `found` those
    of them that find an item by its identity; `whole`: every index entry has every attribute. `stored` are the
    attributes of each entity's partition key.
    """

    dollars: Decimal
    gsis: int
    filtered: frozenset[str]
    twice: frozenset[str]
    direct: frozenset[str]
    found: frozenset[str]
    whole: bool
    stored: tuple[tuple[str, tuple[str, ...]], ...]

    def is_like(self, other: Traits) -> bool:
        """Return whether nobody would choose by the difference, whatever the keys look like."""
        if abs(self.dollars - other.dollars) > trifle(min(self.dollars, other.dollars)):
            return False
        mine = (self.gsis, self.filtered, self.twice, self.direct, self.whole)
        return mine == (other.gsis, other.filtered, other.twice, other.direct, other.whole)

    def lacks(self, other: Traits, *, supposed: bool = False) -> Lack | None:
        """Why nobody would choose this where there is the other one; None: somebody would. `supposed`: the dollars
        include nominal rates, so they are no reason to read an item by its identity through an index.
        """
        if self.is_like(other):
            return Lack.SAME
        saves = self.gsis < other.gsis or self.dollars < other.dollars - trifle(min(self.dollars, other.dollars))
        is_better = other.filtered - self.filtered or other.twice - self.twice or self.direct - other.direct
        if not saves and not is_better and not (self.whole and not other.whole):
            return Lack.WORSE
        known = self.gsis < other.gsis or (saves and not supposed)
        if known:
            return None
        if other.found - self.found:
            return Lack.AWAY
        costs = self.gsis > other.gsis or self.twice - other.twice or self.filtered - other.filtered
        return Lack.SUPPOSED if supposed and costs else None


def trifle(dollars: Decimal) -> Decimal:
    """The dollars per month by which nobody chooses between two designs. `dollars`: what the cheaper one costs."""
    return max(TRIFLE, TRIFLE_SHARE * dollars)


def traits_of(setup: Setup, made: Assembled, dollars: Decimal) -> Traits:
    """The traits of an assembled choice."""
    known = [(call, made.resolved[call.id]) for call in setup.calls if call.id in made.resolved]
    twice = frozenset(call.label for call, found in known if found.pattern.operation is Operation.STEPS)
    filtered = frozenset(call.label for call, found in known if found.filtered) - twice
    from_table = [call for call, _ in known if made.sources[call.id] in {None, *made.local}]
    direct = frozenset(call.label for call in from_table)
    by_id = frozenset(call.label for call in from_table if is_identified(call))
    whole = all(slot.projection.type is ProjectionType.ALL for slot in made.slots)
    names = {entity.id: entity.name for _, entity in made.design.entities()}
    stored = sorted((names[owner], _stored_by(shape)) for owner, shape in made.shapes.items() if owner in names)
    return Traits(dollars, made.gsis, filtered, twice, direct, by_id, whole, tuple(stored))


def _stored_by(shape: KeyShape) -> tuple[str, ...]:
    return (*shape.partition, f"the {shape.grain} of {shape.bucket}") if shape.bucket else shape.partition


def differences(one: Traits, first: Traits, *, supposed: bool = False) -> Iterator[str]:
    """How an alternative differs from the first one, a sentence each. `supposed`: the dollars include nominal rates."""
    if (more := one.gsis - first.gsis) != 0:
        yield f"{abs(more)} GSI{'s' if abs(more) > 1 else ''} {'more' if more > 0 else 'fewer'}"
    if round(dollars := one.dollars - first.dollars, 2) != 0:
        how = f" {NOMINAL_WORDS}" if supposed else ""
        yield f"${abs(dollars):,.2f}/month {'more' if dollars > 0 else 'less'}{how}"
    yield from _each(one.filtered - first.filtered, "reads items that a filter discards")
    yield from _each(first.filtered - one.filtered, "reads only the items that it returns")
    yield from _each(one.twice - first.twice, "reads keys first, then the items, in two requests")
    yield from _each(first.twice - one.twice, "takes one request")
    yield from _each(one.direct - first.direct, "is read from the table, so it can be strongly consistent")
    yield from _each(first.direct - one.direct, "is read from an index, so it is eventually consistent")
    if one.whole != first.whole and (one.gsis or first.gsis):
        yield f"{'every' if one.whole else 'not every'} index projects all attributes"
    before = dict(first.stored)
    for name, partition in one.stored:
        if before.get(name, partition) != partition:
            yield f"{name} is stored by {_joined(partition)}, not by {_joined(before[name])}"


def _each(labels: Iterable[str], text: str) -> Iterator[str]:
    for label in sorted(labels):
        yield f"{label} {text}"


def _joined(names: tuple[str, ...]) -> str:
    return " and ".join(names) if names else "one common key"
