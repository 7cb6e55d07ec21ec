"""Free ports on the local address."""

import random
import socket
from typing import Final

HOST: Final = "127.0.0.1"
BACKLOG: Final = 512
"""Connections that wait while the web server starts."""

# Below the range that Linux and macOS use for outgoing connections: a port chosen now is still free when its server
# starts.
RANGE = range(15_000, 32_000)


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as candidate:
        candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            candidate.bind((HOST, port))
        except OSError:
            return False
    return True


def listens(port: int) -> bool:
    """Does something accept connections there?"""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as caller:
        caller.settimeout(0.5)
        return caller.connect_ex((HOST, port)) == 0


def listen(port: int) -> socket.socket:
    """A socket that accepts connections: they wait for the program that gets it. Raises OSError."""
    made = socket.create_server((HOST, port), backlog=BACKLOG)
    made.setblocking(False)
    # What is accepted has it from here. uvicorn takes an inherited socket for a local one, and does not set it: small
    # messages would wait for the answer to the one before.
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def choose(preferred: int | None, taken: frozenset[int] = frozenset()) -> int:
    """Return the preferred port if it is free and not taken, else any free port."""
    if preferred is not None and preferred not in taken and is_free(preferred):
        return preferred
    for port in random.SystemRandom().sample(RANGE, 500):
        if port not in taken and is_free(port):
            return port
    raise OSError("no free port between 15000 and 32000")
