"""Who has a design open, as its pages are told: a hint that costs little however many pages there are."""

import asyncio
import json

import pytest
from django.conf import settings

from designer.live import hub
from designer.live.consumer import DesignConsumer
from designer.page.presence import Presence
from tests.designer.live.test_consumer import Socket, heard, run

pytestmark = pytest.mark.django_db(transaction=True)


def test_people_see_each_other_once_and_see_who_leaves(design, ada, ben):
    async def conversation():
        one, other = Socket(ada, design), Socket(ben, design)
        await one.connect()
        await other.connect()
        await one.send_json_to({"type": "here", "focus": ""})
        await heard(one, "people")
        await other.send_json_to({"type": "here", "focus": "cell-o-o-base-keys-PK"})
        people = (await heard(one, "people"))["people"]
        assert [(person["name"], person["focus"], person["me"]) for person in people] == [
            ("Ada", "", True),
            ("Ben", "cell-o-o-base-keys-PK", False),
        ]
        assert all("@" not in str(person) for person in people)
        await other.disconnect()
        assert [person["name"] for person in (await heard(one, "people"))["people"]] == ["Ada"]
        await one.disconnect()

    run(conversation)


def test_one_socket_looks_who_is_here_for_all_of_the_process(design, ada, ben, monkeypatch):
    looks, people = [], Presence.people

    async def counted(self):
        looks.append(self)
        return await people(self)

    async def conversation():
        sockets = [Socket(person, design) for person in (ada, ben) for _ in range(4)]
        for one in sockets:
            await one.connect()
        monkeypatch.setattr(Presence, "people", counted)
        await sockets[0].send_json_to({"type": "here", "focus": ""})
        for one in sockets:
            assert [person["name"] for person in (await heard(one, "people"))["people"]] == ["Ada"]
        assert len(looks) == 1
        for one in sockets:
            await one.disconnect()

    run(conversation)


def test_pages_that_stay_where_they_are_do_not_each_ask_who_is_here(design, ada, ben, monkeypatch):
    """A thousand pages would read a thousand entries a hundred times a second."""
    looks, people = [], Presence.people

    async def counted(self):
        looks.append(self)
        return await people(self)

    async def conversation():
        sockets = [Socket(person, design) for person in (ada, ben) for _ in range(4)]
        for one in sockets:
            await one.connect()
            await one.send_json_to({"type": "here", "focus": ""})
            await heard(one, "people")
        monkeypatch.setattr(Presence, "people", counted)
        for one in sockets:
            await one.send_json_to({"type": "here", "focus": ""})
            await one.send_json_to({"type": "show", "query": "", "fragments": {"cost": ""}})
            await heard(one, "fragments")
        assert len(looks) <= 1
        for one in sockets:
            await one.disconnect()

    run(conversation)


def test_a_heartbeat_finds_out_that_a_page_ended_without_a_word(design, ada, ben, monkeypatch):
    monkeypatch.setattr(hub, "LOOKED_EVERY_SECONDS", 0.0)

    async def conversation():
        one, killed = Socket(ada, design), Socket(ben, design)
        for socket in (one, killed):
            await socket.connect()
            await socket.send_json_to({"type": "here", "focus": ""})
        while len((await heard(one, "people"))["people"]) < 2:
            pass
        redis, key = DesignConsumer.redis[asyncio.get_running_loop()], f"{settings.INSTANCE}:presence:{design.pk}"
        for page, entry in (await redis.hgetall(key)).items():
            if json.loads(entry)["id"] == ben.pk:
                await redis.hset(key, page, json.dumps(json.loads(entry) | {"until": 0}))
        await one.send_json_to({"type": "here", "focus": ""})
        assert [person["name"] for person in (await heard(one, "people"))["people"]] == ["Ada"]
        for socket in (one, killed):
            await socket.disconnect()

    run(conversation)
