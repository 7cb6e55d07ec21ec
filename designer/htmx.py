"""Answers to htmx and to the page's own requests."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect


def saved(revision: int) -> HttpResponse:
    """An edit went in: nothing to swap, the revision that it made arrives over the socket or is asked for."""
    answer = HttpResponse(status=204)
    answer["Keysheet-Revision"] = str(revision)
    return answer


def go_to(address: str, request: HttpRequest | None = None) -> HttpResponse:
    """Go to a page: by htmx where it asked, else by an ordinary redirect."""
    if request is None or request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(address)
    return redirect(address)


def wants_fragment(request: HttpRequest) -> bool:
    """Did a part of a page ask, rather than the browser itself?"""
    return bool(request.headers.get("HX-Request")) and not request.headers.get("HX-Boosted")
