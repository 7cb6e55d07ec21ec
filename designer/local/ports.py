"""Free ports on the local address."""

import random
import socket
from typing import Final

HOST: Final = "127.0.0.1"
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


def choose(preferred: int | None, taken: frozenset[int] = frozenset()) -> int:
    """Return the preferred port if it is free and not taken, else any free port."""
    if preferred is not None and preferred not in taken and is_free(preferred):
        return preferred
    for port in random.SystemRandom().sample(RANGE, 500):
        if port not in taken and is_free(port):
            return port
    raise OSError("no free port between 15000 and 32000")
