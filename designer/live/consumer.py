"""The websocket of one design: who is admitted, what its page says, and what waits to be sent to it.

What is sent, the sockets of a design decide together (designer.live.hub).
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from typing import Any, ClassVar, Final
from uuid import UUID

from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from redis.asyncio import BlockingConnectionPool, Redis

from designer.live.hub import Hub
from designer.live.pace import Pace
from designer.live.people import ShownPeople
from designer.live.rights import FRESH_SECONDS, Seat, rights_of
from designer.live.threads import in_thread
from designer.operating.versions import page_version
from designer.page.fragments import REGIONS
from designer.page.presence import PagePosition, Presence, person_of, presence_is_a_hint
from designer.page.scene import PagePlace
from modeler.broadcast import design_group, member_group
from modeler.core.documents.reading import parse
from modeler.core.errors import DocumentInvalid
from modeler.selectors import Sight, unread_count

log = logging.getLogger(__name__)

REMOVED: Final = 4403
NOT_UNDERSTOOD: Final = 4400
TOO_MANY: Final = 4429
SOCKETS_MAX: Final = 200
"""Maximum of open pages of one person per process; further pages ask for updates over HTTP."""

MESSAGE_MAX: Final = 50_000
QUERY_MAX: Final = 2000
REDIS_CONNECTIONS: Final = 8
REDIS_PATIENCE: Final = 20


class DesignConsumer(AsyncJsonWebsocketConsumer):
    """One open page. `shown` are its regions with their versions, `numbers` the pushes that they came with; `place` is
    where the person looks.
    """

    of_person: ClassVar[dict[int, weakref.WeakSet[DesignConsumer]]] = {}
    paces: ClassVar[weakref.WeakValueDictionary[int, Pace]] = weakref.WeakValueDictionary()
    redis: ClassVar[weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Redis]] = weakref.WeakKeyDictionary()

    async def connect(self) -> None:
        """Accept people with permission to see the design; each socket is checked."""
        self.user = self.scope["user"]
        self.design_id: UUID = self.scope["url_route"]["kwargs"]["design_id"]
        self.shown: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.place, self.query = PagePlace(), ""
        self.people = ""
        self.outgoing: dict[str, str | bytes] = {}
        self.sending: asyncio.Future[None] | None = None
        self.stirred = asyncio.get_running_loop().time()
        self.hub: Hub | None = None
        self.has_counted = self.has_left = False
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
        self.pace = self.paces.setdefault(self.user.pk, Pace())
        await self.seen(found)
        self.presence = Presence(self._redis(), self.design_id)
        await self.channel_layer.group_add(member_group(self.user.pk), self.channel_name)
        self.hub = await Hub.joined(self.design_id, self)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the groups, and notify colleagues."""
        if (hub := self.hub) is None:
            return
        self.hub = None
        self.outgoing.clear()
        if self.sending is not None:
            self.sending.cancel()
        _leave(self.of_person, self.user.pk, self)
        await hub.leave(self)
        await self.channel_layer.group_discard(member_group(self.user.pk), self.channel_name)
        with presence_is_a_hint():
            await self.presence.gone(self.channel_name)
            await self._announce()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **_: Any) -> None:
        """Handle a message. An invalid message (no JSON, too long) closes the socket, and so do far too many messages:
        our pages send neither.
        """
        delay = self.pace.wait() if self.hub is not None else 0.0
        if delay is None:
            await self.close(TOO_MANY)
            return
        await asyncio.sleep(delay)
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
        if not isinstance(content, dict) or self.hub is None:
            return
        if content.get("type") == "show" and isinstance(content.get("fragments"), dict):
            await self._show(self.hub, str(content.get("query", ""))[:QUERY_MAX], content["fragments"])
        elif content.get("type") == "here":
            await self._here(PagePosition.of(content, self.design_id))

    async def _show(self, hub: Hub, query: str, fragments: dict[str, Any]) -> None:
        """Another place is sent now. What changed at the same place is sent with what changed for others."""
        before = (self.query, self.shown)
        self.query = query
        self.place = PagePlace.of(QueryDict(query.removeprefix("?")).dict())
        self.shown = {name: str(version) for name, version in fragments.items() if name in REGIONS}
        if before != (self.query, self.shown):
            self.stirred = asyncio.get_running_loop().time()
            async with self.pace.showing():
                await hub.push([self])
        else:
            hub.wake()

    def put(self, name: str, message: str | bytes) -> None:
        """Send a message as soon as the page takes it. One of the same name that still waits is replaced."""
        self.outgoing[name] = message
        if self.sending is None:
            self.sending = asyncio.ensure_future(self._send_waiting())

    async def _send_waiting(self) -> None:
        try:
            while self.outgoing:
                message = self.outgoing.pop(next(iter(self.outgoing)))
                if isinstance(message, str):
                    await self.send(text_data=message)
                else:
                    await self.send(bytes_data=message)
        except Exception:
            # The server tells the consumer that the page is gone.
            log.debug("a page was gone before a message was sent", exc_info=True)
        finally:
            self.sending = None

    def put_people(self, people: ShownPeople) -> None:
        """Send who is here if it changed."""
        told = people.seen_by(self.user.pk)
        if told != self.people:
            self.people = told
            self.put("people", told)

    async def member_told(self, message: dict[str, Any]) -> None:
        """The number of this person's unread notices changed."""
        await self.send_json({"type": "inbox", "unread": await in_thread(unread_count)(self.user)})

    async def member_closed(self, message: dict[str, Any]) -> None:
        """A membership ended or changed: this socket closes, and a new one checks the permission again."""
        if message["workspace"] == str(self.rights.workspace):
            await self.close(REMOVED)

    async def member_checked(self, message: dict[str, Any]) -> None:
        """A session of this person ended, or the account is disabled: close if it is this socket's."""
        if self.hub is not None:
            await self.hub.check(anew=True)

    async def seen(self, rights: Sight | int) -> None:
        """Remember the rights, as of now. Without rights, close with this code."""
        if isinstance(rights, int):
            self.has_left = True
            self.outgoing.clear()
            await self.close(rights)
        else:
            self.rights, self.asked_at = rights, time.monotonic()

    async def may_see(self) -> bool:
        """Return whether the person may see the design, known as of FRESH_SECONDS ago or later; if not, the socket is
        closed.
        """
        if self.has_left or self.hub is None:
            return False
        is_over = self.rights.until is not None and self.rights.until <= timezone.now()
        if time.monotonic() - self.asked_at >= FRESH_SECONDS or is_over:
            await self.hub.check()
        return not self.has_left

    async def _here(self, standing: PagePosition) -> None:
        """Record where this page is."""
        if not await self.may_see():
            return
        if not self.has_counted:
            # Send revisions that were stored between the rendering of the page and the connection.
            self.has_counted = True
            await self.member_told({})
            await self.send_json({"type": "server", "server": page_version()})
        with presence_is_a_hint():
            if await self.presence.here(self.channel_name, person_of(self.user), standing):
                self.stirred = asyncio.get_running_loop().time()
                await self._announce()
            elif self.hub is not None:
                self.hub.look_again()

    async def _announce(self) -> None:
        await self.channel_layer.group_send(design_group(self.design_id), {"type": "design.people"})

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
