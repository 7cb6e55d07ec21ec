"""The designs of the home page as cards: a drawing, the findings, the dollars, and the last change.

Drawings are kept per revision and figures per analysis, so a visit reads only what has changed since.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, F, Q

from designer.page.home.card_drawing import CardDrawing, Cells, drawing
from designer.page.hues import entity_hues
from designer.page.presence import person_of
from designer.page.scenes import KeptValues
from modeler.core.design.items import Entity
from modeler.core.design.parts import PartKind
from modeler.models import ROWS, Analysis, Change, Design, PartRow
from modeler.revision_analysis import is_by_current_rules

KEPT: Final = 1024
_DRAWN: Final = (PartKind.TABLE, PartKind.INDEX, PartKind.ENTITY, PartKind.OVERLOAD)
_drawings: Final[KeptValues[tuple[UUID, int], CardDrawing | None]] = KeptValues(KEPT)
_figures: Final[KeptValues[int, tuple[Mapping[str, int], str | None]]] = KeptValues(KEPT)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the newest analysis says of `revision`. `dollars` is None if no pattern has a rate; `unrated`
    counts those without one. An outdated analysis was made with other rules or prices than those of this process.
    """

    revision: int

    errors: int
    warnings: int
    advice: int
    dollars: Decimal | None
    unrated: int
    is_outdated: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A design with what the home page shows of it. `figures` is None before the first analysis."""

    design: Any
    drawing: CardDrawing | None
    figures: Figures | None
    who: Mapping[str, Any] | None


def cards_of(designs: Sequence[Any]) -> list[Card]:
    """The cards of designs that a person can see, in the same order."""
    drawn, figures, people = _drawn(designs), _figured(designs), _people(designs)
    return [Card(one, drawn.get(one.pk), figures.get(one.pk), people.get(one.pk)) for one in designs]


def _people(designs: Sequence[Design]) -> dict[UUID, Mapping[str, Any]]:
    """Who made the newest change of each design; nothing for accounts that are gone."""
    newest = Change.objects.filter(design__in=designs, revision=F("design__revision")).exclude(by=None)
    return {change.design_id: person_of(change.by) for change in newest.select_related("by").defer("plain", "packed")}


def _figured(designs: Sequence[Design]) -> dict[UUID, Figures]:
    analyses = Analysis.objects.filter(design__in=designs, revision__lte=F("design__revision"))
    newest = analyses.order_by("design_id", "-revision", "-at").distinct("design_id").defer("result")
    known = {one.design_id: one for one in newest}
    results = _results([one.pk for one in known.values()])
    unrated = _unrated(designs)
    return {
        design.pk: _figures_of(one, results[one.pk], *unrated.get(design.pk, (0, 0)))
        for design in designs
        if (one := known.get(design.pk)) is not None and one.pk in results
    }


def _results(analyses: Sequence[int]) -> dict[int, tuple[Mapping[str, int], str | None]]:
    """Counts by severity, and dollars per month as configured, by analysis."""
    found = {pk: kept for pk in analyses if (kept := _figures.peek(pk)) is not None}
    missing = Analysis.objects.filter(pk__in=set(analyses) - found.keys())
    for pk, *said in missing.values_list("pk", "result__findings__counts", "result__cost__total__value"):
        counts, dollars = said
        found[pk] = _figures.get(pk, partial(_card_figures, counts, dollars))
    return found


def _card_figures(counts: Mapping[str, int] | None, dollars: str | None) -> tuple[Mapping[str, int], str | None]:
    return counts or {}, dollars


def _unrated(designs: Sequence[Design]) -> dict[UUID, tuple[int, int]]:
    """The number of access patterns without a rate, and of all, by design."""
    rows = ROWS[PartKind.PATTERN].objects.filter(design__in=designs, removed=False)
    counts = rows.order_by().values("design_id").annotate(
        all=Count("pk"), rated=Count("pk", filter=Q(fields__has_key="per_second"))
    )  # fmt: skip
    return {one["design_id"]: (one["all"] - one["rated"], one["all"]) for one in counts}


def _figures_of(analysis: Analysis, said: tuple[Mapping[str, int], str | None], unrated: int, patterns: int) -> Figures:
    counts, dollars = said
    known = Decimal(dollars) if dollars is not None and unrated < patterns else None
    return Figures(
        revision=analysis.revision,
        errors=counts.get("error", 0),
        warnings=counts.get("warning", 0),
        advice=counts.get("advice", 0),
        dollars=known,
        unrated=unrated,
        is_outdated=not is_by_current_rules(analysis),
    )


def _drawn(designs: Sequence[Design]) -> dict[UUID, CardDrawing | None]:
    keys = {one.pk: (one.pk, one.revision) for one in designs}
    missing = [pk for pk, key in keys.items() if _drawings.peek(key) is None]
    rows = _rows(missing) if missing else {}
    return {pk: _drawings.get(key, partial(_drawing, rows.get(pk, {}))) for pk, key in keys.items()}


type Rows = Mapping[PartKind, list[PartRow]]


def _rows(designs: Sequence[UUID]) -> Mapping[UUID, Rows]:
    """The rows that a drawing needs, in order, by design and kind."""
    found: dict[UUID, dict[PartKind, list[PartRow]]] = defaultdict(lambda: defaultdict(list))
    for kind in _DRAWN:
        rows = ROWS[kind].objects.filter(design__in=designs).order_by("position", "part")
        # A removed entity has no row in the drawing, but it keeps its color.
        for row in rows if kind is PartKind.ENTITY else rows.filter(removed=False):
            found[row.design_id][kind].append(row)
    return found


def _drawing(rows: Rows) -> CardDrawing | None:
    return drawing(list(_entities(rows)))


def _entities(rows: Rows) -> Iterator[tuple[str, str, Cells]]:
    """The entities of a design, table by table: name, color class, and templates by number of index."""
    tables = rows.get(PartKind.TABLE, [])
    ever = rows.get(PartKind.ENTITY, [])
    entities = [row for row in ever if not row.removed]
    colored = (Entity(row.part, row.name, color=row.fields.get("color", "")) for row in entities)
    hues = entity_hues(colored, (row.part for row in ever))
    for table in tables:
        indexes = [row for row in rows.get(PartKind.INDEX, []) if row.parent == table.part]
        numbers = {row.part: number for number, row in enumerate(indexes, start=1)}
        schemas = [_key_names(row.fields) for row in (table, *indexes)]
        for entity in entities:
            if entity.parent == table.part:
                overloads = [row for row in rows.get(PartKind.OVERLOAD, []) if row.parent == entity.part]
                yield entity.name, hues[entity.name], _cells(overloads, numbers, schemas)


def _cells(overloads: Iterable[PartRow], numbers: Mapping[str, int], schemas: Sequence[Sequence[str]]) -> Cells:
    """The first overload of each index: the others have another condition, and the drawing has no room for them."""
    cells: dict[int, Sequence[str]] = {}
    for row in overloads:
        index = row.fields.get("index")
        number = 0 if index is None else numbers.get(str(index).removeprefix("@"))
        if number is not None and number not in cells:
            keys = (row.fields.get(f"keys.{name}") for name in schemas[number])
            cells[number] = [key for key in keys if isinstance(key, str)]
    return cells


def _key_names(fields: Mapping[str, Any]) -> list[str]:
    return [str(one.get("name", "")) for part in ("partition_key", "sort_key") for one in fields.get(part) or ()]
