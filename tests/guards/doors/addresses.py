"""Every address of the application, and who its view says may call it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver

from designer.live.routing import websocket_urlpatterns
from modeler.permissions import Action

EVERYBODY: Final = "everybody"
SIGNED_IN: Final = "signed in"


@dataclass(frozen=True, slots=True)
class Door:
    """An address: its name with the namespace, the names of its parameters, and its view."""

    name: str
    route: str
    parameters: tuple[str, ...]
    view: Any

    @property
    def access(self) -> str | Mapping[str, Action | None] | None:
        """As the view declares it: one word or action for a page, a mapping by HTTP method for the API."""
        return getattr(self.view, "access", None)

    @property
    def is_api(self) -> bool:
        return self.route.startswith("api/")

    def access_by(self, method: str) -> str | Action:
        """What a caller by this method must be: EVERYBODY, SIGNED_IN, or allowed an action."""
        declared = self.access
        if isinstance(declared, str):
            return declared if declared in (EVERYBODY, SIGNED_IN) else Action(declared)
        if any(one.__name__ == "AllowAny" for one in self.view.view_class.permission_classes):
            return EVERYBODY
        return (declared or {}).get(method) or SIGNED_IN


def doors() -> list[Door]:
    """All addresses for HTTP, in the order in which they are tried."""
    return list(_walk(get_resolver().url_patterns, "", "", ()))


def socket_doors() -> list[Door]:
    """All addresses for websockets."""
    return list(_walk(websocket_urlpatterns, "", "", ()))


def _walk(patterns: list[Any], route: str, space: str, parameters: tuple[str, ...]) -> Iterator[Door]:
    for one in patterns:
        here = route + str(one.pattern)
        names = (*parameters, *one.pattern.converters)
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, here, f"{space}{one.namespace}:" if one.namespace else space, names)
        elif isinstance(one, URLPattern):
            yield Door(f"{space}{one.name}", here, names, one.callback)
