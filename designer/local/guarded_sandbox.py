"""The program that the sandbox's environment runs: ministack, closed to browsers.

Ministack answers any web page (``Access-Control-Allow-Origin: *``). No SDK sends an Origin, and each SDK sends the host
that it was given: a request with an Origin, or for a host that is not this machine, comes from a page, possibly of a
site whose name was made to point here (DNS rebinding). Other programs and people of this machine reach the port too,
so a copy has an access key of its own, which requests must be signed with. This file uses the standard library and
ministack only.
"""

import hmac
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from importlib import import_module
from typing import Any, Final

type Message = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type App = Callable[[Message, Receive, Send], Awaitable[None]]

OF_BROWSERS: Final = frozenset({b"origin", b"sec-fetch-site"})
REFUSAL: Final = b'{"message": "The sandbox does not answer web pages."}'
UNKNOWN: Final = (
    b'{"__type": "com.amazon.coral.service#UnrecognizedClientException", '
    b'"message": "The security token included in the request is invalid."}'
)
SIGNED: Final = re.compile(rb"\bCredential=([^/,\s]+)/")
HEALTH: Final = "/_localstack/health"
"""Says only that the sandbox answers."""


def hosts(port: str) -> frozenset[bytes]:
    """The names of this machine under which a program reaches the sandbox."""
    return frozenset(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost", "[::1]"))


def is_allowed(headers: list[tuple[bytes, bytes]], own: frozenset[bytes]) -> bool:
    """Return whether a request comes from a program on this machine, as far as its headers show."""
    if any(name.lower() in OF_BROWSERS for name, _ in headers):
        return False
    return {value for name, value in headers if name.lower() == b"host"} <= own


def is_signed(headers: list[tuple[bytes, bytes]], key: bytes) -> bool:
    """Return whether a request names the access key of this copy, which nobody else can know. b"" takes any."""
    given = [value for name, value in headers if name.lower() == b"authorization"]
    named = SIGNED.search(given[0]) if len(given) == 1 else None
    return not key or (named is not None and hmac.compare_digest(named[1], key))


def guarded(app: App, own: frozenset[bytes], key: bytes = b"") -> App:
    """The ASGI application, which answers 403 to web pages, and to programs without the access key."""

    async def guard(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await app(scope, receive, send)
        elif is_allowed(scope["headers"], own):
            if is_signed(scope["headers"], key) or (scope["type"] == "http" and scope["path"] == HEALTH):
                await app(scope, receive, send)
            else:
                await refuse(scope, receive, send, UNKNOWN)
        else:
            await refuse(scope, receive, send, REFUSAL)

    return guard


async def refuse(scope: Message, receive: Receive, send: Send, said: bytes) -> None:
    """Answer 403, or close the socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    plain = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 403, "headers": plain})
    await send({"type": "http.response.body", "body": said})


def main() -> None:
    """Serve ministack on the port of GATEWAY_PORT."""
    ministack: Any = import_module("ministack.app")
    ministack.app = guarded(
        ministack.app, hosts(os.environ["GATEWAY_PORT"]), os.environ.get("SANDBOX_KEY", "").encode()
    )
    ministack.main()


if __name__ == "__main__":
    main()
