"""The answer of a synthesis, as text for a terminal, as JSON, and as design files. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from exporter.targets.base import text_block
from modeler.core.blocks.library import block
from modeler.core.documents.reading import dump, to_document
from modeler.core.findings import Severity
from modeler.core.keys.templates import parse
from modeler.core.synthesis import NOMINAL_WORDS, Alternative, FrontStep, IndexWorth, MigrationCost, Synthesis


def synthesis_json(found: Synthesis) -> dict[str, Any]:
    """Return every alternative with its design document, what serves each pattern, and what is not met."""
    return {
        "exact": found.is_exact,
        "alternatives": [_alternative(one) for one in found.alternatives],
        "unrated": list(found.unrated),
        "front": [
            {"gsis": one.gsis, "dollars": _money(one.dollars), "differs": list(one.differs), "errors": one.errors}
            for one in found.front
        ],
        "unmet": [{"pattern": one.label, "reason": one.reason, "nearest": one.nearest} for one in found.unmet],
        "notes": list(found.notes),
    }


def _alternative(one: Alternative) -> dict[str, Any]:
    return {
        "kind": str(one.kind),
        "dollars": _money(one.dollars),
        "compared": _money(one.compared),
        "gsis": one.gsis,
        "gap": one.gap,
        "key_sheet": [
            {"entity": row[0], "index": row[1], "when": row[2], "keys": row[3]} for row in _key_sheet(one)
        ],
        "served": [
            {"pattern": each.label, "index": each.index, "block": each.block, "reason": each.reason,
             "read_units": float(each.units), "dollars": _money(each.dollars)}
            for each in one.served
        ],
        "patterns": [
            {"pattern": each.label, "read_units": float(each.read_units), "write_units": float(each.write_units),
             "dollars": _money(each.dollars)}
            for each in one.patterns
        ],
        "indexes": [
            {"index": each.index, "serves": list(each.serves), "dollars": _money(each.dollars),
             "more_without": _money(each.more_without), "without": each.without, "block": each.block,
             "parts": [{"entity": name, "block": code} for name, code in each.parts]}
            for each in one.indexes
        ],
        "findings": [each.as_json() for each in one.findings],
        "problems": list(one.problems),
        "differences": list(one.differences),
        "differs": list(one.differs),
        "migration": _migration(one),
        "design": to_document(one.design),
    }  # fmt: skip


def _migration(one: Alternative) -> dict[str, Any] | None:
    if one.migration is None:
        return None
    months = None if one.migration.months is None else round(float(one.migration.months), 2)
    hours = round(float(one.migration.hours), 2)
    return {"steps": one.migration.steps, "dollars": _money(one.migration.dollars), "hours": hours, "months": months,
            "unknown": list(one.migration.unknown)}  # fmt: skip


def _money(value: Decimal | None) -> float | None:
    return None if value is None else round(float(value), 4)


def _key_sheet(one: Alternative) -> Iterator[tuple[str, str | None, str, dict[str, str]]]:
    for _, entity in one.design.entities():
        for overload in entity.overloads:
            yield entity.name, overload.index, overload.when, dict(overload.keys)


def synthesis_text(found: Synthesis) -> str:
    """Return the same for a terminal."""
    lines: list[str] = []
    for number, one in enumerate(found.alternatives, 1):
        lines += _text_of(number, one)
    for unmet in found.unmet:
        lines += [f"not served: {unmet.label}: {unmet.reason}", f"  Nearest: {unmet.nearest}"]
    if len(found.front) > 1:
        supposed = f" ({NOMINAL_WORDS})" if found.unrated else ""
        lines.append(f"Dollars per month by number of GSIs{supposed}, compared with the first alternative:")
        lines += [f"  {step.gsis}: ${step.dollars:,.2f}{_step(step)}" for step in found.front]
    lines += [f"Note: {note}" for note in found.notes]
    return text_block(lines)


def _step(step: FrontStep) -> str:
    errors = f"{step.errors} error{'s' if step.errors > 1 else ''}"
    told = "; ".join([*([errors] if step.errors else []), *step.differs])
    return f" ({told})" if told else ""


def _text_of(number: int, one: Alternative) -> Iterable[str]:
    gsis = "1 GSI" if one.gsis == 1 else f"{one.gsis} GSIs"
    yield f"{number}. {one.kind}: ${one.dollars:,.2f}/month, {gsis}"
    if one.gap:
        yield f"  The search stopped early: up to ${one.gap:,.2f}/month may still be saved"
    yield from (f"  differs: {each}" for each in one.differs)
    if one.migration is not None:
        yield _migration_line(one.migration)
    for entity, place, when, keys in _key_sheet(one):
        shown = ", ".join(str(parse(text)) for text in keys.values())
        yield f"  {entity} {place or 'table'}: {shown}{f' when {when}' if when else ''}"
    for each in one.served:
        cost = f", ${each.dollars:,.2f}/month" if each.dollars is not None else ""
        yield f"  {each.label}: {each.reason} ({each.units.normalize():f} read units{cost})"
    rated = {each.label for each in one.served if each.dollars is not None}
    for index in one.indexes:
        yield (
            f"  {index.index}{_block_of(index)} costs ${index.dollars:,.2f}/month; without it {index.without}: "
            f"{_more(index) if rated & set(index.serves) else 'unknown, no rate is given'}"
        )
    for finding in one.findings:
        if finding.severity is not Severity.ADVICE:
            yield f"  {finding.severity} {finding.rule}: {finding.message}"
    yield from (f"  problem: {each}" for each in one.problems)


def _migration_line(cost: MigrationCost) -> str:
    least = "at least " if cost.unknown else ""
    unknown = f"; not counted: {', '.join(cost.unknown)}" if cost.unknown else ""
    return f"  migration: {cost.steps} steps, {least}{cost.hours:,.1f} hours, ${cost.dollars:,.2f} (estimate{unknown})"


def _more(index: IndexWorth) -> str:
    sign = "-" if index.more_without < 0 else "+"
    return f"{sign}${abs(index.more_without):,.2f}/month"


def _block_of(index: IndexWorth) -> str:
    """The building block that an index is; of an overloaded one, what it is for each entity."""
    if len(index.parts) > 1:
        return f" ({', '.join(f'{block(code).name} for {name}' for name, code in index.parts)})"
    code = index.parts[0][1] if index.parts else index.block
    return f" ({block(code).name})" if code else ""


def written(found: Synthesis, out: Path) -> list[Path]:
    """Write the alternatives as design files and return their paths: the first into a .json file, or all into a
    folder.
    """
    if out.suffix == ".json":
        for one in found.alternatives[:1]:
            out.write_text(dump(one.design), "utf-8")
        return [out] if found.alternatives else []
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, one in enumerate(found.alternatives, 1):
        path = out / f"{number}-{str(one.kind).replace(' ', '-')}.json"
        path.write_text(dump(one.design), "utf-8")
        paths.append(path)
    return paths
