"""What the sockets of one design in this process share: one subscription, one scene, one rendering, one text.

A message crosses Redis once per process. What arrives within TOGETHER_SECONDS is pushed together, and a design that
takes long to render is pushed less often, so that its pushes never take all the time of a process; that others are
pushed at the same time does not count. Each region is rendered
once for all sockets that show the same place, with roles that see the same. What a newer push replaces before it is
sent is never sent. Of a design that many people have open, pages whose person has not moved for a while wait their
turn: each push goes to all others, and to some of them.
"""

from __future__ import annotations

import asyncio
import json
import logging
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Final
from uuid import UUID

from channels.layers import get_channel_layer

from designer.live.open_page import OpenPage
from designer.live.people import shown_people
from designer.live.rights import GONE, rights_of
from designer.live.threads import in_thread, work_counted
from designer.page.fragments import REGIONS, Fragment, fragment, fragment_kept, seen_as
from designer.page.presence import color_of, presence_is_a_hint
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import scene_of
from modeler.broadcast import design_group
from modeler.computing import TooLong, limited
from modeler.core.errors import Missing
from modeler.observing.tracing import span

log = logging.getLogger(__name__)

FAILED: Final = 1011
"""The page connects again, and gets everything anew."""

TOGETHER_SECONDS: Final = 0.1
"""What happens within this time is pushed together."""

SOCKETS_OF_A_LOOK: Final = 100
"""Lists of people that one design sends per second: with more sockets, it looks less often who is here."""

LOOKED_EVERY_SECONDS = 5.0
"""How often the sockets of a process look again who is here although nobody moved: entries of pages expire that ended
without a word.
"""

SENT_WITHIN_SECONDS: Final = 2.0
"""How long a push is waited for until it has left. A page that takes longer is waited for once."""

RESTING_SECONDS = 30.0
"""A page rests when its person has neither moved nor changed anything for this long."""

RESTING_AT_ONCE = 100
"""Resting pages that one push goes to. A thousand messages take longer to send than a change to render."""

TRACES_MAX: Final = 20
"""Traces that a push belongs or is linked to; the newest."""

SMALL: Final = 1500
"""HTML with fewer characters is sent uncompressed."""


@dataclass
class _Alike:
    """Sockets that show the same place, with roles that see the same."""

    place: PagePlace
    query: str
    role: str
    sockets: list[OpenPage] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return [name for name in REGIONS if any(name in one.shown for one in self.sockets)]


@dataclass(frozen=True)
class _Push:
    """What is pushed: a scene, the people who caused it, and its number: a push with a greater one is newer."""

    number: int
    scene: Scene
    authors: tuple[int | None, ...] = ()

    def author_for(self, person: int) -> int | None:
        """The last of those who changed something, besides the person who looks."""
        return next((by for by in reversed(self.authors) if by is not None and by != person), None)


class Hub:
    """The sockets of one design in one event loop. Made by the first that joins, closed after the last."""

    _open: ClassVar[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[UUID, Hub]]] = weakref.WeakKeyDictionary()

    def __init__(self, design_id: UUID) -> None:
        self.design_id = design_id
        self.sockets: set[OpenPage] = set()
        self._layer = get_channel_layer()
        self._channel = ""
        self._subscribed = asyncio.ensure_future(self._subscribe())
        self._tasks: dict[str, asyncio.Future[Any]] = {}
        self._checking: asyncio.Future[None] | None = None
        self._number = 0
        self._looked = 0.0
        self._has_news = False
        self._authors: list[int | None] = []
        self._late: dict[OpenPage, None] = {}
        self._late_authors: tuple[int | None, ...] = ()
        self._notes: dict[str, None] = {}
        self._traces: list[str] = []

    @classmethod
    async def joined(cls, design_id: UUID, socket: OpenPage) -> Hub:
        """The hub of a design with this socket; it hears what is announced from now on."""
        hubs = cls._open.setdefault(asyncio.get_running_loop(), {})
        hub = hubs.get(design_id)
        if hub is None:
            hub = hubs[design_id] = cls(design_id)
        hub.sockets.add(socket)
        try:
            await asyncio.shield(hub._subscribed)
        except BaseException:
            await hub.leave(socket)
            raise
        return hub

    async def leave(self, socket: OpenPage) -> None:
        """Forget a socket; without sockets, the subscription ends."""
        self.sockets.discard(socket)
        self._late.pop(socket, None)
        hubs = self._open.get(asyncio.get_running_loop(), {})
        if self.sockets or hubs.get(self.design_id) is not self:
            return
        del hubs[self.design_id]
        await asyncio.wait([self._subscribed])
        for task in self._tasks.values():
            task.cancel()
        if self._channel:
            await self._layer.group_discard(design_group(self.design_id), self._channel)

    async def _subscribe(self) -> None:
        self._channel = await self._layer.new_channel()
        await self._layer.group_add(design_group(self.design_id), self._channel)
        self._tasks["listen"] = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        while True:
            try:
                self._hear(await self._layer.receive(self._channel))
            except Exception:
                log.exception("a message about design %s was not understood", self.design_id)

    def _hear(self, message: Mapping[str, Any]) -> None:
        """React to a message of modeler.broadcast."""
        match message["type"]:
            case "design.revision":
                self._authors.append(message.get("by"))
                self.wake(message.get("trace", ""))
            case "design.findings":
                self.wake(message.get("trace", ""))
            case "design.comments" | "design.versions":
                # The page then requests the dialog that it has open.
                self._notes[message["type"].removeprefix("design.")] = None
                self.wake(message.get("trace", ""))
            case "design.job":
                told = json.dumps({"type": "job", "job": message["job"], "state": message["state"]})
                for one in self.sockets:
                    one.put(f"job {message['job']}", told)
            case "design.people":
                self._begin("look", self._look)
            case "design.removed":
                self._begin("check", partial(self.check, anew=True))

    def _begin(self, name: str, work: Callable[[], Any]) -> None:
        """Do a piece of work, unless it is being done."""
        task = self._tasks.get(name)
        if task is None or task.done():
            self._tasks[name] = asyncio.ensure_future(work())

    def wake(self, trace: str = "") -> None:
        """Push what has changed to every socket: now, or together with what else arrives soon, as part of a trace."""
        self._traces += [trace] if trace else []
        self._has_news = True
        self._begin("turn", self._turn)

    async def _turn(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._has_news or self._late:
            begun = clock()
            authors, self._authors = tuple(self._authors), []
            lively, resting = self._due(begun, authors)
            self._has_news = False
            notes, self._notes = self._notes, {}
            traces, self._traces = self._traces[: -TRACES_MAX - 1 : -1], []
            design, sockets = str(self.design_id), len(self.sockets)
            before = self._sending()
            with (
                work_counted() as work,
                span("push", "CONSUMER", after=traces, keysheet__design=design, keysheet__sockets=sockets),
            ):
                await self.push(lively, authors)
                await self.push(resting, self._late_authors)
            for note in notes:
                for one in self.sockets:
                    one.put(note, json.dumps({"type": note}))
            # Sending to a thousand pages takes longer than rendering for them, and is part of what was spent.
            sending = clock()
            if begun_now := self._sending() - before:
                await asyncio.wait(begun_now, timeout=SENT_WITHIN_SECONDS)
            ended = clock()
            await asyncio.sleep(max(TOGETHER_SECONDS - (ended - begun), sum(work) + ended - sending))

    def _due(self, now: float, authors: tuple[int | None, ...]) -> tuple[list[OpenPage], list[OpenPage]]:
        """The sockets that are pushed to now: those whose people do something, if there is news for them, and of the
        others those that have waited longest.
        """
        lively = []
        self._late_authors = (*(self._late_authors if self._late else ()), *authors)[-TRACES_MAX:]
        for one in self.sockets if self._has_news else ():
            if one.user.pk in authors:
                one.stirred = now
            if now - one.stirred < RESTING_SECONDS:
                self._late.pop(one, None)
                lively.append(one)
            else:
                self._late.setdefault(one)
        resting = list(islice(self._late, RESTING_AT_ONCE))
        for one in resting:
            del self._late[one]
        return lively, resting

    def _sending(self) -> set[asyncio.Future[None]]:
        return {one.sending for one in self.sockets if one.sending is not None}

    async def push(self, sockets: Collection[OpenPage], authors: tuple[int | None, ...] = ()) -> None:
        """Send each of these sockets the regions that differ from what it shows. Sockets to which this is not possible
        close.
        """
        if not sockets:
            return
        self._number += 1
        number = self._number
        try:
            scene = await in_thread(scene_of)(self.design_id)
            alike = await self._alike(sockets)
        except Missing:
            await _closed(sockets, GONE)
        except Exception:
            log.exception("the pages of design %s were not updated", self.design_id)
            await _closed(sockets, FAILED)
        else:
            push = _Push(number, scene, authors)
            await asyncio.gather(*(self._push_alike(push, some) for some in alike))

    async def _alike(self, sockets: Iterable[OpenPage]) -> Collection[_Alike]:
        """The sockets whose people may see the design now."""
        found: dict[tuple[Any, ...], _Alike] = {}
        for one in sockets:
            if await one.may_see():
                key = (one.query, *seen_as(one.rights.role).values())
                some = found.setdefault(key, _Alike(one.place, one.query, str(one.rights.role)))
                some.sockets.append(one)
        return found.values()

    async def _push_alike(self, push: _Push, some: _Alike) -> None:
        """Hand each region over as soon as it is there; those that are not, a thread renders in turn."""
        missing = []
        for name in some.names:
            kept = fragment_kept(push.scene, name, some.place, some.role)
            if kept is None:
                missing.append(name)
            else:
                _hand_over(push, some, name, kept)
        if not missing:
            return
        loop = asyncio.get_running_loop()

        def made(name: str, one: Fragment) -> None:
            loop.call_soon_threadsafe(_hand_over, push, some, name, one)

        try:
            await in_thread(_render)(push.scene, missing, some.place, some.role, made)
        except Exception:
            # Others show another place, which can be sound.
            log.exception("%s of design %s was not rendered", missing, self.design_id)
            await _closed(some.sockets, FAILED)

    def look_again(self) -> None:
        """Look who is here, unless the sockets of this process have just done so. Each page asks for it at its
        heartbeat.
        """
        if asyncio.get_running_loop().time() - self._looked >= LOOKED_EVERY_SECONDS:
            self._begin("look", self._look)

    async def _look(self) -> None:
        """Look once who is here, after all that arrives at the same time, and tell the sockets of this process."""
        await asyncio.sleep(max(TOGETHER_SECONDS, len(self.sockets) / SOCKETS_OF_A_LOOK))
        # Who moves from now on is looked for again.
        self._tasks.pop("look", None)
        self._looked = asyncio.get_running_loop().time()
        some = next(iter(self.sockets), None)
        if some is None:
            return
        with presence_is_a_hint():
            people = shown_people(await some.presence.people())
            for one in tuple(self.sockets):
                if await one.may_see():
                    one.put_people(people)

    async def check(self, *, anew: bool = False) -> None:
        """Ask for the rights of all sockets, and close those that have none. Of several that ask at the same time, one
        does; `anew`, because rights have just ended, it begins now.
        """
        if anew and self._checking is not None:
            await asyncio.shield(self._checking)
        if self._checking is None:
            self._checking = asyncio.ensure_future(self._check_all())
        await asyncio.shield(self._checking)

    async def _check_all(self) -> None:
        try:
            asked = tuple(self.sockets)
            found = await in_thread(rights_of)(self.design_id, {one.seat for one in asked})
        finally:
            self._checking = None
        # Closing a page that has gone raises: the others stay open.
        await asyncio.gather(*(one.seen(found[one.seat]) for one in asked), return_exceptions=True)


async def _closed(sockets: Iterable[OpenPage], code: int) -> None:
    await asyncio.gather(*(one.close(code) for one in sockets), return_exceptions=True)


def _render(
    scene: Scene, names: Iterable[str], place: PagePlace, role: str, made: Callable[[str, Fragment], None]
) -> None:
    """Render and compress regions one by one, each within the time of a request."""
    for name in names:
        try:
            with limited():
                one = fragment(scene, name, place, role)
        except TooLong:
            log.warning("region %s of design %s takes too much computing", name, scene.design_id)
            continue
        if len(one.html) > SMALL:
            _ = one.packed
        made(name, one)


def _hand_over(push: _Push, some: _Alike, name: str, made: Fragment) -> None:
    """Give a region to the sockets that still show this place and have an older or no version of it."""
    texts: dict[int | None, str | bytes] = {}
    for one in some.sockets:
        if one.query != some.query or name not in one.shown or one.numbers.get(name, 0) > push.number:
            continue
        one.numbers[name] = push.number
        if one.shown[name] == made.version:
            continue
        one.shown[name] = made.version
        by = push.author_for(one.user.pk)
        if by not in texts:
            texts[by] = _text(push, some.query, by, name, made)
        one.put(name, texts[by])


def _text(push: _Push, query: str, by: int | None, name: str, made: Fragment) -> str | bytes:
    """One region as a message: JSON if it is small, else bytes, with a line of JSON followed by the HTML as gzip."""
    author = None if by is None else {"id": by, "color": color_of(by)}
    said = {"type": "fragments", "revision": push.scene.revision, "query": query, "author": author}
    if len(made.html) <= SMALL:
        return json.dumps({**said, "fragments": {name: {"html": made.html, "version": made.version}}})
    head = json.dumps({**said, "fragments": {name: {"version": made.version}}})
    return head.encode() + b"\n" + made.packed
