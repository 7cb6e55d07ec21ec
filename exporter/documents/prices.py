"""The monthly cost as the document shows it: each table's bill in its billing mode, with its arithmetic, bounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from exporter.documents.contents import BillLine, CalculationStep, CostPart, TableBill
from modeler.core.arithmetic import Line, plain_number
from modeler.core.cost.common import NOT_PRICED
from modeler.core.cost.design import Cost
from modeler.core.cost.lines import USD, USD_MONTH, CostLine, Mode
from modeler.core.cost.tables import TableCost
from modeler.wording.numbers import money_text

STEPS_MAX: Final = 24
"""Limit on the steps that are shown of one line; the document says how many are left out."""

DEPTH_MAX: Final = 1
NOTES_MAX: Final = 60


def cost_part(cost: Cost) -> CostPart:
    """Return what the design costs per month in its billing mode, and in the others."""
    total = cost.total()
    possible = [mode for mode in Mode if any(mode in table.modes for table in cost.tables)]
    return CostPart(
        region=cost.region,
        prices=cost.prices[:10],
        total=money_text(total.value),
        is_estimate=total.estimate,
        modes=tuple((mode.value, money_text(cost.total(mode).value)) for mode in possible),
        bills=tuple(map(_bill, cost.tables)),
        notes=tuple(_notes(cost)),
    )


def _notes(cost: Cost) -> Iterator[str]:
    yield from cost.unknown[:NOTES_MAX]
    if len(cost.unknown) > NOTES_MAX:
        yield f"and {len(cost.unknown) - NOTES_MAX:,} more of this kind"
    yield f"Not included: {'; '.join(NOT_PRICED)}"


def _bill(table: TableCost) -> TableBill:
    lines = (*(metered.line for metered in table.modes[table.current].lines), *table.common)
    return TableBill(
        table=table.table,
        mode=table.current.value,
        total=money_text(table.total(table.current).value),
        lines=tuple(_line(one) for one in lines if one.amount is None or one.amount.value),
    )


def _line(line: CostLine) -> BillLine:
    if line.amount is None:
        return BillLine(line.place, line.what, "", line.unknown, ())
    steps = list(_steps(line.amount.arithmetic, 0))
    more = len(steps) - STEPS_MAX
    if more > 0:
        # The last step gives the number.
        steps = [*steps[: STEPS_MAX - 1], CalculationStep(f"and {more + 1} more steps", "", 0), *steps[-1:]]
    return BillLine(line.place, line.what, money_text(line.amount.value), "", tuple(steps))


def _steps(lines: Iterable[Line], depth: int) -> Iterator[CalculationStep]:
    for line in lines:
        if depth < DEPTH_MAX:
            yield from _steps(line.of, depth + 1)
        yield CalculationStep(line.text, _value(line), depth)


def _value(line: Line) -> str:
    if line.value is None:
        return ""
    if line.unit == USD:
        return f"${line.value:f}"
    if line.unit == USD_MONTH:
        return money_text(line.value)
    return f"{plain_number(line.value)} {line.unit}"
