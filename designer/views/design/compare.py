"""Comparison of two revisions or designs: key sheets side by side, all differences as text, and their impact."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.page.compared_sheets import sheets
from designer.page.hues import entities_ever
from designer.views.design.pages import page_context
from designer.views.other_designs import other_designs
from designer.views.rehearsal_link import plan_rehearsal
from exporter.services.bundles import zip_of
from exporter.services.ordered_exports import ordered_export
from exporter.targets import Target, target
from exporter.targets.base import safe_name
from exporter.targets.migration.ordered import ORDERED
from modeler.comparisons.comparison import DesignComparison, Weight, comparison, side_of
from modeler.comparisons.comparison_job import weigh_begin, weigh_look
from modeler.core.errors import KeysheetError
from modeler.core.migration.deployments import DEPLOYING
from modeler.history.versions import versions_of
from modeler.permissions import Action, may
from modeler.selectors import design_for

TOLD_MAX = 300
LONG_SHEET = 16


@allows(Action.SEE)
@never_cache
@require_GET
def design_compare(request: DesignRequest) -> HttpResponse:
    """Two sides: `other` (a design, else this one) at `before`, and this design at `after`."""
    try:
        shown, status = _comparison_context(_asked(request)), 200
    except KeysheetError as refusal:
        shown, status = {"refusal": refusal.message}, 422
    return render(
        request, "designer/design/compare.html", page_context(request, **_form(request), **shown), status=status
    )


def _asked(request: DesignRequest) -> DesignComparison:
    """The two sides in the address. Raises Missing, also for a design that is not shared."""
    other = request.GET.get("other", "") or request.design.pk
    words = {name: request.GET.get(name, "") for name in ("before", "after")}
    if not request.GET:
        words["before"] = _usual(request)
    before = side_of(design_id=other, by=request.user, revision=words["before"])
    return comparison(before, side_of(design_id=request.design.pk, by=request.user, revision=words["after"]))


def _usual(request: DesignRequest) -> str:
    """Default of the other side: the newest version that is not the current revision, else the previous revision."""
    revision = request.design.revision
    named = versions_of(request.design).filter(revision__lt=revision).values_list("revision", flat=True).first()
    return str(named or max(1, revision - 1))


def _form(request: DesignRequest) -> dict[str, Any]:
    return {
        "tab": "history",
        "versions": list(versions_of(request.design)),
        "others": other_designs(request.user, request.design.pk),
        "asked": {name: request.GET.get(name, "") for name in ("other", "before", "after")},
    }


def _comparison_context(made: DesignComparison) -> dict[str, Any]:
    both = sheets(made.before.design, made.after.design, entities_ever(made.after.parts))
    told = made.told
    return {
        "made": made,
        "sheets": both,
        "is_long": sum(len(one.rows) for one in both) > LONG_SHEET,
        "told": told[:TOLD_MAX],
        "more_told": max(0, len(told) - TOLD_MAX),
        "differences": made.differences,
        "is_one_design": made.before.row.pk == made.after.row.pk,
        "is_same": (made.before.row.pk, made.before.revision) == (made.after.row.pk, made.after.revision),
    }


@allows(Action.SEE)
@never_cache
@require_GET
def compare_weight(request: DesignRequest) -> HttpResponse:
    """Findings, cost and capacity on both sides, and the migration plan; requested by the page above."""
    made = _asked(request)
    job = request.GET.get("job", "")
    found = weigh_look(made, job, by=request.user) if job else weigh_begin(made, by=request.user)
    if found.weight is None:
        return render(request, "designer/parts/compare/waits.html", {"made": made, "found": found, **_again(request)})
    context = {"weight": found.weight, "made": made, "ordered": _ordered(request, made, found.weight)}
    base, head = ((one.row.pk, one.revision) for one in (made.before, made.after))
    context |= plan_rehearsal(request.user, base, head)
    return render(request, "designer/parts/compare/weight.html", context)


def _ordered(request: DesignRequest, made: DesignComparison, weight: Weight) -> list[Target]:
    """The targets whose templates the person can download, if a step is a deployment."""
    deploys = any(step["action"] in DEPLOYING for step in weight.steps)
    sides = (request.design, design_for(request.user, made.before.row.pk, Action.SEE))
    is_allowed = all(may(one.role, Action.EXPORT) for one in sides)
    return [target(name) for name in ORDERED] if deploys and is_allowed else []


@allows(Action.EXPORT)
@never_cache
@require_GET
def compare_templates(request: DesignRequest) -> HttpResponse:
    """The templates of each deployment, as a zip file; requested by the plan above."""
    words = {name: request.GET.get(name, "") for name in ("before", "after", "other")}
    names = [one for one in request.GET.getlist("target") if one]
    made = ordered_export(design_id=request.design.pk, by=request.user, targets=names, **words)
    response = HttpResponse(zip_of({"deployments": made}), content_type="application/zip")
    name = f"{safe_name(request.design.name)}-deployments.zip"
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def _again(request: DesignRequest) -> dict[str, str]:
    """The address without the job: to start again, or to poll the progress."""
    query = request.GET.copy()
    query.pop("job", None)
    return {"sides": query.urlencode()}
