"""Requests that are refused before any view sees them, and what a page says of a refused action."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request as plain_bad_request

from designer.access import open_to_all
from modeler.core.errors import Conflict, DocumentInvalid, Forbidden, KeysheetError

TOO_LARGE = "at most 20 MB are accepted; remove sample items, or split the file by table"
STALE_FORM = "this page was opened before you signed in; go back, reload it and try again"


@open_to_all
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """413 with the fix for a body over the limit, 400 for everything else that cannot be read."""
    if not isinstance(exception, RequestDataTooBig):
        return plain_bad_request(request, exception)
    refusal = {"title": "The request is too large", "error": DocumentInvalid(TOO_LARGE, code="document.too_large")}
    return render(request, "errors/page.html", refusal, status=413)


@open_to_all
def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a change without this session's token. The header lets the page's scripts get the current token."""
    refusal = {"title": "Not saved: your session has changed", "error": Forbidden(STALE_FORM, code="session.changed")}
    answer = render(request, "errors/page.html", refusal, status=403)
    answer["Keysheet-Token-Refused"] = "1"
    return answer


@contextmanager
def refusal_shown(request: HttpRequest, what: str, family: type[KeysheetError] = Conflict) -> Iterator[None]:
    """Show on the next page why an action was refused, after `what` ("Not sent"): the form has no field for it. The
    rest of the block is not run.
    """
    try:
        yield
    except family as error:
        messages.error(request, f"{what}: {error.message}.")
