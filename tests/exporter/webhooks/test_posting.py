"""One request to a real server: what it gets, and why it did not get it."""

import socket
import threading
from contextlib import closing
from ipaddress import ip_network

import pytest

from exporter.webhooks.addresses import target_of
from exporter.webhooks.posting import NotDelivered, post
from tests.exporter.webhooks.receiver import receiving

HERE = (ip_network("127.0.0.0/8"),)


@pytest.fixture(scope="module")
def running():
    with receiving() as server:
        yield server


@pytest.fixture
def receiver(running):
    running.got.clear()
    running.answers, running.headers = [], {}
    return running


def sent(url, **more):
    return post(target_of(url, HERE), b'{"a":1}', {"X-One": "1"}, **more)


def test_the_receiver_gets_the_body_and_its_own_host(receiver):
    assert sent(receiver.url) == 204
    [(path, headers, body)] = receiver.got
    assert (path, body, headers["x-one"]) == ("/hook?from=keysheet", b'{"a":1}', "1")
    assert headers["host"] == f"127.0.0.1:{receiver.server_port}"


def test_a_redirect_is_an_answer_and_is_not_followed(receiver):
    receiver.answers, receiver.headers = [302], {"Location": receiver.url}
    assert sent(receiver.url) == 302
    assert len(receiver.got) == 1


def test_a_proxy_of_the_environment_is_not_used(receiver, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert sent(receiver.url) == 204


def test_a_connection_that_ends_is_said(receiver):
    receiver.answers = [0]
    with pytest.raises(NotDelivered, match=r"does not answer in HTTP|ended the connection"):
        sent(receiver.url)


def test_nobody_there_is_said():
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with pytest.raises(NotDelivered, match="refuses the connection"):
        sent(f"http://127.0.0.1:{port}/")


def test_a_receiver_without_tls_is_said(receiver):
    with pytest.raises(NotDelivered, match="does not speak TLS"):
        sent(receiver.url.replace("http:", "https:"))


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\n"])
def test_a_receiver_that_sends_a_byte_now_and_then_does_not_hold_the_worker(begun):
    over = threading.Event()

    def drip(server):
        connection, _ = server.accept()
        with closing(connection):
            connection.sendall(begun)
            while not over.wait(0.02):
                try:
                    connection.sendall(b"H")
                except OSError:
                    return

    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        thread = threading.Thread(target=drip, args=(server,))
        thread.start()
        try:
            with pytest.raises(NotDelivered, match=r"did not answer within 0\.3 s"):
                sent(f"http://127.0.0.1:{server.getsockname()[1]}/", seconds=0.3)
        finally:
            over.set()
            thread.join()
