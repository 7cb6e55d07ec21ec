"""Shared by every view of the API: who may call it, how often, and which bodies it reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rest_framework.authentication import BaseAuthentication
from rest_framework.parsers import BaseParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, UserRateThrottle
from rest_framework.views import APIView

from exporter.api.authentication import BrowserSession, SignedIn, TokenAuthentication
from exporter.api.errors import LengthMissing
from modeler.core.documents.reading import parse
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_BYTES_MAX
from modeler.permissions import Action


class BytesParser(BaseParser):
    """Any body, as bytes, its declared length checked before it is read."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the body, as bytes. Raises DocumentInvalid over 20 MB."""
        request = (parser_context or {})["request"]
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdigit() and int(announced) > DOCUMENT_BYTES_MAX:
            raise DocumentInvalid(
                f"the file has {int(announced)} bytes; the limit is 20 MB: remove sample items, or split it by table",
                code="document.too_large",
            )
        content: bytes = stream.read(DOCUMENT_BYTES_MAX + 1)
        return content


class JsonBody(BytesParser):
    """JSON, its size and depth checked before it is parsed, as for an import."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the values. Raises DocumentInvalid."""
        return parse(super().parse(stream, media_type, parser_context))


def body_of(request: Request) -> bytes:
    """Return what a BytesParser read; an empty body is not parsed."""
    data: Any = request.data
    return data if isinstance(data, bytes) else b""


class Often(UserRateThrottle):
    """Limits the requests of one person."""

    scope = "user"


class Imports(UserRateThrottle):
    """Limits the files of one person: they are expensive to read."""

    scope = "import"


class Live(UserRateThrottle):
    """Limits one person's reads of live tables: an AWS account limits them, too."""

    scope = "live"


class ApiView(APIView):
    """A view. `access` specifies, by HTTP method, what its caller must be allowed to do; None: be signed in."""

    access: ClassVar[Mapping[str, Action | None]] = {}
    authentication_classes: Sequence[type[BaseAuthentication]] = (TokenAuthentication, BrowserSession)
    permission_classes: Sequence[type[BasePermission]] = (SignedIn,)
    throttle_classes: Sequence[type[BaseThrottle]] = (Often,)
    parser_classes: Sequence[type[BaseParser]] = (JsonBody,)

    @classmethod
    def as_view(cls, **options: Any) -> Any:
        """Copy `access` to the function, for the guard test."""
        view: Any = super().as_view(**options)
        view.access = cls.access
        return view

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check who, how often, and how long the body is. Raises LengthMissing: the framework treats a
        chunked body as empty.
        """
        super().initial(request, *args, **kwargs)
        if "CONTENT_LENGTH" not in request.META and "HTTP_TRANSFER_ENCODING" in request.META:
            raise LengthMissing("send a Content-Length: a chunked body without a declared length is not accepted")

    def may(self, request: Request) -> Action:
        """Return the action that this method needs."""
        action = self.access[request.method or "GET"]
        if action is None:
            raise KeyError(request.method)
        return action
