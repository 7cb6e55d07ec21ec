"""Actions on a finding or on all findings of a rule: fix, mute with a reason, unmute."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.htmx import saved
from designer.page.compared_sheets import changed_only, sheets
from designer.page.hues import entities_ever
from designer.page.regions.findings import of_rule
from designer.page.scenes import scene_of
from modeler import findings, fix_previews
from modeler.core.errors import Invalid
from modeler.fix_previews import FixPreview
from modeler.permissions import Action


def _place(request: DesignRequest) -> dict[str, str]:
    return {"rule": request.POST.get("rule", ""), "path": request.POST.get("path", "")}


@allows(Action.EDIT)
@never_cache
@require_GET
def finding_fixes(request: DesignRequest) -> HttpResponse:
    """The edits that fix the finding of a ``rule`` at a ``path``: cells before and after, and what follows."""
    rule, path = request.GET.get("rule", ""), request.GET.get("path", "")
    found = fix_previews.fix_previews(design_id=request.design.pk, rule=rule, path=path, by=request.user)
    same = [one for one in of_rule(scene_of(request.design.pk), rule) if one.get("fixes")]
    context = {"fixes": [_preview_context(one) for one in found], "rule": rule, "same": len(same)}
    return render(request, "designer/parts/findings/fixes.html", context)


def _preview_context(preview: FixPreview) -> dict[str, Any]:
    after = preview.compared.after
    both = sheets(preview.compared.before.design, after.design, entities_ever(after.parts))
    weight = preview.weight
    return {
        "label": preview.label,
        "sheets": [cut for one in both if one.state and (cut := changed_only(one)).rows],
        "sentences": [one.sentence for one in preview.compared.told],
        "weight": weight,
        "dollars": next((one for one in weight.cost if one.what == "as in the design"), None) if weight else None,
        "preview": preview,
    }


@allows(Action.EDIT)
@never_cache
@require_GET
def rule_fixes(request: DesignRequest) -> HttpResponse:
    """All fixes of a ``rule`` that break nothing else, as one change with one preview. Each ``path`` of a finding has a
    ``way``, the label of the chosen fix; an empty one leaves the finding.
    """
    rule = request.GET.get("rule", "")
    made = fix_previews.rule_fixes_preview(
        design_id=request.design.pk, rule=rule, by=request.user, chosen=_ways(request.GET)
    )
    preview = made.preview
    context = {"rule": rule, "made": made, "found": made.found, "fix": _preview_context(preview) if preview else None}
    return render(request, "designer/parts/findings/rule_fixes.html", context)


@allows(Action.EDIT)
@require_POST
def rule_fix(request: DesignRequest) -> HttpResponse:
    """Apply all fixes of a rule in the chosen ways, if the design is as it was previewed."""
    said = request.POST.get("revision", "")
    if not said.isdecimal():
        raise Invalid("name the revision that was previewed", path="revision")
    made = fix_previews.rule_fixes_apply(
        design_id=request.design.pk,
        rule=request.POST.get("rule", ""),
        by=request.user,
        expected_revision=int(said),
        chosen=_ways(request.POST),
    )
    return saved(made.number)


def _ways(sent: QueryDict) -> dict[str, str]:
    return dict(zip(sent.getlist("path"), sent.getlist("way"), strict=False))


@allows(Action.EDIT)
@require_POST
def finding_fix(request: DesignRequest) -> HttpResponse:
    """Fix the finding by the edit with this label; undo reverts it."""
    label = request.POST.get("label", "")
    made = findings.finding_fix(design_id=request.design.pk, by=request.user, label=label, **_place(request))
    return saved(made.number)


@allows(Action.EDIT)
@never_cache
@require_GET
def finding_muting(request: DesignRequest) -> HttpResponse:
    """The form that mutes one finding, all findings of its rule (`all` selects them at the beginning), or the findings
    at several places: each `place` is a rule and a path.
    """
    scene = scene_of(request.design.pk)
    rule, path = request.GET.get("rule", ""), request.GET.get("path", "")
    places = _places(request.GET.getlist("place"))
    rules = dict.fromkeys(name for name, _ in places) if places else [rule]
    same = [one for name in rules for one in of_rule(scene, name)]
    chosen = set(places) or {(rule, path)}
    if places:
        same = [one for one in same if (one["rule"], one["path"]) in chosen]
    is_all = bool(request.GET.get("all") or places)
    context = {"rule": rule, "path": path, "same": same, "is_all": is_all, "is_several": bool(places)}
    return render(request, "designer/parts/findings/mute_form.html", context)


def _places(raw: list[str]) -> list[tuple[str, str]]:
    """Rules and paths; a rule contains no space."""
    return [(rule, path) for rule, _, path in (one.partition(" ") for one in raw)]


@allows(Action.EDIT)
@require_POST
def findings_mute(request: DesignRequest) -> HttpResponse:
    """Mute the findings at each ``place``, a rule and a path, with one reason."""
    made = findings.findings_mute(
        design_id=request.design.pk,
        places=_places(request.POST.getlist("place")),
        reason=request.POST.get("reason", ""),
        by=request.user,
    )
    return saved(made.number)


@allows(Action.EDIT)
@require_POST
def finding_mute(request: DesignRequest) -> HttpResponse:
    """Mute the finding in the design, with a reason."""
    reason = request.POST.get("reason", "")
    made = findings.finding_mute(design_id=request.design.pk, by=request.user, reason=reason, **_place(request))
    return saved(made.number)


@allows(Action.EDIT)
@require_POST
def finding_unmute(request: DesignRequest) -> HttpResponse:
    """Unmute a finding."""
    return saved(findings.finding_unmute(design_id=request.design.pk, by=request.user, **_place(request)).number)
