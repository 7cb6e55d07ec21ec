"""What holds after every offered fix, decided without the tests by which fixes are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace

from modeler.core import limits
from modeler.core.analysis import analyse
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.edits.applied_fixes import fixed
from modeler.core.evaluator import Database, evaluate
from modeler.core.findings import Finding, Severity
from modeler.core.fixes import Fix
from modeler.core.safe_fixes import FixTrials
from modeler.core.servings import serving


def broken_by_offers(design: Design, rules: Collection[str] = ()) -> list[str]:
    """What the offered fixes of a design, or of findings of these rules, break, as sentences; [] if the law holds."""
    trials = FixTrials(design)
    found = analyse(design).findings
    return [
        f"{finding.rule} at {finding.path}: {offer.fix.label}: {sentence}"
        for finding in found
        if not rules or finding.rule in rules
        for offer in trials.offers(finding)
        for sentence in _broken(design, found, finding, offer.fix)
    ]


def _broken(design: Design, was: tuple[Finding, ...], finding: Finding, fix: Fix) -> Iterator[str]:
    after = fixed(design, fix)
    now = analyse(after).findings
    if any((one.rule, one.part, one.path) == (finding.rule, finding.part, finding.path) for one in now):
        yield "the finding stays"
    if more := _errors(now) - _errors(was):
        yield f"errors come: {dict(more)}"
    lost = _stored(design) - _stored(after)
    if lost:
        yield f"samples are refused: {sorted(lost)[:3]}"
    if _units(after) > max(_units(design), limits.TABLE_UNITS_QUOTA):
        yield "a quota is passed"
    for pattern in design.patterns:
        yield from _otherwise(design, after, pattern)


def _errors(found: tuple[Finding, ...]) -> Counter[str]:
    return Counter(one.rule for one in found if one.severity is Severity.ERROR)


def _stored(design: Design) -> set[str]:
    database = Database.of(design)
    return {one.id for table in design.tables for one in database.items(table.name) if one.key is not None}


def _units(design: Design) -> float:
    found = [0.0]
    for table in design.tables:
        for index in table.all_indexes:
            held = table.settings if index.is_base else index.capacity.settings
            for name in ("provisioned", "warm_throughput", "on_demand_maximum"):
                units = held.get(name)
                found += [value for value in units.values() if value] if isinstance(units, dict) else []
    return max(found)


def _otherwise(design: Design, after: Design, pattern: AccessPattern) -> Iterator[str]:
    """A pattern that was served is served, and returns the same items of the entities that it is about."""
    changed = next((one for one in after.patterns if one.id == pattern.id), None)
    if changed is None:
        return  # the fix replaces it
    reads = pattern.operation.is_read and not pattern.members
    if reads and pattern.key and serving(design, pattern).served and not serving(after, changed).served:
        yield f"{pattern.label} is no longer served"
        return
    was = evaluate(design, replace(pattern, limit=None))
    if was.refused or not reads:
        return
    again = evaluate(after, replace(changed, limit=None))
    meant = {
        item.id for _, entity in design.entities() for item in entity.items if entity.name in (pattern.entities or ())
    }
    mine, yours = ({one.id for one in found.returned} for found in (was, again))
    if again.refused or (mine & meant if meant else mine) - yours:
        yield f"{pattern.label} returns other samples"
