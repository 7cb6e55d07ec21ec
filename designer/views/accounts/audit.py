"""The audit log of a workspace, for its owners: filtered, page by page, and as a file."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header, urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import WorkspaceRequest, allows_in_workspace
from designer.selectors import workspace_for
from modeler.auditing.events import audit_note
from modeler.auditing.reading import (
    FORMATS,
    SUBJECTS,
    AuditFilter,
    audit_filter,
    events_in,
    shown_to_owners,
    written_as,
)
from modeler.core.errors import Invalid
from modeler.models import AuditKind
from modeler.permissions import Action

PAGE = 100
EXPORT_MAX = 50_000


@allows_in_workspace(Action.AUDIT)
@never_cache
@require_GET
def workspace_audit(request: WorkspaceRequest, workspace_id: UUID) -> HttpResponse:
    """Show it, newest first."""
    refusal, wanted = "", AuditFilter()
    try:
        wanted = _wanted(request)
    except Invalid as error:
        refusal = error.message
    page = Paginator(events_in(workspace_id, by=request.user, wanted=wanted), PAGE).get_page(request.GET.get("page"))
    context = {
        "workspace": workspace_for(request.user, workspace_id, Action.AUDIT),
        "page": page,
        "events": [shown_to_owners(event) for event in page.object_list],
        "wanted": request.GET,
        "subjects": SUBJECTS,
        "kinds": AuditKind.choices,
        "query": urlencode({name: request.GET[name] for name in _FIELDS if request.GET.get(name)}),
        "refusal": refusal,
    }
    return render(request, "designer/accounts/audit.html", context, status=422 if refusal else 200)


@allows_in_workspace(Action.AUDIT)
@never_cache
@require_GET
def workspace_audit_file(request: WorkspaceRequest, workspace_id: UUID, form: str) -> HttpResponse:
    """Download the same events. That they were exported is an event too."""
    if form not in FORMATS:
        raise Invalid(f"the audit log is exported as {' or '.join(FORMATS)}", path="form")
    events = list(events_in(workspace_id, by=request.user, wanted=_wanted(request))[: EXPORT_MAX + 1])
    if len(events) > EXPORT_MAX:
        raise Invalid(f"more than {EXPORT_MAX:,} events match; choose fewer days", path="since")
    audit_note(AuditKind.LOG_EXPORTED, by=request.user, workspace=workspace_id, detail=form)
    lines = written_as(form, (shown_to_owners(event) for event in events))
    answer = HttpResponse("".join(lines), content_type=FORMATS[form])
    answer["Content-Disposition"] = content_disposition_header(True, f"audit-{workspace_id}.{form}") or "attachment"
    return answer


_FIELDS = ("kind", "by", "since", "until")


def _wanted(request: WorkspaceRequest) -> AuditFilter:
    return audit_filter(**{name: request.GET.get(name, "") for name in _FIELDS})
