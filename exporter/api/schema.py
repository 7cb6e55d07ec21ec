"""What the OpenAPI document says about every route."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiResponse

from exporter.api.serializers import ErrorSerializer

_MEANING: Final = {
    400: "The request cannot be read",
    401: "Not signed in, or the token is unknown, expired, or revoked",
    403: "Not allowed by the caller's role or the token's scope",
    404: "Does not exist, or was not shared with the caller",
    406: "No representation that the Accept header requests",
    409: "The resource changed in the meantime",
    411: "The length of the body was not declared",
    412: "The design is no longer at that revision",
    413: "The body is over 20 MB",
    415: "A body of this media type is not supported here",
    422: "The body has the wrong shape; `path` names the place",
    428: "If-Match is missing",
    429: "Too many requests; Retry-After says when to try again",
}
REFUSALS: Final[dict[Any, Any]] = {
    number: OpenApiResponse(ErrorSerializer, meaning) for number, meaning in _MEANING.items()
}
