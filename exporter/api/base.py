"""What every view of the API shares: who may call it, how often, what bodies it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

from exporter.api.authentication import BrowserSession, SignedIn, TokenAuthentication
from exporter.api.errors import LengthMissing
from modeler.core.documents.reading import parse
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_BYTES_MAX
from modeler.permissions import Action


class BytesParser(BaseParser):
    """Any body, as bytes, judged by its announced length before it is read."""

    media_type = "*/*"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """The body. Raises DocumentInvalid over 20 MB."""
        request = (parser_context or {})["request"]
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdigit() and int(announced) > DOCUMENT_BYTES_MAX:
            raise DocumentInvalid(
                f"the file has {int(announced)} bytes; at most 20 MB are taken: leave out sample items, "
                "or split it by table",
                code="document.too_large",
            )
        content: bytes = stream.read(DOCUMENT_BYTES_MAX + 1)
        return content


class JsonBody(BytesParser):
    """JSON, judged for size and depth before it is parsed, as an import is."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """The values. Raises DocumentInvalid."""
        return parse(super().parse(stream, media_type, parser_context))


def body_of(request: Request) -> bytes:
    """What a BytesParser read; nothing at all is not even parsed."""
    return request.data if isinstance(request.data, bytes) else b""


class Often(UserRateThrottle):
    """Requests of one person."""

    scope = "user"


class Imports(UserRateThrottle):
    """Files of one person: they are dear to read."""

    scope = "import"


class Live(UserRateThrottle):
    """Looks at live tables of one person: an account counts them, too."""

    scope = "live"


class ApiView(APIView):
    """A view. `access` says, by HTTP method, what its caller must be allowed to do; None: be signed in."""

    access: ClassVar[Mapping[str, Action | None]] = {}
    authentication_classes = (TokenAuthentication, BrowserSession)
    permission_classes = (SignedIn,)
    throttle_classes = (Often,)
    parser_classes = (JsonBody,)

    @classmethod
    def as_view(cls, **options: Any) -> Any:
        """Carries `access` to the function that the guard test walks."""
        view = super().as_view(**options)
        view.access = cls.access
        return view

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who, how often, and how long a body. Raises LengthMissing: the framework takes a body sent in chunks for
        an empty one.
        """
        super().initial(request, *args, **kwargs)
        if "CONTENT_LENGTH" not in request.META and "HTTP_TRANSFER_ENCODING" in request.META:
            raise LengthMissing("send a Content-Length: a body in chunks of no announced length is not read here")

    def may(self, request: Request) -> Action:
        """The action that this method is for."""
        action = self.access[request.method or "GET"]
        if action is None:
            raise KeyError(request.method)
        return action
