"""Capacity and cost: the cost of the design, the cost of alternatives, and the reader's choices."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

from designer.page.month_cost import GROWTHS, MONTHS_AHEAD, SLUGS, TIMES, Month, Supposed, costing, month_of
from designer.page.rates import stated_rates
from designer.page.regions.charts import stacked
from designer.page.regions.cost_compare import compared, versus_choices
from designer.page.regions.cost_heat import heated
from designer.page.regions.cost_rows import PARTS, commitment_rows, divided_rows, grown, once_rows, other_classes
from designer.page.regions.cost_scenarios import scenarios_shown
from designer.page.regions.cost_traffic import traffic_shown
from designer.page.scene import PagePlace, Scene
from exporter.documents.hand_out import CLASSES
from modeler.core.cost.common import NOT_PRICED
from modeler.core.cost.lines import Mode
from modeler.core.cost.prices import list_prices
from modeler.core.design.parts import ROOT
from modeler.core.design.table_settings import TRAFFIC_SHAPES
from modeler.core.fixes import Put
from modeler.core.rules.support.common_fixes import on_demand
from modeler.core.rules.support.throughput_fixes import by_part, needed, setting

CHOICES: Final = (
    "region", "mode", "class", "times", "growth", "items", "ahead", "traffic", "level", "versus", "months",
)  # fmt: skip
"""A reader's choices on this page, by their names in the address."""
TARGET: Final = 70
"""Percent: the console's default target utilization, used when auto scaling is saved. facts/pricing#auto-scaling."""


def cost(scene: Scene, place: PagePlace) -> dict[str, Any]:
    """Context of the capacity and cost page."""
    if not scene.design.tables:
        return {"cost": None}
    with costing(scene):
        return _cost(scene, place, Supposed.of(place))


def _cost(scene: Scene, place: PagePlace, supposed: Supposed) -> dict[str, Any]:
    month = month_of(scene, supposed)
    modes = _modes(month)
    region = month.cost.region
    return {
        "cost": month.cost,
        "hours": month.cost.hours,
        "prices": month.cost.prices[:10],
        "regions": [(code, name, code == region) for code, name in list_prices().regions.items()],
        "region": region,
        "region_known": region in list_prices().regions,
        "modes": modes,
        "sliders": list(_sliders(supposed)),
        "classes_offered": _classes_offered(month, supposed),
        "has_rates": _has_rates(scene),
        "unrated": _unrated(scene),
        "rates": _rates(scene),
        "looked": SLUGS[supposed.mode] if supposed.mode else "",
        "paid": _paid(month),
        "supposals": list(_supposals(scene, month, supposed)),
        "chart": stacked([(mode["name"].capitalize(), mode["parts"], mode["is_best"]) for mode in modes]),
        "parts": PARTS,
        "choices": [(table.table, table.choice) for table in month.cost.tables],
        "once": once_rows(month),
        "classes": other_classes(month),
        "commitments": commitment_rows(month),
        "growth": grown(scene, month, supposed, place.choice("months")),
        "free": month.cost.free(month.mode),
        "after_free": month.cost.after_free(month.mode),
        "unknown": month.cost.unknown,
        "not_priced": NOT_PRICED,
        "versus": place.choice("versus"),
        "versus_choices": versus_choices(scene, place.choice("versus")),
        "compared": compared(scene, supposed, place.choice("versus")),
        **scenarios_shown(scene, supposed),
        **divided_rows(scene, month),
        **heated(scene, month),
        **traffic_shown(scene, month, supposed),
    }


def _sliders(supposed: Supposed) -> Iterator[dict[str, Any]]:
    """The sliders, each over a series of values; a value between two of them is at the nearest."""
    growths = tuple(map(float, GROWTHS))
    yield _slider("times", "Traffic", "× {}", "{} times the rates of the design", tuple(TIMES.values()), supposed.times)
    yield _slider("growth", "Calls grow", "{}% per month", "{}% per month", growths, supposed.calls)
    yield _slider("items", "Items grow", "{}% per month", "{}% per month", growths, supposed.items)
    ahead = tuple(map(float, MONTHS_AHEAD))
    yield _slider("ahead", "Months from now", "{}", "{} months from now", ahead, float(supposed.months))


def _slider(name: str, label: str, shown: str, said: str, values: tuple[float, ...], value: float) -> dict[str, Any]:
    text = f"{value:g}"
    return {
        "name": name,
        "label": label,
        "series": " ".join(f"{one:g}" for one in values),
        "none": "1" if name == "times" else "0",
        "last": len(values) - 1,
        "at": min(range(len(values)), key=lambda at: abs(values[at] - value)),
        "shown": shown.format(text),
        "said": said.format(text),
        "shows": shown,
        "says": said,
    }


def _classes_offered(month: Month, supposed: Supposed) -> list[tuple[str, str, bool]]:
    current = ", ".join(dict.fromkeys(CLASSES[table.table_class.value] for table in month.cost.tables))
    as_designed = "as in the design" if supposed.table_class else f"as in the design: {current}"
    chosen = supposed.table_class
    return [("", as_designed, not chosen), *((value, text, value == chosen) for value, text in CLASSES.items())]


def headline(scene: Scene) -> dict[str, Any] | None:
    """The text of the status bar, from the newest analysis: on-demand, and the cheapest mode without throttling if that
    is another mode.
    """
    found = scene.analysis.get("cost")
    if not _has_rates(scene) or not found or not Decimal(found["modes"]["on demand"]["total"]["value"]):
        return None
    names = {table["cheapest"] or table["current"] for table in found["tables"]}
    name = names.pop() if len(names) == 1 else "cheapest per table"
    return {
        "on_demand": found["modes"]["on demand"]["total"]["value"],
        "unrated": _unrated(scene),
        "best": None if name == Mode.ON_DEMAND else {"name": name, "amount": Decimal(found["cheapest"]["value"])},
    }


def _has_rates(scene: Scene) -> bool:
    return any(one.per_second is not None for one in scene.design.patterns)


def _unrated(scene: Scene) -> int:
    """How many access patterns have no rate: their cost is not known."""
    return sum(one.per_second is None for one in scene.design.patterns)


def _rates(scene: Scene) -> list[dict[str, Any]]:
    """The rates of all access patterns in the design's order, which typing does not change."""
    return [
        {"id": one.id, "label": one.label, "name": one.name, "stated": stated_rates(scene, one.id)}
        for one in scene.design.patterns
    ]


def _modes(month: Month) -> list[dict[str, Any]]:
    """Every mode in which tables can be priced; the configured one only if the design configures one."""
    possible = [mode for mode in Mode if any(mode in table.modes for table in month.cost.tables)]
    shown = [_mode(month, mode) for mode in possible]
    best = min(mode["amount"] for mode in shown)
    return [{**mode, "is_best": mode["amount"] == best} for mode in shown]


def _mode(month: Month, mode: Mode) -> dict[str, Any]:
    total = month.cost.total(mode)
    return {
        "slug": SLUGS[mode],
        "name": mode.value,
        "amount": total.value,
        "is_estimate": total.estimate,
        "is_complete": month.cost.complete(mode),
        "is_saved": all(table.current is mode for table in month.cost.tables),
        "is_looked": month.mode is mode,
        "carries": all(table.bill.carries(mode) for table in month.cost.tables if mode in table.modes),
        "parts": _parts(month, mode),
    }


def _parts(month: Month, mode: Mode) -> list[tuple[str, float]]:
    sums = dict.fromkeys(PARTS, Decimal(0))
    for table in month.cost.tables:
        for metered in table.modes[mode if mode in table.modes else table.current].lines:
            title = PARTS[0] if metered.line.what.startswith("read") else PARTS[1]
            sums[title] += metered.line.amount.value if metered.line.amount else Decimal(0)
        sums[PARTS[2]] += sum((line.amount.value for line in table.common if line.amount), Decimal(0))
    return [(title, float(amount)) for title, amount in sums.items()]


def _paid(month: Month) -> str:
    """The design's own capacity mode as text."""
    names = dict.fromkeys(table.current.value for table in month.cost.tables)
    return ", ".join(names) if len(names) == 1 else "per table"


def _supposals(scene: Scene, month: Month, supposed: Supposed) -> Iterator[dict[str, Any]]:
    """The assumptions here that differ from the design, each with the edits that would save it."""
    if supposed.region and supposed.region != scene.design.region:
        edits = [Put(ROOT, "region", supposed.region)]
        yield _supposal(scene, "region", f"Region {supposed.region}", scene.design.region, edits)
    if supposed.mode is not None and any(table.current is not supposed.mode for table in month.cost.tables):
        edits = list(_mode_edits(month, supposed.mode))
        # Units fixed at the peak can be equal to those of the design.
        if any(_stored(scene, edit.part, edit.field) != edit.value for edit in edits):
            yield _supposal(scene, "mode", f"capacity mode {supposed.mode}", _paid(month), edits)
    if supposed.times != 1 and _has_rates(scene):
        edits = [
            Put(one.id, "per_second", {"average": rate.average * supposed.times, "peak": rate.peak * supposed.times})
            for one in scene.design.patterns
            if (rate := one.per_second) is not None
        ]
        yield _supposal(scene, "times", f"{supposed.times:g} times the traffic", "its own rates", edits)
    yield from _later(scene, supposed)
    if supposed.traffic is not None and supposed.traffic != scene.design.settings.get("traffic"):
        what = "custom traffic" if supposed.hours else f"{supposed.shape} traffic"
        yield _supposal(scene, "traffic", what, _traffic_said(scene), list(_traffic_edits(scene, supposed)))


def _later(scene: Scene, supposed: Supposed) -> Iterator[dict[str, Any]]:
    """Table class and growth."""
    chosen = supposed.table_class
    classes = {table.id: table.options.table_class or "STANDARD" for table in scene.design.tables}
    if chosen and any(one != chosen for one in classes.values()):
        edits = [Put(part, "settings.table_class", chosen) for part, one in classes.items() if one != chosen]
        saved = ", ".join(dict.fromkeys(CLASSES.get(one, one) for one in classes.values()))
        yield _supposal(scene, "class", f"table class {CLASSES[chosen]}", saved, edits)
    growths = (("growth", "calls", supposed.calls), ("items", "items", supposed.items))
    for name, what, percent in growths:
        if percent:
            when = "" if supposed.months else ", in the growth chart; choose months from now to see it in the amounts"
            yield _supposal(scene, name, f"{what} grow by {percent:g}% per month{when}", "no such growth", [])
    if supposed.months:
        count = f"{supposed.months} month{'' if supposed.months == 1 else 's'} from now"
        yield _supposal(scene, "ahead", count, "today", [])


def _supposal(scene: Scene, name: str, what: str, saved: str, edits: list[Put]) -> dict[str, Any]:
    bases = [(edit, _stored(scene, edit.part, edit.field)) for edit in edits]
    made = [
        {"put": edit.part, "field": edit.field, "value": edit.value, "base": base}
        for edit, base in bases
        if base != edit.value
    ]
    return {"name": name, "what": what, "saved": saved, "edits": json.dumps(made) if made else "", "label": what}


def _stored(scene: Scene, part_id: str, field: str) -> Any:
    part = scene.parts.get(part_id)
    return part.fields.get(field) if part is not None else None


def _traffic_said(scene: Scene) -> str:
    raw = scene.design.settings.get("traffic")
    if raw is None:
        return "assumed from the average and the peak"
    return raw if isinstance(raw, str) and raw in TRAFFIC_SHAPES else "specified per hour"


def _mode_edits(month: Month, mode: Mode) -> Iterator[Put]:
    """The settings that give every table one mode: on-demand, or units for the peak, scaled or not."""
    for table in month.cost.tables:
        if mode is Mode.ON_DEMAND:
            yield from (edit for edit in on_demand(table.source) if isinstance(edit, Put))
            continue
        yield Put(table.source.id, "settings.billing", "PROVISIONED")
        if "on_demand_maximum" in table.source.settings:
            yield Put(table.source.id, "settings.on_demand_maximum", None)
        for meters in by_part(table.meters):
            units = {meter.direction.value: needed(meter) for meter in meters}
            scaled = {word: {"min": 1, "max": 2 * most, "target": TARGET} for word, most in units.items()}
            policy = scaled if mode is Mode.AUTO_SCALED else None
            if mode is not Mode.AS_SET:
                yield Put(meters[0].part, setting(meters[0], "provisioned"), units)
            if policy is not None or _has_policy(meters[0].capacity.settings):
                yield Put(meters[0].part, setting(meters[0], "auto_scaling"), policy)


def _has_policy(settings: Any) -> bool:
    return bool(settings and (settings.get("auto_scaling") or settings.get("read") or settings.get("write")))


def _traffic_edits(scene: Scene, supposed: Supposed) -> Iterator[Put]:
    """The design's traffic; tables lose their own traffic, which would override it."""
    yield Put(ROOT, "settings.traffic", supposed.traffic)
    for table in scene.design.tables:
        if "curve" in table.options.operation.raw:
            kept = {name: value for name, value in table.options.operation.raw.items() if name != "curve"}
            yield Put(table.id, "settings.ops", kept or None)
