"""An endpoint in front of the sandbox that answers some operations itself, as AWS does when something is wrong."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from exporter.provisioning.aws import NO_TABLE
from tests.exporter.provisioning.slow_endpoint import HOP

type Answer = tuple[int, bytes]
type Rule = Callable[[dict[str, Any], Callable[[], Answer]], Answer]


@dataclass
class Faults:
    """Rules by operation, each for some requests; `asked` are the operations, `keys` the access keys that came."""

    url: str = ""
    rules: dict[str, list[Rule]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def add(self, operation: str, rule: Rule, times: int = 1) -> None:
        """Answer the next requests of an operation with a rule; 0: all that follow."""
        self.rules.setdefault(operation, []).extend([rule] * (times or 10_000))

    def count(self, operation: str) -> int:
        return self.asked.count(operation)

    def answer(self, operation: str, body: dict[str, Any], passed: Callable[[], Answer]) -> Answer:
        if str(body.get("TableName", "")).endswith(NO_TABLE):
            return passed()
        self.asked.append(operation)
        waiting = self.rules.get(operation)
        return waiting.pop(0)(body, passed) if waiting else passed()


def refusing(code: str, message: str = "refused", status: int = 400) -> Rule:
    """A refusal of DynamoDB, as JSON."""
    said = {"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": message}
    return lambda _body, _passed: (status, json.dumps(said).encode())


def refusing_form(code: str, message: str = "refused", status: int = 403) -> Rule:
    """A refusal of STS or IAM, as XML."""
    said = f"<ErrorResponse><Error><Type>Sender</Type><Code>{code}</Code><Message>{message}</Message></Error>"
    return lambda _body, _passed: (status, f"{said}<RequestId>1</RequestId></ErrorResponse>".encode())


def saying(text: str) -> Rule:
    """An answer of its own."""
    return lambda _body, _passed: (200, text.encode())


def changing(change: Callable[[dict[str, Any]], None]) -> Rule:
    """The sandbox's answer, changed."""

    def rule(_body: dict[str, Any], passed: Callable[[], Answer]) -> Answer:
        status, text = passed()
        found = json.loads(text)
        change(found)
        return status, json.dumps(found).encode()

    return rule


@contextmanager
def faulty(sandbox: str) -> Iterator[Faults]:
    """The faults with their address; what no rule answers goes to the sandbox."""
    faults = Faults()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            named = self.headers.get("X-Amz-Target", "").rpartition(".")[2]
            given = json.loads(body) if named else {key: one[0] for key, one in parse_qs(body.decode()).items()}
            key = re.search(r"Credential=([^/]+)/", self.headers.get("Authorization", ""))
            faults.keys.append(key[1] if key else "")
            status, text = faults.answer(named or given["Action"], given, lambda: self.passed(body))
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.0" if named else "text/xml")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def passed(self, body: bytes) -> Answer:
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
            with closing(HTTPConnection(urlsplit(sandbox).netloc, timeout=60)) as behind:
                behind.request("POST", "/", body, headers)
                answer = behind.getresponse()
                return answer.status, answer.read()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    faults.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield faults
    finally:
        server.shutdown()
        server.server_close()
