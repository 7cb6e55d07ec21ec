"""Answers to htmx and to the page's own requests."""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect


def saved(revision: int, said: str = "") -> HttpResponse:
    """Answer an accepted edit: there is nothing to swap, because the new revision arrives over the socket or is
    requested. `said` is a sentence for the status bar.
    """
    answer = HttpResponse(status=204)
    answer["Keysheet-Revision"] = str(revision)
    if said:
        answer["Keysheet-Said"] = quote(said)
    return answer


def go_to(address: str, request: HttpRequest | None = None) -> HttpResponse:
    """Go to a page: by htmx for an htmx request, else by an ordinary redirect."""
    if request is None or request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(address)
    return redirect(address)


def wants_fragment(request: HttpRequest) -> bool:
    """Did a script of a page send the request, rather than the browser's navigation?"""
    return bool(request.headers.get("HX-Request")) and not request.headers.get("HX-Boosted")
