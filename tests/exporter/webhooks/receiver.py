"""A real HTTP server that gets messages of webhooks, and verifies them as a receiver would."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook


class Receiver(ThreadingHTTPServer):
    """`got` are the requests: path, headers, body. `answers` are the next statuses; then it answers 204. A status of 0
    ends the connection without an answer, `headers` are sent with each answer.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.headers: dict[str, str] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?from=keysheet"

    def verified(self, secret: str, number: int = -1) -> Any:
        """The body of a request, if its signature is of this secret. Raises WebhookVerificationError."""
        _, headers, body = self.got[number]
        return Webhook(secret).verify(body, headers)


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        status = self.server.answers.pop(0) if self.server.answers else 204
        if not status:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver that listens on this machine."""
    with Receiver() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
