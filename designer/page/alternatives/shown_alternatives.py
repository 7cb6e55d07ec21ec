"""Alternatives side by side: one column each, with a row for every entity and every access pattern."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from designer.page.alternatives.key_reasons import key_reason, write_reason
from designer.page.hues import entity_hues
from modeler.core.blocks.library import block
from modeler.core.cost.design import monthly_cost
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import IndexKind
from modeler.core.findings import Finding, Severity
from modeler.core.keys.written_keys import written_keys
from modeler.core.servings import serving
from modeler.core.synthesis import Alternative, AlternativeKind, IndexWorth, MigrationCost, Synthesis
from modeler.sampling.ready import padded_numbers
from modeler.wording.numbers import money_text

DIFFERENCES_SHOWN: Final = 60
TITLES: Final = {
    AlternativeKind.BALANCED: "Balanced",
    AlternativeKind.CHEAPEST: "Cheapest",
    AlternativeKind.FEWEST_INDEXES: "Fewest indexes",
    AlternativeKind.MOST_ROOM: "Most room",
    AlternativeKind.OTHER: "Other keys",
}
SUPPOSED: Final = ("Cheapest at assumed rates", "The least cost if access patterns without a rate get 1 call/s.")
"""Title and meaning of the cheapest if dollars rest on assumed rates."""
MEANINGS: Final = {
    AlternativeKind.BALANCED: "No read filters out items or reads twice where a key can avoid it.",
    AlternativeKind.CHEAPEST: "The least cost per month.",
    AlternativeKind.FEWEST_INDEXES: "The fewest GSIs that serve the same access patterns.",
    AlternativeKind.MOST_ROOM: "Every index projects all attributes, so a new read finds what it needs.",
    AlternativeKind.OTHER: "Different keys that serve the same access patterns.",
}


@dataclass(frozen=True, slots=True)
class WrittenKeys:
    """What an entity writes into one index: its templates, the condition under which it does, and why."""

    place: str
    templates: tuple[str, ...]
    when: str
    why: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class ServedStep:
    """What serves one call of a pattern, and why."""

    place: str
    block: str
    reason: str


@dataclass(frozen=True, slots=True)
class PatternCell:
    """One pattern in one alternative. `dollars` is None without a rate; `unmet` is set if no key serves it. A read that
    nothing serves reads the whole table. `writes` says which indexes a write concerns.
    """

    is_read: bool
    served: tuple[ServedStep, ...]
    read_units: Decimal
    write_units: Decimal
    dollars: Decimal | None
    unmet: bool
    writes: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class AlternativeRow[T]:
    """One row: a cell for each alternative. `is_same`: they do not differ. `hue` is that of an entity."""

    name: str
    title: str
    cells: tuple[T, ...]
    is_same: bool
    hue: str = ""


@dataclass(frozen=True, slots=True)
class IndexBlock:
    """A building block, and what an index is called after it."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Worth:
    """An index, and what the month costs more without it. `unrated` are the patterns that it serves without a rate, so
    that they count in no cost; `uncounted`: an entity has no item count, so that what a Scan costs is a lower bound.
    """

    worth: IndexWorth
    unrated: tuple[str, ...]
    uncounted: bool

    @property
    def blocks(self) -> tuple[IndexBlock, ...]:
        """The building block that it is; of an index of several entities, what it is for each of them."""
        if len(self.worth.parts) > 1:
            return tuple(IndexBlock(code, f"{block(code).name} for {name}") for name, code in self.worth.parts)
        codes = [code for _, code in self.worth.parts] or [self.worth.block]
        return tuple(IndexBlock(code, block(code).name) for code in codes if code)

    @property
    def unknown(self) -> str:
        """Why the dollars are unknown; '' if they are known, at least as a lower bound."""
        if len(self.unrated) == len(self.worth.serves):
            return "no rates"
        return "no item counts" if self.uncounted and round(self.worth.more_without, 2) == 0 else ""

    @property
    def difference(self) -> str:
        """What the month costs without it. A lower bound of what it costs more is an upper bound of what it saves."""
        more = self.worth.more_without
        if not self.uncounted:
            return f"{'+' if more >= 0 else '−'}{money_text(abs(more))}/month"
        if more < 0:
            return f"saves at most {money_text(-more)}/month"
        return f"costs at least {money_text(more)}/month more"


@dataclass(frozen=True)
class AlternativeColumn:
    """One alternative: its head and what is listed below it. `change` is the difference from the present design in
    dollars per month, None if that does not serve every pattern.
    """

    number: int
    kind: str
    title: str
    meaning: str
    tags: tuple[str, ...]
    dollars: Decimal
    change: Decimal | None
    gsis: int
    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    advice: tuple[Finding, ...]
    problems: tuple[str, ...]
    indexes: tuple[Worth, ...]
    differences: tuple[str, ...]
    more_differences: int
    gap: float | None
    differs: tuple[str, ...]
    migration: MigrationCost | None
    is_supposed: bool


@dataclass(frozen=True, slots=True)
class Present:
    """The design as it is now: its dollars per month, its GSIs, and the patterns that none of its keys serves."""

    dollars: Decimal
    gsis: int
    unserved: tuple[str, ...]
    served: int


def is_supposed(one: Alternative) -> bool:
    """Whether the dollars of an alternative rest on assumed rates."""
    return any(each.per_second is None for each in one.design.patterns)


def title_of(one: Alternative) -> str:
    """What an alternative is called. One that is the cheapest only by assumed rates says so."""
    return SUPPOSED[0] if one.kind is AlternativeKind.CHEAPEST and is_supposed(one) else TITLES[one.kind]


def present(design: Design) -> Present:
    """What the alternatives are compared with."""
    unserved = tuple(one.label for one in design.patterns if not serving(design, one).served)
    gsis = sum(index.kind is IndexKind.GSI for table in design.tables for index in table.indexes)
    served = len(design.patterns) - len(unserved)
    return Present(monthly_cost(design).total().value, gsis, unserved, served)


def shown_alternatives(found: Synthesis, now: Design) -> dict[str, Any]:
    """Context of the comparison. `now` is the design from which the alternatives follow."""
    before = present(now)
    made = found.alternatives
    return {
        "present": before,
        "columns": [_column(number, one, found, before) for number, one in enumerate(made, 1)],
        "entities": list(_entity_rows(made)),
        "patterns": list(_pattern_rows(found, now)),
        "unmet": found.unmet,
        "front": found.front if len(found.front) > 1 else (),
        "recommended_gsis": made[0].gsis if made else None,
        "notes": [_sentence(one) for one in (*found.notes, *_taken_as_whole(made))],
        "unrated": [one.label for one in now.patterns if one.per_second is None],
        "is_exact": found.is_exact,
    }


def _taken_as_whole(made: Sequence[Alternative]) -> Iterator[str]:
    """What keys suppose of numbers that declare no format."""
    named = (
        f"{name} of {entity.name}"
        for one in made
        for _, entity in one.design.entities()
        for name in padded_numbers(entity)
    )
    if names := ", ".join(dict.fromkeys(named)):
        yield f"{names} is padded in a key, which holds whole numbers only; declare its format if it has decimals"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _column(number: int, one: Alternative, found: Synthesis, before: Present) -> AlternativeColumn:
    of = {severity: tuple(each for each in one.findings if each.severity is severity) for severity in Severity}
    return AlternativeColumn(
        number=number,
        kind=str(one.kind),
        title=title_of(one),
        meaning=SUPPOSED[1] if title_of(one) == SUPPOSED[0] else MEANINGS[one.kind],
        tags=tuple(_tags(one, found.alternatives)),
        dollars=one.dollars,
        change=None if before.unserved else one.dollars - before.dollars,
        gsis=one.gsis,
        errors=of[Severity.ERROR],
        warnings=of[Severity.WARNING],
        advice=of[Severity.ADVICE],
        problems=one.problems,
        indexes=tuple(_worths(one)),
        differences=one.differences[:DIFFERENCES_SHOWN],
        more_differences=max(0, len(one.differences) - DIFFERENCES_SHOWN),
        gap=one.gap,
        differs=one.differs,
        migration=one.migration,
        is_supposed=is_supposed(one),
    )


def _worths(one: Alternative) -> Iterator[Worth]:
    rates = {each.label for each in one.design.patterns if each.per_second is not None}
    uncounted = any(entity.count is None for _, entity in one.design.entities())
    for each in one.indexes:
        yield Worth(each, tuple(name for name in each.serves if name not in rates), uncounted)


def _tags(one: Alternative, others: Sequence[Alternative]) -> Iterator[str]:
    """What an alternative is the best at, besides what its title says; nothing if all are equal in it."""
    dollars = [round(other.dollars, 2) for other in others]
    is_least = round(one.dollars, 2) == min(dollars) < max(dollars) and not is_supposed(one)
    if is_least and one.kind is not AlternativeKind.CHEAPEST:
        yield "least cost"
    gsis = [other.gsis for other in others]
    if one.gsis == min(gsis) < max(gsis) and one.kind is not AlternativeKind.FEWEST_INDEXES:
        yield "fewest indexes"


def _entity_rows(made: Sequence[Alternative]) -> Iterator[AlternativeRow[tuple[WrittenKeys, ...]]]:
    if not made:
        return
    first = [entity for _, entity in made[0].design.entities()]
    hues = entity_hues(first)
    for entity in first:
        cells = tuple(tuple(_keys(one, entity)) for one in made)
        yield AlternativeRow(entity.name, "", cells, len(set(cells)) == 1, hues.get(entity.name, ""))


def _keys(one: Alternative, named: Entity) -> Iterator[WrittenKeys]:
    for table, entity in one.design.entities():
        if entity.id != named.id:
            continue
        for index in table.all_indexes:
            for key in written_keys(table, entity, index):
                templates = tuple(each.source for each in key.templates if each is not None)
                why = key_reason(one, table, entity, key, index)
                yield WrittenKeys("table" if index.is_base else index.name, templates, key.when, why)


def _pattern_rows(found: Synthesis, now: Design) -> Iterator[AlternativeRow[PatternCell]]:
    unmet = {one.pattern for one in found.unmet}
    known = {one.id for one in now.patterns}
    added = [one for made in found.alternatives[:1] for one in made.design.patterns if one.id not in known]
    for pattern in (*now.patterns, *added):
        cells = tuple(_pattern_cell(one, pattern, pattern.id in unmet) for one in found.alternatives)
        title = pattern.name if pattern.name != pattern.label else ""
        yield AlternativeRow(pattern.label, title, cells, len(set(cells)) == 1)


def _pattern_cell(one: Alternative, pattern: AccessPattern, unmet: bool) -> PatternCell:
    costs = next(each for each in one.patterns if each.pattern == pattern.id)
    served = tuple(
        ServedStep(each.index or "table", each.block, each.reason) for each in one.served if each.pattern == pattern.id
    )
    writes = next((write_reason(one, made) for made in one.design.patterns if made.id == pattern.id), "")
    return PatternCell(
        pattern.operation.is_read, served, costs.read_units, costs.write_units, costs.dollars, unmet, writes
    )
