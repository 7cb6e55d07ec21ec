"""Shared by every view of the API: who may call it, how often, and which bodies it reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, Throttled
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle, UserRateThrottle
from rest_framework.views import APIView

from exporter.api.authentication import BrowserSession, SignedIn, TokenAuthentication
from exporter.api.errors import LengthMissing
from modeler.auditing.addresses import network_of
from modeler.core.documents.reading import parse
from modeler.core.errors import DocumentInvalid, Invalid
from modeler.core.limits import DOCUMENT_BYTES_MAX
from modeler.permissions import Action

ASK_AGAIN_SECONDS: Final = 2
"""Retry-After of an answer that something is in progress."""
PAGE_MAX: Final = 500


def refuse_long(request: Any) -> None:
    """Raise DocumentInvalid if the body is announced with more than 20 MB."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if announced.isdigit() and int(announced) > DOCUMENT_BYTES_MAX:
        raise DocumentInvalid(
            f"the file has {int(announced)} bytes; the limit is 20 MB: remove sample items, or split it by table",
            code="document.too_large",
        )


class BytesParser(BaseParser):
    """Any body, as bytes, its declared length checked before it is read."""

    media_type = "*/*"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the body, as bytes. Raises DocumentInvalid over 20 MB."""
        refuse_long((parser_context or {})["request"])
        content: bytes = stream.read(DOCUMENT_BYTES_MAX + 1)
        return content


class JsonBody(BytesParser):
    """JSON, its size and depth checked before it is parsed, as for an import."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the values. Raises DocumentInvalid."""
        return parse(super().parse(stream, media_type, parser_context))


def documented_parameters(view: Any) -> list[str]:
    """Return the names of the query parameters that the OpenAPI document has for the request that a view answers."""
    found: list[str] = []
    handler: Any = getattr(view, (view.request.method or "").lower().replace("head", "get"), None)
    if declared := getattr(handler, "kwargs", {}).get("schema"):
        schema = declared()
        schema.view = view
        for one in schema.get_override_parameters():
            if not isinstance(one, OpenApiParameter):
                found += one().fields
            elif one.location == OpenApiParameter.QUERY:
                found.append(one.name)
    return [*found, "format"] if len(view.renderer_classes) > 1 else found


def refuse_unknown(given: Iterable[str], known: Sequence[str], what: str) -> None:
    """Raise Invalid if a name is not known: a misspelled parameter would be ignored, and the answer be to something
    that nobody asked.
    """
    if unknown := sorted(set(given) - set(known)):
        listed = f"known: {', '.join(known)}" if known else "there are none here"
        name = unknown[0][:80].replace("\x00", "")
        raise Invalid(f"unknown {what} {name!r} ({listed})", path=name)


@dataclass(frozen=True, slots=True)
class Upload:
    """The one file of a form: its name, and its bytes; and the form's other fields."""

    name: str
    content: bytes
    fields: MultiValueDict[str, str]


class FormParser(MultiPartParser):
    """A form with one file, as browsers and ``curl -F file=@template.yaml`` send it. Its other fields are parameters of
    the address.
    """

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the file. Raises DocumentInvalid over 20 MB; Invalid if there is not exactly one file, or a
        field that the view does not know.
        """
        context = parser_context or {}
        refuse_long(context["request"])
        form = super().parse(stream, media_type, parser_context)
        files = [file for name in form.files for file in form.files.getlist(name)]
        if len(files) != 1:
            raise Invalid(f"the form has {len(files)} files; send one, in the field named file", path="file")
        refuse_unknown(form.data, ["file", *documented_parameters(context["view"])], "field of the form")
        content: bytes = files[0].read()
        return Upload(files[0].name or "", content, form.data)


FILE: Final = {
    "application/octet-stream": OpenApiTypes.BINARY,
    "multipart/form-data": {
        "type": "object",
        "description": "The parameters of the address can be fields of the form; the address takes precedence",
        "properties": {"file": {"type": "string", "format": "binary"}},
        "required": ["file"],
    },
}
"""The body of a request that sends a file."""


def body_of(request: Request) -> bytes:
    """Return the bytes of the body, or of the file in a form; an empty body is not parsed."""
    data: Any = request.data
    if isinstance(data, Upload):
        return data.content
    return data if isinstance(data, bytes) else b""


def said_of(request: Request, name: str) -> list[str]:
    """Return the values of a parameter that comes with a file: those in the address, else those in the form."""
    data: Any = request.data
    in_form = data.fields.getlist(name) if isinstance(data, Upload) else []
    return [text.replace("\x00", "") for text in request.query_params.getlist(name) or in_form]


def first_said(request: Request, name: str) -> str:
    """Return the first value of such a parameter; '' if there is none."""
    return next(iter(said_of(request, name)), "")


def filename_of(request: Request) -> str:
    """Return the name of the file: the parameter, else that of the file in a form."""
    data: Any = request.data
    return first_said(request, "filename") or (data.name.replace("\x00", "") if isinstance(data, Upload) else "")


def created(data: Any, name: str, *arguments: Any, headers: Mapping[str, str] | None = None) -> Response:
    """Return 201: `data`, and where it is from now on (the name and the arguments of a route)."""
    place = {"Location": reverse(f"api:{name}", args=arguments)}
    return Response(data, status.HTTP_201_CREATED, headers={**(headers or {}), **place})


def accepted(data: Any, name: str, *arguments: Any) -> Response:
    """Return 202: `data`, where to ask again (the name and the arguments of a route), and when."""
    headers = {"Location": reverse(f"api:{name}", args=arguments), "Retry-After": str(ASK_AGAIN_SECONDS)}
    return Response(data, status.HTTP_202_ACCEPTED, headers=headers)


def job_accepted(data: Any, job: Any) -> Response:
    """Return 202 for an unfinished job: request it again later."""
    return accepted(data, "job", job.pk)


OFFSET: Final = OpenApiParameter("offset", int, description="How many to skip; default 0")
LIMIT: Final = OpenApiParameter("limit", int, description=f"At most how many, up to {PAGE_MAX}, the default")


def page_of(request: Request, rows: Any) -> tuple[list[Any], dict[str, str]]:
    """Return a page of rows, and the header Link with the address of the next page if there is one. Raises Invalid."""
    offset, limit = (
        _whole_number(request, "offset", 0),
        min(_whole_number(request, "limit", PAGE_MAX) or PAGE_MAX, PAGE_MAX),
    )
    found = list(rows[offset : offset + limit + 1])
    if len(found) <= limit:
        return found, {}
    query = urlencode({**request.query_params.dict(), "offset": offset + limit, "limit": limit})
    return found[:limit], {"Link": f'<{request.path}?{query}>; rel="next"'}


def _whole_number(request: Request, name: str, otherwise: int) -> int:
    text = request.query_params.get(name, "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Invalid(f"{name} must be a whole number of at least 0", path=name)
    return int(text) if text else otherwise


class Often(UserRateThrottle):
    """Limits the requests of one person."""

    scope = "user"


class Imports(UserRateThrottle):
    """Limits the files of one person: they are expensive to read."""

    scope = "import"


class Live(UserRateThrottle):
    """Limits one person's reads of live tables: an AWS account limits them, too."""

    scope = "live"


class Strangers(SimpleRateThrottle):
    """Limits the requests of one network address that carry no valid token and no session. Those that do are not
    counted, so that nobody is locked out by a neighbor.
    """

    scope = "strangers"
    rate = "120/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Count by the address, as the framework knows it behind a proxy. A server on a Unix socket knows none."""
        address: str | None = self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": network_of(address or "unknown")}


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

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Answers about designs are stored nowhere on their way, unless a view says otherwise."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-store")
        return answer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check who, how often, which parameters, and how long the body is. Raises Invalid; LengthMissing: the
        framework treats a chunked body as empty.
        """
        super().initial(request, *args, **kwargs)
        if request.method in self.access:
            refuse_unknown(request.query_params, documented_parameters(self), "parameter")
        if "CONTENT_LENGTH" not in request.META and "HTTP_TRANSFER_ENCODING" in request.META:
            raise LengthMissing("send a Content-Length: a chunked body without a declared length is not accepted")

    def handle_exception(self, exc: Exception) -> Response:
        """Answer 429 in place of 401 to an address that has been refused too often."""
        if isinstance(exc, (AuthenticationFailed, NotAuthenticated)):
            often = Strangers()
            exc = exc if often.allow_request(self.request, self) else Throttled(often.wait())
        answer: Response = super().handle_exception(exc)
        return answer

    def may(self, request: Request) -> Action:
        """Return the action that this method needs."""
        action = self.access[request.method or "GET"]
        if action is None:
            raise KeyError(request.method)
        return action
