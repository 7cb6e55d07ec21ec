"""One person's pages cannot take the time of the sockets of others, however much they send."""

import asyncio

import pytest

from designer.live import consumer, pace
from designer.live.hub import Hub
from designer.live.pace import AT_ONCE, PER_SECOND, WAIT_MAX, Pace
from tests.designer.live.test_consumer import Socket, closed, heard


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_messages_of_a_person_wait_beyond_the_pace_and_end_far_beyond_it():
    one = Pace(Clock())
    delays = [one.wait() for _ in range(int(AT_ONCE + WAIT_MAX * PER_SECOND))]
    assert delays[: int(AT_ONCE)] == [0.0] * int(AT_ONCE)
    late = delays[int(AT_ONCE) :]
    assert late == sorted(late)
    assert late[-1] == pytest.approx(WAIT_MAX)
    assert one.wait() is None


def test_whoever_waits_a_while_is_served_at_once_again():
    clock = Clock()
    one = Pace(clock)
    while one.wait() is not None:
        continue
    clock.now += AT_ONCE / PER_SECOND + WAIT_MAX
    assert one.wait() == 0.0


def test_the_pace_of_our_pages_never_waits():
    """Two messages for each page that is opened, then one every few seconds from each of 200 pages."""
    clock = Clock()
    one = Pace(clock)
    delays = [one.wait() for _ in range(2 * consumer.SOCKETS_MAX)]
    for _ in range(1000):
        clock.now += 10 / consumer.SOCKETS_MAX
        delays.append(one.wait())
    assert set(delays) == {0.0}


@pytest.mark.django_db(transaction=True)
def test_a_socket_that_sends_far_too_much_is_closed_and_others_are_served(design, ada, ben, monkeypatch):
    monkeypatch.setattr(pace, "AT_ONCE", 20.0)
    monkeypatch.setattr(pace, "PER_SECOND", 0.01)

    async def conversation():
        loud, other = Socket(ada, design), Socket(ben, design)
        for one in (loud, other):
            await one.connect()
        for number in range(40):
            await loud.send_json_to({"type": "show", "query": f"?q={number}", "fragments": {"cost": ""}})
        assert await closed(loud) == consumer.TOO_MANY
        await other.send_json_to({"type": "show", "query": "", "fragments": {"cost": ""}})
        await heard(other, "fragments")
        await other.disconnect()

    asyncio.run(conversation())


@pytest.mark.django_db(transaction=True)
def test_pages_of_one_person_are_rendered_one_after_the_other(design, ada, monkeypatch):
    at_once, most, push = [0], [], Hub.push

    async def counted(self, sockets, authors=()):
        at_once[0] += 1
        most.append(at_once[0])
        await push(self, sockets, authors)
        at_once[0] -= 1

    monkeypatch.setattr(Hub, "push", counted)

    async def conversation():
        pages = [Socket(ada, design) for _ in range(4)]
        for one in pages:
            await one.connect()
        for number, one in enumerate(pages):
            await one.send_json_to({"type": "show", "query": f"?q={number}", "fragments": {"cost": ""}})
        for one in pages:
            await heard(one, "fragments")
        for one in pages:
            await one.disconnect()

    asyncio.run(conversation())
    assert set(most) == {1}
