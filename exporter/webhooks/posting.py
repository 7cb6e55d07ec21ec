"""One request: to the address that was checked, no proxy, no redirect, a deadline for all of it, no answer read."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from typing import Final

from exporter.webhooks.addresses import CheckedTarget

SECONDS: Final = 10.0
_OF_TLS: Final = 443
_PLAIN: Final = 80


class NotDelivered(Exception):
    """The receiver did not take the message; the text says why."""


def post(target: CheckedTarget, body: bytes, headers: Mapping[str, str], *, seconds: float = SECONDS) -> int:
    """Return the status of the answer. Raises NotDelivered if there is none in time."""
    connection = http.client.HTTPConnection(target.host, target.port)
    ended = threading.Event()
    ending = threading.Timer(seconds, _end, args=(connection, ended))
    ending.daemon = True
    ending.start()
    try:
        _connect(connection, target, seconds)
        named = f"[{target.host}]" if ":" in target.host else target.host
        usual = target.port == (_OF_TLS if target.is_encrypted else _PLAIN)
        host = named if usual else f"{named}:{target.port}"
        connection.request("POST", target.path, body, {**headers, "Host": host, "Connection": "close"})
        status = connection.getresponse().status
        if ended.is_set():
            # What was cut off reads as an answer that has ended.
            raise TimeoutError
        return status
    except (OSError, http.client.HTTPException) as error:
        raise NotDelivered(_reason(error, is_over=ended.is_set(), seconds=seconds)) from error
    finally:
        ending.cancel()
        connection.close()


def _connect(connection: http.client.HTTPConnection, target: CheckedTarget, seconds: float) -> None:
    connection.sock = socket.create_connection((target.address, target.port), timeout=seconds)
    if target.is_encrypted:
        context = ssl.create_default_context()
        wrapped = context.wrap_socket(connection.sock, server_hostname=target.host, do_handshake_on_connect=False)
        # Known before the handshake, so that the time limit ends that too.
        connection.sock = wrapped
        wrapped.do_handshake()


def _end(connection: http.client.HTTPConnection, ended: threading.Event) -> None:
    """A receiver that sends a byte now and then never runs into the time limit of the socket."""
    ended.set()
    if connection.sock is not None:
        try:
            connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:  # it is closed already
            return


def _reason(error: Exception, *, is_over: bool, seconds: float) -> str:
    if is_over or isinstance(error, TimeoutError):
        return f"the receiver did not answer within {seconds:g} s"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the receiver's certificate is not accepted: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return "the receiver does not speak TLS as expected"
    if isinstance(error, ConnectionRefusedError):
        return "the receiver refuses the connection"
    if isinstance(error, http.client.HTTPException):
        return "the receiver does not answer in HTTP"
    return "the receiver cannot be reached, or ended the connection"
