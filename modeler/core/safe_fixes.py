"""Which fixes of a finding are safe: they remove the finding and leave everything else right.

A rule proposes a fix from what it looks at. What follows for other rules, sample items and access patterns is known
only once the edits are made. Each fix is tried on a copy of the design, with an analysis, when a person asks for fixes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, cast

from modeler.core import limits
from modeler.core.analysis import Analysis, analyse
from modeler.core.capacity.changes import condition_terms
from modeler.core.design.items import Entity
from modeler.core.design.lenient import number
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.edits.applied_fixes import fixed
from modeler.core.errors import Invalid, Missing
from modeler.core.evaluator import Database, Evaluation, evaluate
from modeler.core.evaluator.evaluation import CONDITIONAL
from modeler.core.evaluator.item_limits import item_refusals
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Comparison, paths_of
from modeler.core.findings import Finding, Severity
from modeler.core.fixes import Fix
from modeler.core.items.materialize import materialise
from modeler.core.servings import serving
from modeler.core.servings.known import is_sought

_THROUGHPUT: Final = ("provisioned", "warm_throughput", "on_demand_maximum")


@dataclass(frozen=True, slots=True)
class Offer:
    """A safe fix, and its consequence: the findings that go with it, and those that come."""

    fix: Fix
    removes: tuple[Finding, ...]
    adds: tuple[Finding, ...]

    @property
    def consequence(self) -> str:
        """The consequence as one sentence without a period."""
        gone = "removes this finding" if len(self.removes) < 2 else f"removes {len(self.removes)} findings"
        come = ", ".join(f"{one.severity} {one.rule}" for one in self.adds)
        return f"It {gone} and adds {come}" if come else f"It {gone} and adds none"

    def as_json(self) -> dict[str, Any]:
        """Plain JSON: the fix, and the findings that it removes and adds."""
        return {
            **self.fix.as_json(),
            "consequence": self.consequence,
            "removes": [_finding_json(one) for one in self.removes],
            "adds": [_finding_json(one) for one in self.adds],
        }


def _finding_json(finding: Finding) -> dict[str, str]:
    place = {"rule": finding.rule, "path": finding.path}
    return {**place, "severity": finding.severity.value, "message": finding.message}


class FixTrials:
    """Tries fixes of a design's findings. What follows from the design itself is computed once."""

    def __init__(self, design: Design | _Outcome) -> None:
        self._before = design if isinstance(design, _Outcome) else _Outcome(design)

    def offers(self, finding: Finding, fixes: Iterable[Fix] | None = None) -> tuple[Offer, ...]:
        """Return the safe fixes of a finding, by default of all that it has, each with its consequence."""
        tried = ((fix, self._safely(finding, fix)) for fix in (finding.fixes if fixes is None else fixes))
        return tuple(self._offer(fix, after) for fix, after in tried if after is not None)

    def _offer(self, fix: Fix, after: _Outcome) -> Offer:
        was, now = ({_place(one) for one in outcome.findings} for outcome in (self._before, after))
        gone = tuple(one for one in self._before.findings if _place(one) not in now)
        return Offer(fix, gone, tuple(one for one in after.findings if _place(one) not in was))

    def safe(self, finding: Finding, fixes: Iterable[Fix]) -> tuple[Fix, ...]:
        """Return the harmless fixes of a finding."""
        return tuple(fix for fix in fixes if self._safely(finding, fix) is not None)

    def _safely(self, finding: Finding, fix: Fix) -> _Outcome | None:
        """The design after a fix; None if the fix cannot be applied or breaks something."""
        try:
            next(self.harm(finding, fix))
        except StopIteration as harmless:
            return cast("_Outcome", harmless.value)
        return None

    def harm(self, finding: Finding, fix: Fix) -> Generator[str, None, _Outcome | None]:
        """Yield what a fix breaks, as sentences, the cheapest tests first. Nothing: it is safe. Return the result."""
        try:
            after = _Outcome(fixed(self._before.design, fix))
        except (Missing, Invalid) as problem:
            yield f"it cannot be applied: {problem}"
            return None
        yield from _above_quotas(self._before, after)
        yield from _lost_items(self._before, after)
        yield from _changed_patterns(self._before, after)
        yield from _worse_findings(self._before, after, finding)
        return after

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of the design that are not muted."""
        return self._before.shown

    def trials_after(self, finding: Finding) -> Iterator[tuple[Fix, FixTrials]]:
        """Yield each safe fix of a finding with the trials of the design that it makes, which is not analyzed again."""
        for fix in finding.fixes:
            if (after := self._safely(finding, fix)) is not None:
                yield fix, FixTrials(after)


class _Outcome:
    """A design, and what follows for its findings, sample items and access patterns."""

    def __init__(self, design: Design) -> None:
        self.design = design

    @cached_property
    def _analysis(self) -> Analysis:
        return analyse(self.design)

    @property
    def shown(self) -> tuple[Finding, ...]:
        return self._analysis.findings

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return (*self._analysis.findings, *self._analysis.muted)

    @cached_property
    def database(self) -> Database:
        return Database.of(self.design)

    @cached_property
    def entity_of(self) -> dict[str, str | None]:
        """The entity of each sample item, by the item's id."""
        return {stored.id: stored.entity for table in self.design.tables for stored in materialise(table)}

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The ids of the sample items that DynamoDB would store, each under its own key."""
        return frozenset(
            stored.id
            for table in self.design.tables
            for stored in self.database.items(table.name)
            if stored.key is not None and next(item_refusals(table, stored), None) is None
        )

    @cached_property
    def throughput(self) -> dict[tuple[str, str, str], float]:
        """Every configured throughput, by index, setting and direction."""
        return {
            (index.id, setting, word): units
            for table in self.design.tables
            for index in table.all_indexes
            for setting in _THROUGHPUT
            for word, value in _pairs((table.settings if index.is_base else index.capacity.settings).get(setting))
            if (units := number(value)) is not None
        }

    def evaluated(self, pattern: AccessPattern) -> Evaluation:
        """All that a pattern returns: which items come first is a question of order, and rules answer it."""
        return evaluate(self.design, replace(pattern, limit=None), stored=self.database)

    def serves(self, pattern: AccessPattern) -> bool:
        return not is_sought(pattern) or serving(self.design, pattern).served


def _pairs(value: Any) -> Iterable[tuple[str, Any]]:
    return value.items() if isinstance(value, Mapping) else ()


def _above_quotas(before: _Outcome, after: _Outcome) -> Iterator[str]:
    """Throughput above the default quota of a table or GSI. facts/limits#throughput."""
    for place, units in after.throughput.items():
        if units > max(limits.TABLE_UNITS_QUOTA, before.throughput.get(place, 0)):
            yield f"it sets {units:,.0f} {place[2]} units/s; the quota is {limits.TABLE_UNITS_QUOTA:,}"


def _lost_items(before: _Outcome, after: _Outcome) -> Iterator[str]:
    for one in sorted((before.accepted & after.entity_of.keys()) - after.accepted):
        yield f"the sample item {one} can no longer be stored"


def _changed_patterns(before: _Outcome, after: _Outcome) -> Iterator[str]:
    kept = {pattern.id: pattern for pattern in after.design.patterns}
    for pattern in before.design.patterns:
        if (changed := kept.get(pattern.id)) is None:
            continue  # the fix replaces it
        if before.serves(pattern) and not after.serves(changed):
            yield f"{pattern.label} is no longer served"
            continue
        was, now = before.evaluated(pattern), after.evaluated(changed)
        if was.refused:
            continue
        if now.refused:
            if not _only_by_purpose(after.design, pattern, changed, now):
                why = (*now.problems, *(refusal.message for refusal in now.refusals))[0]
                yield f"{pattern.label} is rejected: {why}"
        elif (mine := _returned(before, pattern, was)) != _returned(after, pattern, now) and (
            mine or serving(before.design, pattern).served
        ):
            yield f"{pattern.label} returns different sample items"


def _returned(outcome: _Outcome, pattern: AccessPattern, evaluation: Evaluation) -> list[str]:
    """The ids of the returned items that the pattern is about. Items of other entities are read by accident."""
    about = {name for one in _calls(pattern) for name in one.entities}
    ids = (one.id for one in evaluation.returned)
    return sorted(one for one in ids if not about or outcome.entity_of.get(one) in about)


def _only_by_purpose(design: Design, before: AccessPattern, after: AccessPattern, refused: Evaluation) -> bool:
    """Return whether only a condition refuses the example values, and stored items can satisfy this condition.

    To refuse a second creation or a wrong state is what a condition is for. But a condition that compares an attribute
    which stored items lack refuses these items forever.
    """
    if refused.problems or any(refusal.code not in CONDITIONAL for refusal in refused.refusals):
        return False
    known = {(one.id, name) for one in _calls(before) for name in _compared(one)}
    return not any(
        name not in item.values
        for one in _calls(after)
        for name in _compared(one)
        if (one.id, name) not in known
        for entity in _written_entities(design, one, name)
        for item in entity.items
    )


def _written_entities(design: Design, call: AccessPattern, name: str) -> tuple[Entity, ...]:
    """The entities that a call writes, if the attribute is not a key of the table, which every item has."""
    table = design.table(call.table)
    if table is None or name in table.base.key_names:
        return ()
    return design.entities_of(call) or table.entities


def _compared(call: AccessPattern) -> frozenset[str]:
    """The attributes without which the condition of a write never holds."""
    terms = (term for term in condition_terms(call) if isinstance(term, Comparison))
    return frozenset(name_of(path, call.names) for term in terms for path in paths_of(term))


def _calls(pattern: AccessPattern) -> Iterator[AccessPattern]:
    yield pattern
    for member in pattern.members:
        yield from _calls(member)


def _worse_findings(before: _Outcome, after: _Outcome, finding: Finding) -> Iterator[str]:
    place = _place(finding)
    was = sum(_place(one) == place for one in before.findings)
    if sum(_place(one) == place for one in after.findings) >= max(was, 1):
        yield "the finding remains"
    errors = _errors(before)
    for rule, count in _errors(after).items():
        if count > errors[rule]:
            yield f"it adds the error {rule}"


def _place(finding: Finding) -> tuple[str, str, str]:
    return finding.rule, finding.part, finding.path


def _errors(outcome: _Outcome) -> Counter[str]:
    # By rule, not by place: a fix that renames a part moves the errors of this part.
    return Counter(one.rule for one in outcome.findings if one.severity is Severity.ERROR)
