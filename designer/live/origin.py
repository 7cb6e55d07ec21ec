"""Which pages can open a websocket: those of this site, including the port.

A browser sends its cookies with a websocket that any page opens, and cookies ignore ports. The Origin header
distinguishes our own pages from others.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

type Scope = Mapping[str, Any]
type Application = Callable[..., Awaitable[Any]]
PORTS: Final = {"http": "80", "https": "443"}


class OwnPagesOnly:
    """Middleware that accepts websockets of our own pages, and refuses all others."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        """Serve the websocket, or refuse it before the handshake."""
        refuse: Application = WebsocketDenier()
        return await (self._application if is_own(scope) else refuse)(scope, receive, send)


def is_own(scope: Scope) -> bool:
    """Does the handshake come from a page of the host that it is sent to, and is the host one of ours?"""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    origin, host = headers.get(b"origin", ""), headers.get(b"host", "").lower()
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    domain, port = split_domain_port(host)
    page = urlsplit(origin)
    default = PORTS.get(page.scheme)
    if default is None or not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    # A page over plain HTTP can be forged; if cookies require HTTPS, sockets require it too.
    if settings.SESSION_COOKIE_SECURE and page.scheme != "https":
        return False
    page_domain, page_port = split_domain_port(page.netloc.lower())
    return (page_domain, page_port or default) == (domain, port or default)
