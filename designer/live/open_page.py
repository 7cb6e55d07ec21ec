"""What the hub of a design needs of a socket."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from designer.live.people import ShownPeople
from designer.live.rights import Seat
from designer.page.presence import Presence
from designer.page.scene import PagePlace
from modeler.selectors import Sight


class OpenPage(Protocol):
    """One open page (designer.live.consumer)."""

    user: Any
    presence: Presence
    seat: Seat
    rights: Sight
    place: PagePlace
    query: str
    shown: dict[str, str]
    numbers: dict[str, int]
    sending: asyncio.Future[None] | None
    stirred: float
    """When the person moved last, in seconds of the event loop."""

    async def may_see(self) -> bool:
        """Whether the person may see the design; if not, the socket is closed."""

    async def seen(self, rights: Sight | int) -> None:
        """Take what was found of the rights."""

    def put(self, name: str, message: str | bytes) -> None:
        """Send a message, in place of one of the same name that still waits."""

    def put_people(self, people: ShownPeople) -> None:
        """Send who is here if it changed."""

    async def close(self, code: int) -> None:
        """Close the socket."""
