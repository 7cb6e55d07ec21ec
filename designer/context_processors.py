"""Template context for every page."""

from __future__ import annotations

from django.http import HttpRequest

COOKIE = "keysheet-theme"


def theme(request: HttpRequest) -> dict[str, str]:
    """Return the theme that the person selected; '' for the system theme."""
    chosen = request.COOKIES.get(COOKIE, "")
    return {"theme": chosen if chosen in {"light", "dark"} else ""}
