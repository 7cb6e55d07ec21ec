"""Comparison of two revisions or designs: key sheets side by side, all differences as text, and their impact."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.page.compared_sheets import sheets
from designer.views.design.pages import page_context
from modeler.comparisons.comparison import DesignComparison, comparison, side_of
from modeler.comparisons.comparison_job import weigh_begin, weigh_look
from modeler.core.errors import KeysheetError
from modeler.history.versions import versions_of
from modeler.permissions import Action
from modeler.selectors import designs_visible_to

TOLD_MAX = 300
OTHERS_MAX = 200
LONG_SHEET = 16


@allows(Action.SEE)
@never_cache
@require_GET
def design_compare(request: DesignRequest) -> HttpResponse:
    """Two sides: `other` (a design, else this one) at `before`, and this design at `after`."""
    try:
        shown, status = _shown(_asked(request)), 200
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
        "others": [one for one in designs_visible_to(request.user)[:OTHERS_MAX] if one.pk != request.design.pk],
        "asked": {name: request.GET.get(name, "") for name in ("other", "before", "after")},
    }


def _shown(made: DesignComparison) -> dict[str, Any]:
    both = sheets(made.before.design, made.after.design)
    told = made.told
    return {
        "made": made,
        "sheets": both,
        "is_long": sum(len(one.rows) for one in both) > LONG_SHEET,
        "told": told[:TOLD_MAX],
        "more_told": max(0, len(told) - TOLD_MAX),
        "differences": made.differences,
        "is_one_design": made.before.row.pk == made.after.row.pk,
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
    return render(request, "designer/parts/compare/weight.html", {"weight": found.weight, "made": made})


def _again(request: DesignRequest) -> dict[str, str]:
    """The address without the job: to start again, or to poll the progress."""
    query = request.GET.copy()
    query.pop("job", None)
    return {"sides": query.urlencode()}
