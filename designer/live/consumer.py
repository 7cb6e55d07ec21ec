"""The websocket of one design: it pushes what changed as HTML, and reports who is here.

Small messages cross Redis; each worker renders a changed region once and sends it to the sockets that show it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final
from uuid import UUID

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import RedisError

from designer.live.rights import FRESH_SECONDS, GONE, Seat, rights_of
from designer.live.threads import in_thread
from designer.page.fragments import REGIONS, Fragment, fragment, fragment_kept
from designer.page.presence import PagePosition, Presence, color_of, person_of
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import scene_already_told, scene_of, scene_told
from modeler.broadcast import design_group, member_group
from modeler.computing import TooLong
from modeler.core.documents.reading import parse
from modeler.core.errors import DocumentInvalid, KeysheetError
from modeler.selectors import Sight, notices_of

log = logging.getLogger(__name__)

REMOVED: Final = 4403
NOT_UNDERSTOOD: Final = 4400
TOO_MANY: Final = 4429
SOCKETS_MAX: Final = 200
"""Maximum of open pages of one person per process; further pages ask for updates over HTTP."""

TOGETHER_SECONDS: Final = 0.1
"""Who is here is looked up once for everything that happens within this time."""

MESSAGE_MAX: Final = 50_000
QUERY_MAX: Final = 2000
REDIS_CONNECTIONS: Final = 8
REDIS_PATIENCE: Final = 20
SMALL: Final = 1500
"""HTML with fewer characters is sent uncompressed."""
SHOWN_OF_A_PERSON: Final = ("id", "name", "initials", "color", "focus", "path", "where", "scroll", "follows")


class DesignConsumer(AsyncJsonWebsocketConsumer):
    """One open page. `shown` are its regions with their versions; `place` is where the person looks."""

    of_design: ClassVar[dict[UUID, weakref.WeakSet[DesignConsumer]]] = {}
    asking: ClassVar[dict[UUID, asyncio.Future[dict[Seat, Sight | int]]]] = {}
    of_person: ClassVar[dict[int, weakref.WeakSet[DesignConsumer]]] = {}
    looking: ClassVar[dict[UUID, asyncio.Future[None]]] = {}
    redis: ClassVar[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Redis]] = weakref.WeakKeyDictionary()

    async def connect(self) -> None:
        """Accept people with permission to see the design; each socket is checked."""
        self.user = self.scope["user"]
        self.design_id: UUID = self.scope["url_route"]["kwargs"]["design_id"]
        self.shown: dict[str, str] = {}
        self.place, self.query = PagePlace(), ""
        self.people: list[dict[str, Any]] = []
        self.is_joined = self.has_counted = False
        session = self.scope.get("session")
        self.seat = Seat(self.user.pk, None if session is None else session.session_key or "")
        found = (await in_thread(rights_of)(self.design_id, [self.seat]))[self.seat]
        mine = self.of_person.setdefault(self.user.pk, weakref.WeakSet())
        if not isinstance(found, int) and len(mine) >= SOCKETS_MAX:
            found = TOO_MANY
        if isinstance(found, int):
            await self.accept()
            await self.close(found)
            return
        mine.add(self)
        self.seen(found)
        self.presence = Presence(self._redis(), self.design_id)
        self.rendering = asyncio.Lock()
        await self.channel_layer.group_add(design_group(self.design_id), self.channel_name)
        await self.channel_layer.group_add(member_group(self.user.pk), self.channel_name)
        self.is_joined = True
        self._neighbors().add(self)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the groups, and notify colleagues."""
        if not self.is_joined:
            return
        _leave(self.of_design, self.design_id, self)
        _leave(self.of_person, self.user.pk, self)
        await self.channel_layer.group_discard(design_group(self.design_id), self.channel_name)
        await self.channel_layer.group_discard(member_group(self.user.pk), self.channel_name)
        with presence_is_a_hint():
            await self.presence.gone(self.channel_name)
            await self._announce()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_: Any) -> None:
        """Handle a message. An invalid message (no JSON, too long), which our pages never send, closes the socket."""
        if not text_data or len(text_data) > MESSAGE_MAX:
            await self.close(NOT_UNDERSTOOD)
            return
        try:
            content = parse(text_data)
        except DocumentInvalid:
            await self.close(NOT_UNDERSTOOD)
            return
        await self.receive_json(content)

    async def receive_json(self, content: Any, **_: Any) -> None:
        """Handle a message of a page: `show` lists its regions and their versions; `here` reports that it is open, and
        where the person is.
        """
        if not isinstance(content, dict) or not self.is_joined:
            return
        if content.get("type") == "show" and isinstance(content.get("fragments"), dict):
            self.query = str(content.get("query", ""))[:QUERY_MAX]
            self.place = PagePlace.of(QueryDict(self.query.removeprefix("?")).dict())
            self.shown = {name: str(version) for name, version in content["fragments"].items() if name in REGIONS}
            await self._push()
        elif content.get("type") == "here":
            await self._here(PagePosition.of(content, self.design_id))

    async def design_revision(self, message: dict[str, Any]) -> None:
        """A new revision: send the regions that changed, and the author of the edit."""
        by = message.get("by")
        author = None if by is None or by == self.user.pk else {"id": by, "color": color_of(by)}
        await self._push(("revision", message["revision"]), author)

    async def design_comments(self, message: dict[str, Any]) -> None:
        """Comments changed: send the regions that show them; the page requests its dialog itself."""
        await self._push(("comments", message["at"]))
        await self.send_json({"type": "comments"})

    async def design_versions(self, message: dict[str, Any]) -> None:
        """Names of revisions changed: update the regions that show them, and notify pages that request them."""
        await self._push(("versions", message["at"]))
        await self.send_json({"type": "versions"})

    async def design_findings(self, message: dict[str, Any]) -> None:
        """The analysis of a revision is stored."""
        await self._push(("findings", message["revision"]))

    async def design_job(self, message: dict[str, Any]) -> None:
        """A job progressed: the page that shows it requests its part."""
        await self.send_json({"type": "job", "job": message["job"], "state": message["state"]})

    async def design_people(self, message: dict[str, Any]) -> None:
        """Someone came, left or moved: one socket of this process looks, for all of them."""
        looking = self.looking.get(self.design_id)
        if looking is None or looking.done() or looking.get_loop() is not asyncio.get_running_loop():
            self.looking[self.design_id] = asyncio.ensure_future(self._tell_everybody())

    async def _tell_everybody(self) -> None:
        """Look once who is here, after all that arrives at the same time, and tell the sockets of this process."""
        await asyncio.sleep(TOGETHER_SECONDS)
        self.looking.pop(self.design_id, None)
        with presence_is_a_hint():
            people = await self.presence.people()
            told = (one.tell_people(people) for one in tuple(self._neighbors()))
            await asyncio.gather(*told, return_exceptions=True)

    async def tell_people(self, found: list[dict[str, Any]]) -> None:
        """Send who is here if it changed."""
        if not await self._may_see():
            return
        people = [{**_public(one), "me": one["id"] == self.user.pk} for one in found]
        if people != self.people:
            self.people = people
            await self.send_json({"type": "people", "people": people})

    async def design_removed(self, message: dict[str, Any]) -> None:
        """The design was removed or restored: close the sockets of people who can no longer see it."""
        await self._ask_again()

    async def member_told(self, message: dict[str, Any]) -> None:
        """The number of this person's unread notices changed."""
        await self.send_json({"type": "inbox", "unread": await in_thread(self._unread)()})

    def _unread(self) -> int:
        return notices_of(self.user).filter(read_at=None).count()

    async def member_closed(self, message: dict[str, Any]) -> None:
        """A membership ended or changed: this socket closes, and a new one checks the permission again."""
        if message["workspace"] == str(self.rights.workspace):
            await self.close(REMOVED)

    async def member_checked(self, message: dict[str, Any]) -> None:
        """A session of this person ended, or the account is disabled: close if it is this socket's."""
        await self._ask_again()

    def seen(self, rights: Sight) -> None:
        """Remember the rights, as of now."""
        self.rights, self.asked_at = rights, time.monotonic()

    async def _may_see(self) -> bool:
        """Return whether the person may see the design, known as of FRESH_SECONDS ago or later; if not, the socket is
        closed.
        """
        is_over = self.rights.until is not None and self.rights.until <= timezone.now()
        if time.monotonic() - self.asked_at < FRESH_SECONDS and not is_over:
            return True
        return await self._ask_again()

    async def _ask_again(self) -> bool:
        """Ask for the rights of all sockets of the design; of several that ask at the same time, one does."""
        asking = self.asking.get(self.design_id)
        if asking is None or asking.get_loop() is not asyncio.get_running_loop():
            asking = self.asking[self.design_id] = asyncio.ensure_future(self._ask_for_all())
        found = await asyncio.shield(asking)
        if self.seat not in found:  # It joined after the question.
            found = await in_thread(rights_of)(self.design_id, [self.seat])
        rights = found[self.seat]
        if isinstance(rights, int):
            await self.close(rights)
            return False
        self.seen(rights)
        return True

    async def _ask_for_all(self) -> dict[Seat, Sight | int]:
        try:
            return await in_thread(rights_of)(self.design_id, {one.seat for one in self._neighbors()})
        finally:
            self.asking.pop(self.design_id, None)

    def _neighbors(self) -> weakref.WeakSet[DesignConsumer]:
        """The sockets of the same design in this process."""
        return self.of_design.setdefault(self.design_id, weakref.WeakSet())

    async def _here(self, standing: PagePosition) -> None:
        """Record where this page is."""
        if not await self._may_see():
            return
        if not self.has_counted:
            # Send revisions that were stored between the rendering of the page and the connection.
            self.has_counted = True
            await self.member_told({})
        with presence_is_a_hint():
            if await self.presence.here(self.channel_name, person_of(self.user), standing):
                await self._announce()
            else:
                await self.tell_people(await self.presence.people())

    async def _announce(self) -> None:
        await self.channel_layer.group_send(design_group(self.design_id), {"type": "design.people"})

    async def _push(self, news: tuple[Any, ...] = (), author: dict[str, Any] | None = None) -> None:
        """Send each region that differs from the page's version, as soon as it is rendered."""
        async with self.rendering:
            query, place = self.query, self.place
            if not await self._may_see():
                return
            try:
                scene = await self._scene(news)
            except KeysheetError:
                await self.close(GONE)
                return
            for name in REGIONS:
                if name not in self.shown:
                    continue
                try:
                    made = await self._rendered(scene, name, place)
                except TooLong:
                    log.warning("region %s of design %s takes too much computing", name, self.design_id)
                    continue
                if query != self.query:
                    return
                if self.shown.get(name) != made.version:
                    self.shown[name] = made.version
                    said = {"type": "fragments", "revision": scene.revision, "query": query, "author": author}
                    await self._send_fragment(said, name, made)

    async def _send_fragment(self, said: dict[str, Any], name: str, made: Fragment) -> None:
        """Send one region: as JSON if it is small, else as bytes, with a line of JSON followed by the HTML as gzip."""
        if len(made.html) <= SMALL:
            await self.send_json({**said, "fragments": {name: {"html": made.html, "version": made.version}}})
            return
        head = json.dumps({**said, "fragments": {name: {"version": made.version}}})
        await self.send(bytes_data=head.encode() + b"\n" + made.packed)

    async def _scene(self, news: tuple[Any, ...]) -> Scene:
        """Return the scene after a message, without a thread if another socket has already requested it."""
        if not news:
            return await in_thread(scene_of)(self.design_id)
        told = scene_already_told(self.design_id, news)
        return told if told is not None else await in_thread(scene_told)(self.design_id, news)

    async def _rendered(self, scene: Scene, name: str, place: PagePlace) -> Fragment:
        kept = fragment_kept(scene, name, place, self.rights.role)
        return kept if kept is not None else await in_thread(_packed)(scene, name, place, self.rights.role)

    def _redis(self) -> Redis:
        """Return the connections of the current event loop. All sockets share a few; those that find none wait."""
        loop = asyncio.get_running_loop()
        if loop not in self.redis:
            pool = BlockingConnectionPool.from_url(
                settings.REDIS_URL, decode_responses=True, max_connections=REDIS_CONNECTIONS, timeout=REDIS_PATIENCE
            )
            self.redis[loop] = Redis.from_pool(pool)
        return self.redis[loop]


def _leave[K](groups: dict[K, weakref.WeakSet[DesignConsumer]], key: K, socket: DesignConsumer) -> None:
    """Take a socket out of its group; an empty group is deleted."""
    if (group := groups.get(key)) is not None:
        group.discard(socket)
        if not group:
            groups.pop(key, None)


@contextmanager
def presence_is_a_hint() -> Iterator[None]:
    """Go on without knowing who is here while Redis does not answer: edits do not depend on it."""
    try:
        yield
    except (RedisError, OSError):
        log.warning("who is here is not known: Redis does not answer", exc_info=True)


def _packed(scene: Scene, name: str, place: PagePlace, role: str) -> Fragment:
    """Render and compress a region, both in the thread pool."""
    made = fragment(scene, name, place, role)
    if len(made.html) > SMALL:
        _ = made.packed
    return made


def _public(person: dict[str, Any]) -> dict[str, Any]:
    return {name: person[name] for name in SHOWN_OF_A_PERSON}
