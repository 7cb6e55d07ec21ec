"""The program that the sandbox's environment runs: ministack, closed to browsers.

Ministack answers any web page (``Access-Control-Allow-Origin: *``). No SDK sends an Origin, and each SDK sends the host
that it was given: a request with an Origin, or for a host that is not this machine, comes from a page, possibly of a
site whose name was made to point here (DNS rebinding). This file uses the standard library and ministack only.
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from importlib import import_module
from typing import Any, Final

type Message = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type App = Callable[[Message, Receive, Send], Awaitable[None]]

OF_BROWSERS: Final = frozenset({b"origin", b"sec-fetch-site"})
REFUSAL: Final = b'{"message": "The sandbox does not answer web pages."}'


def hosts(port: str) -> frozenset[bytes]:
    """The names of this machine under which a program reaches the sandbox."""
    return frozenset(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost", "[::1]"))


def is_allowed(headers: list[tuple[bytes, bytes]], own: frozenset[bytes]) -> bool:
    """Return whether a request comes from a program on this machine, as far as its headers show."""
    if any(name.lower() in OF_BROWSERS for name, _ in headers):
        return False
    return {value for name, value in headers if name.lower() == b"host"} <= own


def guarded(app: App, own: frozenset[bytes]) -> App:
    """The ASGI application, which answers 403 to web pages."""

    async def guard(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or is_allowed(scope["headers"], own):
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            plain = [(b"content-type", b"application/json")]
            await send({"type": "http.response.start", "status": 403, "headers": plain})
            await send({"type": "http.response.body", "body": REFUSAL})

    return guard


def main() -> None:
    """Serve ministack on the port of GATEWAY_PORT."""
    ministack = import_module("ministack.app")
    ministack.app = guarded(ministack.app, hosts(os.environ["GATEWAY_PORT"]))
    ministack.main()


if __name__ == "__main__":
    main()
