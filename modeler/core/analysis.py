"""Analyzes a design: every rule over every place, sorted, one finding per defect, mutes applied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from modeler.core import effort
from modeler.core.design.items import Entity
from modeler.core.design.model import Design, Mute
from modeler.core.design.mutes import covers
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.findings import Finding, Severity
from modeler.core.rules import RULES
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.memo import Memo
from modeler.core.rules.support.provenance import moderated
from modeler.core.rules.support.rule import Rule, Scope
from modeler.core.rules_version import RULES_VERSION as RULES_VERSION

_BY_SCOPE: Final = {scope: tuple(rule for rule in RULES if rule.scope is scope) for scope in Scope}
_OF_ENTITIES: Final = _BY_SCOPE[Scope.ENTITY]
_OF_CALLS: Final = {
    (scope, operation): tuple(rule for rule in _BY_SCOPE[scope] if operation in rule.operations)
    for scope in (Scope.PATTERN, Scope.NEIGHBOURS)
    for operation in Operation
}
"""The rules about a call, by its operation: most rules are about a few."""
_DIGITS: Final = re.compile(r"(\d+)")
_HIDDEN_BY: Final = {
    hidden: [rule.id for rule in RULES if hidden in rule.hides] for rule in RULES for hidden in rule.hides
}


@dataclass(frozen=True, slots=True)
class Analysis:
    """The findings of a design, the most severe first, and the muted ones. `not_compared` is the number of pairs of
    keys that the budget did not allow to compare: what they hold is not known.
    """

    findings: tuple[Finding, ...]
    muted: tuple[Finding, ...] = ()
    not_compared: int = 0

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(finding.severity is severity for finding in self.findings)


def analyse(design: Design, memo: Memo | None = None) -> Analysis:
    """Return every finding of a design. Never raises on an invalid design. Give the same `memo` to the next revision of
    the same design: unchanged parts (by identity of the frozen objects) are then not analyzed again. A memo that was
    used for an analysis with `not_compared` holds answers that are not final: give it to no other.

    Everything counts against the budget of the caller (`effort.budget`), or against one of its own.
    """
    context = RuleContext(design, memo)
    with effort.budget() as spent:
        found = sorted(moderated(design, _most_specific(_all(context))), key=_order)
    context.memo.end_run()
    mutes: dict[str, list[Mute]] = {}
    for mute in design.mutes:
        mutes.setdefault(mute.rule, []).append(mute)
    muted = [any(covers(mute, finding) for mute in mutes.get(finding.rule, ())) for finding in found]
    return Analysis(
        tuple(finding for finding, hidden in zip(found, muted, strict=True) if not hidden),
        tuple(finding for finding, hidden in zip(found, muted, strict=True) if hidden),
        spent.not_compared,
    )


def findings(design: Design) -> tuple[Finding, ...]:
    """Return the unmuted findings of a design, the most severe first."""
    return analyse(design).findings


def _order(finding: Finding) -> tuple[int, tuple[tuple[int, str], ...], str, str]:
    return finding.severity.rank, _counted(finding.path), finding.rule, finding.message


def _counted(path: str) -> tuple[tuple[int, str], ...]:
    """A path as people order it: A2 before A10. Texts are compared as texts, numbers by their digits."""
    pieces = (piece.lstrip("0") if number % 2 else piece for number, piece in enumerate(_DIGITS.split(path)))
    return tuple((len(piece) if number % 2 else 0, piece) for number, piece in enumerate(pieces))


def _most_specific(found: Iterable[Finding]) -> list[Finding]:
    """Findings without those that a more specific one covers, at its place or at one that it is about `also`."""
    kept = list(found)
    said = {(one.rule, part) for one in kept for part in (one.part, *one.facts.get("also", ()))}
    return [one for one in kept if not any((rule, one.part) in said for rule in _HIDDEN_BY.get(one.rule, ()))]


def _all(context: RuleContext) -> Iterator[Finding]:
    yield from _found(_BY_SCOPE[Scope.DESIGN], context)
    for table in context.design.tables:
        yield from _found(_BY_SCOPE[Scope.TABLE], context, table)
        yield from _of_entities(context, table)
    for call in context.calls:
        yield from _of_call(context, call)


def _of_entities(context: RuleContext, table: Table) -> Iterator[Finding]:
    def of_entity(entity: Entity) -> list[Finding]:
        return _found(_OF_ENTITIES, context, table, entity)

    return chain.from_iterable(context.of_entities("entity", table, of_entity))


def _of_call(context: RuleContext, call: Call) -> Iterator[Finding]:
    operation = call.pattern.operation
    yield from context.of_call("call", call, lambda: _found(_OF_CALLS[Scope.PATTERN, operation], context, call))
    yield from _found(_OF_CALLS[Scope.NEIGHBOURS, operation], context, call)


def _found(rules: Iterable[Rule], *about: Any) -> list[Finding]:
    """What these rules find. Most of them find nothing, thousands of times."""
    effort.check_time()
    return [rule.finding(spot) for rule in rules for spot in rule.check(*about)]
