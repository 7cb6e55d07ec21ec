"""The one shape of a refusal: ``{"code", "message", "path"}``, and the HTTP status of each family.

The same families become pages in designer/middleware.py; the core knows no status numbers.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from modeler.core.errors import Busy, Conflict, Forbidden, Invalid, KeysheetError, Missing, Stale
from modeler.turns import RETRY_AFTER_SECONDS, busy_by

log = logging.getLogger(__name__)
STATUS: Final[Mapping[type[KeysheetError], int]] = {
    Invalid: status.HTTP_422_UNPROCESSABLE_ENTITY,
    Missing: status.HTTP_404_NOT_FOUND,
    Forbidden: status.HTTP_403_FORBIDDEN,
    Conflict: status.HTTP_409_CONFLICT,
    Busy: status.HTTP_503_SERVICE_UNAVAILABLE,
}


class RevisionMissing(Invalid):
    """A replacement without the revision that it replaces."""

    code = "precondition.required"


class RevisionMoved(Conflict):
    """If-Match names a revision that is no longer current."""

    code = "precondition.failed"


class LengthMissing(Invalid):
    """A body whose length was not declared."""

    code = "length.required"


_BY_CODE: Final = {
    LengthMissing.code: status.HTTP_411_LENGTH_REQUIRED,
    RevisionMissing.code: status.HTTP_428_PRECONDITION_REQUIRED,
    RevisionMoved.code: status.HTTP_412_PRECONDITION_FAILED,
    "document.too_large": status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
}


def status_of(error: KeysheetError) -> int:
    """Return the HTTP status of a refusal."""
    by_family = next((number for family, number in STATUS.items() if isinstance(error, family)), 500)
    return _BY_CODE.get(error.code, by_family)


def body(code: str, message: str, path: str = "", **more: Any) -> dict[str, Any]:
    """Return the one shape."""
    return {"code": code, "message": message, "path": path, **more}


def handle(error: Exception, context: Mapping[str, Any]) -> Response:
    """DRF's exception handler. An unexpected error goes to the server's log, and no detail of it to the caller."""
    del context
    set_rollback()
    error = busy_by(error) or error
    match error:
        case Busy():
            wait = {"Retry-After": str(RETRY_AFTER_SECONDS)}
            return Response(body(error.code, error.message, error.path), status_of(error), headers=wait)
        case Stale():
            more = {"theirs": error.theirs, "yours": error.yours}
            return Response(body(error.code, error.message, error.path, **more), status_of(error))
        case KeysheetError():
            return Response(body(error.code, error.message, error.path), status_of(error))
        case Http404():
            return Response(body("missing", "nothing exists at this address"), status.HTTP_404_NOT_FOUND)
        case PermissionDenied():
            return Response(body("forbidden", "you do not have permission to do this"), status.HTTP_403_FORBIDDEN)
        case RequestDataTooBig():
            message = "the body is over 20 MB; remove sample items, or split the file by table"
            return Response(body("document.too_large", message), status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)
        case SuspiciousOperation():
            return Response(body("invalid", "this request cannot be read"), status.HTTP_400_BAD_REQUEST)
        case exceptions.APIException():
            return _of_framework(error)
    log.error("unexpected error in the API", exc_info=error)
    return Response(body("fault", "something went wrong on our side; it has been logged"), 500)


def _of_framework(error: exceptions.APIException) -> Response:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, exceptions.Throttled) and (wait := getattr(error, "wait", None)):
        headers["Retry-After"] = str(int(wait) + 1)
    if isinstance(error, exceptions.ValidationError):
        path, message = _first(error.detail)
        return Response(body("invalid", message, path), status.HTTP_422_UNPROCESSABLE_ENTITY, headers=headers)
    code = error.get_codes()
    return Response(
        body(code if isinstance(code, str) else "invalid", str(error.detail)), error.status_code, headers=headers
    )


def _first(detail: Any, path: str = "") -> tuple[str, str]:
    """Return the first thing that a serializer refused: where, and why."""
    if isinstance(detail, Mapping) and detail:
        name, inner = next(iter(detail.items()))
        return _first(inner, f"{path}.{name}".strip(".") if name != "non_field_errors" else path)
    if isinstance(detail, list) and detail:
        return _first(detail[0], path)
    return path, str(detail)
