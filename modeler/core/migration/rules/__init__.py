"""The registry of rules over two designs, and their findings."""

from __future__ import annotations

from typing import Final

from modeler.core.design.model import Design
from modeler.core.design.mutes import covers
from modeler.core.findings import Finding
from modeler.core.migration.change import DesignPair
from modeler.core.migration.rules import indexes, keys, mixed, plans, reads, stored
from modeler.core.migration.steps import MigrationPlan
from modeler.core.rules.support.rule import Rule

CHANGE_RULES: Final[tuple[Rule, ...]] = (
    *keys.RULES,
    *indexes.RULES,
    *stored.RULES,
    *mixed.RULES,
    *reads.RULES,
    *plans.RULES,
)
"""Every rule over a change; each check takes the change: the design before, the design after, and the plan or None."""


def analyse_change(before: Design, after: Design, plan: MigrationPlan | None = None) -> tuple[Finding, ...]:
    """Problems of the change from one design to another: the most severe first, one finding per defect.

    Without a plan, the design after is assumed to be deployed directly, in one step; with one, the plan is judged too.
    Findings that the design after mutes are left out. Never raises on invalid designs.
    """
    change = DesignPair(before, after, plan)
    found = [finding for rule in CHANGE_RULES for finding in rule.findings(change)]
    said = {(finding.rule, finding.part) for finding in found}
    hidden_by = {name: [rule.id for rule in CHANGE_RULES if name in rule.hides] for name in _HIDDEN}
    kept = [
        one
        for one in found
        if not any((rule, one.part) in said for rule in hidden_by.get(one.rule, ()))
        and not any(covers(mute, one) for mute in after.mutes)
    ]
    return tuple(sorted(kept, key=lambda one: (one.severity.rank, one.path, one.rule, one.message)))


_HIDDEN: Final = frozenset(name for rule in CHANGE_RULES for name in rule.hides)
