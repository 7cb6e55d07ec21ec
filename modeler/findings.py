"""Actions on a finding: fix it by one of its edits, mute it with a reason, or unmute it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from modeler.core.design.model import Design, Mute
from modeler.core.design.mutes import covers
from modeler.core.design.parts import ROOT, Json, Part
from modeler.core.documents.parts_codec import ShownFields
from modeler.core.edits.applied_fixes import fix_change
from modeler.core.edits.changes import Delta, set_field
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.core.findings import Finding, Severity
from modeler.core.fixes import Fix, fix_of
from modeler.core.safe_fixes import FixTrials, Offer
from modeler.loading import read_current, read_whole
from modeler.permissions import Action
from modeler.revision_analysis import analysis_now
from modeler.selectors import design_for
from modeler.services import Revision, design_change_under_lock

type Found = Mapping[str, Json]


def finding_fix(*, design_id: UUID, rule: str, path: str, label: str, by: Any) -> Revision:
    """Fix a finding by the edit with this label: one change that can be undone.

    Raises Missing and Forbidden as `design_change` does; Conflict if the rule no longer reports this finding there, or
    offers a different edit because someone else changed the design first.
    """
    design = design_for(by, design_id, Action.EDIT)
    analysis = analysis_now(design)
    found = analysis.result["findings"]["findings"]
    fix = next((fix for one in found if _is(one, rule, path) for fix in _fixes(one) if fix.label == label), None)
    if fix is None:
        raise Conflict("this finding no longer exists, or has a different fix now", code="finding.gone")
    if not safe_fixes(read_current(design.pk).design, _place_in(found, rule, path), [fix]):
        raise Conflict("this fix would break something else in the design", code="finding.fix_unsafe")

    def make(parts: dict[str, Part]) -> Iterable[Delta]:
        return fix_change(parts, fix)

    # Based on the revision that the person saw: an edit in between could make the fix wrong.
    return design_change_under_lock(
        design_id=design_id,
        make=make,
        by=by,
        label=f"fixed: {label}",
        expected_revision=analysis.revision,
        read=read_whole,
    )


def finding_fixes(*, design_id: UUID, rule: str, path: str, by: Any) -> tuple[Offer, ...]:
    """The fixes of a finding that break nothing else, each with its consequence. Raises Missing without the finding."""
    design = design_for(by, design_id, Action.SEE)
    found = [one for one in analysis_now(design).result["findings"]["findings"] if _is(one, rule, path)]
    if not found:
        raise Missing("there is no such finding", path="path")
    core = read_current(design.pk).design
    return tuple(offer for one in found for offer in safe_fixes(core, one))


def safe_fixes(design: Design, finding: Found, fixes: Iterable[Fix] | None = None) -> tuple[Offer, ...]:
    """The fixes of a finding, as its analysis stores it, that remove it and break nothing else: by default all of
    them. Each is tried on a copy of the design, which shows its consequence.
    """
    return FixTrials(design).offers(_place(finding), _fixes(finding) if fixes is None else fixes)


def without_edits(result: Mapping[str, Any]) -> dict[str, Any]:
    """The result of an analysis for a reader outside: whether a finding has fixes, and not yet which are safe."""
    groups = {
        name: [
            {**{key: value for key, value in one.items() if key != "fixes"}, "has_fixes": bool(one.get("fixes"))}
            for one in group
        ]
        if isinstance(group, list)
        else group
        for name, group in result["findings"].items()
    }
    return {**result, "findings": groups}


def finding_mute(*, design_id: UUID, rule: str, path: str, reason: str, by: Any) -> Revision:
    """Mute a finding in the design, with a reason. Raises Invalid without a reason; Conflict if there is no such
    finding.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise Invalid("give a reason for muting the finding", path="reason")
    design = design_for(by, design_id, Action.EDIT)
    found = analysis_now(design).result["findings"]["findings"]
    finding = next((one for one in found if _is(one, rule, path)), None)
    if finding is None:
        raise Conflict("this finding no longer exists", code="finding.gone")
    return _with_mutes(design_id, by, lambda mutes, _: [*mutes, _mute(finding, reason)], f"muted {rule} at {path}")


def findings_mute(*, design_id: UUID, places: Collection[tuple[str, str]], reason: str, by: Any) -> Revision:
    """Mute the findings at these places, each a rule and a path, with one reason, as one change. Raises Invalid without
    a reason; Conflict if one of them no longer exists.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise Invalid("give a reason for muting the findings", path="reason")
    design = design_for(by, design_id, Action.EDIT)
    found = {(one["rule"], one["path"]): one for one in analysis_now(design).result["findings"]["findings"]}
    if not places or not found.keys() >= set(places):
        raise Conflict("some of these findings no longer exist", code="finding.gone")
    made = [_mute(found[place], reason) for place in dict.fromkeys(places)]
    rules = sorted({rule for rule, _ in places})
    label = f"muted {len(made)} findings{f' of {rules[0]}' if len(rules) == 1 else ''}"
    return _with_mutes(design_id, by, lambda mutes, _: [*mutes, *made], label)


def _mute(finding: Found, reason: str) -> dict[str, Json]:
    place = {name: finding[name] for name in ("part", "field") if finding.get(name)}
    return {"rule": finding["rule"], "path": finding["path"], "reason": reason, **place}


def finding_unmute(*, design_id: UUID, rule: str, path: str, by: Any) -> Revision:
    """Unmute a finding. Raises Missing if it is not muted."""
    design = design_for(by, design_id, Action.EDIT)
    found = analysis_now(design).result["findings"]["muted"]
    muted = [_place(one) for one in found if _is(one, rule, path)]

    def without(mutes: list[Json], shown: list[Json]) -> list[Json]:
        named = zip(mutes, shown, strict=True)
        kept = [mute for mute, one in named if not (one["rule"] == rule and _hides(one, path, muted))]
        if len(kept) == len(mutes):
            raise Missing("this finding is not muted", path=path)
        return kept

    return _with_mutes(design_id, by, without, f"unmuted {rule} at {path}")


def _with_mutes(design_id: UUID, by: Any, change: Any, label: str) -> Revision:
    def make(parts: dict[str, Part]) -> Iterable[Delta]:
        # A stored path names parts by id; `change` can also contain names.
        stored = list(parts[ROOT].fields.get("mutes") or ())
        shown = list(ShownFields.of(parts).fields(parts[ROOT]).get("mutes") or ())
        return set_field(parts, ROOT, "mutes", change(stored, shown) or None)

    return design_change_under_lock(design_id=design_id, make=make, by=by, label=label)


def _is(finding: Found, rule: str, path: str) -> bool:
    return bool(finding["rule"] == rule and finding["path"] == path)


def _hides(mute: Found, path: str, muted: Collection[Finding]) -> bool:
    """Does this entry mute these findings; without findings, does it name that place? Parts can be renamed."""
    made = Mute(**{name: mute.get(name, "") for name in ("rule", "path", "reason", "part", "field")})
    return any(covers(made, finding) for finding in muted) if muted else made.path == path


def _place_in(found: Iterable[Found], rule: str, path: str) -> Found:
    return next(one for one in found if _is(one, rule, path))


def _place(finding: Found) -> Finding:
    """The rule and the place of a finding, without its message."""
    place = {name: finding[name] for name in ("rule", "path", "part", "field")}
    return Finding(**place, severity=Severity(finding["severity"]), message="", why="", fix="")


def _fixes(finding: Found) -> list[Fix]:
    return [fix_of(raw) for raw in finding.get("fixes", ())]
