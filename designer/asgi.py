"""HTTP and websockets in one application; a server starts it as `served`."""

import os
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
# Set up Django first, because the modules imported below import models.
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.urls import re_path

from designer.live.origin import OwnPagesOnly
from designer.live.routing import websocket_urlpatterns
from designer.live.watchdog import watch_running_loop
from designer.preload import warm_aside
from designer.static_files import FreshStaticFilesHandler

# Close a websocket on any other address.
sockets = URLRouter([*websocket_urlpatterns, re_path("", WebsocketDenier.as_asgi())])
application = ProtocolTypeRouter(
    {
        "http": http if settings.PRODUCTION else FreshStaticFilesHandler(http),
        "websocket": OwnPagesOnly(AuthMiddlewareStack(sockets)),
    }
)


async def watched(scope: Any, receive: Any, send: Any) -> None:
    """The application, with a watchdog for the loop that runs it: the first request brings it."""
    watch_running_loop()
    await application(scope, receive, send)


def served() -> Callable[[Any, Any, Any], Awaitable[None]]:
    """The application of a server process. It preloads in the background while the server already answers."""
    warm_aside()
    return watched
