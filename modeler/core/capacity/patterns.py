"""Units of an access pattern: per call, and per second at its average and peak rate. facts/throughput#reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from modeler.core.arithmetic import exact, plain_number
from modeler.core.capacity.calls import CountedCall
from modeler.core.capacity.dependencies import Dependencies, Parts, Resolved
from modeler.core.capacity.loads import Load, PatternCapacity, merged
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.items.sizes import CACHE_MAX, Sizes
from modeler.core.servings.known import KnownServings

TRANSACTIONS: Final = frozenset({Operation.TRANSACT_GET, Operation.TRANSACT_WRITE})
BATCHES: Final = TRANSACTIONS | {Operation.BATCH_GET, Operation.BATCH_WRITE}


def pattern_capacity(design: Design, pattern: AccessPattern, sizes: Sizes | None = None) -> PatternCapacity:
    """What one access pattern of a design uses at its table and each index, all its requests together.

    A read that names no key is counted on the index that serves it. Keep one `Sizes` for many patterns. Unknown facts
    are listed in `unknown`, and counted at their minimum.
    """
    asked = KnownServings().asked(design, pattern)
    return _counted(asked, _units(design, asked, sizes or Sizes()))


@dataclass(frozen=True, slots=True)
class _Units:
    """What one call uses, whatever the name of the pattern, with remarks on the calculation."""

    loads: tuple[Load, ...]
    unknown: tuple[str, ...]
    remarks: tuple[str, ...]


def _units(design: Design, pattern: AccessPattern, sizes: Sizes) -> _Units:
    counting = _Counting(design, sizes)
    loads = counting.loads(pattern, False)
    return _Units(merged(loads), tuple(counting.unknown), tuple(counting.remarks))


def _counted(pattern: AccessPattern, units: _Units) -> PatternCapacity:
    """What a resolved pattern uses."""
    unknown = units.unknown
    if pattern.per_second is None:
        unknown = (*unknown, "its rate is not given, so it counts in no total")
    return PatternCapacity(pattern.id, pattern.label, units.loads, pattern.per_second, unknown, units.remarks)


class CapacityCache:
    """Sizes and patterns' units kept over the revisions of a design: unchanged parts are found again by identity."""

    def __init__(self) -> None:
        self.sizes = Sizes()
        self.servings = KnownServings()
        self.dependencies = Dependencies()
        self._resolved: tuple[Design, tuple[Resolved, ...]] | None = None
        self._units: dict[tuple[str, int], tuple[Parts, _Units]] = {}
        self.latest: tuple[Design, Any] | None = None
        """The most recently counted design, and its capacity: rules, cost and pages use it one after the other."""

    def pattern(self, design: Design, pattern: AccessPattern) -> PatternCapacity:
        """`pattern_capacity`, computed only if something that it depends on is another object than before."""
        return self.of_resolved(design, self.resolve(design, pattern))

    def patterns(self, design: Design) -> tuple[PatternCapacity, ...]:
        """The same for every pattern of a design."""
        return tuple([one.units or self.of_resolved(design, one) for one in self.resolved(design)])

    def resolved(self, design: Design) -> tuple[Resolved, ...]:
        """The patterns of a design with what they follow from, found once for their units, their heat and findings."""
        if self._resolved is None or self._resolved[0] is not design:
            self._resolved = (design, tuple([self.resolve(design, pattern) for pattern in design.patterns]))
        return self._resolved[1]

    def resolve(self, design: Design, pattern: AccessPattern) -> Resolved:
        """One pattern with what its answers follow from."""
        return self.dependencies.resolved(design, self.servings.asked(design, pattern))

    def of_resolved(self, design: Design, one: Resolved) -> PatternCapacity:
        """`pattern_capacity` of a pattern that is resolved."""
        if one.units is None:
            one.units = _counted(one.pattern, self._of_call(design, one.pattern, one.parts))
        return one.units

    def _of_call(self, design: Design, asked: AccessPattern, parts: Parts) -> _Units:
        """Counted once for all patterns that make the same call."""
        found = self._units.get(key := (asked.call, id(parts)))
        if found is None:
            if len(self._units) >= CACHE_MAX:
                self._units.clear()
            found = self._units[key] = (parts, _units(design, asked, self.sizes))
        return found[1]


class _Counting:
    """Goes through a pattern and its steps, and collects remarks."""

    def __init__(self, design: Design, sizes: Sizes) -> None:
        self.design = design
        self.sizes = sizes
        self.unknown: list[str] = []
        self.remarks: list[str] = []

    def loads(self, pattern: AccessPattern, transactional: bool) -> list[Load]:
        """The loads of a pattern."""
        table = self.design.table(pattern.table)
        if table is None and not pattern.steps:
            self.say(self.unknown, f"there is no table {pattern.table or 'named'}, so nothing is counted")
            return []
        entities = self._entities(pattern, table)
        transactional = transactional or pattern.operation in TRANSACTIONS
        if pattern.steps:
            loads = [load for step in pattern.members for load in self.loads(step, transactional)]
            if (times := repeated(pattern)) != 1:
                said = f"{plain_number(times)}: a batch of {pattern.facts.batch_size}"
                loads = [load.times(exact(times), said) for load in loads]
        elif table is not None and pattern.operation in (Operation.BATCH_WRITE, Operation.TRANSACT_WRITE):
            loads = [
                load
                for entity in entities or (None,)
                for load in self._call(member(pattern), table, () if entity is None else (entity,), transactional)
            ]
            if (each := batched(pattern, len(entities))) != 1:
                loads = [
                    load.times(exact(each), f"{plain_number(each)}: a batch of {pattern.facts.batch_size}")
                    for load in loads
                ]
        else:
            loads = [] if table is None else self._call(pattern, table, entities, transactional)
        if pattern.fan_out == 1:
            return loads
        return [load.times(Decimal(pattern.fan_out), f"{plain_number(pattern.fan_out)} requests") for load in loads]

    def _entities(self, pattern: AccessPattern, table: Table | None) -> tuple[Entity, ...]:
        if table is None:
            return ()
        found = [table.entity(name) for name in pattern.entities]
        for name, entity in zip(pattern.entities, found, strict=True):
            if entity is None:
                self.say(self.unknown, f"{table.name} has no entity {name}: excluded")
        return tuple(entity for entity in found if entity is not None)

    def _call(
        self, pattern: AccessPattern, table: Table, entities: tuple[Entity, ...], transactional: bool
    ) -> list[Load]:
        call = CountedCall(pattern, table, entities, self.sizes, transactional)
        loads = call.loads()
        for sentence in call.unknown:
            self.say(self.unknown, sentence)
        for sentence in call.remarks:
            self.say(self.remarks, sentence)
        return loads

    @staticmethod
    def say(sentences: list[str], sentence: str) -> None:
        """Add a sentence once."""
        if sentence not in sentences:
            sentences.append(sentence)


def repeated(pattern: AccessPattern) -> float:
    """How often one request of a batch with steps does what each step shows: steps are examples of the items, if
    `batch_size` says that there are more of them.
    """
    if pattern.operation not in BATCHES or not pattern.steps:
        return 1.0
    return max(1.0, pattern.facts.batch_size / sum(max(1, step.fan_out) for step in pattern.steps))


def batched(pattern: AccessPattern, entities: int) -> float:
    """How many items of each of its entities a batch or a transaction without steps writes: its `batch_size` divided
    among them, if no `fan_out` is given.
    """
    if pattern.operation not in (Operation.BATCH_WRITE, Operation.TRANSACT_WRITE) or pattern.fan_out != 1:
        return 1.0
    return max(1.0, pattern.facts.batch_size / max(1, entities))


def member(pattern: AccessPattern) -> AccessPattern:
    """The effect of a batch or a transaction of writes without steps on each of its entities."""
    updates = pattern.set or pattern.remove or pattern.add or pattern.update
    return replace(pattern, operation=Operation.UPDATE if updates else Operation.PUT)
