"""The OpenAPI document, and its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from exporter.api.base import ApiView
from modeler.core.errors import Missing

METHODS = ("get", "post", "put", "delete")


def openapi() -> dict[str, Any]:
    """The OpenAPI 3 document of the API."""
    document: dict[str, Any] = SchemaGenerator(patterns=None).get_schema(request=None, public=True)
    return document


@cache
def published() -> dict[str, Any]:
    """The same, made once in each process: it is public, and it takes long. Not to be changed."""
    return openapi()


class OpenApiDocument(ApiView):
    """The document for machines. It contains nothing about any design, so it is public."""

    access: ClassVar = {"GET": None}
    permission_classes = (AllowAny,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """OpenAPI 3 as JSON."""
        return Response(published())


class NothingHere(ApiView):
    """Every other address."""

    access: ClassVar = dict.fromkeys(("GET", "POST", "PUT", "PATCH", "DELETE"))
    permission_classes = (AllowAny,)

    @extend_schema(exclude=True)
    def get(self, request: Request, rest: str) -> Response:
        """Raise Missing."""
        raise Missing(f"nothing exists at {rest[:100]!r}; the addresses are listed at /api/v1/", path="address")

    post = put = patch = delete = get


@dataclass(frozen=True, slots=True)
class Route:
    """One operation as the page shows it."""

    method: str
    path: str
    summary: str
    parameters: list[dict[str, Any]]
    body: str
    answers: list[tuple[str, str, str]]


def open_to_all(view: Any) -> Any:
    """Declare, for the guard test, that a view is public."""
    view.access = "everybody"
    return view


@open_to_all
def document_page(request: HttpRequest) -> HttpResponse:
    """The document for people."""
    return render(request, "api/document.html", {"routes": list(_routes(published()))})


def _routes(document: dict[str, Any]) -> Iterator[Route]:
    for path, operations in document["paths"].items():
        for method in METHODS:
            if operation := operations.get(method):
                yield Route(
                    method.upper(),
                    path,
                    operation.get("description", ""),
                    operation.get("parameters", []),
                    _type(operation.get("requestBody", {})),
                    [
                        (number, answer.get("description", ""), _type(answer))
                        for number, answer in operation["responses"].items()
                        if number.startswith("2")
                    ],
                )


def _type(holder: dict[str, Any]) -> str:
    """Return the name of the schema, or the media type, of a body or an answer."""
    for media_type, content in holder.get("content", {}).items():
        schema = content.get("schema", {})
        reference = schema.get("$ref") or schema.get("items", {}).get("$ref", "")
        name = reference.rpartition("/")[2]
        return f"list of {name}" if name and "items" in schema else name or media_type
    return ""
