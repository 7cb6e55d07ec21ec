"""Why an alternative is as it is: what serves each read, what each index is worth, what the patterns cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from modeler.core.arithmetic import exact
from modeler.core.blocks.naming import block_of_index, blocks_within
from modeler.core.capacity.patterns import pattern_capacity
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.items.sizes import Sizes
from modeler.core.limits import SECONDS_PER_MONTH
from modeler.core.synthesis.alternatives import Chosen
from modeler.core.synthesis.answer import IndexWorth, PatternPrice, ServedRead
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.problem import FROM_TABLE, Problem, Solution, without
from modeler.core.synthesis.refining import Refining
from modeler.core.synthesis.setting_up import Setup

INCONSISTENT: Final = "would not be strongly consistent"
FILTERS: Final = "would read items that a filter discards"


def served_reads(setup: Setup, chosen: Chosen, unrated: frozenset[str]) -> Iterator[ServedRead]:
    """What serves each read, and why it was chosen; without dollars for patterns that lack a rate."""
    made, sizes = chosen.made, Sizes()
    slots = {slot.name: slot for slot in made.slots}
    for call in setup.calls:
        resolved = made.resolved.get(call.id)
        if resolved is None:
            continue
        source = made.sources[call.id]
        owner = call.entities[0].id
        shape = made.shapes[owner] if source is None else slots[source].entries[owner]
        block = shape.block if len(call.entities) == 1 else "item collection"
        capacity = pattern_capacity(made.design, resolved.pattern, sizes)
        dollars = None
        if call.top.id not in unrated:
            per_month = exact(call.rate) * SECONDS_PER_MONTH * exact(setup.pricing.read_unit)
            dollars = capacity.read_units * per_month
        yield ServedRead(call.top.id, call.label, source, block, resolved.serving.reason, capacity.read_units, dollars)


def pattern_costs(design: Design) -> tuple[PatternPrice, ...]:
    """Units of one call and dollars per month of every pattern."""
    bill = {one.pattern: one.amount for one in monthly_cost(design).patterns()}
    found, sizes = [], Sizes()
    for pattern in design.patterns:
        units = pattern_capacity(design, pattern, sizes)
        dollars = bill.get(pattern.id, Decimal(0)) if pattern.per_second is not None else None
        found.append(PatternPrice(pattern.id, pattern.label, units.read_units, units.write_units, dollars))
    return tuple(found)


def index_worths(setup: Setup, chosen: Chosen, known: Design) -> Iterator[IndexWorth]:
    """What each index costs, and what the month costs without it: with the best other choice of all keys, also if the
    alternative avoids what that choice does, such as a filter. Then the month can cost less. `known` is the design
    without supposed rates: what an index costs does not include them.
    """
    bill = monthly_cost(known)
    table = chosen.made.design.tables[0]
    for slot in chosen.made.slots:
        reads = [call for call in setup.calls if chosen.made.sources.get(call.id) == slot.name]
        labels = tuple(dict.fromkeys(call.label for call in reads))
        shapes = frozenset(replace(one, labeled=False) for one in slot.entries.values())
        groups = tuple(without(group, shapes) for group in setup.groups)
        other = None
        if not slot.is_local and all(group.choices for group in groups):
            other = Refining(setup).solve(Problem(groups, chosen.gsis - 1), seconds=1.0)
        if other is not None:
            more = exact(other[1].cost - chosen.solution.cost)
            text = _instead(*other, reads)
        elif slot.is_local:
            more, text = -_local_dollars(known, slot.name), _joined((INCONSISTENT, reads))
        else:
            left = _left_to_the_table(setup, chosen)
            scans = [call for call in reads if call.id not in left]
            instead = sum((_scan_dollars(setup, chosen, call.top, call.asked) for call in scans), Decimal(0))
            instead += sum((exact(left[call.id]) for call in reads if call.id in left), Decimal(0))
            more = instead - _own_dollars(bill, slot.name)
            text = _joined((FILTERS, [call for call in reads if call.id in left]), ("would scan the table", scans))
        index = table.index(slot.name)
        block = block_of_index(table, index) if index is not None else None
        within = blocks_within(table, index) if index is not None else {}
        parts = tuple((name, one.code) for name, one in within.items() if one is not None)
        code = block.code if block is not None else ""
        own = _local_dollars(known, slot.name) if slot.is_local else _own_dollars(bill, slot.name)
        yield IndexWorth(slot.name, labels, own, more, text, code, parts)


def _instead(problem: Problem, solution: Solution, reads: Sequence[PlacedCall]) -> str:
    """What another choice does for these reads."""
    asked = {call.id for call in reads}
    filtering = {
        call.id
        for group, picked in zip(problem.groups, solution.picked, strict=True)
        for call, options, source in zip(group.reads, group.choices[picked.choice].reads, picked.sources, strict=True)
        if call.id in asked and next(one for one in options if one.entry == source).filtered
    }
    rest = [call for call in reads if call.id not in filtering]
    return _joined((FILTERS, [call for call in reads if call.id in filtering]), ("would be served by other keys", rest))


def _left_to_the_table(setup: Setup, chosen: Chosen) -> dict[tuple[str, tuple[int, ...]], float]:
    """The reads that the chosen table keys serve too, with a filter, at dollars per month."""
    found: dict[tuple[str, tuple[int, ...]], float] = {}
    for group, mine, picked in zip(setup.groups, chosen.problem.groups, chosen.solution.picked, strict=True):
        shapes = mine.choices[picked.choice].shapes
        choice = next(one for one in group.choices if one.shapes == shapes)
        for call, options in zip(group.reads, choice.reads, strict=True):
            cost = next((one.cost for one in options if one.entry == FROM_TABLE), None)
            if cost is not None:
                found[call.id] = cost
    return found


def _joined(*said: tuple[str, Sequence[PlacedCall]]) -> str:
    """ "A4, A7 would read items that a filter discards, A5 would scan the table"."""
    parts = ((", ".join(dict.fromkeys(call.label for call in calls)), what) for what, calls in said if calls)
    return ", and ".join(f"{labels} {what}" for labels, what in parts)


def _own_dollars(bill: Cost, name: str) -> Decimal:
    """Dollars of an index's units and storage."""
    return sum((one.amount for one in bill.places() if one.place == name), Decimal(0))


def _local_dollars(known: Design, name: str) -> Decimal:
    """Dollars of the writes and the storage of an LSI, which uses the units of its table: those that the month costs
    less without it, whatever is read.
    """
    (table,) = known.tables
    writes = replace(known, patterns=tuple(one for one in known.patterns if not one.operation.is_read))
    entities = tuple(
        replace(one, overloads=tuple(each for each in one.overloads if each.index != name)) for one in table.entities
    )
    left = replace(table, indexes=tuple(one for one in table.indexes if one.name != name), entities=entities)
    return monthly_cost(writes).total().value - monthly_cost(replace(writes, tables=(left,))).total().value


def _scan_dollars(setup: Setup, chosen: Chosen, top: AccessPattern, asked: AccessPattern) -> Decimal:
    """Dollars per month of a read if it scanned the table at its rate."""
    if top.per_second is None:
        return Decimal(0)
    table = chosen.made.design.tables[0]
    scan = replace(
        asked, operation=Operation.SCAN, table=table.name, index=None, key=(), limit=None, extra={}, fan_out=1
    )
    units = pattern_capacity(chosen.made.design, scan).read_units
    return units * exact(top.per_second.average) * SECONDS_PER_MONTH * exact(setup.pricing.read_unit)
