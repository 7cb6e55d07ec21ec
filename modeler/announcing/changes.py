"""What a new analysis tells people elsewhere: that a design has changed, and which errors the change introduced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from modeler.announcing import EventKind, announce
from modeler.core.findings import Finding, Severity, without
from modeler.models import Analysis, Change, Design

NAMED_MAX: Final = 20
"""Maximum number of changes and of findings that one event describes; it says how many there are."""


def analysis_announce(analysis: Analysis, design: Design) -> None:
    """Announce what is new since the previous analysis, in the transaction that stores this one. An analysis that is
    made again, after an upgrade of the rules, announces nothing.
    """
    announce(EventKind.DESIGN_CHANGED, design, lambda: _changed(analysis))
    if analysis.result["findings"]["counts"][Severity.ERROR]:
        announce(EventKind.ERROR_INTRODUCED, design, lambda: _introduced(analysis))


def _changed(analysis: Analysis) -> dict[str, Any] | None:
    if _is_made_again(analysis):
        return None
    before = _before(analysis)
    since = before.revision if before else 0
    changes = Change.objects.filter(design=analysis.design_id, revision__gt=since, revision__lte=analysis.revision)
    newest = list(changes.select_related("by").order_by("-revision")[:NAMED_MAX])
    return {
        "from_revision": since,
        "revision": analysis.revision,
        "by": list(dict.fromkeys(str(one.by) for one in newest if one.by)),
        "changes": [
            {"revision": one.revision, "kind": str(one.kind), "label": one.label, "at": one.at.isoformat()}
            for one in newest
        ],
        "findings": dict(analysis.result["findings"]["counts"]),
    }


def _introduced(analysis: Analysis) -> dict[str, Any] | None:
    if _is_made_again(analysis):
        return None
    before = _before(analysis)
    new = without(_errors(analysis.result), _errors(before.result if before else None))
    if not new:
        return None
    return {
        "from_revision": before.revision if before else 0,
        "revision": analysis.revision,
        # Of a rule that was new or changed, nobody can say that the change of the design introduced its finding.
        "rules_changed": bool(before and before.rules_version != analysis.rules_version),
        "count": len(new),
        "findings": [
            {name: getattr(one, name) for name in ("rule", "path", "message", "fix")} for one in new[:NAMED_MAX]
        ],
    }


def _errors(result: Mapping[str, Any] | None) -> Iterable[Finding]:
    for one in result["findings"]["findings"] if result else ():
        if one["severity"] == Severity.ERROR:
            said = {name: one[name] for name in ("rule", "path", "message", "why", "fix", "part", "field")}
            yield Finding(severity=Severity.ERROR, **said)


def _before(analysis: Analysis) -> Analysis | None:
    older = Analysis.objects.filter(design=analysis.design_id, revision__lt=analysis.revision)
    return older.order_by("-revision", "-at").first()


def _is_made_again(analysis: Analysis) -> bool:
    same = Analysis.objects.filter(design=analysis.design_id, revision=analysis.revision)
    return same.exclude(pk=analysis.pk).exists()
