"""What the OpenAPI document says of every route alike."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiResponse

from exporter.api.serializers import ErrorSerializer

_MEANING: Final = {
    400: "The request cannot be read",
    401: "Not signed in, or the token is unknown, expired or revoked",
    403: "The caller's role, or the token's scope, does not allow it",
    404: "There is no such thing, or it was not shared with the caller",
    406: "No representation that the Accept header asks for",
    409: "The world changed in between",
    411: "The body's length was not announced",
    412: "The design is not at that revision any more",
    413: "The body is over 20 MB",
    415: "A body of this media type is not read here",
    422: "The body has the wrong shape; `path` names the place",
    428: "If-Match is missing",
    429: "Too many requests; Retry-After says when again",
}
REFUSALS: Final[dict[Any, Any]] = {
    number: OpenApiResponse(ErrorSerializer, meaning) for number, meaning in _MEANING.items()
}
