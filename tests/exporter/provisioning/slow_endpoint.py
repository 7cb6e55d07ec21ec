"""An endpoint in front of the sandbox that holds back one operation until a test lets it through."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

HOP: frozenset[str] = frozenset({"host", "connection", "content-length", "transfer-encoding"})


class Gate:
    """`arrived` is set when the operation is asked for; it goes on once `open` is set."""

    def __init__(self, operation: str) -> None:
        self.operation = operation
        self.arrived = threading.Event()
        self.open = threading.Event()
        self.url = ""


@contextmanager
def endpoint_behind(sandbox: str, gate: Gate) -> Iterator[Gate]:
    """The gate with its address, which passes every other request on immediately."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("X-Amz-Target", "").endswith(f".{gate.operation}"):
                gate.arrived.set()
                gate.open.wait(60)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
            with closing(HTTPConnection(urlsplit(sandbox).netloc, timeout=60)) as behind:
                behind.request("POST", "/", body, headers)
                answer = behind.getresponse()
                text = answer.read()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers["Content-Type"])
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    gate.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield gate
    finally:
        gate.open.set()
        server.shutdown()
        server.server_close()
