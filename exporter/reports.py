"""Results of the core, as text for a terminal and as JSON for the REST API and pipelines. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from exporter.importers import Imported
from exporter.targets.base import text_block
from exporter.targets.documents.sarif import sarif as sarif
from modeler.core import analysis
from modeler.core.capacity.design import DesignCapacity, design_capacity
from modeler.core.capacity.loads import PatternCapacity
from modeler.core.cost.design import Cost, monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.evaluator import Evaluation, Page, Write, evaluate
from modeler.core.findings import Finding, Severity
from modeler.core.fixes import Fix
from modeler.core.items.materialize import KeyValues
from modeler.core.safe_fixes import FixTrials, Offer
from modeler.core.values.attribute_values import Item
from modeler.core.values.json_values import to_dynamodb_json


def findings_of(design: Design) -> tuple[Finding, ...]:
    """Return the findings of a design, most severe first; muted findings are left out."""
    return analysis.analyse(design).findings


type Offers = Callable[[Finding], Sequence[Offer | Fix]]


def offers_of(design: Design) -> Offers:
    """Return a function that finds the fixes of a finding which break nothing else. Each one costs an analysis."""
    return FixTrials(design).offers


def findings_json(imported: Imported, findings: Sequence[Finding], offers: Offers | None = None) -> dict[str, Any]:
    """Return findings with what was dropped, converted, or inferred during the import; with safe fixes if asked."""
    return {
        "design": imported.design.name,
        "importer": imported.importer,
        "rules_version": analysis.RULES_VERSION,
        "counts": dict(Counter(finding.severity.value for finding in findings)),
        "findings": [_finding_json(finding, offers) for finding in findings],
        "import_report": [line.as_json() for line in imported.report],
    }


def _finding_json(finding: Finding, offers: Offers | None) -> dict[str, Any]:
    """A finding without the edits that nobody tried."""
    told = {name: value for name, value in finding.as_json().items() if name != "fixes"}
    if offers is None:
        return {**told, "has_fixes": bool(finding.fixes)}
    return {**told, "fixes": [offer.as_json() for offer in offers(finding)]}


def findings_text(
    imported: Imported,
    findings: Sequence[Finding],
    place_of: Callable[[Finding], tuple[str, int]] | None = None,
    offers: Offers | None = None,
) -> str:
    """Return findings for a terminal: one paragraph each, a count at the end; with file and line if known."""
    lines: list[str] = []
    for finding in findings:
        file, line = place_of(finding) if place_of else ("", 0)
        where = f" ({file}:{line})" if line else ""
        lines.append(f"{finding.severity.value} {finding.rule} {finding.path}{where}")
        lines += [f"  {finding.message}", f"  Fix: {finding.fix}", f"  Rule: docs/{finding.page}"]
        made = (offer for offer in (offers(finding) if offers else ()) if isinstance(offer, Offer))
        lines += [f"  Automatic fix: {offer.fix.label}. {offer.consequence}" for offer in made]
    counts = Counter(finding.severity for finding in findings)
    said = ", ".join(f"{counts[severity]} {_plural(severity, counts[severity])}" for severity in Severity)
    return text_block([*lines, f"{imported.design.name}: {said}"])


def _plural(severity: Severity, count: int) -> str:
    return severity.value if severity is Severity.ADVICE or count == 1 else f"{severity.value}s"


def evaluation_of(design: Design, pattern: AccessPattern, parameters: Mapping[str, Any]) -> Evaluation:
    """Evaluate an access pattern over the sample items, with the caller's parameters."""
    return evaluate(design, pattern, parameters=parameters)


def evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    """Return what an access pattern returns, examines, writes, and costs. Units are numbers, keys DynamoDB JSON."""
    return {
        "operation": str(evaluation.operation),
        "count": evaluation.count,
        "returned": [
            {"id": one.id, "key": _key_json(one.key), "item": item_json(one.item)} for one in evaluation.returned
        ],
        "examined": list(evaluation.examined),
        "discarded": list(evaluation.discarded),
        "pages": [_page_json(page) for page in evaluation.pages],
        "more": evaluation.more,
        "writes": [_write_json(write) for write in evaluation.writes],
        "read_units": float(evaluation.read_units),
        "write_units": float(evaluation.write_units),
        "refusals": [{"code": refusal.code, "message": refusal.message} for refusal in evaluation.refusals],
        "problems": list(evaluation.problems),
        "notes": list(evaluation.notes),
    }


def item_json(item: Item) -> dict[str, Any]:
    """Return an item as DynamoDB JSON."""
    return {name: to_dynamodb_json(value) for name, value in item.items()}


def _key_json(key: KeyValues) -> list[Any]:
    return [to_dynamodb_json(value) for value in key]


def _page_json(page: Page) -> dict[str, Any]:
    return {"examined": len(page.examined), "bytes": page.size, "units": float(page.units)}


def _write_json(write: Write) -> dict[str, Any]:
    return {
        "operation": str(write.operation),
        "table": write.table,
        "key": _key_json(write.key),
        "condition_held": write.condition_held,
        "before": item_json(write.before.item) if write.before else None,
        "after": item_json(write.after.item) if write.after else None,
        "table_units": float(write.table_units),
        "indexes": [
            {"index": one.index, "effect": str(one.effect), "units": float(one.units)} for one in write.indexes
        ],
    }


def evaluation_text(pattern: AccessPattern, evaluation: Evaluation) -> str:
    """Return the same for a terminal."""
    return text_block([f"{pattern.label} {pattern.name}".strip(), *_evaluation_lines(evaluation)])


def _evaluation_lines(evaluation: Evaluation) -> Iterator[str]:
    for refusal in evaluation.refusals:
        yield f"  refused: {refusal.message}"
    for problem in evaluation.problems:
        yield f"  cannot be run: {problem}"
    for one in evaluation.returned:
        yield f"  {key_text(one.key)}"
    for write in evaluation.writes:
        held = {None: "", True: ", condition true", False: ", condition false"}[write.condition_held]
        yield f"  {write.operation} {key_text(write.key)}: table {write.table_units} WU{held}"
        for change in write.indexes:
            yield f"    {change.index} {change.effect}: {change.units} WU"
    for note in evaluation.notes:
        yield f"  note: {note}"
    if evaluation.pages:
        examined, returned = len(evaluation.examined), evaluation.count
        units = (
            f"{evaluation.read_units} RU in {len(evaluation.pages)} {'page' if len(evaluation.pages) == 1 else 'pages'}"
        )
        yield f"  {returned} returned of {examined} examined, {units}"
    if evaluation.writes:
        yield f"  {evaluation.write_units} WU"


def key_text(key: KeyValues) -> str:
    """Return a key as text: its values, partition first."""
    return " / ".join(_value_text(value.data) for value in key)


def _value_text(data: Any) -> str:
    if isinstance(data, bytes):
        return data.hex()
    return str(data)


def capacity_json(design: Design) -> dict[str, Any]:
    """Return units per call and second, and monthly cost in every mode. Amounts are decimal texts:
    nothing is rounded.
    """
    capacity = design_capacity(design)
    cost = monthly_cost(design, capacity=capacity)
    return {
        "design": design.name,
        "region": design.region,
        "prices_version": cost.prices,
        "hours": cost.hours,
        "patterns": [_pattern_json(one) for one in capacity.patterns],
        "places": [
            {
                "table": one.place.table,
                "index": one.place.index,
                "read": {"average": str(one.read.average.value), "peak": str(one.read.peak.value)},
                "write": {"average": str(one.write.average.value), "peak": str(one.write.peak.value)},
                "estimate": one.read.peak.estimate or one.write.peak.estimate,
            }
            for one in capacity.places
        ],
        "monthly_usd": {mode.value: _total_json(capacity, cost, mode) for mode in _modes(cost)},
        "unknown": _unknown(capacity, cost),
    }


def _pattern_json(one: PatternCapacity) -> dict[str, Any]:
    return {
        "pattern": one.label,
        "id": one.pattern,
        "read_units": str(one.read_units),
        "write_units": str(one.write_units),
        "per_second": {"average": one.rate.average, "peak": one.rate.peak} if one.rate else None,
        "unknown": list(one.unknown),
    }


def _modes(cost: Cost) -> list[Mode]:
    return [mode for mode in Mode if any(mode in table.modes for table in cost.tables)]


def _total_json(capacity: DesignCapacity, cost: Cost, mode: Mode) -> dict[str, Any]:
    figure = cost.total(mode)
    complete = bool(capacity.patterns) and cost.complete(mode)
    return {"amount": str(figure.value), "estimate": figure.estimate, "complete": complete}


def capacity_text(design: Design) -> str:
    """Return the same for a terminal."""
    capacity = design_capacity(design)
    cost = monthly_cost(design, capacity=capacity)
    lines = [f"{design.name} in {design.region}, {cost.hours} hours per month (awslabs' calculator: 732)"]
    for one in capacity.patterns:
        units = f"{one.read_units.normalize():f} RU, {one.write_units.normalize():f} WU per call"
        rate = f" at {one.rate.average:g}/s, peak {one.rate.peak:g}/s" if one.rate else ", no rate"
        lines.append(f"  {one.label}: {units}{rate}")
    for place in capacity.places:
        read, write = place.read.peak.value, place.write.peak.value
        lines.append(f"  {place.place.label}: peak {read.normalize():f} RU/s, {write.normalize():f} WU/s")
    for mode in _modes(cost):
        figure = cost.total(mode)
        about = " (estimate)" if figure.estimate else ""
        amount = f"${figure.value:,.2f}/month{about}"
        if not capacity.patterns:
            amount = f"not known; without requests {amount}" if figure.value else "not known"
        lines.append(f"  {mode.value}: {amount}")
    return text_block([*lines, *(f"  unknown: {sentence}" for sentence in _unknown(capacity, cost))])


def _unknown(capacity: DesignCapacity, cost: Cost) -> list[str]:
    """What the numbers leave out. Without access patterns, zero units mean that nothing is known."""
    none = [] if capacity.patterns else ["The design has no access patterns, so no requests are counted"]
    return [*none, *cost.unknown]
