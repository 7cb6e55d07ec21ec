"""Requests that are refused before any view sees them."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request as plain_bad_request

from designer.access import open_to_all
from modeler.core.errors import DocumentInvalid

TOO_LARGE = "at most 20 MB are accepted; remove sample items, or split the file by table"


@open_to_all
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """413 with the fix for a body over the limit, 400 for everything else that cannot be read."""
    if not isinstance(exception, RequestDataTooBig):
        return plain_bad_request(request, exception)
    refusal = {"title": "The request is too large", "error": DocumentInvalid(TOO_LARGE, code="document.too_large")}
    return render(request, "errors/page.html", refusal, status=413)
