"""What a design costs, on one page for a person who decides about money: assumptions side by side, and what is left
out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from exporter.documents.words import plural
from modeler.core.arithmetic import exact
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.common import NOT_PRICED
from modeler.core.cost.design import Cost
from modeler.core.cost.scenario_costs import AS_DESIGNED, ScenarioCost, scenario_cost
from modeler.core.cost.what_if import SupposedCost, cost_under
from modeler.core.design.cost_scenarios import WhatIf
from modeler.core.design.model import Design
from modeler.core.design.table_settings import read_traffic
from modeler.wording.numbers import money_text, percent_text, units_text

SIDES_MAX: Final = 5
"""Limit on the columns that fit next to each other; the page says how many are left out."""
PATTERNS_MAX: Final = 8
NOTES_MAX: Final = 5
TEXT_MAX: Final = 160
CLASSES: Final = {"STANDARD": "Standard", "STANDARD_INFREQUENT_ACCESS": "Standard-IA"}
WHAT_IF: Final = "what if"

type Row = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class HandOut:
    """One page. `rows` have a text for each of the `columns`; `patterns` are (name, dollars, share of the requests)."""

    name: str
    edition: str
    headline: str
    budget: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    patterns_of: str
    patterns: tuple[tuple[str, str, str], ...]
    notes: tuple[str, ...]


def hand_out_of(
    design: Design, here: WhatIf | None = None, *, edition: str = "", cache: CapacityCache | None = None
) -> HandOut:
    """Return the page of a design: as it is, under the assumptions `here` if there are any, and under each scenario
    that it keeps. `edition` names the state of the design.
    """
    cache = cache or CapacityCache()
    kept = [one for one in design.options.scenarios if one.name]
    assumed = [] if here is None or here == WhatIf(here.name) else [_of_its_name(here, kept)]
    others = [one for one in kept if one not in assumed]
    named = [(AS_DESIGNED, WhatIf()), *((one.name or WHAT_IF, one) for one in (*assumed, *others))]
    made = [cost_under(design, one, cache) for _, one in named[:SIDES_MAX]]
    sides = [scenario_cost(one.what_if, one.design, one.cost, one.mode) for one in made]
    names = [_short(name) for name, _ in named[:SIDES_MAX]]
    looked = 1 if assumed else 0
    return HandOut(
        name=_short(design.name),
        edition=edition,
        headline=_headline(sides[0]),
        budget=_budget(sides[0], design.options.budget),
        columns=tuple(name[:1].upper() + name[1:] for name in names),
        rows=tuple(_rows(sides, design.options.budget)),
        patterns_of=names[looked],
        patterns=tuple(_patterns(design, made[looked])),
        notes=tuple(_notes(design, made[looked].cost, len(named) - len(sides))),
    )


def _of_its_name(here: WhatIf, kept: Sequence[WhatIf]) -> WhatIf:
    """The scenario that assumes the same, if one is kept: the page has each month once."""
    return next((one for one in kept if replace(one, name=here.name) == here), replace(here, name=""))


def as_text(page: HandOut) -> str:
    """Return the page as plain text, with aligned columns."""
    lines = [
        page.name,
        page.edition,
        "",
        page.headline,
        page.budget,
        "",
        *_aligned(("Per month", page.columns), page.rows),
    ]
    if page.patterns:
        rows = [(name, (amount, share)) for name, amount, share in page.patterns]
        lines += ["", f"Most expensive access patterns ({page.patterns_of}):", *_aligned(None, rows)]
    lines += ["", *(f"- {note}" for note in page.notes)]
    shown = (line for at, line in enumerate(lines) if line or (at and lines[at - 1]))
    # A name can have line ends, and begins no line.
    return "\n".join(" ".join(line.splitlines()) for line in shown).strip() + "\n"


def _aligned(head: Row | None, rows: Sequence[Row]) -> Iterator[str]:
    lines = [*([head] if head else []), *rows]
    first = max(len(title) for title, _ in lines)
    widths = [max(len(texts[at]) for _, texts in lines) for at in range(len(lines[0][1]))]
    for title, texts in lines:
        cells = (text.rjust(width) for text, width in zip(texts, widths, strict=True))
        yield f"{title.ljust(first)}  {'  '.join(cells)}".rstrip()


def _headline(side: ScenarioCost) -> str:
    least = "at least " if side.is_lower_bound else ""
    about = ", an estimate" if side.is_estimate else ""
    return f"As designed, {least}{money_text(side.total)} per month{about}: {', '.join(side.modes)}, in {side.region}."


def _budget(side: ScenarioCost, budget: float | None) -> str:
    if budget is None:
        return ""
    most = exact(budget)
    if side.total > most:
        return f"This is {money_text(side.total - most)} above the budget of {money_text(most)}."
    if side.is_lower_bound:
        return f"The budget is {money_text(most)}. It is not known whether the design is within it."
    return f"This is within the budget of {money_text(most)}."


def assumed_rows(sides: Sequence[ScenarioCost]) -> Iterator[Row]:
    """Yield what the sides assume, as far as they differ."""
    assumed = [side.what_if for side in sides]
    facts: tuple[tuple[str, list[str]], ...] = (
        ("Region", [side.region for side in sides]),
        ("Capacity mode", [", ".join(side.modes) for side in sides]),
        ("Table class", [", ".join(CLASSES.get(one, one) for one in side.classes) for side in sides]),
        ("Traffic", [f"× {one.times:g}" for one in assumed]),
        ("Growth of calls per month", [f"{one.calls_growth:g}%" for one in assumed]),
        ("Growth of items per month", [f"{one.items_growth:g}%" for one in assumed]),
        ("Months from now", [str(one.months) for one in assumed]),
        ("Traffic over the day", [_traffic(one) for one in assumed]),
    )
    yield from ((title, tuple(texts)) for title, texts in facts if len(set(texts)) > 1)


def _rows(sides: Sequence[ScenarioCost], budget: float | None) -> Iterator[Row]:
    """What is assumed, then the dollars."""
    yield from assumed_rows(sides)
    yield "Stored", tuple(f"{units_text(side.stored)} GB" for side in sides)
    yield "Reads", tuple(money_text(side.reads) for side in sides)
    yield "Writes", tuple(money_text(side.writes) for side in sides)
    yield "Storage and other costs", tuple(money_text(side.rest) for side in sides)
    yield "Together", tuple(("at least " if side.is_lower_bound else "") + money_text(side.total) for side in sides)
    if budget is not None:
        yield f"Budget of {money_text(exact(budget))}", tuple(_within(side, exact(budget)) for side in sides)
    if any(side.throttles for side in sides):
        yield "Serves the load", tuple("no, throttles" if side.throttles else "yes" for side in sides)


def _traffic(what_if: WhatIf) -> str:
    traffic = read_traffic(what_if.traffic)
    return "as designed" if traffic is None else "per hour" if traffic.hours else traffic.shape


def _within(side: ScenarioCost, budget: Decimal) -> str:
    if side.total > budget:
        return f"{money_text(side.total - budget)} over"
    return "not known" if side.is_lower_bound else "within"


def _patterns(design: Design, made: SupposedCost) -> Iterator[tuple[str, str, str]]:
    names = {one.id: one.name for one in design.patterns}
    for one in made.cost.patterns(made.mode)[:PATTERNS_MAX]:
        yield (
            _short(f"{one.label} {names.get(one.pattern, '')}".strip()),
            money_text(one.amount),
            percent_text(one.share),
        )


def _notes(design: Design, cost: Cost, left_out: int) -> Iterator[str]:
    unrated = sum(one.per_second is None for one in design.patterns)
    if left_out:
        yield f"{plural(left_out, 'more scenario')} of the design not shown."
    if unrated:
        yield f"{plural(unrated, 'access pattern')} without a rate not counted."
    yield from map(_short, cost.unknown[:NOTES_MAX])
    if len(cost.unknown) > NOTES_MAX:
        yield f"{plural(len(cost.unknown) - NOTES_MAX, 'more cost')} not known."
    yield f"AWS list prices of {cost.prices[:10]}, {cost.hours} hours per month, free tier not deducted."
    yield f"Not included: {'; '.join(NOT_PRICED)}."


def _short(text: str) -> str:
    """A text that fits on the page, on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= TEXT_MAX else f"{flat[: TEXT_MAX - 1]}…"
