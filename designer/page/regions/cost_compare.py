"""Two months side by side: two capacity modes, two Regions, or two revisions of a design, with the differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from designer.page.month_cost import Month, Supposed, month_of
from designer.page.scene import Scene
from modeler.core.cost.prices import list_prices
from modeler.core.cost.scenario_costs import costs_by_kind
from modeler.core.cost.what_if import MODES
from modeler.models import Change

REVISIONS: Final = 30
"""Maximum number of revisions offered for comparison, newest first; the address accepts any."""
LABEL_MAX: Final = 60


def versus_choices(scene: Scene, chosen: str) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """The choices for a comparison, under headings: (value, text, is selected)."""
    modes = [(f"mode:{slug}", mode.value) for slug, mode in MODES.items() if slug != "as-set"]
    changes = Change.objects.filter(design_id=scene.design_id, revision__lt=scene.revision).order_by("-revision")
    revisions = [
        (f"revision:{revision}", f"revision {revision}: {label[:LABEL_MAX]}")
        for revision, label in changes.values_list("revision", "label")[:REVISIONS]
    ]
    versions = [(f"revision:{revision}", f"{name}, revision {revision}") for revision, name in scene.named]
    regions = [(f"region:{code}", f"{code}, {name}") for code, name in list_prices().regions.items()]
    kind, _, value = chosen.partition(":")
    if kind == "revision" and value.isdigit() and all(chosen != one for one, _ in (*versions, *revisions)):
        revisions.append((chosen, f"revision {value}"))
    kept = [(f"scenario:{one.name}", one.name) for one in scene.design.options.scenarios if one.name]
    headed = (
        ("Scenarios", kept),
        ("Capacity modes", modes),
        ("Versions", versions),
        ("Revisions", revisions),
        ("Regions", regions),
    )
    return [(title, list(_choices(listed, chosen))) for title, listed in _first_headings(headed)]


def _first_headings(headed: Iterable[tuple[str, list[tuple[str, str]]]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each value under the first heading that has it: a named revision is offered by its name."""
    offered: set[str] = set()
    for title, listed in headed:
        if left := [(value, text) for value, text in listed if value not in offered]:
            yield title, left
        offered |= {value for value, _ in listed}


def _choices(listed: list[tuple[str, str]], chosen: str) -> Iterator[tuple[str, str, bool]]:
    """If one revision has several names, the first is selected."""
    for place, (value, text) in enumerate(listed):
        yield value, text, value == chosen and all(value != one for one, _ in listed[:place])


def compared(scene: Scene, supposed: Supposed, versus: str) -> dict[str, Any] | None:
    """The month that a reader compares with the selected one; None if none is selected."""
    kind, _, value = versus.partition(":")
    other = _scenario(scene, value) if kind == "scenario" else supposed.compared(versus)
    if other is None:
        return None
    here, there = month_of(scene, supposed), month_of(scene, other)
    return {
        "here": "as above",
        "there": {"mode": MODES.get(value, value), "revision": _called(scene, value)}.get(kind, value),
        "kind": kind,
        "rows": _sums(here, there),
        "patterns": _rows(_patterns(here), _patterns(there)),
        "places": _rows(_places(here), _places(there)),
        "units": _rows(_units(here), _units(there)),
        "hottest": _hottest(here, there),
    }


def _scenario(scene: Scene, name: str) -> Supposed | None:
    found = next((one for one in scene.design.options.scenarios if one.name == name and name), None)
    return None if found is None else Supposed.of_scenario(found)


def _called(scene: Scene, value: str) -> str:
    """A revision with its name, if it has one."""
    name = next((f", {name}" for revision, name in scene.named if str(revision) == value), "")
    return f"revision {value}{name}"


def _row(name: str, here: Decimal | None, there: Decimal | None) -> dict[str, Any]:
    difference = None if here is None or there is None else there - here
    return {
        "name": name,
        "here": here,
        "there": there,
        "difference": difference,
        "share": difference / here if difference is not None and here else None,
        "is_same": difference is not None and abs(difference) < Decimal("0.005"),
    }


def _rows(here: Mapping[str, Decimal], there: Mapping[str, Decimal]) -> list[dict[str, Any]]:
    """All names on either side, those with the largest differences first."""
    names = dict.fromkeys((*here, *there))
    rows = [_row(name, here.get(name), there.get(name)) for name in names]
    return sorted(rows, key=_weight, reverse=True)


def _weight(row: Mapping[str, Any]) -> Decimal:
    known: Decimal = row["difference"] if row["difference"] is not None else row["here"] or row["there"] or Decimal(0)
    return abs(known)


def _sums(here: Month, there: Month) -> list[dict[str, Any]]:
    names = ("Reads", "Writes", "Storage and other costs")
    rows = [_row(name, one, other) for name, one, other in zip(names, _kinds(here), _kinds(there), strict=True)]
    return [*rows, _row("Together", here.cost.total(here.mode).value, there.cost.total(there.mode).value)]


def _kinds(month: Month) -> tuple[Decimal, Decimal, Decimal]:
    return costs_by_kind(month.cost, month.mode)


def _patterns(month: Month) -> dict[str, Decimal]:
    return {one.label: one.amount for one in month.cost.patterns(month.mode)}


def _places(month: Month) -> dict[str, Decimal]:
    several = len(month.cost.tables) > 1
    return {
        f"{one.table}, {one.place}" if several and one.place != one.table else one.place: one.amount
        for one in month.cost.places(month.mode)
    }


def _units(month: Month) -> dict[str, Decimal]:
    """Average units per second of every table and index."""
    return {
        f"{place.place.label}, {word}": demand.average.value
        for place in month.capacity.places
        for word, demand in (("reads", place.read), ("writes", place.write))
        if demand.average.value
    }


def _hottest(here: Month, there: Month) -> dict[str, Any] | None:
    """The key that is nearest to the limit of its partition, on both sides."""
    found = [month.heat.keys[0] if month.heat.keys else None for month in (here, there)]
    if not any(found):
        return None
    return {
        side: None if key is None else {"label": key.label, "place": key.place.label, "used": key.used}
        for side, key in zip(("here", "there"), found, strict=True)
    }
