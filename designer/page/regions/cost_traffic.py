"""Traffic over a day or a week: the given or assumed curve, the result of auto scaling, the break-even."""

from __future__ import annotations

from decimal import Decimal
from itertools import islice
from typing import Any, Final

from designer.page.month_cost import Month, Supposed
from designer.page.regions.charts import Plot, hour_bars, plot, thinned
from designer.page.scene import Scene
from modeler.core.cost.bills import BreakEven
from modeler.core.cost.lines import Mode
from modeler.core.cost.meters import Meter
from modeler.core.cost.tables import TableCost
from modeler.core.cost.traffic import DAY_MINUTES, HOURS_OF_DAY, WEEKDAYS, Curve
from modeler.core.design.table_settings import TRAFFIC_SHAPES

POINTS: Final = 168
METER_SIZE: Final = (400, 160)
NAMED: Final = 6
"""Maximum number of throttled periods listed per meter; the total is given in minutes."""
GAUGE: Final = 100
WHOLE: Final = 100


def traffic_shown(scene: Scene, month: Month, supposed: Supposed) -> dict[str, Any]:
    """The selected or drawn curve, the 24 hours or week of each meter under auto scaling, and the break-even of the
    modes.
    """
    meters = [(number, at, table, meter) for number, table in enumerate(month.cost.tables)
              for at, meter in enumerate(table.meters)]  # fmt: skip
    loaded = [one for one in meters if one[3].demand.average.value]
    busiest = max(loaded, key=lambda one: one[3].demand.average.value, default=None)
    curve = busiest[3].curve if busiest else None
    return {
        "shapes": [(shape, supposed.shape == shape) for shape in TRAFFIC_SHAPES],
        "curve": curve,
        "curve_is_week": curve is not None and len(curve.factors) > HOURS_OF_DAY,
        "hour_bars": hour_bars(_day(curve)),
        "is_drawn": bool(supposed.hours),
        "is_supposed": supposed.traffic is not None,
        "is_level": supposed.steps,
        "own_curves": [table.name for table in scene.design.tables if "curve" in table.options.operation.raw],
        "meters": [_meter(*one) for one in loaded],
        "break_evens": [row for number, table in enumerate(month.cost.tables) for row in _levels(number, table)],
        "break_even_plot": _lines(month),
    }


def _day(curve: Curve | None) -> tuple[float, ...]:
    """The hours of a curve; for a week, the mean of each hour over its seven days."""
    if curve is None:
        return (1.0,) * HOURS_OF_DAY
    days = len(curve.factors) // HOURS_OF_DAY
    return tuple(sum(curve.factors[hour::HOURS_OF_DAY]) / days for hour in range(HOURS_OF_DAY))


def _meter(number: int, at: int, table: TableCost, meter: Meter) -> dict[str, Any]:
    made = meter.simulation
    minutes = len(made.asked)
    days = minutes // DAY_MINUTES
    unit = meter.direction.unit
    return {
        "key": f"{number}/{at}",
        "place": meter.place,
        "direction": meter.direction.value,
        "unit": unit,
        "average": meter.demand.average.value,
        "peak": meter.demand.peak.value,
        "highest": _readable(max(made.asked)),
        "held": made.held,
        "floor": made.floor,
        "top": max(made.provisioned),
        "decreases": made.decreases,
        "throttled": list(islice(made.named(), NAMED)),
        "throttled_minutes": len(made.throttled),
        "throttled_more": max(0, len(made.spans) - NAMED),
        "share": made.share_throttled,
        "assumed": meter.curve.assumed,
        "sentence": meter.curve.sentence,
        "is_week": days > 1,
        "days": WEEKDAYS,
        "plot": _simulated(meter),
    }


def _readable(units: float) -> float:
    """Without rounding noise of fitted curves: whole numbers from one hundred on."""
    return float(round(units)) if units >= WHOLE else round(units, 2)


def _simulated(meter: Meter) -> Plot:
    """Requested and provisioned units over the curve, with the throttled periods marked."""
    made = meter.simulation
    minutes = len(made.asked)
    step = DAY_MINUTES if minutes > DAY_MINUTES else 240
    held = thinned([float(units) for units in made.provisioned], POINTS)
    return plot(
        [_closed(thinned(made.asked, POINTS), minutes), _stepped(held, minutes)],
        x_max=float(minutes),
        x_at=[float(at) for at in range(0, minutes + 1, step)],
        spans=[(float(first), float(last + 1)) for first, last in made.spans],
        size=METER_SIZE,
    )


def _closed(points: list[tuple[float, float]], end: int) -> list[tuple[float, float]]:
    return [*points, (float(end), points[0][1])]


def _stepped(points: list[tuple[float, float]], end: int) -> list[tuple[float, float]]:
    """Units as steps: constant until they change."""
    made: list[tuple[float, float]] = []
    for x, y in points:
        if made and made[-1][1] != y:
            made.append((x, made[-1][1]))
        if not made or made[-1][1] != y:
            made.append((x, y))
    return [*made, (float(end), made[-1][1])]


def _levels(number: int, table: TableCost) -> list[dict[str, Any]]:
    """Each meter's utilization of units fixed at its peak, and of auto scaled units, compared with the break-even."""
    meters = {(meter.place, meter.direction): meter for meter in table.meters}
    rows = []
    for at, one in enumerate(table.break_evens):
        meter = meters[one.place, one.direction]
        if one.used is None:
            continue
        scaled = meter.demand.average.value / meter.simulation.held
        rows.append(
            {
                "key": f"{number}/{at}",
                "place": one.place,
                "direction": one.direction.value,
                "level": one.utilisation,
                "fixed": one.used,
                "scaled": scaled,
                "estimate": one.estimate,
                "tick": _gauge(one.utilisation),
                "dot_fixed": _gauge(one.used),
                "dot_scaled": _gauge(scaled),
                "verdict": _verdict(one, scaled),
            }
        )
    return rows


def _gauge(share: Decimal) -> float:
    return round(min(1.0, max(0.0, float(share))) * GAUGE, 1)


def _verdict(one: BreakEven, scaled: Decimal) -> str:
    if one.used is not None and one.used >= one.utilisation:
        return "provisioned is cheaper, even without auto scaling"
    if scaled >= one.utilisation:
        return "provisioned is cheaper with auto scaling"
    return "on-demand is cheaper"


def _fixed(table: TableCost, meter: Meter) -> float:
    """Dollars per month of units fixed at a meter's peak in the home Region; 0 if the price is not known."""
    what = f"{meter.direction.value}s"
    for metered in table.modes[Mode.FIXED].lines:
        line = metered.line
        if line.amount and line.place == meter.place and what in line.what and line.region == table.regions[0]:
            return float(line.amount.value)
    return 0.0


def _lines(month: Month) -> dict[str, Any] | None:
    """Dollars per month by utilization for the meter with the most units: on-demand rises, units fixed at the peak do
    not.
    """
    found = [
        (meter, one)
        for table in month.cost.tables
        for meter in table.meters
        for one in table.break_evens
        if (one.place, one.direction) == (meter.place, meter.direction) and one.used
    ]
    if not found:
        return None
    meter, level = max(found, key=lambda one: one[0].demand.average.value)
    table = next(one for one in month.cost.tables if meter in one.meters)
    fixed = _fixed(table, meter)
    if not fixed:
        return None
    full = fixed / float(level.utilisation)
    made = plot([[(0.0, 0.0), (100.0, full)], [(0.0, fixed), (100.0, fixed)]], x_max=100.0, x_at=(0, 25, 50, 75, 100))
    return {
        "place": meter.place,
        "direction": meter.direction.value,
        "plot": made,
        "level": level.utilisation,
        "level_x": made.x_of(_gauge(level.utilisation) / GAUGE),
        "used": level.used,
        "used_x": made.x_of(_gauge(level.used or Decimal(0)) / GAUGE),
        "fixed": fixed,
        "full": full,
    }
