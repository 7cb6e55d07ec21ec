"""Imports: a file or live tables are read, shown with the resulting design, and stored once a person accepts it."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import signed_in
from designer.forms import ImportForm
from designer.throttle import IMPORT
from designer.views.home import home_context
from designer.views.transfer.import_page import decisions_of, progress_of, shown_import, values_of
from exporter.services.import_store import AcceptedImport
from exporter.services.imports import (
    Looked,
    import_accept,
    import_begin,
    import_forget,
    import_look,
    import_read_again,
)
from modeler.core.errors import Invalid, KeysheetError

TOO_OFTEN: Final = "Too many imports within ten minutes. Wait a few minutes, then try again."


@signed_in
@require_POST
def import_read(request: HttpRequest) -> HttpResponse:
    """Read a file; the resulting design is shown next."""
    return preview_of(request)


def preview_of(request: HttpRequest) -> HttpResponse:
    """Read what a form sends as a design, and lead to its preview."""
    form = ImportForm(request.POST, request.FILES, auto_id="import-%s")
    if not IMPORT.admits(str(request.user.pk)):
        return _home(request, 429, refusal=TOO_OFTEN)
    if not form.is_valid():
        return _home(request, 422, import_form=form)
    workspace = form.cleaned_data["workspace"]
    try:
        looked = import_begin(by=request.user, raw=form.raw, filename=form.filename, workspace=workspace)
    except Invalid as error:
        return _home(request, 422, import_form=form, refusal=sentence(error))
    name = request.POST.get("name", "").strip()  # typed for a text that turned out to be a design
    return redirect(reverse("import-page", args=[looked.held.token], query={"name": name} if name else None))


@signed_in
@never_cache
@require_GET
def import_page(request: HttpRequest, token: str) -> HttpResponse:
    """The result of an import; while it is read, its progress."""
    looked = import_look(token=token, by=request.user)
    if address := leads_to(looked):
        return redirect(address)
    return render(request, "designer/transfer/import.html", _context(looked, name=request.GET.get("name", "")))


@signed_in
@never_cache
@require_GET
def import_progress(request: HttpRequest, token: str) -> HttpResponse:
    """The progress of reading or storing, polled by the page until it is done."""
    return render(request, "designer/parts/imports/progress.html", _context(import_look(token=token, by=request.user)))


@signed_in
@require_POST
def import_store(request: HttpRequest, token: str) -> HttpResponse:
    """Store what was shown, with the person's decisions about inferences."""
    looked = import_look(token=token, by=request.user)
    name = request.POST.get("name", "").strip()
    try:
        made = import_accept(token=token, by=request.user, decisions=decisions_of(request, looked), name=name)
    except KeysheetError as error:
        if looked.preview is None:
            raise
        context = _context(looked, refusal=sentence(error), name=name)
        return render(request, "designer/transfer/import.html", context, status=422)
    return redirect("design-open", made.design) if isinstance(made, AcceptedImport) else redirect("import-page", token)


@signed_in
@require_POST
def import_values(request: HttpRequest, token: str) -> HttpResponse:
    """Read the file again, with the person's values for its parameters."""
    looked = import_look(token=token, by=request.user)
    if not IMPORT.admits(str(request.user.pk)):
        return render(request, "designer/transfer/import.html", _context(looked, refusal=TOO_OFTEN), status=429)
    try:
        import_read_again(token=token, by=request.user, given=values_of(request, looked))
    except Invalid as error:
        return render(request, "designer/transfer/import.html", _context(looked, refusal=sentence(error)), status=422)
    return redirect("import-page", token)


@signed_in
@require_POST
def import_discard(request: HttpRequest, token: str) -> HttpResponse:
    """Discard the import."""
    design = import_look(token=token, by=request.user).held.design
    import_forget(token=token, by=request.user)
    return redirect("design", UUID(design)) if design else redirect("home")


def leads_to(looked: Looked) -> str:
    """Where the page of an import redirects: to the new design, or to the design that it updates."""
    if looked.made:
        return reverse("design", args=[looked.made.design])
    return reverse("update-page", args=[looked.held.design, looked.held.token]) if looked.held.design else ""


def sentence(error: KeysheetError) -> str:
    """A refusal with its place."""
    return f"{error.message} ({error.path})" if error.path and error.path not in error.message else error.message


def _context(looked: Looked, **more: Any) -> dict[str, Any]:
    token = looked.held.token
    addresses = {
        **progress_of(looked, reverse("import-progress", args=[token]), reverse("import-page", args=[token])),
        "accept_at": reverse("import-store", args=[token]),
        "discard_at": reverse("import-discard", args=[token]),
        "values_at": reverse("import-values", args=[token]),
    }
    return {**shown_import(looked), **addresses, **more}


def _home(request: HttpRequest, status: int, **more: Any) -> HttpResponse:
    return render(request, "designer/home.html", home_context(request, **more), status=status)
