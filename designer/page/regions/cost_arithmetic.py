"""The arithmetic behind one figure of the cost page, identified by the value of its button."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from designer.page.month_cost import Month
from modeler.core.arithmetic import Figure, Line, plain_number, total
from modeler.core.cost.design import divided
from modeler.core.cost.lines import USD_MONTH, CostLine, Mode, price_line, sum_of, sum_of_figures
from modeler.core.cost.meters import Meter
from modeler.core.cost.tables import TableCost
from modeler.core.cost.what_if import MODES
from modeler.core.errors import Missing

LINES_MAX: Final = 200
"""Maximum number of steps shown of one sum; the number of omitted steps is shown."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A number with its title and the tree of its arithmetic."""

    title: str
    figure: Figure


def opened(month: Month, name: str) -> Sum:
    """The arithmetic of a number: `mode/fixed`, `pattern/p1/cost`, `place/0/cost`, `units/0/read/peak`, `heat/3/peak`,
    `commitment/0/1`, `level/0/2`, `held/0/2`, `grown/12`, `once/0/0`, `free`. Raises Missing if there is none.
    """
    kind, *rest = name.split("/")
    try:
        found = _OPENERS[kind](month, *rest)
    except (KeyError, IndexError, TypeError, ValueError, StopIteration) as error:
        raise Missing("this figure no longer exists, because the design has changed", path=name[:100]) from error
    return Sum(found.title, replace(found.figure, arithmetic=_pruned(found.figure.arithmetic)))


def _pruned(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    shown = tuple(replace(line, of=_pruned(line.of)) if line.of else line for line in lines[:LINES_MAX])
    left = len(lines) - len(shown)
    return (*shown, Line(f"and {left} more")) if left else shown


def _mode(month: Month, slug: str = "") -> Sum:
    mode = MODES[slug] if slug else None
    figure = month.cost.total(mode)
    return Sum(f"Cost per month, {mode or 'as in the design'}", figure)


def _pattern(month: Month, identity: str, what: str) -> Sum:
    one = month.capacity.pattern(identity)
    if one is None:
        raise KeyError(identity)
    if what == "cost":
        lines = tuple(_pattern_lines(month, identity))
        value = sum((line.value for line in lines if line.value is not None), Decimal(0))
        return Sum(f"{one.label}, per month", Figure(value, USD_MONTH, lines))
    figures = [_under(load.per_call, load.place.label) for load in one.loads if load.direction.value == what]
    return Sum(f"{one.label}, {what} units per call", total(figures, figures[0].unit))


def _under(figure: Figure, place: str) -> Figure:
    """A figure as one step under the name of its place."""
    line = Line(place, figure.value, figure.unit, figure.arithmetic)
    return Figure(figure.value, figure.unit, (line,), figure.estimate)


def _pattern_lines(month: Month, identity: str) -> Iterator[Line]:
    """Its part of each line of the bill, by its share of the units."""
    for table in month.cost.tables:
        for metered in table.modes[month.mode_of(table)].lines:
            line = metered.line
            for pattern, _, amount in divided(metered):
                if pattern == identity and line.amount is not None and line.amount.value:
                    share = plain_number(round(100 * amount / line.amount.value, 2))
                    text = f"{share}% of {line.place}, {line.what} in {line.region}"
                    yield Line(text, amount, USD_MONTH, line.amount.arithmetic)


def _place(month: Month, number: str, what: str) -> Sum:
    place = month.capacity.places[int(number)].place
    table = next(one for one in month.cost.tables if one.table == place.table)
    lines = [line for line in _lines(month, table) if line.place == place.label]
    if what != "cost" or not lines:
        raise KeyError(what)
    return Sum(f"{place.label}, per month", sum_of(lines))


def _lines(month: Month, table: TableCost) -> Iterable[CostLine]:
    return (*(metered.line for metered in table.modes[month.mode_of(table)].lines), *table.common)


def _units(month: Month, number: str, direction: str, when: str) -> Sum:
    place = month.capacity.places[int(number)]
    demand = {"read": place.read, "write": place.write}[direction]
    figure = {"average": demand.average, "peak": demand.peak}[when]
    title = "on average" if when == "average" else "at the peak"
    return Sum(f"{place.place.label}, {direction} units per second {title}", figure)


def _heat(month: Month, number: str, when: str) -> Sum:
    key = month.heat.keys[int(number)]
    title = f"{key.label} in {key.place.label}, {key.direction.value} units per second"
    return Sum(title, key.figure(at_peak={"peak": True, "average": False}[when]))


def _commitment(month: Month, table: str, number: str) -> Sum:
    found = month.cost.tables[int(table)].commitments[int(number)]
    if found.total is None:
        raise KeyError(number)
    return Sum(f"{month.cost.tables[int(table)].table}, {found.plan}", found.total)


def _level(month: Month, table: str, number: str) -> Sum:
    """The break-even of a meter: the price of a unit-hour divided by that of an hour of requests."""
    of = month.cost.tables[int(table)]
    level = of.break_evens[int(number)]
    meter = next(one for one in of.meters if (one.place, one.direction) == (level.place, level.direction))
    hour, request = (_price(of, mode, meter) for mode in (Mode.FIXED, Mode.ON_DEMAND))
    if hour is None or request is None or hour.price is None or request.price is None:
        raise KeyError(number)
    text = (
        f"${hour.price.value:f} per {hour.price.unit} ÷ (3,600 s × ${request.price.value:f} per {request.price.unit}): "
        "above this utilization, provisioned capacity is cheaper than on-demand requests"
    )
    prices = (price_line(hour.price, hour.region), price_line(request.price, request.region))
    percent = level.utilisation * 100
    return Sum(
        f"{level.place}, {level.direction}s: break-even",
        Figure(percent, "%", (Line(text, percent, "%", prices),), level.estimate),
    )


def _price(table: TableCost, mode: Mode, meter: Meter) -> CostLine | None:
    what = f"{meter.direction.value}s"
    lines = (metered.line for metered in table.modes[mode].lines)
    return next((line for line in lines if line.place == meter.place and what in line.what), None)


def _scaled_units(month: Month, table: str, number: str) -> Sum:
    """Units that auto scaling holds on average."""
    of = month.cost.tables[int(table)]
    meter = of.meters[int(number)]
    line = _price(of, Mode.AUTO_SCALED, meter)
    if line is None or line.quantity is None:
        raise KeyError(number)
    return Sum(f"{meter.place}, {meter.direction}s: unit-hours per month, auto scaled", line.quantity)


def _grown(month: Month, number: str) -> Sum:
    after = int(number)
    if not 0 <= after <= 600:
        raise ValueError(number)
    parts = [("throughput, same as now", _throughput(month))]
    parts += [(table.table, sum_of(table.lines_in(after))) for table in month.cost.tables]
    return Sum(f"Total after {after} months", sum_of_figures(parts, "together"))


def _throughput(month: Month) -> Figure:
    found = [(table.table, table.modes[month.mode_of(table)].total) for table in month.cost.tables]
    return sum_of_figures(found, "throughput")


def _one_time_cost(month: Month, table: str, number: str) -> Sum:
    line = month.cost.tables[int(table)].once[int(number)]
    if line.amount is None:
        raise KeyError(number)
    return Sum(f"{line.place}, {line.what}", line.amount)


def _free(month: Month) -> Sum:
    return Sum("After the free tier", month.cost.after_free(month.mode))


_OPENERS: Final[dict[str, Callable[..., Sum]]] = {
    "mode": _mode,
    "pattern": _pattern,
    "place": _place,
    "units": _units,
    "heat": _heat,
    "commitment": _commitment,
    "level": _level,
    "held": _scaled_units,
    "grown": _grown,
    "once": _one_time_cost,
    "free": _free,
}
