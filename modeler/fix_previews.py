"""Fixes of findings before they are applied: what they change, and what follows. All fixes of a rule as one change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from modeler.comparisons.comparison import (
    ComparedDesign,
    DesignComparison,
    DraftedDesign,
    Weight,
    comparison,
    side_of,
    weigh,
)
from modeler.core.design.model import Design
from modeler.core.design.parts import Part
from modeler.core.edits.applied_fixes import fix_change
from modeler.core.edits.changes import Delta, apply
from modeler.core.errors import Conflict, Stale
from modeler.core.fixes import Fix
from modeler.core.rule_fixes import RuleFixes, rule_fixes
from modeler.core.servings import serving
from modeler.findings import safe_fixes
from modeler.loading import read_whole
from modeler.permissions import Action
from modeler.revision_analysis import analysis_now
from modeler.selectors import design_for
from modeler.services import Revision, design_change_under_lock

PARTS_MAX: Final = 2_000
"""Parts of a design whose fixed copy is analyzed within the request."""
TRIED_MAX: Final = 30
"""Maximum number of fixes that are tried together, each on a copy of the design."""
ANY_WAY: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True)
class FixPreview:
    """A design before and after fixes. `weight` is None for a design that is too large to be analyzed here."""

    label: str
    compared: DesignComparison

    @cached_property
    def weight(self) -> Weight | None:
        """New and resolved findings, and the cost on both sides."""
        return weigh(self.compared) if len(self.compared.after.parts) <= PARTS_MAX else None

    @cached_property
    def served(self) -> tuple[int, int]:
        """How many access patterns are served, before and after."""
        return _served(self.compared.before.design), _served(self.compared.after.design)

    @property
    def patterns(self) -> int:
        """The number of access patterns after the fixes."""
        return len(self.compared.after.design.patterns)

    @property
    def has_rates(self) -> bool:
        """Whether any access pattern states its rate, without which dollars are of storage only."""
        return any(one.per_second is not None for one in self.compared.before.design.patterns)


@dataclass(frozen=True)
class RuleFixesPreview:
    """All safe fixes of a rule's findings at a revision; `preview` is None if none is made."""

    revision: int
    found: RuleFixes
    preview: FixPreview | None


def fix_previews(*, design_id: UUID, rule: str, path: str, by: Any) -> tuple[FixPreview, ...]:
    """The fixes of a finding that break nothing else; none if the finding no longer exists. Raises Missing, Forbidden
    for the design.
    """
    design = design_for(by, design_id, Action.EDIT)
    found = analysis_now(design).result["findings"]["findings"]
    before = side_of(design_id=design_id, by=by)
    offers = (
        offer for one in found if (one["rule"], one["path"]) == (rule, path) for offer in safe_fixes(before.design, one)
    )
    return tuple(_preview(before, [offer.fix], offer.fix.label) for offer in offers)


def rule_fixes_preview(*, design_id: UUID, rule: str, by: Any, chosen: Mapping[str, str] = ANY_WAY) -> RuleFixesPreview:
    """All fixes of a rule as one change: those that are `chosen`, labels by the path of a finding, else the first ones.

    Stores nothing. Raises Missing, Forbidden for the design.
    """
    design_for(by, design_id, Action.EDIT)
    before = side_of(design_id=design_id, by=by)
    found = rule_fixes(before.design, rule, TRIED_MAX, chosen)
    preview = _preview(before, found.made, f"{len(found.made)} fixes of {rule}") if found.made else None
    return RuleFixesPreview(before.revision, found, preview)


def rule_fixes_apply(
    *, design_id: UUID, rule: str, by: Any, expected_revision: int, chosen: Mapping[str, str] = ANY_WAY
) -> Revision:
    """Apply what `rule_fixes_preview` shows of a revision, as one change that can be undone.

    Raises Missing and Forbidden as `design_change` does; Stale if the design is not at this revision; Conflict if
    there is nothing to fix.
    """
    design_for(by, design_id, Action.EDIT)
    before = side_of(design_id=design_id, by=by)
    if before.revision != expected_revision:
        raise Stale("the design was changed in the meantime: look at its fixes again", path="revision")
    fixes = rule_fixes(before.design, rule, TRIED_MAX, chosen).made
    if not fixes:
        raise Conflict(f"no finding of {rule} has a safe fix now", code="finding.gone")
    many = f"{len(fixes)} findings of {rule}" if len(fixes) > 1 else fixes[0].label
    return design_change_under_lock(
        design_id=design_id,
        make=lambda parts: _deltas(parts, fixes),
        by=by,
        label=f"fixed: {many}",
        expected_revision=expected_revision,
        read=read_whole,
    )


def _preview(before: ComparedDesign, fixes: Iterable[Fix], label: str) -> FixPreview:
    drafted = before.parts
    for fix in fixes:
        drafted = dict(apply(drafted, fix_change(drafted, fix)))
    return FixPreview(label, comparison(before, DraftedDesign(before.row, before.revision, (), drafted)))


def _deltas(parts: dict[str, Part], fixes: Iterable[Fix]) -> list[Delta]:
    """The changes of fixes one after the other: each is made for the design that the ones before have made."""
    made: list[Delta] = []
    for fix in fixes:
        change = fix_change(parts, fix)
        parts = dict(apply(parts, change))
        made += change
    return made


def _served(design: Design) -> int:
    return sum(serving(design, pattern).served for pattern in design.patterns)
