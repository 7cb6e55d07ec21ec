"""Refusals as pages: only here do the families of modeler.core.errors become status codes of this app.

Also a second step that the operator requires: without it, a session leads to the pages that add one. HEAD, which every
address answers as GET, without a body. And what programs send a token to: it is answered encrypted only.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from designer.access import EVERYBODY, has_account
from designer.accounts import required_step
from designer.htmx import go_to, wants_fragment
from designer.throttle import address_of
from modeler.auditing.events import requested_from
from modeler.computing import limited
from modeler.core.errors import Busy, Conflict, Forbidden, Invalid, KeysheetError, Missing
from modeler.turns import RETRY_AFTER_SECONDS, busy_by

log = logging.getLogger("keysheet.refused")

STATUS: Final[tuple[tuple[type[KeysheetError], int], ...]] = (
    (Missing, 404),
    (Forbidden, 403),
    (Conflict, 409),
    (Invalid, 422),
    (Busy, 503),
)
TITLES: Final = {
    404: "Page not found",
    403: "Your role does not permit this",
    409: "Someone else changed this first",
    405: "This page does not exist",
    422: "This input is not valid",
    400: "This request could not be read",
    503: "The server is busy",
}
OF_A_LINK: Final = "This link does not open the page"
LINK_IS_OVER: Final = (
    "Your link opens another design, was revoked, or has expired. Ask the person who shared it for a new one."
)
"""A guest has no other way in, so nothing is revealed by it."""
OWN_TITLES: Final = {"account.sign_in_again": "Sign in again first"}
"""By code, where that of the status would mislead."""

# Postgres cannot compare text with it. The REST API handles it per parameter, with errors in its own format.
NUL: Final = "%00"
REST: Final = "/api/"
OF_PROGRAMS: Final = (REST, "/scim/", "/metrics")

ENCRYPTED_ONLY: Final = (
    "This address is answered by HTTPS only. A token that was sent without encryption can have been read by others: "
    "replace it."
)
REFUSED: Final = (401, 403, 429)
HIDDEN: Final = 404
"""What somebody who is signed in may not know of is not found."""


class EncryptedRestMiddleware:
    """Refuses plain HTTP where programs send a token, wherever pages are redirected to HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and not request.is_secure() and request.path.startswith(OF_PROGRAMS):
            said = {"message": ENCRYPTED_ONLY, "path": "", "code": "transport.encrypted_only"}
            return JsonResponse(said, status=403)
        return self.get_response(request)


class HeadMiddleware:
    """Answers HEAD as GET: with the same permissions, status and headers. The server leaves the body out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        try:
            return self.get_response(request)
        finally:
            request.method = "HEAD"


class RefusalMiddleware:
    """Turns a KeysheetError that a view raised into a page, into a line for part of a page, or into JSON for JSON. What
    a view computes about a design has a limit of time: one is that it takes too long.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if NUL in request.META.get("QUERY_STRING", "") and not request.path.startswith(REST):
            return _refusal(request, Invalid("The address contains a NUL character (%00). Remove it."), 400)
        with limited(), requested_from(address_of(request)):
            answer = self.get_response(request)
        _note_refusal(request, answer.status_code)
        return _unread(request, answer) if answer.status_code == 405 and request.method == "GET" else answer

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return None for other errors: those are faults in our code, which Django logs."""
        error = busy_by(error) or error
        if not isinstance(error, KeysheetError):
            return None
        status = next((number for family, number in STATUS if isinstance(error, family)), 400)
        answer = _refusal(request, error, status)
        if isinstance(error, Busy):
            answer["Retry-After"] = str(RETRY_AFTER_SECONDS)
        return answer


def _refusal(request: HttpRequest, error: KeysheetError, status: int) -> HttpResponse:
    if request.content_type == "application/json":
        return JsonResponse({"message": error.message, "path": error.path, "code": error.code}, status=status)
    template = "errors/refusal.html" if wants_fragment(request) else "errors/page.html"
    back = _design_of(request) if status == 403 else None
    title = OWN_TITLES.get(error.code, TITLES[status])
    if status == HIDDEN and request.user.is_authenticated and request.user.is_guest:
        title, error = OF_A_LINK, Missing(LINK_IS_OVER, code=error.code)
    return render(request, template, {"title": title, "error": error, "back": back}, status=status)


def _note_refusal(request: HttpRequest, status: int) -> None:
    """Log who was refused: by number, and without what was sent."""
    if status not in (*REFUSED, HIDDEN):
        return
    person = None
    # The answer is already there, and does not fail because its person is not known.
    with suppress(OperationalError):
        person = request.user.pk
    if status != HIDDEN or person is not None:
        who, where = "nobody" if person is None else f"person {person}", address_of(request)
        log.warning("%s: %s at %s, %s %s", status, who, where, request.method, request.path)


def _design_of(request: HttpRequest) -> UUID | None:
    """Return the design in the address. A person without a permission there can still see it, and a guest has no other
    home.
    """
    found = request.resolver_match
    return found.kwargs.get("design_id") if found else None


def _unread(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Answer the address of a form that was opened directly (typed or bookmarked) with a page."""
    if answer.content:
        return answer
    error = Invalid("This address only accepts form submissions.")
    made = render(request, "errors/page.html", {"title": TITLES[405], "error": error}, status=405)
    made["Allow"] = answer["Allow"]
    return made


class RequiredStepMiddleware:
    """Leads accounts that lack a required second step to the page that adds one. Pages for everybody stay open, and API
    tokens, which were made in a session, stay valid.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *_: Any) -> HttpResponse | None:
        """Return None to go on."""
        person = request.user
        if getattr(view, "access", None) == EVERYBODY or not required_step.needs_step(request.session):
            return None
        is_rest = request.path.startswith(REST)
        if not has_account(person) or person.pk is None or (is_rest and "Authorization" in request.headers):
            return None
        if not required_step.lacks_step(person.pk, request.session):
            return None
        if request.resolver_match is not None and request.resolver_match.url_name in required_step.OPEN:
            request.needs_second_step = True  # type: ignore[attr-defined]  # the page says so
            return None
        if is_rest or request.content_type == "application/json":
            return JsonResponse({"message": required_step.SAID, "path": "", "code": required_step.CODE}, status=403)
        return go_to(reverse("mfa_index"), request)
