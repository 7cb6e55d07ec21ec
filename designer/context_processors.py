"""What every page is told."""

from __future__ import annotations

from django.http import HttpRequest

COOKIE = "keysheet-theme"


def theme(request: HttpRequest) -> dict[str, str]:
    """The colours that a person chose; '' leaves them to the system."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in {"light", "dark"} else ""}
