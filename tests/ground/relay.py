"""A port in front of a store. Closed, it is to those who use it what a kill -9 of the store is, and nobody else of the
session notices.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

from designer.local import ports


class Relay:
    """Passes on what is sent to the store at `url`; `own_url` leads through it. Closed until `open()`."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._store = (parts.hostname, parts.port)
        self._port = ports.choose(None)
        who = parts.netloc.rpartition("@")[0]
        self.own_url = parts._replace(netloc=f"{who}@{ports.HOST}:{self._port}").geturl()
        self._sockets: list[socket.socket] = []
        self._passes = threading.Event()
        self._passes.set()
        self.ended = 0
        """Connections that have ended since the last `open()`."""

    def open(self) -> None:
        """Take connections."""
        self.ended = 0
        server = socket.create_server((ports.HOST, self._port))
        self._sockets.append(server)
        threading.Thread(target=self._accept, args=(server,), daemon=True).start()

    def hang(self) -> None:
        """Keep every connection, take new ones, and pass nothing on: as a store that hangs."""
        self._passes.clear()

    def go_on(self) -> None:
        """Pass on what came since, and what comes."""
        self._passes.set()

    def close(self) -> None:
        """Break every connection, and refuse new ones."""
        while self._sockets:
            _close(self._sockets.pop())

    def _accept(self, server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = server.accept()
                far = socket.create_connection(self._store)
                self._sockets += (near, far)
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while sent := one.recv(65_536):
                self._passes.wait()
                other.sendall(sent)
        _close(one)
        _close(other)
        self.ended += 1


def _close(one: socket.socket) -> None:
    # Without this, a thread that waits for it would keep it open.
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
