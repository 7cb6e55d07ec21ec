"""Hostile websockets: pages of other origins, addresses that do not exist, messages that are none."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client

from designer.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)
NOT_UNDERSTOOD = 4400


@pytest.fixture
def cookie(ada):
    client = Client()
    client.force_login(ada)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def socket(address, cookie, origin, host="localhost:8000"):
    headers = [(b"host", host.encode()), (b"cookie", cookie.encode())]
    headers += [(b"origin", origin.encode())] if origin else []
    scope = {"type": "websocket", "path": address, "query_string": b"", "headers": headers, "subprotocols": []}
    return ApplicationCommunicator(application, scope)


async def opens(*given, **more):
    talk = socket(*given, **more)
    await talk.send_input({"type": "websocket.connect"})
    accepted = (await talk.receive_output(timeout=5))["type"] == "websocket.accept"
    # A server says so to the application in both cases; without it, the application would wait.
    await talk.send_input({"type": "websocket.disconnect", "code": 1000})
    await talk.wait(timeout=5)
    return accepted


@pytest.mark.parametrize(
    ("origin", "host"),
    [("http://localhost:8000", "localhost:8000"), ("http://localhost", "localhost"), ("http://[::1]:80", "[::1]")],
)
def test_a_page_of_this_site_opens_a_socket(design, cookie, origin, host):
    assert async_to_sync(opens)(f"/ws/designs/{design.pk}/", cookie, origin, host=host)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://localhost:9999",
        "https://localhost",
        "http://127.0.0.1:8000",
        "http://localhost:8000.evil.example",
        "http://evil.example",
        "http://localhost:x",
    ],
)
def test_a_page_of_another_site_or_port_opens_none(design, cookie, origin):
    assert not async_to_sync(opens)(f"/ws/designs/{design.pk}/", cookie, origin)


def test_a_host_that_is_not_ours_opens_none(design, cookie):
    address = f"/ws/designs/{design.pk}/"
    assert not async_to_sync(opens)(address, cookie, "http://evil.example", host="evil.example")


@pytest.mark.parametrize("address", ["/", "/ws/designs/nobody/", "/ws/nothing/"])
def test_an_address_that_does_not_exist_is_refused_and_no_fault(cookie, address):
    assert not async_to_sync(opens)(address, cookie, "http://localhost:8000")


async def answer_to(address, cookie, message):
    talk = socket(address, cookie, "http://localhost:8000")
    await talk.send_input({"type": "websocket.connect"})
    await talk.receive_output(timeout=5)
    await talk.send_input({"type": "websocket.receive", **message})
    while (output := await talk.receive_output(timeout=5))["type"] != "websocket.close":
        pass
    return output["code"]


@pytest.mark.parametrize(
    "message",
    [
        {"text": ""},
        {"text": "no json"},
        {"text": "[" * 200_000},
        {"text": '{"type": ' + "9" * 6000 + "}"},
        {"text": '{"type": "here", "focus": "' + "x" * 200_000 + '"}'},
        {"bytes": b"\x00\xff"},
    ],
    ids=["empty", "text", "brackets", "digits", "long", "bytes"],
)
def test_a_message_that_no_page_of_ours_sends_closes_the_socket(design, cookie, message):
    assert async_to_sync(answer_to)(f"/ws/designs/{design.pk}/", cookie, message) == NOT_UNDERSTOOD
