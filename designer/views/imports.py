"""Importing a file: read, say what was mended and guessed, and store it once a person has agreed."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from designer.access import signed_in
from designer.forms import ImportForm
from designer.throttle import IMPORT
from designer.views.home import home_context
from exporter.importers import Imported, Level, import_text
from modeler.core.documents import to_document
from modeler.core.errors import Invalid, KeysheetError, Missing
from modeler.permissions import Action
from modeler.selectors import require_in
from modeler.services import design_create

WAITS_SECONDS: Final = 30 * 60
TOO_OFTEN: Final = "Too many imports in ten minutes. Wait a little, then try again."
GONE: Final = "what was read is not kept longer than half an hour; import the file again"


@signed_in
@require_POST
def import_read(request: HttpRequest) -> HttpResponse:
    """Read a file. What needed no mending and no guess is stored at once; the rest is shown first."""
    form = ImportForm(request.POST, request.FILES, auto_id="import-%s")
    if not IMPORT.admits(str(request.user.pk)):
        return render(request, "designer/home.html", home_context(request, refusal=TOO_OFTEN), status=429)
    if not form.is_valid():
        return render(request, "designer/home.html", home_context(request, import_form=form), status=422)
    workspace = form.cleaned_data["workspace"]
    require_in(request.user, workspace, Action.CREATE)
    raw = form.raw
    try:
        read = import_text(raw, form.filename)
    except Invalid as error:
        place = f" ({error.path})" if error.path else ""
        context = home_context(request, import_form=form, refusal=f"{error.message}{place}")
        return render(request, "designer/home.html", context, status=422)
    if not any(line.level is not Level.NOTE for line in read.report):
        return _store(request, workspace, read)
    token = secrets.token_urlsafe(24)
    cache.set(_key(request, token), (str(workspace), raw, form.filename), timeout=WAITS_SECONDS)
    return render(request, "designer/import.html", {"token": token, **_report(read)})


@signed_in
@require_POST
def import_store(request: HttpRequest, token: str) -> HttpResponse:
    """Store what was shown; the file is read again, so that nothing but the file is trusted."""
    waiting = cache.get(_key(request, token))
    if waiting is None:
        raise Missing(GONE, code="import.gone")
    workspace, raw, filename = waiting
    cache.delete(_key(request, token))
    return _store(request, workspace, import_text(raw, filename))


def _key(request: HttpRequest, token: str) -> str:
    return f"import:{request.user.pk}:{token}"


def _store(request: HttpRequest, workspace: Any, read: Imported) -> HttpResponse:
    try:
        made = design_create(
            workspace=workspace,
            by=request.user,
            document=to_document(read.design),
            label=f"imported from {read.importer}",
        )
    except KeysheetError as error:
        context = home_context(request, refusal=f"{error.message} {error.path}".strip())
        return render(request, "designer/home.html", context, status=422)
    return redirect("design", made.pk)


def _report(read: Imported) -> dict[str, Any]:
    counted = Counter(line.level for line in read.report)
    confidence = {guess.path: guess.confidence for guess in read.guesses}
    return {
        "design": read.design,
        "entities": sum(1 for _ in read.design.entities()),
        "items": sum(1 for _ in read.design.items()),
        "groups": [
            (level, [(line, confidence.get(line.path)) for line in read.report if line.level is level])
            for level in (Level.GUESSED, Level.MENDED, Level.DROPPED, Level.NOTE)
            if counted[level]
        ],
    }
