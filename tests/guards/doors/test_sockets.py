"""Four people, two guests and a visitor who has not signed in meet every websocket, through the whole application."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.test import Client

from designer.asgi import application
from tests.guards.doors.addresses import socket_doors
from tests.guards.doors.visits import Ground

SIGNED_OUT = 4401
GONE = 4404
ADMITTED = "admitted"
SILENCE_SECONDS = 0.1
DOORS = socket_doors()


@pytest.fixture
def ground(transactional_db, ada, eve, ben, cyd, gil, gus, workspace, design):
    return Ground({"ada": ada, "eve": eve, "ben": ben, "cyd": cyd, "gil": gil, "gus": gus}, workspace, design)


async def outcome(address: str, cookie: str, origin: str = "http://localhost"):
    """ADMITTED, or the code that the socket is closed with."""
    headers = [(b"origin", origin.encode()), (b"host", b"localhost"), (b"cookie", cookie.encode())]
    scope = {"type": "websocket", "path": address, "query_string": b"", "headers": headers, "subprotocols": []}
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    answer = await socket.receive_output(timeout=5)
    if answer["type"] == "websocket.accept" and not await socket.receive_nothing(SILENCE_SECONDS, 0.02):
        answer = await socket.receive_output()
    if answer["type"] == "websocket.close":
        return answer.get("code")
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(timeout=5)
    return ADMITTED


def knock(address: str, person):
    client = Client()
    if person is not None:
        client.force_login(person)
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return async_to_sync(outcome)(address, f"{settings.SESSION_COOKIE_NAME}={cookie.value}" if cookie else "")


def address_of(door, ground) -> str:
    filled = {name: str(ground.value(door, name)) for name in door.parameters}
    address = "/" + door.route
    for name, value in filled.items():
        address = address.replace(f"<uuid:{name}>", value)
    assert "<" not in address, f"{door.name}: this guard cannot write its address: {address}"
    return address


@pytest.mark.parametrize("door", DOORS, ids=[door.name for door in DOORS])
def test_a_socket_admits_whoever_may_see_and_nobody_else(door, ground):
    address = address_of(door, ground)
    met = {name: knock(address, person) for name, person in {**ground.people, "anonymous": None}.items()}
    members = dict.fromkeys(("ada", "eve", "ben", "gil", "gus"), ADMITTED)
    assert met == {**members, "cyd": GONE, "anonymous": SIGNED_OUT}, door.name


def test_a_socket_of_another_site_is_refused(ground, ada):
    client = Client()
    client.force_login(ada)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    for door in DOORS:
        address = address_of(door, ground)
        assert async_to_sync(outcome)(address, cookie, "https://elsewhere.example") != ADMITTED, door.name
