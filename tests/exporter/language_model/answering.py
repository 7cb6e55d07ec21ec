"""A local server that answers as a language model does: well, badly, slowly, or not at all."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Answering(ThreadingHTTPServer):
    """`answer` gets the handler after a request was read; `asked` are the requests: path, headers, and body as JSON."""

    daemon_threads = True

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer, self.asked, self.ended = answer, [], threading.Event()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append((self.path, dict(self.headers), json.loads(body)))
        with contextlib.suppress(ConnectionError):
            self.server.answer(self)

    def log_message(self, *given):
        """Say nothing."""


def sends(body, status=200, **headers):
    """An answer with this body."""
    told = body if isinstance(body, bytes) else json.dumps(body).encode()

    def answer(handler):
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(told)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(told)

    return answer


def says(content):
    """An answer in the OpenAI format with this text."""
    return sends({"choices": [{"message": {"role": "assistant", "content": content}}]})


def silent(handler):
    """No answer until the test ends."""
    handler.server.ended.wait(60)


def trickling(handler):
    """One byte now and then, until the test ends or the client leaves."""
    handler.send_response(200)
    handler.end_headers()
    while not handler.server.ended.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


@contextlib.contextmanager
def answering(answer):
    """A server that runs until the block ends."""
    server = Answering(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()
