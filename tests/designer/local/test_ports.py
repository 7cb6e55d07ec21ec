"""The socket that the web server gets."""

import socket
from contextlib import closing

from designer.local import ports


def test_connections_wait_for_the_program_that_gets_the_socket_and_their_messages_for_nothing():
    port = ports.choose(None)
    with closing(ports.listen(port)) as door, socket.create_connection((ports.HOST, port)) as caller:
        caller.sendall(b"early")
        door.setblocking(True)
        accepted, _ = door.accept()
        with accepted:
            assert accepted.recv(5) == b"early"
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
