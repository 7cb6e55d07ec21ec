"""Updates a design from a file or live tables: every change is shown first, and applied as one change."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.forms import UpdateForm
from designer.throttle import IMPORT
from designer.views.design.pages import page_context
from designer.views.transfer.import_page import decisions_of, progress_of, shown_import, values_of
from designer.views.transfer.imports import TOO_OFTEN, sentence
from exporter.importers import IMPORTERS
from exporter.services.imports import (
    Looked,
    import_accept,
    import_begin,
    import_forget,
    import_look,
    import_read_again,
)
from modeler.core.errors import Invalid, KeysheetError, Missing
from modeler.permissions import Action


@allows(Action.EDIT)
@never_cache
@require_GET
def design_update(request: DesignRequest) -> HttpResponse:
    """Choose a file or live tables."""
    return _choose(request, UpdateForm(auto_id="update-%s"))


@allows(Action.EDIT)
@require_POST
def update_read(request: DesignRequest) -> HttpResponse:
    """Read a file; the resulting changes are shown next."""
    form = UpdateForm(request.POST, request.FILES, auto_id="update-%s")
    if not IMPORT.admits(str(request.user.pk)):
        return _choose(request, form, 429, refusal=TOO_OFTEN)
    if not form.is_valid():
        return _choose(request, form, 422)
    try:
        looked = import_begin(by=request.user, raw=form.raw, filename=form.filename, design=request.design.pk)
    except Invalid as error:
        return _choose(request, form, 422, refusal=sentence(error))
    return redirect("update-page", request.design.pk, looked.held.token)


@allows(Action.EDIT)
@never_cache
@require_GET
def update_page(request: DesignRequest, token: str) -> HttpResponse:
    """The changes; while the import is read, its progress."""
    looked = _looked(request, token)
    if looked.made:
        return redirect("design", request.design.pk)
    return render(request, "designer/transfer/update.html", page_context(request, **_context(request, looked)))


@allows(Action.EDIT)
@never_cache
@require_GET
def update_progress(request: DesignRequest, token: str) -> HttpResponse:
    """The progress of reading or storing, polled by the page until it is done."""
    return render(request, "designer/parts/imports/progress.html", _context(request, _looked(request, token)))


@allows(Action.EDIT)
@require_POST
def update_store(request: DesignRequest, token: str) -> HttpResponse:
    """Apply the change."""
    looked = _looked(request, token)
    try:
        said = request.POST.get("revision", "")
        revision = int(said) if said.isascii() and said.isdigit() and len(said) < 10 else None
        import_accept(token=token, by=request.user, decisions=decisions_of(request, looked), revision=revision)
    except KeysheetError as error:
        if looked.preview is None:
            raise
        more = _context(request, looked, refusal=sentence(error))
        return render(request, "designer/transfer/update.html", page_context(request, **more), status=422)
    return redirect("update-done", request.design.pk, token)


@allows(Action.EDIT)
@never_cache
@require_GET
def update_done(request: DesignRequest, token: str) -> HttpResponse:
    """Redirect to the design, or to the progress of storing."""
    try:
        looked = _looked(request, token)
    except Missing:
        return redirect("design", request.design.pk)
    return redirect("design", request.design.pk) if looked.made else redirect("update-page", request.design.pk, token)


@allows(Action.EDIT)
@require_POST
def update_values(request: DesignRequest, token: str) -> HttpResponse:
    """Read the file again, with the person's values for its parameters."""
    looked = _looked(request, token)
    try:
        if IMPORT.admits(str(request.user.pk)):
            import_read_again(token=token, by=request.user, given=values_of(request, looked))
            return redirect("update-page", request.design.pk, token)
        more, status = _context(request, looked, refusal=TOO_OFTEN), 429
    except Invalid as error:
        more, status = _context(request, looked, refusal=sentence(error)), 422
    return render(request, "designer/transfer/update.html", page_context(request, **more), status=status)


@allows(Action.EDIT)
@require_POST
def update_discard(request: DesignRequest, token: str) -> HttpResponse:
    """Discard the import."""
    _looked(request, token)
    import_forget(token=token, by=request.user)
    return redirect("design-update", request.design.pk)


def _looked(request: DesignRequest, token: str) -> Looked:
    """An import into this design. Raises Missing."""
    looked = import_look(token=token, by=request.user)
    if looked.held.design != str(request.design.pk):
        raise Missing("this import is not for this design", code="import.gone")
    return looked


def _choose(request: DesignRequest, form: UpdateForm, status: int = 200, **more: Any) -> HttpResponse:
    titles = [importer.title for importer in IMPORTERS]
    context = page_context(request, tab="update", form=form, formats=titles, **more)
    return render(request, "designer/transfer/update.html", context, status=status)


def _context(request: DesignRequest, looked: Looked, **more: Any) -> dict[str, Any]:
    at = [request.design.pk, looked.held.token]
    addresses = {
        **progress_of(looked, reverse("update-progress", args=at), reverse("update-page", args=at)),
        "accept_at": reverse("update-store", args=at),
        "discard_at": reverse("update-discard", args=at),
        "values_at": reverse("update-values", args=at),
    }
    return {"tab": "update", **shown_import(looked), **addresses, **more}
