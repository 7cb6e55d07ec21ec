"""Values that a request gives to parameters of the file that it sends."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from exporter.api.base import said_of
from exporter.importers.support.parameters import read_pairs

GIVEN: Final = OpenApiParameter(
    "parameter",
    str,
    many=True,
    description="NAME=VALUE for a parameter or condition of a template, or for a Terraform variable; repeatable",
)


def given_of(request: Request) -> dict[str, str]:
    """Return the values that the request gives to parameters. Raises DocumentInvalid."""
    return read_pairs(said_of(request, "parameter"))
