"""What the sockets of one design share: each change is read, rendered and written once for all of them."""

import asyncio
import threading
from collections import Counter
from itertools import pairwise

import pytest
from asgiref.sync import sync_to_async

from designer.live import hub
from designer.live.consumer import DesignConsumer
from designer.live.hub import Hub
from modeler.services import design_remove
from tests.designer.live.test_consumer import Socket, closed, disable, heard, rename, run

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = 5


async def opened(design, *people, **fragments):
    """Sockets that have what they show."""
    sockets = [Socket(person, design) for person in people]
    for one in sockets:
        await one.connect()
        await one.send_json_to({"type": "show", "query": "", "fragments": fragments or {"outline": ""}})
        await heard(one, "fragments")
    return sockets


async def left(sockets):
    for one in sockets:
        await one.disconnect()


async def until_revision(socket, revision):
    """The revisions that a page was sent until it had this one."""
    found = []
    while not found or found[-1] < revision:
        found.append((await heard(socket, "fragments"))["revision"])
    return found


@pytest.fixture
def made(monkeypatch):
    """How often scenes are asked for and regions rendered, besides those that are kept."""
    counts = Counter()
    scene_of, render = hub.scene_of, hub._render

    def counted_scene(design_id):
        counts["scene"] += 1
        return scene_of(design_id)

    def counted_render(scene, names, *rest):
        counts.update(names)
        render(scene, names, *rest)

    monkeypatch.setattr(hub, "scene_of", counted_scene)
    monkeypatch.setattr(hub, "_render", counted_render)
    return counts


def test_a_revision_is_named_after_what_people_edit_was_sent(design, ada, ben):
    """A page that says "saved, revision 2" above the keys of revision 1 says what is not so."""
    edited = ("inspector", "outline", "sheet")

    async def conversation():
        (socket,) = await opened(design, ben, outline="")
        await socket.send_json_to({"type": "show", "query": "", "fragments": dict.fromkeys((*edited, "revision"), "")})
        for _ in (*edited, "revision"):
            await heard(socket, "fragments")
        await rename(design, ada, "Order", "Purchase")
        sent = [name for _ in (*edited, "revision") for name in (await heard(socket, "fragments"))["fragments"]]
        assert sorted(sent[:-1]) == list(edited)
        assert sent[-1] == "revision"
        await left([socket])

    run(conversation)


def test_a_change_is_read_and_rendered_once_for_all_pages(design, ada, eve, made):
    """An owner and an editor see the same."""

    async def conversation():
        sockets = await opened(design, *[ada, eve] * PAGES)
        made.clear()
        await rename(design, ada, "Order", "Purchase")
        for one in sockets:
            assert await until_revision(one, 2) == [2]
        assert made == {"scene": 1, "outline": 1}
        await left(sockets)

    run(conversation)


def test_changes_that_come_while_one_is_rendered_are_pushed_together(design, ada, ben, made, monkeypatch):
    """The last one always arrives."""
    names = ["Order", *(f"Name{number}" for number in range(10))]
    goes_on = threading.Event()
    render = hub._render

    def held(*given):
        goes_on.wait(timeout=20)
        render(*given)

    async def conversation():
        (socket,) = await opened(design, ben)
        made.clear()
        monkeypatch.setattr(hub, "_render", held)
        for before, after in pairwise(names):
            await rename(design, ada, before, after)
        goes_on.set()
        revisions = await until_revision(socket, len(names))
        assert len(revisions) < len(names) - 1
        assert made["scene"] == made["outline"] == len(revisions)
        await left([socket])

    run(conversation)


def test_rights_are_asked_once_for_all_pages(design, ada, ben, monkeypatch):
    asked, rights_of = [], hub.rights_of

    def counted(design_id, seats):
        asked.append(len(seats))
        return rights_of(design_id, seats)

    async def conversation():
        sockets = await opened(design, *[ada, ben] * PAGES)
        monkeypatch.setattr(hub, "rights_of", counted)
        for one in DesignConsumer.of_person[ada.pk] | DesignConsumer.of_person[ben.pk]:
            one.asked_at -= 60
        await rename(design, ada, "Order", "Purchase")
        for one in sockets:
            await until_revision(one, 2)
        assert asked == [2]
        await left(sockets)

    run(conversation)


def test_a_page_that_is_gone_before_it_is_closed_leaves_the_others_open(design, ada, eve):
    async def gone(code=None):
        raise OSError("the page has gone")  # as the server does

    async def conversation():
        theirs, own = await opened(design, eve, ada)
        (consumer,) = DesignConsumer.of_person[eve.pk]
        consumer.close = gone
        await sync_to_async(disable)(None, eve)
        for one in DesignConsumer.of_person[ada.pk] | {consumer}:
            one.asked_at -= 60
        await rename(design, ada, "Order", "Purchase")
        assert await until_revision(own, 2) == [2]
        await left([theirs, own])

    run(conversation)


def test_a_colleague_s_change_names_its_author_even_beside_one_s_own(design, ada, eve, monkeypatch):
    async def conversation():
        mine, other = await opened(design, ada, eve, revision="")
        # Both changes become known at the same moment.
        monkeypatch.setattr(Hub, "wake", lambda *_: None)
        await rename(design, eve, "Order", "Purchase")
        await rename(design, ada, "Purchase", "Sale")
        (both,) = Hub._open[asyncio.get_running_loop()].values()
        while len(both._authors) < 2:
            await asyncio.sleep(0)
        monkeypatch.undo()
        both.wake()
        assert (await heard(mine, "fragments"))["author"]["id"] == eve.pk
        assert (await heard(other, "fragments"))["author"]["id"] == ada.pk
        await left([mine, other])

    run(conversation)


def test_what_waits_for_a_slow_page_is_replaced_by_what_is_newer(design, ada, eve):
    """A page that reads nothing for a while gets the last revision, and none of those between. What an editor sees is
    handed to both at the same moment.
    """
    names = ["Order", *(f"Name{number}" for number in range(4))]

    async def conversation():
        slow, quick = await opened(design, eve, ada)
        (page,) = DesignConsumer.of_person[eve.pk]
        may_send, send = asyncio.Event(), page.send

        async def held(**message):
            await may_send.wait()
            await send(**message)

        page.send = held
        for number, (before, after) in enumerate(pairwise(names)):
            await rename(design, ada, before, after)
            await until_revision(quick, number + 2)
        may_send.set()
        # The one that was being sent, and the last.
        assert await until_revision(slow, len(names)) == [2, len(names)]
        await left([slow, quick])

    run(conversation)


def test_the_last_page_that_leaves_ends_the_subscription(design, ada, ben):
    async def conversation():
        sockets = await opened(design, ada, ben)
        hubs = Hub._open[asyncio.get_running_loop()]
        assert list(hubs) == [design.pk]
        await left(sockets)
        assert not hubs
        again = await opened(design, ada)
        await rename(design, ada, "Order", "Purchase")
        assert await until_revision(again[0], 2) == [2]
        await left(again)

    run(conversation)


def test_pages_close_if_their_design_is_gone_or_cannot_be_read(design, ada, ben, monkeypatch):
    def broken(_):
        raise RuntimeError("no scene")

    async def conversation():
        one, other = await opened(design, ada, ben)
        monkeypatch.setattr(hub, "scene_of", broken)
        await rename(design, ada, "Order", "Purchase")
        assert {await closed(one), await closed(other)} == {hub.FAILED}
        monkeypatch.undo()
        (again,) = await opened(design, ada)
        await sync_to_async(design_remove)(design_id=design.pk, by=ada)
        assert await closed(again) == 4404

    run(conversation)


def test_a_place_that_cannot_be_rendered_closes_only_the_pages_that_show_it(design, ada, ben, monkeypatch):
    render = hub._render

    def broken(scene, names, *rest):
        if "map" in names:
            raise RuntimeError("no map")
        render(scene, names, *rest)

    async def conversation():
        (good,), (bad,) = await opened(design, ada), await opened(design, ben, map="")
        await bad.send_json_to({"type": "show", "query": "?index=i-gsi1", "fragments": {"map": ""}})
        await heard(bad, "fragments")
        monkeypatch.setattr(hub, "_render", broken)
        await rename(design, ada, "Order", "Purchase")
        assert await closed(bad) == hub.FAILED
        assert await until_revision(good, 2) == [2]
        await left([good])

    run(conversation)


def test_a_push_goes_to_those_who_do_something_and_to_some_of_the_others(design, ada, eve, ben, monkeypatch):
    """Every page gets it in the end. Who changes something does something, wherever the page was opened."""
    monkeypatch.setattr(hub, "RESTING_AT_ONCE", 1)
    monkeypatch.setattr(hub, "RESTING_SECONDS", 3600)
    pushed, push = [], Hub.push

    async def noted(self, sockets, authors=()):
        pushed.append([one.user.pk for one in sockets])
        await push(self, sockets, authors)

    async def conversation():
        editor, *resting = await opened(design, ada, ben, ben, ben)
        author = (await opened(design, eve))[0]
        (both,) = Hub._open[asyncio.get_running_loop()].values()
        for one in both.sockets:
            one.stirred -= 0 if one.user.pk == ada.pk else 7200
        monkeypatch.setattr(Hub, "push", noted)
        await rename(design, eve, "Order", "Purchase")
        assert [(await heard(one, "fragments"))["author"]["id"] for one in (editor, *resting)] == [eve.pk] * 4
        assert (await heard(author, "fragments"))["author"] is None
        first, *others = [some for some in pushed if some]
        assert sorted(first) == sorted([ada.pk, eve.pk])
        assert others == [[ben.pk]] * 3
        await left([editor, author, *resting])

    run(conversation)
