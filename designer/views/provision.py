"""Proving a design on an endpoint: runs, their progress, and what they found."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import DesignRequest, allows
from designer.views.designs import page_context
from modeler.permissions import Action


@allows(Action.SEE)
@never_cache
@require_GET
def design_provision(request: DesignRequest) -> HttpResponse:
    """The endpoints that the operator declared, and the runs on them."""
    context = page_context(request, tab="provision", endpoints=settings.ENDPOINTS)
    return render(request, "designer/design_provision.html", context)
