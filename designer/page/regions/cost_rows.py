"""Rows of the cost page: costs by cause, commitments, the other table class, growth, one-time costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

from designer.page.month_cost import SLUGS, Month, Supposed, month_of
from designer.page.part_place import part_place
from designer.page.regions.charts import PARTS as COLORS
from designer.page.regions.charts import plot, strip
from designer.page.scene import Scene
from modeler.core.capacity.loads import Direction
from modeler.core.cost.design import divided
from modeler.core.cost.storage import MONTHS

PARTS: Final = ("Reads", "Writes", "Storage and other costs")
REST: Final = "Storage and other costs"
OTHERS: Final = "Others"
STRIP_WIDTH: Final = 1000
MONTH_CHOICES: Final = (12, 24, 36, 60)

type Matrix = Mapping[tuple[str, str], Mapping[str, Decimal]]


def divided_rows(scene: Scene, month: Month) -> dict[str, Any]:
    """By access pattern with a bar of its indexes, and by table and index with a bar of its patterns, most expensive
    first.
    """
    matrix = _matrix(month)
    indexes = _leading({_name(place): sum(of.values(), Decimal(0)) for place, of in matrix.items()}, COLORS)
    labels: dict[str, Decimal] = {}
    for of in matrix.values():
        for label, amount in of.items():
            labels[label] = labels.get(label, Decimal(0)) + amount
    # One color is for costs that no pattern causes.
    patterns = _leading(labels, COLORS - 1)
    return {
        "patterns": _patterns(scene, month, matrix, indexes),
        "index_names": indexes,
        "places": _places(month, matrix, patterns),
        "pattern_names": [*patterns, REST],
    }


def _matrix(month: Month) -> dict[tuple[str, str], dict[str, Decimal]]:
    """Dollars of throughput by (table, place) and pattern label."""
    made: dict[tuple[str, str], dict[str, Decimal]] = {}
    for table in month.cost.tables:
        for metered in table.modes[month.mode_of(table)].lines:
            of = made.setdefault((table.table, metered.line.place), {})
            for _, label, amount in divided(metered):
                of[label] = of.get(label, Decimal(0)) + amount
    return made


def _name(place: tuple[str, str]) -> str:
    return place[1]


def _leading(amounts: Mapping[str, Decimal], most: int) -> list[str]:
    """The names with the largest amounts; the last one is `Others` if there are more than fit."""
    ordered = [name for name, amount in sorted(amounts.items(), key=lambda one: -one[1]) if amount > 0]
    return ordered if len(ordered) <= most else [*ordered[: most - 1], OTHERS]


def _pieces(amounts: Mapping[str, Decimal], names: list[str]) -> list[tuple[str, float]]:
    """Amounts in the order of the leading names; all others are added to the last, `Others`."""
    pieces = {name: Decimal(0) for name in names}
    for name, amount in amounts.items():
        pieces[name if name in pieces else OTHERS] = pieces.get(name if name in pieces else OTHERS, Decimal(0)) + amount
    return [(name, float(amount)) for name, amount in pieces.items()]


def _patterns(scene: Scene, month: Month, matrix: Matrix, indexes: list[str]) -> list[dict[str, Any]]:
    """Each pattern with its units per call, rate and cost; the most expensive first."""
    costs = {one.pattern: one for one in month.cost.patterns(month.mode)}
    longest = float(max((one.amount for one in costs.values()), default=Decimal(0)))
    names = {pattern.id: pattern.name for pattern in month.design.patterns}
    rows = []
    for one in month.capacity.patterns:
        paid = costs.get(one.pattern)
        of = {_name(place): amounts[one.label] for place, amounts in matrix.items() if one.label in amounts}
        rows.append(
            {
                "id": one.pattern,
                "label": one.label,
                "name": names.get(one.pattern, ""),
                "href": f"?{part_place(scene, one.pattern).query}" if one.pattern in scene.parts else "",
                "reads": one.read_units,
                "writes": one.write_units,
                "rate": one.rate,
                "amount": paid.amount if paid else None,
                "share": float(paid.share) if paid else 0.0,
                "strip": strip(_pieces(of, indexes), longest, STRIP_WIDTH) if paid else (),
                "unknown": one.unknown,
            }
        )
    return sorted(rows, key=lambda row: row["amount"] or Decimal(0), reverse=True)


def _places(month: Month, matrix: Matrix, patterns: list[str]) -> list[dict[str, Any]]:
    paid = {(one.table, one.place): one.amount for one in month.cost.places(month.mode)}
    longest = float(max(paid.values(), default=Decimal(0)))
    rows = []
    for number, one in enumerate(month.capacity.places):
        table, index = one.place.table, one.place.index
        key = (table, index or table)
        # An LSI uses the units of its table, where they are counted.
        amount = paid.get(key)
        pieces = _pieces(matrix.get(key, {}), patterns)
        rest = (amount or Decimal(0)) - sum(matrix.get(key, {}).values(), Decimal(0))
        rows.append(
            {
                "key": str(number),
                "name": index or table,
                "table": table if index else "",
                "read": one.read,
                "write": one.write,
                "amount": amount,
                "strip": strip([*pieces, (REST, float(rest))], longest, STRIP_WIDTH),
            }
        )
    return rows


def commitment_rows(month: Month) -> list[dict[str, Any]]:
    """Savings of a commitment of 1 or 3 years, table by table."""
    return [
        {
            "key": f"{number}/{at}",
            "table": table.table,
            "plan": one.plan.value,
            "total": one.total,
            "saved": one.saved,
            "reserved": ", ".join(f"{units:,} {_unit(direction)}" for direction, units in one.reserved if units),
            "unknown": one.unknown,
        }
        for number, table in enumerate(month.cost.tables)
        for at, one in enumerate(table.commitments)
    ]


def _unit(direction: Direction) -> str:
    return "RCU" if direction is Direction.READ else "WCU"


def other_classes(month: Month) -> list[dict[str, Any]]:
    """Throughput and storage of each table in its class and in the other one; None if a price is not known."""
    rows = []
    for table in month.cost.tables:
        mode = month.mode_of(table)
        own, other = table.modes[mode].total.value + table.storage.value, table.in_other_class(mode)
        rows.append(
            {
                "table": table.table,
                "own_class": table.table_class.value,
                "other_class": table.table_class.other.value,
                "own": own,
                "other": other,
                "difference": None if other is None else other - own,
            }
        )
    return rows


def grown(scene: Scene, month: Month, supposed: Supposed, asked: str) -> dict[str, Any]:
    """Storage and the whole bill over the months, as a chart and at every sixth month."""
    count = int(asked) if asked in map(str, MONTH_CHOICES) else MONTHS
    step = 6 if count > 12 else 3
    is_assumed = bool(supposed.calls or supposed.items or supposed.months)
    rows = _assumed_growth(scene, supposed, count, step) if is_assumed else _own_growth(month, count)
    return {
        "months": count,
        "choices": MONTH_CHOICES,
        "plot": plot(
            [[(float(row["month"]), float(row[name])) for row in rows] for name in ("total", "storage")],
            x_max=count,
            x_at=[float(at) for at in range(0, count + 1, step)],
        ),
        "rows": [row for row in rows if row["month"] % step == 0],
        "grows": any(row["size"] != rows[0]["size"] for row in rows),
        "is_assumed": is_assumed,
        "calls": f"{supposed.calls:g}",
        "items": f"{supposed.items:g}",
    }


def _own_growth(month: Month, count: int) -> list[dict[str, Any]]:
    # The core computes the growth of each table in the mode of the design.
    shift = month.cost.total(month.mode).value - month.cost.total().value
    return [
        {
            "key": f"grown/{one.month}",
            "month": one.month,
            "size": one.size,
            "storage": one.storage,
            "total": one.total + shift,
        }
        for one in month.cost.growth(count)
    ]


def _assumed_growth(scene: Scene, supposed: Supposed, count: int, step: int) -> list[dict[str, Any]]:
    """With assumed growth, each month is a design of its own."""
    rows = []
    for at in range(0, count + 1, step):
        month = month_of(scene, replace(supposed, months=at))
        now = month.cost.growth(0)[0]
        total = month.cost.total(month.mode).value
        rows.append({"key": f"ahead/{at}", "month": at, "size": now.size, "storage": now.storage, "total": total})
    return rows


def ahead_of(supposed: Supposed, number: str) -> tuple[Supposed, str]:
    """The assumptions under which a number of the page is computed, and its name there: `ahead/12` is the total 12
    months from now.
    """
    kind, _, months = number.partition("/")
    if kind != "ahead" or not (months.isascii() and months.isdigit() and int(months) <= max(MONTH_CHOICES)):
        return supposed, number
    mode = f"mode/{SLUGS[supposed.mode]}" if supposed.mode else "mode"
    return replace(supposed, months=int(months)), mode


def once_rows(month: Month) -> list[dict[str, Any]]:
    """Costs of an operation, billed each time."""
    return [
        {"key": f"{number}/{at}", "table": table.table, "line": line}
        for number, table in enumerate(month.cost.tables)
        for at, line in enumerate(table.once)
    ]
