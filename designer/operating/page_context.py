"""The version of the server, for the templates of pages."""

from __future__ import annotations

from django.http import HttpRequest

from designer.operating.versions import page_version


def server(_: HttpRequest) -> dict[str, str]:
    """Return the version of the server that made the page: an open page notices by it that the server was updated."""
    return {"server_version": page_version()}
