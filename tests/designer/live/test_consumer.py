"""The socket of a design: who is admitted, what it pushes, when it closes. On the real Redis and Postgres."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from django.conf import settings
from django.test import Client
from redis.exceptions import RedisError

from designer.accounts.scim.messages import WantedPerson
from designer.accounts.scim.people import person_alter
from designer.accounts.session_store import SessionStore
from designer.accounts.sessions import handle_of, session_end
from designer.live import consumer
from designer.live.routing import websocket_urlpatterns
from designer.page.presence import Presence
from designer.services import member_remove
from modeler.core.edits.changes import Delta
from modeler.history.versions import version_name
from modeler.services import design_change, design_remove
from tests.messages import read_message

pytestmark = pytest.mark.django_db(transaction=True)
APPLICATION = URLRouter(websocket_urlpatterns)
PATIENCE_SECONDS = 20


class Socket(ApplicationCommunicator):
    """One page's socket, for a person."""

    def __init__(self, person, design):
        path = f"/ws/designs/{design.pk}/"
        super().__init__(APPLICATION, {"type": "websocket", "path": path, "headers": [], "user": person})

    async def connect(self):
        await self.send_input({"type": "websocket.connect"})
        return (await self.receive_output(timeout=PATIENCE_SECONDS))["type"] == "websocket.accept"

    async def send_json_to(self, message):
        await self.send_input({"type": "websocket.receive", "text": json.dumps(message)})

    async def receive_json_from(self):
        output = await self.receive_output(timeout=PATIENCE_SECONDS)
        return read_message(output.get("text") or output["bytes"])

    async def disconnect(self):
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(PATIENCE_SECONDS)


async def heard(socket, kind):
    """The next message of a kind, whatever comes before it."""
    while True:
        message = await socket.receive_json_from()
        if message["type"] == kind:
            return message


async def closed(socket):
    """The code with which a socket closes."""
    while True:
        message = await socket.receive_output(timeout=PATIENCE_SECONDS)
        if message["type"] == "websocket.close":
            return message["code"]


def rename(design, by, before, after):
    return sync_to_async(design_change)(design_id=design.pk, by=by, deltas=[Delta("e-order", "name", before, after)])


def run(conversation):
    """An async conversation from a test that is not."""
    return asyncio.run(conversation())


def test_a_stranger_is_not_admitted(design, cyd):
    async def conversation():
        socket = Socket(cyd, design)
        assert await socket.connect()
        assert await closed(socket) == 4404

    run(conversation)


def test_a_page_is_sent_what_it_shows_and_only_what_differs(design, ada, ben):
    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await socket.send_json_to({"type": "show", "query": "", "fragments": {"outline": "", "nobody": ""}})
        first = await heard(socket, "fragments")
        assert set(first["fragments"]) == {"outline"}
        version = first["fragments"]["outline"]["version"]
        await socket.send_json_to({"type": "show", "query": "", "fragments": {"outline": version}})
        await rename(design, ada, "Order", "Purchase")
        pushed = await heard(socket, "fragments")  # An answer to the second message would come before it.
        assert pushed["revision"] == 2
        assert "Purchase" in pushed["fragments"]["outline"]["html"]
        await socket.disconnect()

    run(conversation)


def test_a_region_that_looks_the_same_is_not_sent_again(design, ada, ben):
    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await socket.send_json_to({"type": "show", "query": "", "fragments": {"comments_count": "", "revision": ""}})
        await heard(socket, "fragments")
        await heard(socket, "fragments")
        await rename(design, ada, "Order", "Purchase")
        assert set((await heard(socket, "fragments"))["fragments"]) == {"revision"}
        await socket.send_json_to({"type": "show", "query": "", "fragments": {"outline": ""}})
        assert set((await heard(socket, "fragments"))["fragments"]) == {"outline"}
        await socket.disconnect()

    run(conversation)


def test_a_page_is_told_which_version_of_the_server_it_talks_to(design, ben, client):
    client.force_login(ben)
    page = client.get(f"/designs/{design.pk}/").content.decode()
    asked = client.get(f"/designs/{design.pk}/fragments/").json()

    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await socket.send_json_to({"type": "here", "focus": ""})
        version = (await heard(socket, "server"))["server"]
        assert f'data-server="{version}"' in page
        assert asked["server"] == version
        await socket.disconnect()

    run(conversation)


def test_the_place_decides_what_is_rendered(design, ben):
    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await socket.send_json_to({"type": "show", "query": "?index=i-gsi1", "fragments": {"grid": ""}})
        assert "STATUS#OPEN" in (await heard(socket, "fragments"))["fragments"]["grid"]["html"]
        await socket.disconnect()

    run(conversation)


def test_a_member_removed_loses_the_open_socket(design, workspace, ada, eve):
    async def conversation():
        socket = Socket(eve, design)
        await socket.connect()
        await sync_to_async(member_remove)(workspace_id=workspace.pk, user_id=eve.pk, by=ada)
        assert await closed(socket) == 4403

    run(conversation)


def test_a_design_removed_closes_its_sockets(design, ada, ben):
    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await sync_to_async(design_remove)(design_id=design.pk, by=ada)
        assert await closed(socket) == 4404

    run(conversation)


@pytest.mark.parametrize("nonsense", [[], "text", {"type": "show"}, {"type": "show", "fragments": []}, {"type": 3}])
def test_nonsense_is_passed_over(design, ben, nonsense):
    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await socket.send_json_to(nonsense)
        await socket.send_json_to({"type": "show", "query": "", "fragments": {"outline": ""}})
        assert set((await socket.receive_json_from())["fragments"]) == {"outline"}
        await socket.disconnect()

    run(conversation)


def test_a_version_that_is_named_is_told_and_is_offered_where_versions_are(design, ada, ben):
    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await socket.send_json_to({"type": "show", "query": "", "fragments": {"cost": ""}})
        await heard(socket, "fragments")
        await rename(design, ada, "Order", "Purchase")
        await heard(socket, "fragments")
        await sync_to_async(version_name)(design_id=design.pk, revision=1, name="Launch", by=ada)
        assert "Launch, revision 1" in (await heard(socket, "fragments"))["fragments"]["cost"]["html"]
        await heard(socket, "versions")
        await socket.disconnect()

    run(conversation)


def end_session(session, person):
    SessionStore(session).delete()


def sign_out_everywhere(session, person):
    person.set_password("another-long-password")
    person.save()


def disable(session, person):
    person.is_active = False
    person.save()


@pytest.mark.parametrize("end", [end_session, sign_out_everywhere, disable])
@pytest.mark.parametrize("message", ["here", "revision"])
def test_a_socket_does_not_outlive_the_session_or_the_account(design, ada, eve, end, message, monkeypatch):
    monkeypatch.setattr("designer.live.consumer.FRESH_SECONDS", 0)
    client = Client()
    client.force_login(eve)
    session = client.session.session_key

    async def conversation():
        socket = Socket(eve, design)
        socket.scope["session"] = SessionStore(session)
        assert await socket.connect()
        await socket.send_json_to({"type": "show", "fragments": {"sheet": ""}})
        await heard(socket, "fragments")
        await database_sync_to_async(end)(session, eve)
        if message == "here":
            await socket.send_json_to({"type": "here"})
        else:
            await rename(design, ada, "Order", "Purchase")
        assert await closed_without(socket, "fragments") == 4401

    run(conversation)


def sign_out(session, person):
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    client.post("/sign-out/")


def end_from_another_browser(session, person):
    session_end(person, handle_of(session))


def disable_by_provider(session, person):
    person_alter(person, WantedPerson(is_active=False))


@pytest.mark.parametrize("end", [sign_out, end_from_another_browser, disable, disable_by_provider])
def test_a_socket_closes_when_its_session_ends_without_another_message(design, eve, end):
    client = Client()
    client.force_login(eve)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    other = Client()
    other.force_login(eve)

    async def conversation():
        sockets = []
        for key in (session, other.session.session_key):
            socket = Socket(eve, design)
            socket.scope["session"] = SessionStore(key)
            assert await socket.connect()
            sockets.append(socket)
        await database_sync_to_async(end)(session, eve)
        assert await closed(sockets[0]) == 4401
        if end in (sign_out, end_from_another_browser):
            await sockets[1].send_json_to({"type": "show", "fragments": {"sheet": ""}})
            await heard(sockets[1], "fragments")
            await sockets[1].disconnect()

    run(conversation)


async def closed_without(socket, kind):
    """The code with which a socket closes; fails if it is sent a message of a kind before."""
    while True:
        message = await socket.receive_output(timeout=PATIENCE_SECONDS)
        if message["type"] == "websocket.close":
            return message["code"]
        assert read_message(message.get("text") or message["bytes"])["type"] != kind


def test_a_person_s_sockets_are_bounded_and_do_not_take_the_place_of_others(design, ada, ben, monkeypatch):
    monkeypatch.setattr(consumer, "SOCKETS_MAX", 2)

    async def conversation():
        first, second, third, other = Socket(ada, design), Socket(ada, design), Socket(ada, design), Socket(ben, design)
        for one in (first, second, third, other):
            await one.connect()
        assert await closed(third) == consumer.TOO_MANY
        await other.send_json_to({"type": "show", "query": "", "fragments": {"cost": ""}})
        await heard(other, "fragments")
        await first.disconnect()
        again = Socket(ada, design)
        await again.connect()
        await again.send_json_to({"type": "show", "query": "", "fragments": {"cost": ""}})
        await heard(again, "fragments")
        for one in (second, other, again):
            await one.disconnect()

    run(conversation)


def test_edits_arrive_while_nobody_knows_who_is_here(design, ada, ben, monkeypatch):
    async def away(*_):
        raise RedisError("away")

    monkeypatch.setattr(Presence, "here", away)
    monkeypatch.setattr(Presence, "gone", away)

    async def conversation():
        socket = Socket(ben, design)
        await socket.connect()
        await socket.send_json_to({"type": "here", "focus": ""})
        await socket.send_json_to({"type": "show", "query": "", "fragments": {"cost": ""}})
        await heard(socket, "fragments")
        await socket.disconnect()

    run(conversation)
